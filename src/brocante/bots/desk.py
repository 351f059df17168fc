"""What thinking ahead with a net takes: the net, settings, and scratch arrays.

In WebAssembly the desk is one block of memory, and a net's file is its beginning: what never changes comes first.
"""

from typing import Any, NamedTuple

import numpy as np

from brocante.bots.heuristic import USUAL, weights_of
from brocante.bots.tree import DEEPEST
from brocante.games.ruleset import Ruleset
from brocante.games.seats import MOST_SEATS
from brocante.neural.net import Net, Room, room_for


class Desk(NamedTuple):
    """A net, and what thinking with it takes."""

    settings: Any  # of thinking ahead
    weights: Any  # of the rules of thumb that others may go by
    net: Net
    root: Any  # the position to think about, with what is hidden dealt anew
    dice: Any  # of the bot
    chances: Any  # the odds of each legal move
    seed: Any  # of the worlds of a thought
    world: Any
    slots: Any  # the node of each move
    path: Any  # nodes from the root down
    rolled: Any  # the dice of a world
    moves: Any
    first_moves: Any  # at the root
    cards: Any
    likes: Any  # what the net thinks of each move at the root
    scores: Any
    habits: Any  # whether each seat plays by rules of thumb
    ranks: Any
    room: Room


def desk_for(rules: Ruleset, net: Net, settings: Any) -> Desk:
    """A desk to think about positions of a game."""
    return Desk(
        settings=settings,
        weights=weights_of(rules, USUAL),
        net=net,
        root=np.zeros(1, rules.position_type),
        dice=np.zeros(1, np.uint64),
        chances=np.zeros(rules.most_legal, np.int64),
        seed=np.zeros(1, np.uint64),
        world=np.zeros(1, rules.position_type),
        slots=np.zeros(rules.move_count, np.int32),
        path=np.zeros(DEEPEST, np.int32),
        rolled=np.zeros(1, np.uint64),
        moves=rules.scratch(),
        first_moves=rules.scratch(),
        cards=np.zeros(rules.card_count, np.int8),
        likes=np.zeros(rules.most_legal),
        scores=np.zeros(rules.most_legal),
        habits=np.zeros(MOST_SEATS, np.int8),
        ranks=np.zeros((2, MOST_SEATS), np.int32),
        room=room_for(rules, net),
    )
