"""Bare positions: without what only views and records need, for billions of random games.

A bare position has a random generator instead of a seed, and it lacks the fields in which a game notes what players
know of hidden cards. It has a third to two thirds of the size, so more positions fit into fast memory. It is played by
the same rules, compiled once more for it; the steps that keep those fields are left out.

It takes an odd number of words of 32 bits: then the same field of 32 positions side by side lies in all 32 banks of a
GPU's shared memory, which is read at once, and in as many as chance has it if they lie anywhere."""

from collections.abc import Callable
from functools import cache
from typing import Any, TypeVar, cast

import numpy as np
from numba.extending import overload

from brocante.games.compiled import compiled

F = TypeVar("F", bound=Callable[..., object])

SEED = ("key", "block", "drawn")
DICE: list[Any] = [("dice", np.uint32, (1,))]  # no field of 64 bits, which would need an even number of words


@cache
def bare_type(position: np.dtype[Any], knowledge: tuple[str, ...]) -> np.dtype[Any]:
    """The record of a game's position without its seed and the fields of that knowledge; the wide fields first."""
    left_out = (*SEED, *knowledge, "filler")
    fields = [*DICE, *[field for field in position.descr if field[0] not in left_out]]
    missing = (4 - np.dtype(fields).itemsize) % 8
    return np.dtype([*fields, ("spacer", np.int8, (missing,))] if missing else fields, align=True)


def bared(positions: Any, bare: np.dtype[Any]) -> Any:
    """The same positions, bare."""
    copies = np.zeros(positions.shape, bare)
    for name in bare.names or ():
        if name in positions.dtype.names:
            copies[name] = positions[name]
    return copies


def only_with(field: str) -> Callable[[F], F]:
    """A step of the rules that is taken only in positions with this field; decided at compile time, by their type."""

    def only(function: F) -> F:
        own = compiled(function)

        def step(position: Any, *arguments: Any) -> None:
            if field in position.dtype.names:
                own(position, *arguments)

        @overload(step, strict=False)
        def _step(position: Any, *arguments: Any) -> Any:
            if field in position.fields:
                return lambda position, *arguments: own(position, *arguments)
            return lambda position, *arguments: None

        step.__doc__ = function.__doc__
        return cast("F", step)

    return only
