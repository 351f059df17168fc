"""The tables that all seats and watchers see, as JSON, put together from encoded values.

A move changes few of the values of a view, and all seats see most of them alike. So each value is decoded and encoded
by itself, and kept; the public ones are put into place once, and then for each seat those that it sees otherwise.
"""

import re
from collections.abc import Callable
from functools import lru_cache

import msgspec

from brocante.games.layout import Field, Laid, Layout, Place

KEPT = 2048  # encoded values of each field

Encoded = Callable[[bytes, int, int | None], bytes]
Filling = tuple[int, Encoded, slice, int | None]  # a gap, what fills it, from which bytes, and whose it is
encode = msgspec.json.Encoder().encode


class TablesEncoder:
    """For one layout and one number of players."""

    def __init__(self, layout: Layout, players: int) -> None:
        places = layout.public_places(players)
        numbers = {id(place): number for number, place in enumerate(places)}
        marked = encode(layout.arranged(players, lambda place: f"@{numbers[id(place)]}@"))
        self._parts = re.split(rb'"@(\d+)@"', marked)  # between the texts of JSON, gaps with the numbers of places
        gaps: dict[tuple[str, int | None], int] = {}
        kept = {field.name: keeping(field, players) for field in layout.fields}

        def filling(place: Place, row: int) -> Filling:
            begin, end = (4 * (row * layout.size + number) for number in (place.start, place.end))
            whose = place.seat if isinstance(place.field, Laid) else None
            return gaps[place.field.name, place.seat], kept[place.field.name], slice(begin, end), whose

        for gap in range(1, len(self._parts), 2):
            place = places[int(self._parts[gap])]
            gaps[place.field.name, place.seat] = gap
            self._parts[gap] = encode(place.field.unknown)
        self._public = [filling(place, players) for place in places if not place.field.private]
        self._private = [
            [filling(place, seat) for place in layout.private_places(seat, players)] for seat in range(players)
        ]

    def tables(self, rows: bytes) -> list[bytes]:
        """What each seat sees, then what watchers see, from the rows that `see_all` wrote."""
        public = self._parts.copy()
        for gap, encoded, numbers, whose in self._public:
            public[gap] = encoded(rows[numbers], 0, whose)
        tables = []
        for seat, fillings in enumerate(self._private):
            parts = public.copy()
            for gap, encoded, numbers, whose in fillings:
                parts[gap] = encoded(rows[numbers], seat, whose)
            tables.append(b"".join(parts))
        return [*tables, b"".join(public)]


def keeping(field: Field, players: int) -> Encoded:
    """Encodes values of a field and keeps those used last: by their numbers, the seat that these are counted from, and
    for things that belong to seats, whose they are."""

    @lru_cache(KEPT)
    def encoded(numbers: bytes, first: int, seat: int | None) -> bytes:
        row: list[int] = memoryview(numbers).cast("i").tolist()
        return encode(Place(field, seat, 0, len(row)).decode(row, first, players))

    return encoded
