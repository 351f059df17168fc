"""What a seat may see, described once: the layout of a game.

A game's `observe_public` and `observe_private` write what leaves a position as one row of whole numbers; its layout
says what stands where. Everything that is shown is decoded from such a row by the layout: the JSON view, the text in
the terminal, the types of the browser client, and the page `docs/observations.md`. Learners take the row as it is.

Where a field has a number for each seat, the own seat comes first and the others follow clockwise; numbers of seats
nobody sits in are 0. A watcher counts from seat 0.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import product
from typing import Any, ClassVar, NamedTuple

import numpy as np
from numba.extending import overload

from brocante.games import lanes
from brocante.games.compiled import compiled
from brocante.games.lanes import copy_4, copy_8, copy_16
from brocante.games.seats import MOST_SEATS, steps_to

NUMBER = np.int16  # of an observation for learners; what is larger is cut off there
WIDE = np.int32  # of a row that is decoded
SEATS = ("you", "left", "second left", "third left", "fourth left")
SEAT_NUMBERS = tuple(f"seat {number}" for number in range(MOST_SEATS))

Axes = tuple[Sequence[str], ...]


@dataclass(frozen=True)
class Field:
    """Neighbouring numbers of a row that stand for one thing, and the key under which a view has it.

    A name with a dot is a key within a key: `pile.cards`. With `each` there is one for every seat, in the view under
    `seats`. What is `private` only its own seat may see; others are shown `unknown`. `own` says that the own seat may
    see its number even where everyone else is shown nothing. What is not `shown` is for learners alone: a view has it
    elsewhere. `unforeseen`: chance or a hidden choice changes it, so that it is part of the information state.
    """

    name: str
    about: str
    each: bool = False
    private: bool = False
    own: bool = False
    unforeseen: bool = False
    shown: bool = True
    unknown: Any = None

    kind: ClassVar[str]
    names_seats: ClassVar[bool] = False  # what it stands for depends on the seat that its numbers are counted from

    @property
    def axes(self) -> Axes:
        """Labels of the numbers: one number for each combination."""
        return (SEATS, *self.own_axes) if self.each else self.own_axes

    @property
    def own_axes(self) -> Axes:
        """The same, for one seat."""
        return ()

    @cached_property
    def size(self) -> int:
        """How many numbers it has."""
        return _product(self.axes)

    @cached_property
    def own_size(self) -> int:
        """How many numbers one seat has."""
        return _product(self.own_axes)

    @property
    def by_seat(self) -> bool:
        """Whether a view has one for every seat."""
        return self.each or self.private

    def labels(self) -> Iterator[str]:
        """The name of each number, in their order."""
        for label in product(*self.axes):
            yield ", ".join((self.name, *label))

    def decode(self, row: list[int], first: int, players: int, seat: int | None = None) -> Any:
        """What the numbers stand for, as JSON; `first` is the seat that the row is counted from. `seat` is whose value
        is asked for, where the numbers of all seats are mixed."""
        raise NotImplementedError

    def typescript(self) -> str:
        """The type of what `decode` gives."""
        raise NotImplementedError

    def describe(self) -> dict[str, Any]:
        """The field as JSON, for decoders in other languages and for generic boards."""
        about = {"name": self.name, "about": self.about, "kind": self.kind, "size": self.size}
        marks = {mark: True for mark in ("each", "private", "own", "shown") if getattr(self, mark)}
        return {**about, **marks, "unknown": self.unknown, **self.details()}

    def details(self) -> dict[str, Any]:
        """What a decoder of this kind must know beside that."""
        return {}


def _product(axes: Axes) -> int:
    return int(np.prod([len(axis) for axis in axes], dtype=np.int64))


@dataclass(frozen=True)
class Number(Field):
    """A whole number; `none` is the one that stands for nothing."""

    none: int | None = None
    kind = "number"

    def decode(self, row: list[int], first: int, players: int, seat: int | None = None) -> int | None:
        return None if row[0] == self.none else row[0]

    def typescript(self) -> str:
        return "number" if self.none is None else "number | null"

    def details(self) -> dict[str, Any]:
        return {"none": self.none}


@dataclass(frozen=True)
class Flag(Field):
    """1 for yes, 0 for no."""

    kind = "flag"

    def decode(self, row: list[int], first: int, players: int, seat: int | None = None) -> bool:
        return row[0] == 1

    def typescript(self) -> str:
        return "boolean"


@dataclass(frozen=True)
class Worded(Field):
    """A field whose numbers belong to words."""

    of: Sequence[str] = ()

    @property
    def own_axes(self) -> Axes:
        return (self.of,)

    def details(self) -> dict[str, Any]:
        return {"of": list(self.of)}


@dataclass(frozen=True)
class Word(Worded):
    """1 at one of some words; at none where there is nothing."""

    always: bool = False  # there is always one
    kind = "word"

    def decode(self, row: list[int], first: int, players: int, seat: int | None = None) -> str | None:
        return self.of[row.index(1)] if 1 in row else None

    def typescript(self) -> str:
        words = " | ".join(f"'{word}'" for word in self.of)
        return words if self.always else f"{words} | null"


@dataclass(frozen=True)
class SeatAt(Field):
    """1 at a seat, counted from the own one; at none where it is nobody."""

    always: bool = False  # there is always one
    kind = "seat"
    names_seats = True

    @property
    def own_axes(self) -> Axes:
        return (SEATS,)

    def decode(self, row: list[int], first: int, players: int, seat: int | None = None) -> int | None:
        return (first + row.index(1)) % players if 1 in row else None

    def typescript(self) -> str:
        return "number" if self.always else "number | null"


@dataclass(frozen=True)
class Counts(Worded):
    """How many there are of each; those there are none of are left out."""

    kind = "counts"

    def decode(self, row: list[int], first: int, players: int, seat: int | None = None) -> dict[str, int]:
        return {word: n for word, n in zip(self.of, row, strict=True) if n}

    def typescript(self) -> str:
        return "Counts" if self.unknown is not None or not self.private else "Counts | null"


@dataclass(frozen=True)
class Tracks(Worded):
    """How far something is on each of some tracks, 0 included; -1 where there is no such track."""

    kind = "tracks"

    def decode(self, row: list[int], first: int, players: int, seat: int | None = None) -> dict[str, int]:
        return {word: n for word, n in zip(self.of, row, strict=True) if n >= 0}

    def typescript(self) -> str:
        return "Counts"


@dataclass(frozen=True)
class Spread(Worded):
    """How many there are of each, shown as a list of single ones; with `joined` as one text, or nothing."""

    joined: str = ""
    kind = "spread"

    def decode(self, row: list[int], first: int, players: int, seat: int | None = None) -> list[str] | str | None:
        words = [word for word, n in zip(self.of, row, strict=True) for _ in range(n)]
        return (self.joined.join(words) or None) if self.joined else words

    def typescript(self) -> str:
        return "string | null" if self.joined else "string[]"

    def details(self) -> dict[str, Any]:
        return {**super().details(), "joined": self.joined}


@dataclass(frozen=True)
class Places(Worded):
    """Different things in a row: 1 at the first, 2 at the second and so on, 0 at those that are not there."""

    kind = "places"

    def decode(self, row: list[int], first: int, players: int, seat: int | None = None) -> list[str]:
        if not any(row):
            return []
        there = sorted((place, i) for i, place in enumerate(row) if place)
        return [self.of[i] for _, i in there]

    def typescript(self) -> str:
        return "string[]"


@dataclass(frozen=True)
class Stack(Worded):
    """Things on top of one another, the top first: 1 for the first word, 2 for the second and so on, 0 beyond the last.
    A view has the top last, as piles do (C3)."""

    most: int = 0
    kind = "stack"

    @property
    def own_axes(self) -> Axes:
        return (tuple(f"card {number}" for number in range(1, self.most + 1)),)

    def decode(self, row: list[int], first: int, players: int, seat: int | None = None) -> list[str]:
        height = row.index(0) if 0 in row else len(row)
        return [self.of[number - 1] for number in row[:height][::-1]]

    def typescript(self) -> str:
        return "string[]"


@dataclass(frozen=True)
class Played(Worded):
    """What each seat has played, in order: 1 at the first card, 2 at the second and so on."""

    as_: str = "card"  # the key of the card
    kind = "played"
    names_seats = True

    @property
    def own_axes(self) -> Axes:
        return (SEATS, self.of)

    def decode(self, row: list[int], first: int, players: int, seat: int | None = None) -> list[dict[str, Any]]:
        if not any(row):
            return []
        there = sorted((place, *divmod(i, len(self.of))) for i, place in enumerate(row) if place)
        return [{"seat": (first + steps) % players, self.as_: self.of[card]} for _, steps, card in there]

    def typescript(self) -> str:
        return f"{{ seat: number; {self.as_}: string }}[]"

    def details(self) -> dict[str, Any]:
        return {**super().details(), "as": self.as_}


@dataclass(frozen=True)
class Laid(Field):
    """Things that belong to seats, in the order laid: 1 at whose it is, then its parts. A part is some words, with 1 at
    one of them, or a text for a number, which is left out at 0. A view has them as texts, by seat."""

    most: int = 0
    parts: Sequence[Sequence[str] | str] = ()
    kind = "laid"
    names_seats = True

    @property
    def by_seat(self) -> bool:
        return True

    @property
    def own_axes(self) -> Axes:
        names = [part.strip("{}x+ ") or "copies" if isinstance(part, str) else part for part in self.parts]
        words = [word for part in names for word in ([part] if isinstance(part, str) else part)]
        return (tuple(f"{self.name[:-1]} {number}" for number in range(1, self.most + 1)), (*SEATS, *words))

    def decode(self, row: list[int], first: int, players: int, seat: int | None = None) -> list[str]:
        laid: list[str] = []
        width = len(row) // self.most
        for at in range(0, len(row), width):
            owner = row[at : at + len(SEATS)]
            if 1 not in owner:
                break
            if (first + owner.index(1)) % players == seat:
                laid.append(self._text(row[at + len(SEATS) : at + width]))
        return laid

    def _text(self, numbers: list[int]) -> str:
        texts, at = [], 0
        for part in self.parts:
            if isinstance(part, str):
                texts += [part.format(numbers[at])] if numbers[at] else []
                at += 1
            else:
                texts.append(part[numbers[at : at + len(part)].index(1)])
                at += len(part)
        return " ".join(texts)

    def typescript(self) -> str:
        return "string[]"

    def details(self) -> dict[str, Any]:
        return {"most": self.most, "parts": [part if isinstance(part, str) else list(part) for part in self.parts]}


class Place(NamedTuple):
    """A value of a view: its field, whose it is (None: no seat's), and where its numbers begin and end in a row."""

    field: Field
    seat: int | None
    start: int
    end: int

    def decode(self, row: list[int], first: int, players: int) -> Any:
        """The value, as JSON; `first` is the seat that the row is counted from."""
        return self.field.decode(row[self.start : self.end], first, players, self.seat)


class Layout:
    """The fields of a game's row, one after the other. Raise the version whenever a number moves."""

    def __init__(self, version: int, fields: Sequence[Field]) -> None:
        self.version = version
        self.fields = tuple(fields)
        ends = np.cumsum([field.size for field in fields]).tolist()
        self.size: int = ends[-1]
        self.starts: Mapping[str, int] = {field.name: end - field.size for field, end in zip(fields, ends, strict=True)}
        self.unforeseen = np.array(
            [self.starts[field.name] + i for field in fields if field.unforeseen for i in range(field.size)], np.int64
        )
        self._places: dict[int, list[Place]] = {}

    def labels(self) -> list[str]:
        """The name of each number of a row, by its index."""
        return [label for field in self.fields for label in field.labels()]

    def part(self, observation: Any, name: str) -> Any:
        """A field of an observation in its own shape: no copy."""
        field = next(field for field in self.fields if field.name == name)
        start = self.starts[name]
        shape = tuple(len(axis) for axis in field.axes)
        return observation[..., start : start + field.size].reshape((*observation.shape[:-1], *shape))

    def public_places(self, players: int) -> list[Place]:
        """The places of a view, in a row that is counted from seat 0."""
        if players not in self._places:
            self._places[players] = [
                Place(field, seat, at, at + field.own_size)
                for field in self.fields
                if field.shown
                for seat in (range(players) if field.by_seat else (None,))
                for at in [self.starts[field.name] + (seat * field.own_size if field.each and seat else 0)]
            ]
        return self._places[players]

    def arranged(self, players: int, values: Sequence[Any]) -> dict[str, Any]:
        """A view with these values at its places."""
        view: dict[str, Any] = {}
        seats: list[dict[str, Any]] = [{} for _ in range(players)]
        for (field, seat, _, _), value in zip(self.public_places(players), values, strict=True):
            if seat is not None:
                seats[seat][field.name] = value
            elif "." in field.name:
                outer, inner = field.name.split(".")
                view.setdefault(outer, {})[inner] = value
            else:
                view[field.name] = value
        view["seats"] = seats
        return view

    def private_places(self, seat: int, players: int) -> Iterator[Place]:
        """The places of a view that a seat sees otherwise than everyone, in a row that is counted from it."""
        for field in self.fields:
            if field.shown and (field.private or field.own):
                own = field.own_size
                for steps in range(players if field.each and field.private else 1):
                    at = self.starts[field.name] + steps * own
                    yield Place(field, (seat + steps) % players, at, at + own)

    def describe(self) -> dict[str, Any]:
        """The layout as JSON, for decoders in other languages and for generic boards."""
        fields = [{**field.describe(), "start": self.starts[field.name]} for field in self.fields]
        return {"version": self.version, "size": self.size, "seats": len(SEATS), "fields": fields}


@compiled
def fit(numbers: Any, value: int) -> int:
    """Cut off a value that the numbers have no room for."""
    most = (1 << (8 * numbers.itemsize - 1)) - 1
    return max(-most, min(value, most))


@compiled
def point_at(numbers: Any, at: int, position: Any, seat: int, other: int) -> None:
    """Write 1 at a seat, counted from the own one; nothing where it is nobody's, -1."""
    if other >= 0:
        numbers[at + steps_to(position, seat, other)] = 1


def write(numbers: Any, at: int, row: Any, size: int) -> None:
    """Write so many small numbers, four or more, from `at` on. Both arrays are contiguous."""
    for i in range(size):
        numbers[at + i] = row[i]


@overload(write, strict=False)
def _write(numbers: Any, at: int, row: Any, size: int) -> Any:
    if lanes.used():
        return lambda numbers, at, row, size: _write_together(numbers, at, row, size)
    return lambda numbers, at, row, size: _write_singly(numbers, at, row, size)


@compiled
def _write_together(numbers: Any, at: int, row: Any, size: int) -> None:
    """Several at once; the last ones may begin with some that are written already."""
    if size < 8:
        for i in range(0, size, 4):
            j = min(i, size - 4)
            copy_4(numbers, at + j, row, j)
    elif size < 16:
        for i in range(0, size, 8):
            j = min(i, size - 8)
            copy_8(numbers, at + j, row, j)
    else:
        for i in range(0, size, 16):
            j = min(i, size - 16)
            copy_16(numbers, at + j, row, j)


@compiled
def _write_singly(numbers: Any, at: int, row: Any, size: int) -> None:
    """Several are read before the first of them is written: else the compiler must fear that one is the other."""
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
