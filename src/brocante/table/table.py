"""A table: folded from its setup and what has happened; it decides what may happen next.

Deciding changes nothing. A method named after a request gives the event that would grant it, or raises a Refusal; the
event is stored first and applied then. So a table is the same wherever its events are read.
"""

import hashlib
import secrets
from collections.abc import Iterable
from typing import Any, Literal

from msgspec import Struct

from brocante.games.catalogue import ruleset
from brocante.games.game import Game
from brocante.table import events
from brocante.table.events import Happening
from brocante.table.refusal import NotLegal, Refusal
from brocante.table.setup import Level, Machine, Me, Open, Place, Program, Setup
from brocante.table.undo import nobody_learned
from brocante.table.views import Views

Status = Literal["waiting", "running", "over"]
GRACE = 30_000  # milliseconds a person who comes back has at least


class Seat(Struct):
    """Who has a seat now."""

    kind: Literal["open", "person", "bot", "program"]
    name: str = ""
    guest: str = ""  # of a person
    level: Level = "medium"  # of a bot
    away: bool = False  # a bot plays on for the person
    bank: int = 0  # milliseconds left

    @property
    def played_by(self) -> Level | None:
        """The bot of the house that moves for this seat, if one does; its level is the substitute's where away."""
        return self.level if self.kind == "bot" or self.away else None


def seat_at_first(place: Place, setup: Setup) -> Seat:
    bank = round(1000 * setup.clock.bank) if setup.clock else 0
    match place:
        case Open():
            return Seat("open", bank=bank)
        case Me(name=name):
            return Seat("person", name or setup.host_name, setup.host, bank=bank)
        case Machine(level=level):
            return Seat("bot", level=level)
        case Program(name=name):
            return Seat("program", name, bank=bank)


