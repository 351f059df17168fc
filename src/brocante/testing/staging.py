"""Games set up in the middle: a position with some fields changed, to test one clause at a time."""

from typing import Any

import numpy as np

from brocante.games.game import Game


def staged(game: Game, fields: dict[str, Any]) -> Game:
    """The game with these fields in its position. A dict as value sets single rows or cells: {"hand": {(1, 0): 2}}."""
    for field, value in fields.items():
        put(game, field, value)
    return game


def put(game: Game, field: str, value: Any) -> None:
    """Write one field of a game's position."""
    if isinstance(value, dict):
        for at, item in value.items():
            game._position[field][at] = item
    else:
        game._position[field] = value
    game._note_turn()


def get(game: Game, field: str) -> Any:
    """A field of a game's position, as plain numbers and lists."""
    return np.asarray(game._position[field]).tolist()
