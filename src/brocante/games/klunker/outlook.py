"""How a game of Klunker that is not over will end, roughly."""

from typing import Any

from brocante.games.compiled import compiled
from brocante.games.klunker.rules import KINDS, OVER

# How the search thinks ahead here: see `bots/tree.py`.
SEARCH = {"explore": 0.25, "chance_moves": 0.1, "cut": 3.0, "scale": 3.0, "wide": 3.0, "widen": 0.15}

WORTH = (0.0, 0.35, 0.95, 2.0)


@compiled
def outlook(position: Any, values: Any) -> None:
    """The score each seat may expect."""
    for seat in range(position.players):
        value = float(position.bills[seat])
        if position.phase != OVER:
            kinds = 0
            for kind in range(KINDS):
                kinds += position.safe[seat, kind] > 0
                value += WORTH[position.safe[seat, kind]]
            value -= 0.12 * kinds * (kinds - 1)
        values[seat] = value


@compiled
def stage(position: Any) -> int:
    """Counts on as the game goes on: rounds."""
    return position.round
