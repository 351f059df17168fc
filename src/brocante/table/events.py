"""What can happen at a table. A table is its setup and these, in order; their number is its version."""

from typing import Any

from msgspec import Struct

from brocante.table.setup import Level


class Event(Struct, frozen=True, tag_field="kind", omit_defaults=True):
    """Something that happened, and when: milliseconds since 1970."""

    at: int


class Sat(Event, frozen=True, tag="sat"):
    """A person has taken a seat, or moved it to another device."""

    seat: int
    guest: str
    name: str


class Left(Event, frozen=True, tag="left"):
    """A person has left a seat before the game began."""

    seat: int


class Replaced(Event, frozen=True, tag="replaced"):
    """A bot plays this seat from now on: by the host's choice before the game, or because its person resigned."""

    seat: int
    level: Level
    resigned: bool = False


class Started(Event, frozen=True, tag="started"):
    """All seats are taken and the cards are dealt; `options` are all there are, the first player drawn (C1)."""

    options: dict[str, Any]


class Moved(Event, frozen=True, tag="moved"):
    """A move. `id` is the one its sender gave it; `spent` the milliseconds that go off the clock.

    `back`: a bot was playing on for the person, who is back with this move.
    """

    seat: int
    move: str
    id: str = ""
    spent: int = 0
    back: bool = False


class Undone(Event, frozen=True, tag="undone"):
    """The last move is taken back by who made it."""

    seat: int
    id: str = ""


class TimeOut(Event, frozen=True, tag="time_out"):
    """A person has no time left: a bot plays on until they come back."""

    seat: int


class Back(Event, frozen=True, tag="back"):
    """The person is back and plays on."""

    seat: int


class Said(Event, frozen=True, tag="said"):
    """A line of chat; the seat is None for a watcher."""

    seat: int | None
    name: str
    text: str


class ChatSwitched(Event, frozen=True, tag="chat_switched"):
    """The host has switched chat on or off."""

    on: bool


class RematchOffered(Event, frozen=True, tag="rematch_offered"):
    """A person would like to play again."""

    guest: str
    name: str


class RematchBegun(Event, frozen=True, tag="rematch_begun"):
    """All would; the same people meet at another table, one seat further."""

    table: str


Happening = (
    Sat
    | Left
    | Replaced
    | Started
    | Moved
    | Undone
    | TimeOut
    | Back
    | Said
    | ChatSwitched
    | RematchOffered
    | RematchBegun
)
