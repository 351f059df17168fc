"""What a seat may know, as numbers: the layout that each game's `observation.py` fills.

An observation is one row of whole numbers, the same length in every position of a game, whatever the number of
players. Where a block has a line for each seat, the own seat comes first and the others follow clockwise; lines of
seats nobody sits in are 0. Names and meanings stand in the layout, from which `docs/observations.md` is written.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import product
from typing import Any

import numpy as np

from brocante.games.compiled import compiled
from brocante.games.seats import steps_to

NUMBER = np.int16  # of an observation; what is larger is cut off there
MOST = 2**15 - 1
SEATS = ("you", "left", "second left", "third left", "fourth left")  # as many as any game has room for
SEAT_NUMBERS = ("seat 0", "seat 1", "seat 2", "seat 3", "seat 4")


@dataclass(frozen=True)
class Block:
    """Some neighbouring numbers of an observation, one for each combination of labels; a single one without labels."""

    name: str
    about: str
    axes: Sequence[Sequence[str]] = ()
    unforeseen: bool = False  # chance or a hidden choice changes it, so it is part of the information state

    @property
    def size(self) -> int:
        """How many numbers it has."""
        return int(np.prod([len(axis) for axis in self.axes], dtype=np.int64))

    def labels(self) -> Iterator[str]:
        """The name of each number, in their order."""
        for label in product(*self.axes):
            yield ", ".join((self.name, *label))


class Layout:
    """The blocks of a game's observation, one after the other. Raise the version whenever a number moves."""

    def __init__(self, version: int, blocks: Sequence[Block]) -> None:
        self.version = version
        self.blocks = tuple(blocks)
        ends = np.cumsum([block.size for block in blocks]).tolist()
        self.size: int = ends[-1]
        self.starts = {block.name: end - block.size for block, end in zip(blocks, ends, strict=True)}
        self.unforeseen = np.array(
            [self.starts[block.name] + i for block in blocks if block.unforeseen for i in range(block.size)]
        )

    def labels(self) -> list[str]:
        """The name of each number of an observation, by its index."""
        return [label for block in self.blocks for label in block.labels()]

    def part(self, observation: Any, name: str) -> Any:
        """A block of an observation in its own shape: no copy."""
        block = next(block for block in self.blocks if block.name == name)
        start = self.starts[name]
        shape = tuple(len(axis) for axis in block.axes)
        return observation[..., start : start + block.size].reshape((*observation.shape[:-1], *shape))


@compiled
def point_at(numbers: Any, at: int, position: Any, seat: int, other: int) -> None:
    """Write 1 at a seat, counted from the own one; nothing where it is nobody's, -1."""
    if other >= 0:
        numbers[at + steps_to(position, seat, other)] = 1


@compiled
def write(numbers: Any, at: int, row: Any, size: int) -> None:
    """Write so many small numbers, four or more, from `at` on. Several are read before the first of them is written:
    else the compiler must fear that one is the other, and takes them singly."""
    if size < 8:
        for i in range(0, size, 4):
            j = min(i, size - 4)
            a, b, c, d = row[j], row[j + 1], row[j + 2], row[j + 3]
            numbers[at + j], numbers[at + j + 1], numbers[at + j + 2], numbers[at + j + 3] = a, b, c, d
    else:
        for i in range(0, size, 8):
            j = min(i, size - 8)
            a, b, c, d = row[j], row[j + 1], row[j + 2], row[j + 3]
            e, f, g, h = row[j + 4], row[j + 5], row[j + 6], row[j + 7]
            numbers[at + j], numbers[at + j + 1], numbers[at + j + 2], numbers[at + j + 3] = a, b, c, d
            numbers[at + j + 4], numbers[at + j + 5], numbers[at + j + 6], numbers[at + j + 7] = e, f, g, h
