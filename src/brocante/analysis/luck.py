"""Luck: each seat's chances to win followed through a game, and their changes split into cards and moves.

Chances are those at the true position: all hands as they are, only the cards to come unknown. A move that draws cards
has two changes: from before the move to the mean over the cards it might draw, which is the move; from there to what
it drew, which is luck. Zare (2000) calls it so for dice; the sum of luck has mean zero whatever the estimate of the
chances is, as long as it is made in the same way before and after (Burch and others, 2018: AIVAT).
"""

from collections.abc import Callable, Iterator
from typing import Any, NamedTuple

import numpy as np

from brocante.analysis.estimator import Estimator, share_of_win
from brocante.analysis.objects import Change, Parts
from brocante.games.chance import new_dice
from brocante.games.game import Game

DEAL = -1  # in place of the number of a move
LUCK_DICE = 2


class Step(NamedTuple):
    """One move of a game: the position before it, its number, who made it, whether it was forced, and whether it
    drew."""

    before: Any
    move: int
    seat: int
    forced: bool
    drew: bool
    after: Any


def steps_of(game: Game) -> Iterator[Step]:
    """The moves of a game, with positions as arrays of one."""
    before: Any = None
    turn, forced = -1, False
    for then in game.since_the_deal():
        after = np.array([then.position])
        if before is not None:
            drew = bool(after["drawn"][0] != before["drawn"][0])
            yield Step(before, then.last_move(turn)[1], turn, forced, drew, after)
        before, turn, forced = after, -1 if then.turn is None else then.turn, len(then.legal_numbers()) == 1


class Course(NamedTuple):
    """How a game went: chances after so many moves, the changes between them, and their sums by seat."""

    chances: list[list[float]]
    changes: list[Change]
    parts: list[Parts]


def course_of(
    game: Game, estimator: Estimator, playouts: int, tell: Callable[[int], object] = lambda done: None
) -> Course:
    """Follow a finished game. `tell` gets how many moves have been followed."""
    dice = new_dice(LUCK_DICE)
    steps = list(steps_of(game))
    chances: list[Any] = [None] * (len(steps) + 1)
    result = game.result()
    assert result is not None
    chances[-1] = share_of_win(result["ranks"])
    changes = []
    for number in range(len(steps) - 1, -1, -1):  # backwards: what is forced is worth what comes of it
        step, now = steps[number], chances[number + 1]
        if step.drew:
            mean = estimator.chances(step.before, playouts, dice, step.move)
            changes.append(Change("cards", number, None, (now - mean).tolist()))
            now = mean
        if step.forced:
            chances[number] = now
        else:
            chances[number] = estimator.chances(step.before, playouts, dice)
            changes.append(Change("move", number, step.seat, (now - chances[number]).tolist()))
        tell(len(steps) - number)
    start = estimator.at_the_start(playouts, dice)
    changes.append(Change("cards", DEAL, None, (chances[0] - start).tolist()))
    changes.reverse()
    return Course([each.tolist() for each in chances], changes, parts_of(start, changes, chances[-1]))


def parts_of(start: Any, changes: list[Change], result: Any) -> list[Parts]:
    """What each seat owes to the cards, to its own moves and to those of others. Sums are exact (`estimator.exact`)."""
    parts = []
    for seat in range(len(start)):
        cards = sum(each.changes[seat] for each in changes if each.by == "cards")
        own = sum(each.changes[seat] for each in changes if each.seat == seat)
        others = sum(each.changes[seat] for each in changes if each.by == "move" and each.seat != seat)
        parts.append(Parts(float(start[seat]), cards, own, others, float(result[seat])))
    return parts


def dealt_luck(game: Game, estimator: Estimator, playouts: int, dice: Any) -> list[float]:
    """What the deal gave each seat."""
    dealt = np.array([next(game.since_the_deal()).position])
    luck: list[float] = (estimator.chances(dealt, playouts, dice) - estimator.at_the_start(playouts, dice)).tolist()
    return luck


def drawn_luck(game: Game, estimator: Estimator, playouts: int, dice: Any) -> list[float]:
    """What the cards drawn after the deal gave each seat: the sum of its changes by cards, nothing else."""
    luck = np.zeros(game.players)
    for step in steps_of(game):
        if step.drew:
            result = None if step.after["turn"][0] >= 0 else game.result()
            now = share_of_win(result["ranks"]) if result else estimator.chances(step.after, playouts, dice)
            luck += now - estimator.chances(step.before, playouts, dice, step.move)
    return luck.tolist()
