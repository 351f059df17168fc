"""Numbers that are copied several at once are the same as those copied singly, and no others are touched."""

from typing import Any

import numpy as np
import pytest

from brocante.games.compiled import compiled
from brocante.games.layout import write

AROUND = 3


@compiled
def write_all(numbers: Any, at: int, row: Any, size: int) -> None:
    write(numbers, at, row, size)


@pytest.mark.parametrize(("wide", "small"), [(np.int16, np.int8), (np.float32, np.int8), (np.int32, np.int16)])
def test_every_number_of_a_row_is_written_and_nothing_beside_it(wide: type, small: type) -> None:
    luck, limits = np.random.default_rng(1), np.iinfo(small)
    for size in (4, 5, 7, 8, 9, 15, 16, 17, 18, 31, 32, 40):
        row: Any = luck.integers(limits.min, limits.max, size, endpoint=True).astype(small)
        numbers: Any = np.full(size + 2 * AROUND, 99, wide)
        write_all(numbers, AROUND, row, size)
        assert numbers[AROUND:-AROUND].tolist() == row.tolist()
        assert (numbers[:AROUND] == 99).all()
        assert (numbers[-AROUND:] == 99).all()
