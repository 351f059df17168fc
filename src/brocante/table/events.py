"""What can happen at a table. A table is its setup and these, in order; their number is its version."""

from typing import Any

from msgspec import Struct

from brocante.table.setup import Level


class Event(Struct, frozen=True, tag_field="kind", omit_defaults=True, kw_only=True):
    """Something that happened.

    `at` is when, in milliseconds since 1970; it is shown, and nothing is decided by it. `by` and `id` name the request
    that it grants: the sender (a guest, or `program_at` a seat) and the id that the sender gave it. Both are empty
    where something happened by itself; a move or an undo of an older version has an `id` alone.
    """

    at: int = 0
    by: str = ""
    id: str = ""


class Turn(Event, frozen=True, kw_only=True):
    """Something that makes the seat to move begin to think: `tick` is when, on the clock that games are timed by.

    It is None in what older versions have stored.
    """

    tick: int | None = None


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
    name: str = ""  # of who resigned; older versions have not stored it


class Started(Turn, frozen=True, tag="started"):
    """All seats are taken and the cards are dealt; `options` are all there are, the first player drawn (C1)."""

    options: dict[str, Any]


class Moved(Turn, frozen=True, tag="moved"):
    """A move; a bot's has no `id`. `spent` are the milliseconds that go off the clock.

    `back`: a bot was playing on for the person, who is back with this move.
    """

    seat: int
    move: str
    spent: int = 0
    back: bool = False


class UndoAsked(Event, frozen=True, tag="undo_asked"):
    """A seat would take back to its own last decision, before which there were `back` moves; others must agree."""

    seat: int
    back: int


class UndoAnswered(Event, frozen=True, tag="undo_answered"):
    """A seat agrees that another takes back, or does not."""

    seat: int
    agrees: bool


class Undone(Turn, frozen=True, tag="undone"):
    """The last moves are taken back for a seat: so many, one in what older versions have stored."""

    seat: int
    moves: int = 1


class TimeOut(Event, frozen=True, tag="time_out"):
    """A person has no time left: a bot plays on until they come back."""

    seat: int


class Back(Turn, frozen=True, tag="back"):
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


class Muted(Event, frozen=True, tag="muted"):
    """The host lets a sender write no more, or again; `seat` is the one that the host named, if any."""

    who: str
    on: bool
    seat: int | None = None


class Removed(Event, frozen=True, tag="removed"):
    """The host has removed a sender: from the chat with all that they wrote, and before the game from their seats."""

    who: str
    seat: int | None = None


class RematchOffered(Event, frozen=True, tag="rematch_offered"):
    """A person would like to play again."""

    guest: str
    name: str


class RematchBegun(Event, frozen=True, tag="rematch_begun"):
    """All would; the same people meet at another table, one seat further."""

    table: str


class TurnsTold(Event, frozen=True, tag="turns_told"):
    """A person would be told of their turns while the table is not in front of them, or no more."""

    guest: str
    on: bool


Happening = (
    Sat
    | Left
    | Replaced
    | Started
    | Moved
    | UndoAsked
    | UndoAnswered
    | Undone
    | TimeOut
    | Back
    | Said
    | ChatSwitched
    | Muted
    | Removed
    | RematchOffered
    | RematchBegun
    | TurnsTold
)


def program_at(seat: int) -> str:
    """The sender that the program of a seat is. No guest is called that."""
    return f"#{seat}"
