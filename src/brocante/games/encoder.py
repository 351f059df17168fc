"""The tables that all seats and watchers see, as JSON, put together from encoded values.

A move changes few of the values of a view, and all seats see most of them alike. So each value is decoded and encoded
by itself, and kept; the public ones are put into place once, and then for each seat those that it sees otherwise.
"""

import re
from collections.abc import Iterable

import msgspec
import numpy as np

from brocante.games.layout import WIDE, Layout, Place

MOST_KEPT = 4096  # encoded values of each field
WIDTH = np.dtype(WIDE).itemsize  # bytes of a number

encode = msgspec.json.Encoder().encode


class Kept(dict[bytes, bytes]):
    """Encoded values by their numbers, which are counted from the seat `first`."""

    def __init__(self, place: Place, first: int, players: int) -> None:
        super().__init__()
        self._place, self._first, self._players = place._replace(start=0, end=place.end - place.start), first, players

    def __missing__(self, numbers: bytes) -> bytes:
        if len(self) >= MOST_KEPT:
            self.clear()
        row: list[int] = memoryview(numbers).cast("i").tolist()
        self[numbers] = encode(self._place.decode(row, self._first, self._players))
        return self[numbers]


Value = tuple[int, slice, Kept]  # the gap it fills, the bytes of a row it is decoded from, and those known already


class TablesEncoder:
    """For one layout and one number of players."""

    def __init__(self, layout: Layout, players: int) -> None:
        places = layout.public_places(players)
        marked = encode(layout.arranged(players, [f"@{number}@" for number in range(len(places))]))
        self._parts = re.split(rb'"@(\d+)@"', marked)  # between the texts of JSON, gaps with the numbers of places
        gaps: dict[tuple[str, int | None], int] = {}
        for gap in range(1, len(self._parts), 2):
            place = places[int(self._parts[gap])]
            gaps[place.field.name, place.seat] = gap
            self._parts[gap] = encode(place.field.unknown)

        kept: dict[tuple[str, int, int | None], Kept] = {}  # fields that name no seats mean the same for all seats

        def value(place: Place, seat: int) -> Value:
            field = place.field
            key = (field.name, seat, place.seat) if field.names_seats else (field.name, 0, None)
            numbers = slice(place.start * WIDTH, place.end * WIDTH)
            return gaps[field.name, place.seat], numbers, kept.setdefault(key, Kept(place, seat, players))

        self._public = [value(place, 0) for place in places if not place.field.private]
        self._private = [
            [value(place, seat) for place in layout.private_places(seat, players)] for seat in range(players)
        ]

    def table(self, public: bytes, seat: int | None, private: bytes) -> bytes:
        """What a seat sees, or a watcher, from the rows that `observe_public` and `observe_private` wrote."""
        parts = filled(self._parts, self._public, public)
        return b"".join(parts if seat is None else filled(parts, self._private[seat], private))

    def tables(self, public: bytes, private: Iterable[bytes]) -> list[bytes]:
        """The same for each seat, and then for watchers."""
        parts = filled(self._parts, self._public, public)
        tables = [filled(parts, values, row) for values, row in zip(self._private, private, strict=True)]
        return [b"".join(table) for table in (*tables, parts)]


def filled(parts: list[bytes], values: list[Value], row: bytes) -> list[bytes]:
    """The parts of a table, with these values of a row in their gaps."""
    parts = parts.copy()
    for gap, numbers, kept in values:
        parts[gap] = kept[row[numbers]]
    return parts
