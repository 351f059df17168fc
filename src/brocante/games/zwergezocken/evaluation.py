"""How a game of ZwergeZocken that is not over will end, roughly: from worths that `brocante fit` has found."""

from typing import Any

from brocante.games.compiled import compiled
from brocante.games.zwergezocken.rules import OVER

# How the search thinks ahead here: see `bots/tree.py`.
SEARCH = {"explore": 0.25, "chance_moves": 0.1, "cut": 1.0, "scale": 8.0, "wide": 4.0, "widen": 0.2}

WORTHS = (
    "point",  # of each point so far, beyond itself
    "leads",  # of leading the round
)
POINT, LEADS = range(2)


@compiled
def evaluate(position: Any, worths: Any, values: Any) -> None:
    """The score each seat may expect, the more the better; every worth counts as often as what it is of is there."""
    for seat in range(position.players):
        values[seat] = -float(position.totals[seat])
        if position.phase != OVER:
            values[seat] += position.totals[seat] * worths[POINT]
            if seat == position.leader:
                values[seat] += worths[LEADS]


@compiled
def stage(position: Any) -> int:
    """Counts on as the game goes on: rounds."""
    return position.round
