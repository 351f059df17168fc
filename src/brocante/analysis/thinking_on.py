"""Thinking on after a move, with a net: compiled code that is the same for all games."""

from typing import Any

from brocante.bots.plan import simulate
from brocante.bots.tree import add_child
from brocante.games.compiled import compiled
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
    used = 2
    add_child(nodes, 0, 1, first)
    for row in range(len(won)):
        used, expected = simulate(
            root,
            world,
            seat,
            nodes,
            1,
            row == 0,
            used,
            row,
            slots,
            path,
            settings,
            seed,
            dice,
            moves,
            cards,
            chances,
            weights,
            scores,
            habits,
            ranks,
            net,
            room,
        )
        won[row] = min(max(expected, 0.0), 1.0)  # a net may expect a little more than all
