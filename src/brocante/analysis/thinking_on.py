"""Thinking on after a move, with a net: compiled code that is the same for all games."""

from typing import Any

import numpy as np

from brocante.bots.plan import HEURISTICS, UNIT, WORLDS, walk
from brocante.bots.plan import won as share_won
from brocante.bots.tree import add_child
from brocante.games.chance import bits
from brocante.games.compiled import compiled
from brocante.games.rules import redeal
from brocante.neural.net import Net, Room


@compiled
def think_on(
    root: Any,
    world: Any,
    seat: int,
    first: int,
    nodes: Any,
    slots: Any,
    path: Any,
    settings: Any,
    seed: Any,
    dice: Any,
    moves: Any,
    cards: Any,
    chances: Any,
    weights: Any,
    scores: Any,
    habits: Any,
    ranks: Any,
    net: Net,
    room: Room,
    won: Any,
) -> None:
    """Think on after a move, a simulation for each of `won`: what the seat may expect there. With the same seed the
    thoughts after different moves meet the same worlds, each with the same dice."""
    position, used = world[0], 2
    add_child(nodes, 0, 1, first)
    for row in range(len(won)):
        world[0] = root[0]
        dice[0] = seed + np.uint64(row) * WORLDS
        dice[0] = bits(dice)
        redeal(position, seat, dice, cards)
        for other in range(position.players):
            habits[other] = (bits(dice) >> np.uint64(11)) * UNIT < settings[HEURISTICS]
        path[0] = 1
        depth, used, expected = walk(
            position,
            seat,
            nodes,
            1,
            row == 0,
            used,
            slots,
            path,
            settings,
            dice,
            moves,
            chances,
            weights,
            scores,
            habits,
            net,
            room,
        )
        if position.turn < 0:
            expected = share_won(position, seat, ranks)
        for i in range(depth):
            nodes[path[i]].visits += 1
            nodes[path[i]].value += expected
        won[row] = min(max(expected, 0.0), 1.0)  # a net may expect a little more than all
