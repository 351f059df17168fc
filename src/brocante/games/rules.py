"""The functions of all games under one set of names: deal, legal, play, result, redeal; observe; hunch,
outlook, stage.

Each picks a game's own function by the type of the position: at run time in Python, at compile time in compiled code.
So search, playouts and arena are written once, and Numba's disk cache works for them as for any function.
"""

from collections.abc import Callable
from types import ModuleType, SimpleNamespace
from typing import Any

import numba
import numpy as np
from numba.extending import overload

from brocante.games.bare import bare_type
from brocante.games.script import scripted_type

_by_dtype: dict[np.dtype[Any], SimpleNamespace] = {}
_by_type: dict[Any, SimpleNamespace] = {}


def register(rules: ModuleType, observation: ModuleType, hunch: ModuleType, outlook: ModuleType) -> None:
    """Make a game's functions known, by the record type of its position: plain, with a script, or bare."""
    own = SimpleNamespace(
        deal=rules.deal,
        legal=rules.legal,
        play=rules.play,
        result=rules.result,
        redeal=rules.redeal,
        observe=observation.observe,
        hunch=hunch.hunch,
        outlook=outlook.outlook,
        stage=outlook.stage,
    )
    for position in (rules.POSITION, scripted_type(rules.POSITION), bare_type(rules.POSITION, rules.KNOWLEDGE)):
        _by_dtype[position] = own
        _by_type[numba.from_dtype(position)] = own


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


@_chosen_by_position
def observe(position: Any, seat: Any, numbers: Any) -> Any:
    """Write what the seat may know into `numbers`, which are all 0; the game's `LAYOUT` says what stands where."""
    return _by_dtype[position.dtype].observe(position, seat, numbers)


@_chosen_by_position
def hunch(position: Any, moves: Any, count: Any, weights: Any, scores: Any) -> Any:
    """Write a score for each of the legal moves: how good it looks by rules of thumb with these weights."""
    return _by_dtype[position.dtype].hunch(position, moves, count, weights, scores)


@_chosen_by_position
def outlook(position: Any, worths: Any, values: Any) -> Any:
    """Write the score each seat may expect at the end, the more the better, by these worths; linear in them."""
    return _by_dtype[position.dtype].outlook(position, worths, values)


@_chosen_by_position
def stage(position: Any) -> Any:
    """A number that counts on as the game goes on: rounds or auctions."""
    return _by_dtype[position.dtype].stage(position)
