"""The tables that all seats and watchers see, as JSON, put together from encoded values.

A move changes few of the values of a view, and all seats see most of them alike. So each value is decoded and encoded
by itself, and kept; the public ones are put into place once, and then for each seat those that it sees otherwise.
"""

import re

import msgspec

from brocante.games.layout import Layout, Place

MOST_KEPT = 4096  # encoded values of each field

encode = msgspec.json.Encoder().encode


class TablesEncoder:
    """For one layout and one number of players."""

    def __init__(self, layout: Layout, players: int) -> None:
        places = layout.public_places(players)
        numbers = {id(place): number for number, place in enumerate(places)}
        marked = encode(layout.arranged(players, lambda place: f"@{numbers[id(place)]}@"))
        self._parts = re.split(rb'"@(\d+)@"', marked)  # between the texts of JSON, gaps with the numbers of places
        gaps: dict[tuple[str, int | None], int] = {}
        for gap in range(1, len(self._parts), 2):
            place = places[int(self._parts[gap])]
            gaps[place.field.name, place.seat] = gap
            self._parts[gap] = encode(place.field.unknown)

        kept: dict[tuple[str, int, int | None], Kept] = {}  # fields that name no seats mean the same for all seats

        def value(place: Place, seat: int, row: int) -> tuple[int, slice, Kept]:
            field, begin, end = place.field, *(4 * (row * layout.size + number) for number in (place.start, place.end))
            key = (field.name, seat, place.seat) if field.names_seats else (field.name, 0, None)
            return gaps[field.name, place.seat], slice(begin, end), kept.setdefault(key, Kept(place, seat, players))

        self._public = [value(place, 0, players) for place in places if not place.field.private]
        self._private = [
            [value(place, seat, seat) for place in layout.private_places(seat, players)] for seat in range(players)
        ]

    def tables(self, rows: bytes) -> list[bytes]:
        """What each seat sees, then what watchers see, from the rows that `see_all` wrote."""
        public = self._parts.copy()
        for gap, numbers, value in self._public:
            public[gap] = value[rows[numbers]]
        tables = []
        for values in self._private:
            parts = public.copy()
            for gap, numbers, value in values:
                parts[gap] = value[rows[numbers]]
            tables.append(b"".join(parts))
        return [*tables, b"".join(public)]


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
