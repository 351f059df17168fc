"""What is shown of a table: its seats, what has happened, its clock, and the views of whoever looks."""

from collections.abc import Sequence
from typing import Any, Literal

from msgspec import Struct

from brocante.table import events
from brocante.table.events import Happening
from brocante.table.setup import Clock, Level
from brocante.table.table import Seat, Status, Table, commitment
from brocante.table.views import View

MOST_LINES = 50  # of chat that are sent at once; the rest on request
MOST_TOLD = 400  # things beside moves that are sent at once


class SeatShown(Struct, frozen=True, omit_defaults=True):
    """A seat, as everyone may know it."""

    kind: Literal["open", "person", "bot", "program"]
    name: str = ""
    level: Level | None = None  # of the bot that moves
    away: bool = False  # a bot plays on until the person is back
    yours: bool = False
    rematch: bool = False  # would play again


class UndoShown(Struct, frozen=True):
    """A seat asks to take back; those that are `open` have yet to answer."""

    seat: int
    open: list[int]


class TableShown(Struct, frozen=True, kw_only=True):
    """A table, as everyone may know it; `seed` only when the game is over, and not of a deal of the day, which others
    may have yet to play."""

    id: str
    game: str
    rules: int
    players: int
    options: dict[str, Any]
    status: Status
    public: bool
    chat: bool
    hints: bool
    clock: Clock | None
    substitute: Level
    host: str
    you_are_host: bool
    seats: list[SeatShown]
    commitment: str
    seed: str | None
    counts: bool  # for ratings
    deal: str | None  # the day whose deal it is
    next_table: str | None
    muted: list[int]  # numbers in the chat of those who may not write
    undo: UndoShown | None  # somebody asks to take back
    tells_turns: bool | None  # whether you are told of your turns; null where nobody can be, or not you
    series: str | None = None  # the one that it is a table of


class Told(Struct, frozen=True, omit_defaults=True):
    """Something that happened beside the game's moves, as everyone may know it.

    `moves`: how many there had been. `speaker`: the number of a sender in the chat. A line without a `seat` is a
    watcher's.
    """

    version: int
    at: int
    kind: str
    moves: int = 0
    seat: int | None = None
    name: str = ""
    text: str = ""
    level: Level | None = None
    on: bool | None = None
    speaker: int | None = None


class ChatPage(Struct, frozen=True):
    """Lines of chat; `earlier`: there are more before this version."""

    lines: list[Told]
    earlier: int | None


class ClockShown(Struct, frozen=True):
    """Milliseconds left by seat, at the time `at` of the clock that games are timed by; those of `turn` run."""

    left: list[int]
    turn: int | None
    at: int


def seat_shown(seat: Seat, guest: str | None, rematch: set[str]) -> SeatShown:
    person = seat.kind == "person"
    return SeatShown(
        seat.kind,
        seat.name,
        seat.played_by,
        seat.away,
        yours=person and seat.guest == guest,
        rematch=person and seat.guest in rematch,
    )


def table_shown(table: Table, guest: str | None) -> TableShown:
    setup, game = table.setup, table.game
    return TableShown(
        id=table.id,
        game=setup.game,
        rules=setup.rules,
        players=setup.players,
        options=game.options if game else setup.options,
        status=table.status,
        public=setup.public,
        chat=table.chat.on,
        hints=setup.hints,
        clock=setup.clock,
        substitute=setup.substitute,
        host=setup.host_name,
        you_are_host=guest == setup.host,
        seats=[seat_shown(seat, guest, table.rematch) for seat in table.seats],
        commitment=commitment(table.seed),
        seed=table.seed.hex() if table.status == "over" and not setup.deal else None,
        counts=setup.counts,
        deal=setup.deal or None,
        next_table=table.next_table or None,
        muted=table.chat.muted(),
        undo=UndoShown(table.asked.seat, table.unanswered()) if table.asked else None,
        tells_turns=guest in table.told if may_be_told(table, guest) else None,
        series=setup.series or None,
    )


