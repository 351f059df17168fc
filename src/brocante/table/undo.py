"""Whether a move may be taken back: only if nobody has learned anything from it.

A seat has learned nothing if in every world that fits what it knew before, the move was possible and led to what it
sees now. Some such worlds are dealt and tried; that needs no rule of any game.
"""

from typing import Any

import numpy as np

from brocante.games.chance import new_dice
from brocante.games.game import Game
from brocante.games.layout import WIDE
from brocante.games.one import see_private, see_public
from brocante.games.rules import legal, play, redeal

WORLDS = 24  # for each onlooker; what differs in fewer than one of these has hardly told anybody anything


def nobody_learned(before: Game, move: str) -> bool:
    """Whether a move, played in this position, told nothing to any seat, its own included, or to a watcher."""
    after = before.clone()
    after.play(move)
    number = before.ruleset.move_words.index(move)
    return all(learned_nothing(before, after, number, onlooker) for onlooker in (None, *range(before.players)))


def learned_nothing(before: Game, after: Game, move: int, onlooker: int | None) -> bool:
    rules = before.ruleset
    worlds: Any = np.zeros(1, rules.position_type)
    worlds[0] = after.position
    now = row_of(worlds, onlooker, rules.layout.size)
    world = worlds[0]
    moves, cards = rules.scratch(), np.zeros(rules.card_count, np.int8)
    for number in range(WORLDS):
        worlds[0] = before.position
        redeal(world, -1 if onlooker is None else onlooker, new_dice(number), cards)
        if move not in moves[: legal(world, moves)]:
            return False
        play(world, move)
        if row_of(worlds, onlooker, rules.layout.size) != now:
            return False
    return True


def row_of(positions: Any, onlooker: int | None, size: int) -> bytes:
    """All that an onlooker sees of a position."""
    rows = np.zeros((2, size), WIDE)
    see_public(positions, rows[0])
    if onlooker is not None:
        see_private(positions, onlooker, rows[1])
    return rows.tobytes()
