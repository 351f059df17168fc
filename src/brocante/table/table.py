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
from brocante.table.chat import Chat
from brocante.table.daily import bot_seed
from brocante.table.draw import turned
from brocante.table.events import Happening, program_at
from brocante.table.refusal import NotLegal, Refusal
from brocante.table.setup import Level, Machine, Me, Open, Place, Program, Setup
from brocante.table.views import Views, last_decision

Status = Literal["waiting", "running", "over"]
GRACE = 30_000  # milliseconds a person who comes back has at least
MOST_BESIDE = 3000  # events beside the moves of the game; `room` holds it


class Seat(Struct):
    """Who has a seat now."""

    kind: Literal["open", "person", "bot", "program"]
    name: str = ""
    guest: str = ""  # of a person
    level: Level = "medium"  # of a bot
    away: bool = False  # a bot plays on for the person
    bank: int = 0  # milliseconds left
    since: int = 0  # the version in which this one got the seat; a secret of the seat is good for one sitting

    @property
    def played_by(self) -> Level | None:
        """The bot of the house that moves for this seat, if one does; its level is the substitute's where away."""
        return self.level if self.kind == "bot" or self.away else None


class Asked(Struct):
    """Somebody would take back, to where there were `back` moves; `agreed` are the seats that have said yes."""

    seat: int
    back: int
    agreed: set[int]


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
        "_decisions",
        "_ids",
        "_moves",
        "_refused",
        "_seats_of",
        "_settled",
        "asked",
        "asked_changed",
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
        "told",
        "told_changed",
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
        self._moves = [0]  # how many there were, by version
        self.game_changed = 0  # the version in which the position last changed
        self._decisions: list[int | None] = []  # of each move, the seat whose person or program chose it among several
        self.asked: Asked | None = None
        self.asked_changed = 0  # the version in which a move last made that void
        self._refused: int | None = None  # how many moves there were when somebody last did not agree
        self.turn_since: int | None = None  # when the seat to move began to think, where that is known
        self.chat = Chat(setup.chat)
        self.rematch: set[str] = set()  # guests who would play again
        self.next_table = ""
        self.told: set[str] = set()  # guests who want to be told of their turns
        self.told_changed = 0  # the version in which that last changed
        self._seats_of: dict[str, list[int]] = {}  # of guests, until somebody changes seats
        self._ids: dict[str, dict[str, int]] = {}  # by sender and the sender's own id, the version that grants it

    # --- How it stands ---

    @property
    def version(self) -> int:
        return len(self.events)

    @property
    def beside(self) -> int:
        """How much has happened beside the moves of the game; a move that was taken back is two."""
        return self.version - (self.game.move_count if self.game else 0)

    @property
    def status(self) -> Status:
        if self.game is None:
            return "waiting"
        return "running" if self.game.turn is not None else "over"

    @property
    def turn(self) -> int | None:
        return self.game.turn if self.game else None

    @property
    def resigned(self) -> dict[int, events.Replaced]:
        """Who has resigned, by seat."""
        replaced = (event for event in self.events if isinstance(event, events.Replaced))
        return {event.seat: event for event in replaced if event.resigned}

    @property
    def names(self) -> list[str | None]:
        """Of each seat, who played; where a bot took over for somebody who resigned, that person."""
        resigned = self.resigned
        return [resigned.get(number, seat).name or None for number, seat in enumerate(self.seats)]

    def seats_of(self, guest: str) -> list[int]:
        if guest not in self._seats_of:
            people = enumerate(self.seats)
            self._seats_of[guest] = [number for number, seat in people if seat.kind == "person" and seat.guest == guest]
        return self._seats_of[guest]

    def moves_since(self, version: int) -> int:
        """From which move on the log may look different to a client that last saw that version."""
        return min(self._settled[version:])

    def moves_at(self, version: int) -> int:
        """How many moves had been made in that version."""
        return self._moves[version]

    def answered(self, sender: str, identity: str) -> int | None:
        """The version that grants what a sender asked for under an id, if one does."""
        return self._ids.get(sender, {}).get(identity)

    @property
    def awaited(self) -> str:
        """The guest whose move is awaited; "" where there is none."""
        seat = self.seats[self.turn] if self.turn is not None else None
        return seat.guest if seat is not None and seat.kind == "person" and not seat.away else ""

    def bot_to_move(self) -> Level | None:
        """The bot of the house whose turn it is, if it is one's."""
        return self.seats[self.turn].played_by if self.turn is not None else None

    def bot_seed(self) -> int | None:
        """What the bot to move chooses with, where that is settled beforehand."""
        return bot_seed(self.seed, self.game.move_count) if self.setup.deal and self.game else None

    def time_left(self, now: int) -> int | None:
        """Milliseconds until a bot plays on for the person to move; None where there is all the time in the world."""
        if self.turn is None or self.bot_to_move():
            return None
        limits = [] if self.setup.clock is None else [self.seats[self.turn].bank]
        limits += [] if self.setup.patience is None else [1000 * self.setup.patience]
        return min(limits) - self.thought_for(now) if limits else None

    def thought_for(self, now: int) -> int:
        """Milliseconds since the seat to move began to think."""
        return 0 if self.turn_since is None else max(0, now - self.turn_since)

    # --- What may happen ---

    def due(self, now: int) -> Happening | None:
        """What happens by itself now, if anything does."""
        if self.game is None:
            if all(seat.kind != "open" for seat in self.seats):
                return events.Started(tick=now, options=self._drawn_options())
            return None
        if self.asked is not None and not self.unanswered():
            return events.Undone(tick=now, seat=self.asked.seat, moves=self.game.move_count - self.asked.back)
        left = self.time_left(now)
        if left is not None and left <= 0 and self.turn is not None:
            return events.TimeOut(seat=self.turn)
        return None

    def _drawn_options(self) -> dict[str, Any]:
        """All options of the game; where the first player is not agreed, the lot decides, apart from the seed (C1)."""
        rules, players = ruleset(self.setup.game, self.setup.rules), self.setup.players
        drawn = {name: secrets.randbelow(players) for name in rules.drawn_seats}
        return rules.checked_options(players, {**drawn, **self.setup.options})

    def sit(self, guest: str, name: str, seat: int | None) -> Happening:
        """Take an open seat, the first if none is named."""
        self._must_wait()
        if guest in self.chat.removed:
            raise Refusal("not_your_seat", "removed")
        self._must_be_alone(guest)
        free = [number for number, each in enumerate(self.seats) if each.kind == "open"]
        if seat is not None and self._checked(seat) not in free:
            raise Refusal("seat_taken", seat=seat)
        if not free:
            raise Refusal("seat_taken", "all_taken")
        return events.Sat(seat=free[0] if seat is None else seat, guest=guest, name=name)

    def leave(self, seat: int) -> Happening:
        self._must_wait()
        return events.Left(seat=seat)

    def move_seat(self, seat: int, owner: str, since: int, guest: str) -> Happening:
        """Give a person's seat to another device: by a link that its owner has made in this very sitting."""
        there = self.seats[self._checked(seat)]
        if (there.kind, there.guest, there.since) != ("person", owner, since):
            raise Refusal("not_known", "link_used")
        if guest in self.chat.removed:
            raise Refusal("not_your_seat", "removed")
        self._must_be_alone(guest)
        return events.Sat(seat=seat, guest=guest, name=there.name)

    def put_bot(self, guest: str, seat: int, level: Level) -> Happening:
        """The host gives an open seat to a bot."""
        self.must_be_host(guest)
        self._must_wait()
        if self.seats[self._checked(seat)].kind == "person" and self.seats[seat].guest != guest:
            raise Refusal("seat_taken", "taken_by", name=self.seats[seat].name)
        return events.Replaced(seat=seat, level=level)

    def move(self, seat: int, move: str, version: int, now: int) -> Happening:
        """The move of a seat. Who was away is back with it."""
        game = self._running()
        if version < self.game_changed:
            raise Refusal("stale")
        if game.turn != seat:
            raise Refusal("not_your_turn", seat=game.turn)
        self._check_legal(game, move)
        away = self.seats[seat].away
        spent = self.thought_for(now) if self.setup.clock and not away else 0
        return events.Moved(tick=now, seat=seat, move=move, spent=spent, back=away)

    def bot_move(self, move: str, version: int, now: int) -> Happening | None:
        """A bot's move, if it is still its turn."""
        if self.turn is None or self.game is None or version < self.game_changed or not self.bot_to_move():
            return None
        self._check_legal(self.game, move)
        return events.Moved(tick=now, seat=self.turn, move=move)

    def undo(self, seat: int, now: int) -> Happening:
        """Take back to the own last decision: at once where only bots play beside this guest, else by asking."""
        game = self._running()
        if self.setup.stands:
            raise Refusal("cannot_undo", "stands")
        if self.seats[seat].away:
            raise Refusal("cannot_undo", "come_back_first")
        back = last_decision(self._decisions, seat)
        if back is None:
            raise Refusal("cannot_undo", "nothing_to_take_back")
        if not self._others(seat):
            return events.Undone(tick=now, seat=seat, moves=game.move_count - back)
        if self.asked is not None:
            raise Refusal("cannot_undo", "asked_already")
        if self._refused == game.move_count:
            raise Refusal("cannot_undo", "refused_before")
        return events.UndoAsked(seat=seat, back=back)

    def answer_undo(self, seat: int, agrees: bool) -> Happening:
        self._running()
        if seat not in self.unanswered():
            raise Refusal("cannot_undo", "not_asked")
        return events.UndoAnswered(seat=seat, agrees=agrees)

    def unanswered(self) -> list[int]:
        """Seats that have yet to say whether somebody may take back."""
        asked = self.asked
        return [] if asked is None else [each for each in self._others(asked.seat) if each not in asked.agreed]

    def _others(self, seat: int) -> list[int]:
        """Seats of people at other devices and of programs, as far as they are there."""
        guest = self.seats[seat].guest
        return [
            number
            for number, each in enumerate(self.seats)
            if number != seat
            and not each.away
            and (each.kind == "program" or (each.kind == "person" and each.guest != guest))
        ]

    def hinted(self, seat: int) -> Game:
        """The game, if the seat may have a hint now."""
        if not self.setup.hints:
            raise Refusal("no_hints")
        game = self._running()
        if game.turn != seat:
            raise Refusal("not_your_turn", seat=game.turn)
        return game

    def resign(self, seat: int) -> Happening:
        self._running()
        return events.Replaced(seat=seat, level=self.setup.substitute, resigned=True, name=self.seats[seat].name)

    def come_back(self, seat: int, now: int) -> Happening:
        self._running()
        if not self.seats[seat].away:
            raise Refusal("bad_request", "not_away")
        return events.Back(tick=now, seat=seat)

    def say(self, sender: str, seat: int | None, name: str, text: str) -> Happening:
        self.chat.must_be_allowed(sender)
        return events.Said(seat=seat, name=name, text=text)

    def switch_chat(self, guest: str, on: bool) -> Happening:
        self.must_be_host(guest)
        return events.ChatSwitched(on=on)

    def mute(self, guest: str, speaker: int | None, seat: int | None, on: bool) -> Happening:
        """The host lets somebody write no more, or again."""
        return events.Muted(who=self._other(guest, speaker, seat), on=on, seat=seat)

    def remove(self, guest: str, speaker: int | None, seat: int | None) -> Happening:
        """The host removes somebody from the chat, and before the game from their seats."""
        return events.Removed(who=self._other(guest, speaker, seat), seat=seat)

    def _other(self, host: str, speaker: int | None, seat: int | None) -> str:
        """Whoever but the host has this number in the chat, or this seat."""
        self.must_be_host(host)
        who = self._sender(speaker, seat)
        if who == host:
            raise Refusal("bad_request", "not_yourself")
        return who

    def _sender(self, speaker: int | None, seat: int | None) -> str:
        if speaker is not None:
            return self.chat.sender(speaker)
        if seat is None:
            raise Refusal("bad_request", "no_such_speaker")
        there = self.seats[self._checked(seat)]
        if there.kind not in ("person", "program"):
            raise Refusal("no_such_seat", "nobody_there")
        return there.guest or program_at(seat)

    def offer_rematch(self, guest: str, name: str) -> Happening | int:
        if self.status != "over":
            raise Refusal("not_over")
        if self.setup.series:
            raise Refusal("not_over", "of_a_series")
        return self.version if guest in self.rematch else events.RematchOffered(guest=guest, name=name)

    def tell_turns(self, guest: str, on: bool) -> Happening | int:
        """Tell a guest of their turns, or no more."""
        if self.status == "over":
            raise Refusal("not_running", "game_over")
        if not self.seats_of(guest):
            raise Refusal("not_your_seat", "watching")
        if not self.setup.may_last:
            raise Refusal("bad_request", "too_short")
        return self.version if on == (guest in self.told) else events.TurnsTold(guest=guest, on=on)

    def all_want_rematch(self) -> bool:
        people = {seat.guest for seat in self.seats if seat.kind == "person"} if self.rematch else set()
        return bool(people) and people <= self.rematch and not self.next_table

    def begin_rematch(self, following: str) -> Happening | int:
        return events.RematchBegun(table=following) if self.all_want_rematch() else self.version

    def rematch_seats(self) -> tuple[list[Place], list[tuple[str, str]]]:
        """The places of the next table, one seat further, and the guest and name for each; "" where none is."""
        seats = turned(self.seats)
        places: list[Place] = [
            Machine(seat.level) if seat.kind == "bot" else Program(seat.name) if seat.kind == "program" else Open()
            for seat in seats
        ]
        return places, [(seat.guest, seat.name) for seat in seats]

    # --- What must be so ---

    def _checked(self, seat: int) -> int:
        if not 0 <= seat < len(self.seats):
            raise Refusal("no_such_seat", number=seat, players=len(self.seats))
        return seat

    def _must_wait(self) -> None:
        if self.game is not None:
            raise Refusal("not_waiting")

    def _must_be_alone(self, guest: str) -> None:
        """Where a game counts, nobody has two seats."""
        if self.setup.counts and self.seats_of(guest):
            raise Refusal("seat_taken", "one_seat")

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

    def without_last(self, game: Game, moves: int) -> Game:
        """The game as it was before its last moves."""
        before = Game(game.ruleset, game.players, self.seed, game.options)
        for move in game.moves[:-moves]:
            before.play(move)
        return before

    # --- What has happened ---

    def apply_all(self, happened: Iterable[Happening]) -> None:
        for event in happened:
            self.apply(event)

    def apply(self, event: Happening) -> None:
        """Take in what has happened and is stored."""
        self.events.append(event)
        if event.id:
            self._ids.setdefault(self._sender_of(event), {})[event.id] = self.version
        match event:
            case events.Moved() | events.Undone() | events.Started():
                self._apply_to_game(event)
            case events.Said(by=by):
                self.chat.number(by)
                self.chat.lines.append(self.version)
            case events.Sat(seat=seat, guest=guest, name=name):
                before = self.seats[seat]
                self._seat(seat, Seat("person", name, guest, before.level, before.away, before.bank))
            case events.Left(seat=seat):
                self._seat(seat, Seat("open", bank=self.seats[seat].bank))
            case events.UndoAsked(seat=seat, back=back):
                self.asked = Asked(seat, back, set())
            case events.UndoAnswered(seat=seat, agrees=agrees):
                self._apply_answer(seat, agrees)
            case events.Replaced(seat=seat, level=level):
                self._seat(seat, Seat("bot", level=level, bank=self.seats[seat].bank))
                self._no_longer_asks(seat)
            case events.TimeOut(seat=seat):
                self._no_longer_asks(seat)
                self.seats[seat].away, self.seats[seat].bank = True, 0
                self.seats[seat].level = self.setup.substitute
            case events.Back(seat=seat, tick=tick):
                self._welcome_back(seat)
                self.turn_since = tick
            case events.ChatSwitched(on=on):
                self.chat.on = on
            case events.Muted(who=who, on=on):
                self.chat.number(who)
                (self.chat.silent.add if on else self.chat.silent.discard)(who)
            case events.Removed(who=who):
                self._apply_removal(who)
            case events.RematchOffered(guest=guest):
                self.rematch.add(guest)
            case events.RematchBegun(table=table):
                self.next_table = table
            case events.TurnsTold(guest=guest, on=on):
                (self.told.add if on else self.told.discard)(guest)
                self.told_changed = self.version
        if self.game and self.beside == MOST_BESIDE:
            self._show()  # from now on nothing can be taken back
        self._settled.append(self.game.settled if self.game else 0)
        self._moves.append(self.game.move_count if self.game else 0)

    def _sender_of(self, event: Happening) -> str:
        """Whose request an event grants. What older versions have stored names the seat alone."""
        if event.by:
            return event.by
        seat = getattr(event, "seat", None)
        return (self.seats[seat].guest or program_at(seat)) if seat is not None else ""

    def _seat(self, seat: int, somebody: Seat) -> None:
        """From this version on the seat is somebody's."""
        self._seats_of.clear()
        somebody.since = self.version
        self.seats[seat] = somebody

    def _apply_removal(self, who: str) -> None:
        self.chat.number(who)
        self.chat.removed.add(who)
        self.chat.lines = [line for line in self.chat.lines if self.events[line - 1].by != who]
        if self.game is None:
            for number, seat in enumerate(self.seats):
                if seat.kind in ("person", "program") and who == (seat.guest or program_at(number)):
                    self._seat(number, Seat("open", bank=seat.bank))

    def _apply_to_game(self, event: events.Moved | events.Undone | events.Started) -> None:
        self.game_changed, self.turn_since = self.version, event.tick
        match event:
            case events.Started(options=options):
                rules = ruleset(self.setup.game, self.setup.rules)
                self.game = Game(rules, self.setup.players, self.seed, options)
            case events.Moved(seat=seat, move=move, id=identity, spent=spent, back=back):
                assert self.game is not None
                assert self.views is not None
                self._decisions.append(seat if identity and self.views.is_choice else None)
                self.game.play(move)
                if self.asked is not None and (identity or self.game.turn is None):  # a move is an answer, too
                    self.asked, self.asked_changed = None, self.version
                if back:
                    self._welcome_back(seat)
                if self.setup.clock and identity and not self.seats[seat].away:
                    self.seats[seat].bank += round(1000 * self.setup.clock.increment) - spent
            case events.Undone(moves=moves):
                assert self.game is not None
                self.game = self.without_last(self.game, moves)
                del self._decisions[-moves:]
                self.asked = None
        self._show()

    def _show(self) -> None:
        """Views of the game as it stands, which offer to take back where that is possible."""
        assert self.game is not None
        final = self.setup.stands or self.beside >= MOST_BESIDE
        self.views = Views(self.game, () if final else self._decisions)

    def _apply_answer(self, seat: int, agrees: bool) -> None:
        assert self.asked is not None
        if agrees:
            self.asked.agreed.add(seat)
        else:
            self.asked, self._refused = None, self.game.move_count if self.game else None

    def _no_longer_asks(self, seat: int) -> None:
        if self.asked is not None and self.asked.seat == seat:
            self.asked = None

    def _welcome_back(self, seat: int) -> None:
        self.seats[seat].away = False
        self.seats[seat].bank = max(self.seats[seat].bank, GRACE)


def commitment(seed: bytes) -> str:
    """What is shown of the seed before the game is over (C3)."""
    return hashlib.sha256(seed).hexdigest()
