"""Whether a move may be taken back: only if nobody has learned anything from it.

A seat has learned nothing if in every world that fits what it knew before, the move was possible and led to what it
sees now. Some such worlds are dealt and tried; that needs no rule of any game.
"""

from typing import Any

import numpy as np

from brocante.games.chance import new_dice
from brocante.games.game import Game
from brocante.games.rules import legal, play, redeal
from brocante.games.sight import seen

WORLDS = 24  # for each onlooker; what differs in fewer than one of these has hardly told anybody anything


def nobody_learned(before: Game, move: str) -> bool:
    """Whether a move, played in this position, told nothing to any seat, its own included, or to a watcher."""
    after = before.clone()
    after.play(move)
    number = before.ruleset.words.WORDS.index(move)
    return all(learned_nothing(before, after, number, onlooker) for onlooker in (None, *range(before.players)))


def learned_nothing(before: Game, after: Game, move: int, onlooker: int | None) -> bool:
    rules = before.ruleset
    now = seen(rules, after.position, onlooker)
    worlds: Any = np.zeros(1, rules.rules.POSITION)
    world = worlds[0]
    moves, cards = np.zeros(rules.rules.MOST_LEGAL, np.int32), np.zeros(rules.rules.CARDS, np.int8)
    for number in range(WORLDS):
        worlds[0] = before.position
        redeal(world, -1 if onlooker is None else onlooker, new_dice(number), cards)
        if move not in moves[: legal(world, moves)]:
            return False
        play(world, move)
        if seen(rules, world, onlooker) != now:
            return False
    return True
