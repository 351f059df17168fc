"""Why the move that an expert prefers is better than the next best: for who asks for a hint while a game goes on."""

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np

from brocante.analysis.decisions import decision_dice, reasons
from brocante.analysis.estimator import Estimator
from brocante.analysis.objects import Reason
from brocante.bots.determinization import Thought
from brocante.games.game import Game

FORESEEN = 1000  # as many worlds as for a decision with so many simulations


class Advice(NamedTuple):
    """What an expert thinks of each legal move, the best, the next best, and what the best has over that."""

    thoughts: list[Thought]
    best: str
    other: str | None
    reasons: list[Reason]


def advice(game: Game, thoughts: Sequence[Thought]) -> Advice:
    """These thoughts with reasons, from what the seat to move may know: all else is dealt anew first, and the dice
    depend on the number of the move only."""
    ranked = sorted(thoughts, key=lambda thought: (thought.visits, thought.expected), reverse=True)
    best, other = ranked[0].move, ranked[1].move if len(ranked) > 1 else None
    if other is None or game.turn is None:
        return Advice(list(thoughts), best, None, [])
    estimator = Estimator(game.ruleset, game.players, game.options)
    dice = decision_dice(game.move_count)
    root = estimator.known_to(np.array([game.position]), game.turn, dice)
    words = game.ruleset.move_words
    compared = words.index(best), words.index(other)
    return Advice(list(thoughts), best, other, reasons(root, game.turn, *compared, estimator, FORESEEN, dice))
