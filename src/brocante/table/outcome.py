"""How a game ended for those who played it: what lists, statistics and ratings are made from."""

from collections.abc import Sequence
from typing import Literal, Protocol

from msgspec import Struct

from brocante.table import events
from brocante.table.events import Happening, program_at
from brocante.table.setup import Level
from brocante.table.table import Seat, Table


class Finisher(Struct, frozen=True, omit_defaults=True):
    """A seat of a finished game: who had it, and how they came out.

    Who has resigned, or was away in the end, is named, with the place and the score that the bot reached for them.
    """

    kind: Literal["person", "bot", "program"]
    place: int
    score: int
    name: str = ""
    guest: str = ""  # of a person
    level: Level | None = None  # of a bot
    resigned: bool = False
    away: bool = False  # a bot played on for them in the end
    rating: tuple[float, float] | None = None  # of a person, before a game that counts: strength and uncertainty

    @property
    def gave_up(self) -> bool:
        """Whether the place is a bot's."""
        return self.resigned or self.away


class Ranked(Protocol):
    """Whoever has come out of a game."""

    @property
    def place(self) -> int: ...

    @property
    def score(self) -> int: ...


def more_is_better(seats: Sequence[Ranked]) -> bool:
    """Whether the winner has the highest score, as in most games, or the lowest."""
    ranked = sorted(seats, key=lambda seat: seat.place)
    return ranked[0].score >= ranked[-1].score


def outcome(table: Table) -> tuple[Finisher, ...] | None:
    """Who came where, seat by seat; None while the game is not over."""
    return finishers(table, table.game.result()) if table.game else None


def outcome_after(table: Table, event: Happening) -> tuple[Finisher, ...] | None:
    """The same, with an event that is decided and not yet taken in."""
    if not isinstance(event, events.Moved) or table.game is None or not table.game.ends_with(event.move):
        return None
    game = table.game.clone()
    game.play(event.move)
    return finishers(table, game.result())


def finishers(table: Table, result: dict[str, list[int]] | None) -> tuple[Finisher, ...] | None:
    if result is None:
        return None
    resigned = table.resigned
    seats = enumerate(zip(table.seats, result["ranks"], result["scores"], strict=True))
    return tuple(finisher(seat, resigned.get(number), place, score) for number, (seat, place, score) in seats)


def finisher(seat: Seat, resigned: events.Replaced | None, place: int, score: int) -> Finisher:
    if resigned is not None and resigned.name:
        if resigned.by == program_at(resigned.seat):
            return Finisher("program", place, score, resigned.name, resigned=True)
        return Finisher("person", place, score, resigned.name, resigned.by, resigned=True)
    if seat.kind == "bot":
        return Finisher("bot", place, score, level=seat.level)
    kind: Literal["person", "program"] = "program" if seat.kind == "program" else "person"
    return Finisher(kind, place, score, seat.name, seat.guest, away=seat.away)
