"""How a game of Alles futsch! that is not over will end, roughly: from worths that `brocante fit` has found."""

from typing import Any

from brocante.games.alles_futsch.rules import KINDS, OVER
from brocante.games.compiled import compiled

# How the search thinks ahead here: see `bots/tree.py`.
SEARCH = {"explore": 0.25, "chance_moves": 0.1, "cut": 2.0, "scale": 30.0, "wide": 3.0, "widen": 0.1}

WORTHS = (
    "one",  # of so many of a kind
    "two",
    "three",
    "four",
    "five",
    "in_charge",  # of offering the next card
)
IN_CHARGE = 5


@compiled
def evaluate(position: Any, worths: Any, values: Any) -> None:
    """The score each seat may expect; every worth counts as often as what it is of is there."""
    for seat in range(position.players):
        value = float(position.money[seat])
        if position.phase != OVER:
            for kind in range(KINDS):
                copies = position.stone[seat, kind]
                if copies > 0:
                    value += worths[copies - 1]
            if seat == position.in_charge:
                value += worths[IN_CHARGE]
        values[seat] = value


@compiled
def stage(position: Any) -> int:
    """Counts on as the game goes on: auctions."""
    return position.auctions