class Table:
    """One table as it stands after its events so far."""

    __slots__ = (
        "_ids",
        "_seats_of",
        "_settled",
        "chat",
        "events",
        "game",
        "game_changed",
        "id",
        "next_table",
        "rematch",
        "seats",
        "seed",
        "setup",
        "turn_since",
        "views",
    )

    def __init__(self, name: str, setup: Setup, seed: bytes) -> None:
        self.id, self.setup, self.seed = name, setup, seed
        self.seats = [seat_at_first(place, setup) for place in setup.places]
        self.events: list[Happening] = []
        self.game: Game | None = None
        self.views: Views | None = None  # of the game as it stands
        self._settled = [0]  # how many moves of the log were as they will stay, by version
        self.game_changed = 0  # the version in which the position last changed
        self.turn_since = 0  # when the seat to move began to think
        self.chat = setup.chat
        self.rematch: set[str] = set()  # guests who would play again
        self.next_table = ""
        self._seats_of: dict[str, list[int]] = {}  # of guests, until somebody changes seats
        self._ids: dict[tuple[int, str], int] = {}  # a sender's own number of a move, to the version it made

    # --- How it stands ---

    @property
    def version(self) -> int:
        return len(self.events)

    @property
    def status(self) -> Status:
        if self.game is None:
            return "waiting"
        return "running" if self.game.turn is not None else "over"

    @property
    def turn(self) -> int | None:
        return self.game.turn if self.game else None

    def seats_of(self, guest: str) -> list[int]:
        if guest not in self._seats_of:
            people = enumerate(self.seats)
            self._seats_of[guest] = [number for number, seat in people if seat.kind == "person" and seat.guest == guest]
        return self._seats_of[guest]

    def moves_since(self, version: int) -> int:
        """From which move on the log may look different to a client that last saw that version."""
        return min(self._settled[version:])

    def bot_to_move(self) -> Level | None:
        """The bot of the house whose turn it is, if it is one's."""
        return self.seats[self.turn].played_by if self.turn is not None else None

    def time_left(self, now: int) -> int | None:
        """Milliseconds until the person to move has none left; None where no clock runs."""
        if self.setup.clock is None or self.turn is None or self.bot_to_move():
            return None
        return self.seats[self.turn].bank - (now - self.turn_since)

    # --- What may happen ---

    def due(self, now: int) -> Happening | None:
        """What happens by itself now, if anything does."""
        if self.game is None:
            if all(seat.kind != "open" for seat in self.seats):
                return events.Started(at=now, options=self._drawn_options())
            return None
        left = self.time_left(now)
        if left is not None and left <= 0 and self.turn is not None:
            return events.TimeOut(at=now, seat=self.turn)
        return None

    def _drawn_options(self) -> dict[str, Any]:
        """All options of the game; where the first player is not agreed, the lot decides, apart from the seed (C1)."""
        rules, players = ruleset(self.setup.game, self.setup.rules), self.setup.players
        drawn = {name: secrets.randbelow(players) for name in rules.drawn_seats}
        return rules.checked_options(players, {**drawn, **self.setup.options})

    def sit(self, guest: str, name: str, seat: int | None, now: int) -> Happening:
        """Take an open seat, the first if none is named."""
        self._must_wait()
        free = [number for number, each in enumerate(self.seats) if each.kind == "open"]
        if seat is not None and self._checked(seat) not in free:
            raise Refusal("seat_taken", seat=seat)
        if not free:
            raise Refusal("seat_taken", "all_taken")
        return events.Sat(at=now, seat=free[0] if seat is None else seat, guest=guest, name=name)

    def leave(self, seat: int, now: int) -> Happening:
        self._must_wait()
        return events.Left(at=now, seat=seat)

    def move_seat(self, seat: int, guest: str, now: int) -> Happening:
        """Give a person's seat to another device."""
        if self.seats[self._checked(seat)].kind != "person":
            raise Refusal("no_such_seat", "nobody_there")
        return events.Sat(at=now, seat=seat, guest=guest, name=self.seats[seat].name)

    def put_bot(self, guest: str, seat: int, level: Level, now: int) -> Happening:
        """The host gives an open seat to a bot."""
        self.must_be_host(guest)
        self._must_wait()
        if self.seats[self._checked(seat)].kind == "person" and self.seats[seat].guest != guest:
            raise Refusal("seat_taken", "taken_by", name=self.seats[seat].name)
        return events.Replaced(at=now, seat=seat, level=level)

    def answered(self, seats: Iterable[int], identity: str) -> int | None:
        """The version that a request of one of these seats, sent before under the same id, has made."""
        for seat in seats:
            if (seat, identity) in self._ids:
                return self._ids[seat, identity]
        return None

    def move(self, seat: int, move: str, identity: str, version: int, now: int) -> Happening:
        """The move of a seat. Who was away is back with it."""
        game = self._running()
        if version < self.game_changed:
            raise Refusal("stale")
        if game.turn != seat:
            raise Refusal("not_your_turn", seat=game.turn)
        self._check_legal(game, move)
        away = self.seats[seat].away
        spent = max(0, now - self.turn_since) if self.setup.clock and not away else 0
        return events.Moved(at=now, seat=seat, move=move, id=identity, spent=spent, back=away)

    def bot_move(self, move: str, version: int, now: int) -> Happening | None:
        """A bot's move, if it is still its turn."""
        if self.turn is None or self.game is None or version < self.game_changed or not self.bot_to_move():
            return None
        self._check_legal(self.game, move)
        return events.Moved(at=now, seat=self.turn, move=move)

    def undo(self, seat: int, identity: str, now: int) -> Happening:
        game = self._running()
        if self.seats[seat].away:
            raise Refusal("cannot_undo", "come_back_first")
        last = self._last_move()
        if last is None or last.seat != seat or not last.id:
            raise Refusal("cannot_undo", "not_your_last_move")
        if self.time_left(now) is not None and game.turn != seat:
            raise Refusal("cannot_undo", "clock_runs")
        if not nobody_learned(self._before_last_move(game), last.move):
            raise Refusal("cannot_undo", "learned")
        return events.Undone(at=now, seat=seat, id=identity)

    def hinted(self, seat: int) -> Game:
        """The game, if the seat may have a hint now."""
        if not self.setup.hints:
            raise Refusal("no_hints")
        game = self._running()
        if game.turn != seat:
            raise Refusal("not_your_turn", seat=game.turn)
        return game

    def resign(self, seat: int, now: int) -> Happening:
        self._running()
        return events.Replaced(at=now, seat=seat, level=self.setup.substitute, resigned=True)

    def come_back(self, seat: int, now: int) -> Happening:
        self._running()
        if not self.seats[seat].away:
            raise Refusal("bad_request", "not_away")
        return events.Back(at=now, seat=seat)

    def say(self, seat: int | None, name: str, text: str, now: int) -> Happening:
        if not self.chat:
            raise Refusal("chat_is_off")
        return events.Said(at=now, seat=seat, name=name, text=text)

    def switch_chat(self, guest: str, on: bool, now: int) -> Happening:
        self.must_be_host(guest)
        return events.ChatSwitched(at=now, on=on)

    def offer_rematch(self, guest: str, name: str, now: int) -> Happening | int:
        if self.status != "over":
            raise Refusal("not_over")
        return self.version if guest in self.rematch else events.RematchOffered(at=now, guest=guest, name=name)

    def all_want_rematch(self) -> bool:
        people = {seat.guest for seat in self.seats if seat.kind == "person"} if self.rematch else set()
        return bool(people) and people <= self.rematch and not self.next_table

    def begin_rematch(self, following: str, now: int) -> Happening | int:
        return events.RematchBegun(at=now, table=following) if self.all_want_rematch() else self.version

    def rematch_seats(self) -> tuple[list[Place], list[tuple[str, str]]]:
        """The places of the next table, one seat further, and the guest and name for each; "" where none is."""
        turned = [*self.seats[1:], self.seats[0]]
        places: list[Place] = [
            Machine(seat.level) if seat.kind == "bot" else Program(seat.name) if seat.kind == "program" else Open()
            for seat in turned
        ]
        return places, [(seat.guest, seat.name) for seat in turned]

    # --- What must be so ---

    def _checked(self, seat: int) -> int:
        if not 0 <= seat < len(self.seats):
            raise Refusal("no_such_seat", number=seat, players=len(self.seats))
        return seat

    def _must_wait(self) -> None:
        if self.game is not None:
            raise Refusal("not_waiting")

    def must_be_host(self, guest: str) -> None:
        if guest != self.setup.host:
            raise Refusal("not_the_host")

    def _running(self) -> Game:
        if self.game is None:
            raise Refusal("not_running", "not_begun")
        if self.game.turn is None:
            raise Refusal("not_running", "game_over")
        return self.game

    def _check_legal(self, game: Game, move: str) -> None:
        error = None if self.views and self.views.is_legal(move) else game.check(move)
        if error is not None:
            raise NotLegal(error)

    def _before_last_move(self, game: Game) -> Game:
        before = Game(game.ruleset, game.players, self.seed, game.options)
        for move in game.moves[:-1]:
            before.play(move)
        return before

    def _last_move(self) -> events.Moved | None:
        for event in reversed(self.events):
            if isinstance(event, events.Moved):
                return event
            if isinstance(event, events.Undone):
                return None  # one move can be taken back, not two
        return None

    # --- What has happened ---

    def apply_all(self, happened: Iterable[Happening]) -> None:
        for event in happened:
            self.apply(event)

    def apply(self, event: Happening) -> None:
        """Take in what has happened and is stored."""
        self.events.append(event)
        match event:
            case events.Moved() | events.Undone() | events.Started():
                self._apply_to_game(event)
            case events.Sat(seat=seat, guest=guest, name=name):
                self._seats_of.clear()
                self.seats[seat].kind, self.seats[seat].guest, self.seats[seat].name = "person", guest, name
            case events.Left(seat=seat):
                self._seats_of.clear()
                self.seats[seat].kind, self.seats[seat].guest, self.seats[seat].name = "open", "", ""
            case events.Replaced(seat=seat, level=level):
                self._seats_of.clear()
                self.seats[seat] = Seat("bot", level=level, bank=self.seats[seat].bank)
            case events.TimeOut(seat=seat):
                self.seats[seat].away, self.seats[seat].bank = True, 0
                self.seats[seat].level = self.setup.substitute
            case events.Back(seat=seat, at=at):
                self._welcome_back(seat)
                self.turn_since = at
            case events.ChatSwitched(on=on):
                self.chat = on
            case events.RematchOffered(guest=guest):
                self.rematch.add(guest)
            case events.RematchBegun(table=table):
                self.next_table = table
        self._settled.append(self.game.settled if self.game else 0)

    def _apply_to_game(self, event: events.Moved | events.Undone | events.Started) -> None:
        self.game_changed, self.turn_since = self.version, event.at
        match event:
            case events.Started(options=options):
                rules = ruleset(self.setup.game, self.setup.rules)
                self.game = Game(rules, self.setup.players, self.seed, options)
            case events.Moved(seat=seat, move=move, id=identity, spent=spent, back=back):
                assert self.game is not None
                self.game.play(move)
                if back:
                    self._welcome_back(seat)
                if identity:
                    self._ids[seat, identity] = self.version
                if self.setup.clock and identity and not self.seats[seat].away:
                    self.seats[seat].bank += round(1000 * self.setup.clock.increment) - spent
            case events.Undone(seat=seat, id=identity):
                assert self.game is not None
                self.game = self._before_last_move(self.game)
                if identity:
                    self._ids[seat, identity] = self.version
        self.views = Views(self.game)

    def _welcome_back(self, seat: int) -> None:
        self.seats[seat].away = False
        self.seats[seat].bank = max(self.seats[seat].bank, GRACE)


def commitment(seed: bytes) -> str:
    """What is shown of the seed before the game is over (C3)."""
    return hashlib.sha256(seed).hexdigest()
