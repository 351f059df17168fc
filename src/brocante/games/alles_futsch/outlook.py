"""How a game of Alles futsch! that is not over will end, roughly."""

from typing import Any

from brocante.games.alles_futsch.rules import KINDS, OVER
from brocante.games.compiled import compiled

# How the search thinks ahead here: see `bots/tree.py`.
SEARCH = {"explore": 0.25, "chance_moves": 0.0, "cut": 8.0, "scale": 30.0, "wide": 2.0, "widen": 0.1}

WORTH = (0.0, 5.0, 14.0, 6.0, 3.0, 0.0)


@compiled
def outlook(position: Any, values: Any) -> None:
    """The score each seat may expect."""
    for seat in range(position.players):
        value = float(position.money[seat])
        if position.phase != OVER:
            for kind in range(KINDS):
                value += WORTH[position.stone[seat, kind]]
        values[seat] = value


@compiled
def stage(position: Any) -> int:
    """Counts on as the game goes on: auctions."""
    return position.auctions
