"""Games set up in the middle: a position with some fields changed, to test one clause at a time."""

from typing import Any

import brocante
from brocante import Game, testing
from brocante.testing import get, put

__all__ = ["get", "put", "staged"]


def staged(name: str, players: int, fields: dict[str, Any], **options: Any) -> Game:
    """A game whose position has these fields."""
    return testing.staged(brocante.new(name, players=players, seed=1, **options), fields)
