"""What a net is given of a game, described once: small whole numbers, and thermometers that read sums of them.

A game's `perception.py` writes the numbers from what the seat to move may see (`perceive`), and numbers the moves
for the net (`action_of`) with seats counted from the own one. A thermometer has steps; each that a sum of numbers
reaches is a 1 for the net, the others are 0. Where a game has several kinds of things that mean the same to the
rules, as jewels do, the net can look at each of them with the same weights: thermometers for a kind read the numbers
of that kind.
"""

from bisect import bisect_right
from collections.abc import Iterable, Sequence
from typing import Any, NamedTuple

import numpy as np

Sum = dict[int, int]  # factors of numbers, by their place
MOST_STEPS = 256  # of a thermometer: so many 8-bit weights add up to 16 bits
NO_STEP = -1


class Numbers:
    """The places of the numbers, block after block.

    >>> numbers = Numbers()
    >>> numbers.block(3), numbers.block(1), numbers.size
    (0, 3, 4)
    """

    def __init__(self) -> None:
        self.size = 0

    def block(self, size: int) -> int:
        """Room for so many numbers; where it begins."""
        self.size += size
        return self.size - size


class Thermometers:
    """Sums of numbers, each with its steps in rising order.

    >>> thermometers = Thermometers()
    >>> thermometers.read(4, range(1, 6))
    >>> thermometers.read({0: 1, 4: -1}, [0, 10])
    >>> thermometers.size
    7
    """

    def __init__(self) -> None:
        self.size = 0
        self.sums: list[Sum] = []
        self.steps: list[list[int]] = []

    def read(self, number: int | Sum, steps: Iterable[int] = (1,)) -> None:
        """Add a thermometer that reads a number or a sum."""
        self.sums.append(number if isinstance(number, dict) else {number: 1})
        self.steps.append(list(steps))
        assert self.steps[-1] == sorted(self.steps[-1]), "Steps rise."
        assert 0 < len(self.steps[-1]) <= MOST_STEPS, "Weights of all steps together have 16 bits."
        self.size += len(self.steps[-1])

    def scales(self) -> "Scales":
        """The same as arrays, for compiled code."""
        terms = [(i, *term) for i, each in enumerate(self.sums) for term in list(each.items())[:1]]
        terms += [(i, *term) for i, each in enumerate(self.sums) for term in list(each.items())[1:]]
        lows, highs = [each[0] - 1 for each in self.steps], [each[-1] for each in self.steps]
        origins: list[int] = []
        last: list[int] = []
        step = 0
        for each, low, high in zip(self.steps, lows, highs, strict=True):
            origins.append(len(last) - low)
            counts = [bisect_right(each, value) for value in range(low, high + 1)]
            last += [step + count - 1 if count else NO_STEP for count in counts]
            step += len(each)
        return Scales(
            places=np.array([place for _, place, _ in terms], np.int32),
            factors=np.array([factor for _, _, factor in terms], np.int32),
            owners=np.array([i for i, _, _ in terms[len(self.sums) :]], np.int32),
            lows=np.array(lows, np.int32),
            highs=np.array(highs, np.int32),
            origins=np.array(origins, np.int32),
            last=np.array(last, np.int32),
            steps_end=np.cumsum([len(each) for each in self.steps], dtype=np.int32),
        )

    def matrix(self, numbers: int) -> tuple[Any, Any]:
        """The same as a matrix and a row: `clip(numbers @ matrix + row, 0, 1)` are the steps reached."""
        factors = np.zeros((numbers, self.size), np.float32)
        row = np.zeros(self.size, np.float32)
        at = 0
        for each, steps in zip(self.sums, self.steps, strict=True):
            for step in steps:
                for place, factor in each.items():
                    factors[place, at] = factor
                row[at] = 1 - step
                at += 1
        return factors, row


class Scales(NamedTuple):
    """Thermometers as compiled code takes them.

    First come the first terms of all sums, then the others, with the thermometers that own them. The last step that a
    sum reaches is `last[origin + sum]`, for sums from low, which reaches none, to high.
    """

    places: Any
    factors: Any
    owners: Any
    lows: Any
    highs: Any
    origins: Any
    last: Any
    steps_end: Any  # of each thermometer, in the order of all steps


class Perception:
    """All that decides the shape of a game's nets.

    The actions of kinds come first: `roles` for each kind, as `role * kinds + kind`; then the others.
    """

    def __init__(
        self,
        version: int,
        numbers: int,
        actions: int,
        common: Thermometers,
        kind: Thermometers | None = None,
        kind_numbers: Sequence[Sequence[int]] = (),
        pools: Sequence[int] = (),
        roles: int = 0,
    ) -> None:
        self.version = version  # raised when a number, a step or an action changes its meaning
        self.numbers, self.actions, self.roles = numbers, actions, roles
        self.common, self.kind = common, kind or Thermometers()
        self.kinds = len(kind_numbers)
        places = max((len(each) for each in kind_numbers), default=0)
        self.kind_numbers = np.array(kind_numbers, np.int32).reshape(self.kinds, places)
        self.pools = np.array(pools, np.int32)  # which kinds the net adds up to one
        self.pool_count = int(self.pools.max()) + 1 if self.kinds else 0
