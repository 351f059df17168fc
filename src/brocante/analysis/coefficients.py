"""How much each thing that an evaluation counts adds to the chances to win: coefficients of `forecast`.

They are fitted, a set for each stage, to games that players by rules of thumb play with the same number of seats and
the same options. So a chance to win is one among such players. Only exactly rounded arithmetic is used, so they are the
same on every machine.
"""

from typing import Any

import numpy as np

from brocante.analysis.forecast import exponential
from brocante.games.compiled import compiled
from brocante.games.ruleset import Ruleset
from brocante.games.seats import MOST_SEATS

CLOSE = 1.0  # how closely the coefficients of a stage keep to those of the one before
ENOUGH = 30  # games that must get to a stage
STEPS = 12  # of Newton's method
SMALL = 1e-6  # a step that ends it, and the least spread of a count

SCALE, BEFORE, NOW, STEP, MEAN = range(5)  # rows of `vectors`
VECTORS = 5


def units_of(rules: Ruleset) -> Any:
    """Rows of worths with which an evaluation counts each of them."""
    number = len(rules.evaluation.WORTHS) if rules.evaluation else MOST_SEATS - 1
    return np.vstack([np.zeros(number), np.eye(number)])


@compiled
def fit(noted: Any, shares: Any, players: int, vectors: Any, curve: Any, chances: Any, found: Any) -> None:
    """The coefficients of each stage by maximum likelihood, each held close to those of the stage before. `noted` and
    `shares` are those of `forecast.note_games`; `noted` is scaled. `vectors`, `curve` and `chances` are scratch."""
    features = len(curve)
    scale_down(noted, players, vectors[SCALE])
    for i in range(features):
        vectors[BEFORE, i] = 0.0
    for stage in range(noted.shape[1]):
        if games_at(noted, stage, players) >= ENOUGH:
            find_likeliest(noted, shares, stage, players, vectors, curve, chances)
            for i in range(features):
                vectors[BEFORE, i] = vectors[NOW, i]
        for i in range(features):
            found[stage, i] = vectors[BEFORE, i] / vectors[SCALE, i]


@compiled
def scale_down(noted: Any, players: int, scale: Any) -> None:
    """Divide each count by its standard deviation, which is noted in `scale`."""
    games, stages, features, _ = noted.shape
    number = float(games * stages * players)
    for i in range(features):
        total, squares = 0.0, 0.0
        for game in range(games):
            for stage in range(stages):
                for seat in range(players):
                    total += noted[game, stage, i, seat]
                    squares += noted[game, stage, i, seat] * noted[game, stage, i, seat]
        variance = squares / number - total / number * (total / number)
        scale[i] = np.sqrt(max(variance, SMALL * SMALL))
        for game in range(games):
            for stage in range(stages):
                for seat in range(players):
                    noted[game, stage, i, seat] /= scale[i]


@compiled
def got_there(counts: Any, players: int) -> bool:
    """Whether a game got to the stage that was noted."""
    for i in range(len(counts)):
        for seat in range(players):
            if counts[i, seat] != 0:
                return True
    return False


@compiled
def games_at(noted: Any, stage: int, players: int) -> int:
    number = 0
    for game in range(len(noted)):
        number += got_there(noted[game, stage], players)
    return number


@compiled
def find_likeliest(noted: Any, shares: Any, stage: int, players: int, vectors: Any, curve: Any, chances: Any) -> None:
    """Coefficients of a softmax over seats by Newton's method: the row NOW."""
    features = len(curve)
    for i in range(features):
        vectors[NOW, i] = vectors[BEFORE, i]
    for _ in range(STEPS):
        for i in range(features):
            vectors[STEP, i] = -CLOSE * (vectors[NOW, i] - vectors[BEFORE, i])
            for k in range(features):
                curve[i, k] = CLOSE if i == k else 0.0
        for game in range(len(noted)):
            if got_there(noted[game, stage], players):
                add_game(noted[game, stage], shares[game], players, vectors, curve, chances)
        for i in range(features):
            for k in range(i):
                curve[i, k] = curve[k, i]
        solve(curve, vectors[STEP])
        largest = 0.0
        for i in range(features):
            vectors[NOW, i] += vectors[STEP, i]
            largest = max(largest, abs(vectors[STEP, i]))
        if largest < SMALL:
            break


@compiled
def add_game(counts: Any, shares: Any, players: int, vectors: Any, curve: Any, chances: Any) -> None:
    """What one game adds to the slope and, from its diagonal on, to the curvature of the likelihood."""
    features = len(curve)
    most, total = -1e300, 0.0
    for seat in range(players):
        chances[seat] = 0.0
        for i in range(features):
            chances[seat] += vectors[NOW, i] * counts[i, seat]
        most = max(most, chances[seat])
    for seat in range(players):
        chances[seat] = exponential(chances[seat] - most)
        total += chances[seat]
    for seat in range(players):
        chances[seat] /= total
    for i in range(features):
        mean = 0.0
        for seat in range(players):
            mean += chances[seat] * counts[i, seat]
            vectors[STEP, i] += (shares[seat] - chances[seat]) * counts[i, seat]
        vectors[MEAN, i] = mean
    for seat in range(players):
        for i in range(features):
            weighted = chances[seat] * counts[i, seat]
            if weighted != 0:
                for k in range(i, features):
                    curve[i, k] += weighted * counts[k, seat]
    for i in range(features):
        for k in range(i, features):
            curve[i, k] -= vectors[MEAN, i] * vectors[MEAN, k]


@compiled
def solve(matrix: Any, vector: Any) -> None:
    """Gaussian elimination in place, for a matrix that is symmetric and positive definite: the vector becomes the
    solution."""
    size = len(vector)
    for pivot in range(size):
        for row in range(pivot + 1, size):
            factor = matrix[row, pivot] / matrix[pivot, pivot]
            for column in range(pivot, size):
                matrix[row, column] -= factor * matrix[pivot, column]
            vector[row] -= factor * vector[pivot]
    for row in range(size - 1, -1, -1):
        for column in range(row + 1, size):
            vector[row] -= matrix[row, column] * vector[column]
        vector[row] /= matrix[row, row]
