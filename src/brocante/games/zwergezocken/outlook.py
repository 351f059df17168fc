"""How a game of ZwergeZocken that is not over will end, roughly."""

from typing import Any

from brocante.games.compiled import compiled

# How the search thinks ahead here: see `bots/tree.py`.
SEARCH = {"explore": 0.25, "chance_moves": 0.1, "cut": 1.0, "scale": 8.0, "wide": 100.0, "widen": 0.0}


@compiled
def outlook(position: Any, values: Any) -> None:
    """The score each seat may expect, the more the better."""
    for seat in range(position.players):
        values[seat] = -float(position.totals[seat])


@compiled
def stage(position: Any) -> int:
    """Counts on as the game goes on: rounds."""
    return position.round
