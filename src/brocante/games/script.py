"""Chance by a script instead of a seed: for callers that choose, or weigh, what is drawn.

A position whose record also has these fields is played by the same rules, compiled once more for it, with one
difference: the next card is read from the script. Where the script ends, the position tells among which cards chance
chooses.
"""

from functools import cache
from typing import Any

import numpy as np

from brocante.games.compiled import compiled

MOST_CARDS = 128  # more than any game has
SCRIPT: list[Any] = [
    ("script_move", np.int32),  # the latest move, for which chance may have to draw
    ("script_mover", np.int8),  # the seat that made it
    ("script_waiting", np.int8),  # 1: it is played as far as the script goes
    ("script_size", np.int16),
    ("script_asked", np.int16),  # how often chance had to choose since the script was begun
    ("script_choice_count", np.int16),
    ("script", np.int8, (MOST_CARDS,)),  # the cards to come, as kinds or faces
    ("script_choices", np.int8, (MOST_CARDS,)),  # the cards it could choose from when the script ended
]


@cache
def scripted_type(position: np.dtype[Any]) -> np.dtype[Any]:
    """The record of a game's position, behind a script: were the script behind, Numba would take the whole for a mere
    position."""
    return np.dtype([*SCRIPT, *position.descr], align=True)


def unscripted(scripted: Any, position: np.dtype[Any]) -> Any:
    """The bytes of a position with a script, as an array with one without: no copy."""
    return np.frombuffer(scripted, position, 1, scripted_type(position).itemsize - position.itemsize)


@compiled
def next_in_script(position: Any, n: int) -> Any:
    """Which of the first n cards of the pile is drawn: the one in the script, else the last as it lies."""
    at = position.script_asked
    position.script_asked += 1
    if at == position.script_size:
        position.script_choice_count = n
        for i in range(n):
            position.script_choices[i] = position.pile[i]
    elif at < position.script_size:
        for i in range(n):
            if position.pile[i] == position.script[at]:
                return np.int64(i)
    return np.int64(n - 1)
