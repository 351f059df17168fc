"""Chances to win of a game that is not over, from what the game's evaluation counts: a softmax over the seats.

So a playout need not go on to the end. `coefficients` finds how much each thing counts.
"""

from typing import Any

from brocante.bots.heuristic import best
from brocante.games.chance import reseed
from brocante.games.compiled import compiled
from brocante.games.rules import deal, evaluate, heuristic, legal, play, result, stage

SCORES, RANKS = range(2)  # rows of `outcome`
TERMS, SQUARES, PART = 18, 10, 1 / 1024  # of the power: 2 to as many as it is squared


@compiled
def exponential(power: float) -> float:
    """e to a power of at most 0, to thirteen digits: exactly rounded arithmetic, so the same on every machine."""
    if power < -700.0:
        return 0.0
    small = power * PART
    term, total = 1.0, 1.0
    for i in range(1, TERMS):
        term *= small / i
        total += term
    for _ in range(SQUARES):
        total *= total
    return total


@compiled
def note_winners(position: Any, outcome: Any, shares: Any) -> None:
    """Each seat's share of the win at the end of a game."""
    result(position, outcome[SCORES], outcome[RANKS])
    winners = 0
    for seat in range(position.players):
        winners += outcome[RANKS, seat] == 1
    for seat in range(position.players):
        shares[seat] = 1.0 / winners if outcome[RANKS, seat] == 1 else 0.0


@compiled
def count_worths(position: Any, units: Any, counts: Any) -> None:
    """For each seat the score so far, how often each worth counts, and the lead over the best of the others. `units`
    has a row of zeros and then a row for each worth, with 1 for it and 0 for the others."""
    rows = len(units)
    for row in range(rows):
        evaluate(position, units[row], counts[row])
    for seat in range(position.players):
        for row in range(1, rows):
            counts[row, seat] -= counts[0, seat]
        most = -1e9
        for other in range(position.players):
            if other != seat:
                most = max(most, counts[0, other])
        counts[rows, seat] = counts[0, seat] - most


@compiled
def expect(position: Any, units: Any, coefficients: Any, outcome: Any, counts: Any, shares: Any) -> None:
    """Each seat's chance to win; at the end of the game, its share of the win."""
    if position.turn < 0:
        note_winners(position, outcome, shares)
        return
    count_worths(position, units, counts)
    at = min(stage(position), len(coefficients) - 1)
    most, total = -1e300, 0.0
    for seat in range(position.players):
        shares[seat] = 0.0
        for row in range(len(units) + 1):
            shares[seat] += coefficients[at, row] * counts[row, seat]
        most = max(most, shares[seat])
    for seat in range(position.players):
        shares[seat] = exponential(shares[seat] - most)
        total += shares[seat]
    for seat in range(position.players):
        shares[seat] /= total


@compiled
def note_games(
    fresh: Any,
    world: Any,
    weights: Any,
    units: Any,
    dice: Any,
    moves: Any,
    scores: Any,
    outcome: Any,
    noted: Any,
    shares: Any,
) -> None:
    """Play a game for each row of `shares`, who won; `noted` is what was counted when each stage began."""
    position = world[0]
    for game in range(len(shares)):
        world[0] = fresh[0]
        reseed(position, dice)
        deal(position)
        now = -1
        while position.turn >= 0:
            if stage(position) != now and stage(position) < noted.shape[1]:
                now = stage(position)
                count_worths(position, units, noted[game, now])
            count = legal(position, moves)
            chosen = 0
            if count > 1:
                heuristic(position, moves, count, weights, scores)
                chosen = best(scores, count, dice)
            play(position, moves[chosen])
        note_winners(position, outcome, shares[game])
