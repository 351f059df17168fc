"""The rules of all games under one set of names: deal, legal, play, result, redeal.

Each picks a game's own function by the type of the position: at run time in Python, at compile time in compiled code.
So search, playouts and arena are written once, and Numba's disk cache works for them as for any function.
"""

from collections.abc import Callable
from types import ModuleType
from typing import Any

import numba
import numpy as np
from numba.extending import overload

_by_dtype: dict[np.dtype[Any], ModuleType] = {}
_by_type: dict[Any, ModuleType] = {}


def register(rules: ModuleType) -> None:
    """Make a game's rules known, by the record type of its position."""
    _by_dtype[rules.POSITION] = rules
    _by_type[numba.from_dtype(rules.POSITION)] = rules


def _chosen_by_position(function: Callable[..., Any]) -> Callable[..., Any]:
    """Let compiled code call a game's own function under the generic name."""
    name = function.__name__

    @overload(function, strict=False)
    def pick(position: Any, *arguments: Any) -> Any:
        rules = _by_type.get(position)
        if rules is None:
            return None
        own = getattr(rules, name)
        return lambda position, *arguments: own(position, *arguments)

    return function


@_chosen_by_position
def deal(position: Any) -> Any:
    """Set the game up. A fresh position brings its players, options and key."""
    return _by_dtype[position.dtype].deal(position)


@_chosen_by_position
def legal(position: Any, moves: Any) -> Any:
    """Write the legal moves into `moves`, in the order of the rulebook, and return how many there are."""
    return _by_dtype[position.dtype].legal(position, moves)


@_chosen_by_position
def play(position: Any, move: Any) -> Any:
    """Play a legal move of the seat whose turn it is."""
    return _by_dtype[position.dtype].play(position, move)


@_chosen_by_position
def result(position: Any, scores: Any, ranks: Any) -> Any:
    """Write the scores and ranks as they stand."""
    return _by_dtype[position.dtype].result(position, scores, ranks)


@_chosen_by_position
def redeal(position: Any, seat: Any, dice: Any, cards: Any) -> Any:
    """Deal anew, by dice, everything that is hidden from the seat (-1: from a watcher)."""
    return _by_dtype[position.dtype].redeal(position, seat, dice, cards)
