"""Thinking on after a move, with a net: compiled code that is the same for all games."""

from typing import Any

from brocante.bots.desk import Desk
from brocante.bots.plan import simulate
from brocante.bots.tree import add_child
from brocante.games.compiled import compiled


@compiled
def think_on(desk: Desk, seat: int, first: int, nodes: Any, won: Any) -> None:
    """Think on after a move, a simulation for each of `won`: what the seat may expect there. With the same seed the
    thoughts after different moves meet the same worlds, each with the same dice."""
    used = 2
    add_child(nodes, 0, 1, first)
    for row in range(len(won)):
        used, expected = simulate(desk, seat, nodes, 1, row == 0, used, row)
        won[row] = min(max(expected, 0.0), 1.0)  # a net may expect a little more than all