def may_be_told(table: Table, guest: str | None) -> bool:
    return table.setup.may_last and table.status != "over" and bool(guest and table.seats_of(guest))


def told_since(table: Table, version: int) -> list[Told]:
    """What happened after a version, beside moves; with a move somebody may be back. Of much, the newest."""
    found = [
        told(table, number, event)
        for number, event in enumerate(table.events[version:], start=version + 1)
        if (event.back if isinstance(event, events.Moved) else is_shown(table, number, event))
    ]
    return found[-MOST_TOLD:]


def is_shown(table: Table, number: int, event: Happening) -> bool:
    """Whether something beside the moves is sent: of lines of chat the newest, without those of who was removed; of who
    is told of their turns nothing."""
    if isinstance(event, events.TurnsTold):
        return False
    if not isinstance(event, events.Said):
        return True
    return number >= table.chat.oldest(MOST_LINES) and event.by not in table.chat.removed


def earlier_lines(table: Table, version: int) -> int | None:
    """The oldest line that is sent to a client with that version, if older ones that it lacks are left out."""
    return table.chat.oldest(MOST_LINES) if table.chat.left_out(MOST_LINES, version) else None


def lines_before(table: Table, version: int) -> ChatPage:
    """The last lines before a version."""
    lines = table.chat.before(version, MOST_LINES)
    earlier = lines[0] if lines and lines[0] != table.chat.lines[0] else None
    return ChatPage([told(table, line, table.events[line - 1]) for line in lines], earlier)


def told(table: Table, number: int, event: Happening) -> Told:
    kind, at, moves = str(event.__struct_config__.tag), event.at, table.moves_at(number)
    speaker = table.chat.number
    match event:
        case events.Sat(seat=seat, name=name):
            return Told(number, at, kind, moves, seat, name)
        case events.Said(seat=seat, name=name, text=text, by=by):
            return Told(number, at, kind, moves, seat, name, text, speaker=speaker(by))
        case events.Replaced(seat=seat, level=level, resigned=resigned, name=name):
            return Told(number, at, "resigned" if resigned else kind, moves, seat, name, level=level)
        case events.UndoAnswered(seat=seat, agrees=agrees):
            return Told(number, at, kind, moves, seat, on=agrees)
        case events.UndoAsked(seat=seat):
            return Told(number, at, kind, moves, seat)
        case events.ChatSwitched(on=on):
            return Told(number, at, kind, moves, on=on)
        case events.Muted(who=who, on=on):
            return Told(number, at, kind, moves, on=on, speaker=speaker(who))
        case events.Removed(who=who):
            return Told(number, at, kind, moves, speaker=speaker(who))
        case events.RematchOffered(name=name):
            return Told(number, at, kind, moves, name=name)
        case events.Moved(seat=seat):
            return Told(number, at, str(events.Back.__struct_config__.tag), moves, seat)
        case events.Left(seat=seat) | events.TimeOut(seat=seat) | events.Back(seat=seat) | events.Undone(seat=seat):
            return Told(number, at, kind, moves, seat)
        case _:
            return Told(number, at, kind, moves)


def views_of(table: Table, seats: Sequence[int], version: int) -> list[View]:
    """The game as each of these seats sees it. The watcher's view is for those who have no seat, and follows for those
    who have several: people at one device see it while the device passes from one to the next."""
    if table.views is None:
        return []
    log_from = table.moves_since(version)
    return [table.views.view(seat, log_from) for seat in (seats if len(seats) == 1 else (*seats, None))]


def clock_shown(table: Table, now: int) -> ClockShown | None:
    if table.setup.clock is None or table.game is None:
        return None
    running = table.turn if table.time_left(now) is not None else None
    thought = table.thought_for(now)
    left = [seat.bank - (thought if number == running else 0) for number, seat in enumerate(table.seats)]
    return ClockShown([max(0, each) for each in left], running, now)
