"""Games set up in the middle: a position with some fields changed, to test one clause at a time."""

from typing import Any

import numpy as np

import brocante
from brocante import Game


def staged(name: str, players: int, fields: dict[str, Any], **options: Any) -> Game:
    """A game whose position has these fields. A dict as value sets single rows or cells: {"hand": {(1, 0): 2}}."""
    game = brocante.new(name, players=players, seed=1, **options)
    for field, value in fields.items():
        put(game, field, value)
    return game


def put(game: Game, field: str, value: Any) -> None:
    if isinstance(value, dict):
        for at, item in value.items():
            game._position[field][at] = item
    else:
        game._position[field] = value
    game._note_turn()


def get(game: Game, field: str) -> Any:
    """A field as plain numbers and lists."""
    return np.asarray(game._position[field]).tolist()
