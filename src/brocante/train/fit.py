"""What things are worth to a game's evaluation: found by least squares over positions of self-play.

Players that go by the heuristic, and now and then at random, play many games. At the start of each stage it is noted
how often each worth counts for each seat, and at the end what the seat gained from there on. Only differences between
seats decide who wins, so the mean of the seats is subtracted from both.
"""

import json
import os
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from importlib.resources import files
from pathlib import Path
from typing import Any

import numpy as np

from brocante.bots.heuristic import best, weights_of
from brocante.games.chance import bits, new_dice, reseed, roll
from brocante.games.compiled import compiled
from brocante.games.rules import deal, evaluate, heuristic, legal, play, stage
from brocante.games.ruleset import Ruleset
from brocante.games.seats import MOST_SEATS

CHANCE_MOVES = 0.1
MOST_STAGES = 400  # of a game; later ones are not noted
BATCH = 100  # games between two reports of progress


@compiled
def note_games(
    fresh: Any,
    positions: Any,
    games: int,
    weights: Any,
    units: Any,
    dice: Any,
    moves: Any,
    scores: Any,
    counts: Any,
    values: Any,
    squares: Any,
    products: Any,
) -> None:
    """Play games and add what was noted to the normal equations.

    `units` has a row of zeros and then a row for each worth, with 1 for it and 0 for the others: evaluated with these
    rows, a position tells how often each worth counts. `counts` has room for that, by stage and row; row 0 is the score
    so far.
    """
    position = positions[0]
    rows = len(units)
    chance_moves = np.uint64(CHANCE_MOVES * 4294967295.0)
    for _ in range(games):
        positions[0] = fresh[0]
        reseed(position, dice)
        deal(position)
        stages, now = 0, -1
        while position.turn >= 0:
            if stage(position) != now and stages < len(counts):
                now = stage(position)
                for row in range(rows):
                    evaluate(position, units[row], counts[stages, row])
                stages += 1
            count = legal(position, moves)
            if bits(dice) >> np.uint64(32) <= chance_moves:
                play(position, moves[roll(dice, count)])
            else:
                heuristic(position, moves, count, weights, scores)
                play(position, moves[best(scores, count, dice)])
        evaluate(position, units[0], values)
        for i in range(stages):
            add_position(position.players, counts[i], values, squares, products)


@compiled
def add_position(players: int, counts: Any, values: Any, squares: Any, products: Any) -> None:
    """Add one position to the normal equations; `counts` becomes differences from the mean of the seats."""
    rows = len(counts)
    for row in range(1, rows):
        for seat in range(players):
            counts[row, seat] -= counts[0, seat]
    for seat in range(players):
        counts[0, seat] = values[seat] - counts[0, seat]  # what was gained from here on
    for row in range(rows):
        mean = 0.0
        for seat in range(players):
            mean += counts[row, seat] / players
        for seat in range(players):
            counts[row, seat] -= mean
    for row in range(1, rows):
        for seat in range(players):
            products[row - 1] += counts[row, seat] * counts[0, seat]
            for other in range(1, rows):
                squares[row - 1, other - 1] += counts[row, seat] * counts[other, seat]


def fit(rules: Ruleset, players: int, games: int, seed: int, tell: Callable[[int, int], object]) -> dict[str, float]:
    """The worths found in that many games; SetupError if the game has no heuristic or no evaluation."""
    rules.needed_heuristic()
    names = rules.needed_evaluation().WORTHS
    number = len(names)
    units = np.vstack([np.zeros(number), np.eye(number)])
    weights = weights_of(rules, "tuned")
    batches = -(-games // BATCH)

    def noted(batch: int) -> Any:
        positions = rules.fresh(players)
        squares, products = np.zeros((number, number)), np.zeros(number)
        note_games(
            positions,
            positions.copy(),
            min(BATCH, games - batch * BATCH),
            weights,
            units,
            new_dice(seed * batches + batch),
            rules.scratch(),
            np.zeros(rules.most_legal),
            np.zeros((MOST_STAGES, number + 1, MOST_SEATS)),
            np.zeros(MOST_SEATS),
            squares,
            products,
        )
        return squares, products

    squares, products = np.zeros((number, number)), np.zeros(number)
    with ThreadPoolExecutor(os.cpu_count()) as pool:
        for done, (square, product) in enumerate(pool.map(noted, range(batches)), start=1):
            squares += square
            products += product
            tell(min(done * BATCH, games), games)
    found = np.linalg.lstsq(squares, products, rcond=None)[0]
    return {name: round(float(worth), 4) for name, worth in zip(names, found, strict=True)}


def keep(rules: Ruleset, worths: dict[str, float]) -> Path:
    """Write worths to the game's folder."""
    path = Path(str(files(rules.package) / "worths.json"))
    path.write_text(json.dumps(worths, indent=2) + "\n")
    return path
