"""A game being played: a seed, its moves so far, and the position they lead to."""

import secrets
from collections.abc import Iterator, Set
from copy import deepcopy
from typing import Any, NamedTuple

import msgspec
import numpy as np

from brocante.games import sentences
from brocante.games.catalogue import ruleset
from brocante.games.errors import IllegalMove, SetupError
from brocante.games.facts import Told, shown_to, telling_type, told_in, without_facts
from brocante.games.layout import NUMBER, WIDE
from brocante.games.one import (
    ILLEGAL,
    advance,
    deal_one,
    ends,
    legal_of_one,
    observe_one,
    result_of_one,
    see_all,
    see_private,
    see_public,
)
from brocante.games.options import is_whole
from brocante.games.refusals import Why
from brocante.games.ruleset import Ruleset
from brocante.games.spelling import digits, in_short, near_miss, short


class LogEntry(NamedTuple):
    """A move made, who knows all of it (None: everyone), and the facts that followed from it."""

    seat: int
    move: int
    knowers: Set[int] | None
    facts: tuple[Told, ...]


class Game:
    """One game. Made by `brocante.new` or `brocante.replay`.

    >>> import brocante
    >>> game = brocante.new("klunker", players=3, seed=7)
    >>> game.turn
    0
    >>> game.legal()
    ['show stud', 'show earring', 'show monocle', 'show tiara']
    """

    __slots__ = (
        "_deal_facts",
        "_facts",
        "_facts_size",
        "_log",
        "_options",
        "_players",
        "_position",
        "_positions",
        "_ruleset",
        "_scratch",
        "_seed",
        "_turn",
    )

    def __init__(self, rules: Ruleset, players: int, seed: bytes, options: dict[str, Any]) -> None:
        self._players = players
        self._seed = seed
        self._options = options
        self._ruleset = rules
        self._log: list[LogEntry] = []
        self._positions: Any = rules.fresh(players, options, telling_type(rules.position_type))
        self._share_memory()
        self._position["key"] = np.frombuffer(seed, "<i4")
        self._scratch = rules.scratch()
        deal_one(self._positions)
        self._deal_facts = told_in(self._facts[: self._facts_size[0]])
        self._note_turn()

    def _share_memory(self) -> None:
        """Parts of the position that every move reads, in the same memory: finding a field takes NumPy a while."""
        self._position: Any = self._positions[0]
        self._facts: Any = self._positions["facts"][0]
        self._facts_size: Any = self._positions["facts_size"]

    def __repr__(self) -> str:
        state = "over" if self.turn is None else f"seat {self.turn} to move"
        moves = "1 move" if len(self._log) == 1 else f"{len(self._log)} moves"
        return f"<{self._ruleset.title}, {self.players} players, {moves}, {state}>"

    @property
    def name(self) -> str:
        """The game's name, as `brocante.new` takes it."""
        return self._ruleset.name

    @property
    def players(self) -> int:
        """How many play."""
        return self._players

    @property
    def seed(self) -> bytes:
        """The 32 bytes all chance comes from (C3). Whoever knows them knows every card."""
        return self._seed

    @property
    def options(self) -> dict[str, Any]:
        """All options, as agreed before the game."""
        return deepcopy(self._options)

    @property
    def ruleset(self) -> Ruleset:
        """The game's rules and all that belongs to them."""
        return self._ruleset

    @property
    def position(self) -> Any:
        """A copy of the position, hidden things included: for `redeal`, never for showing."""
        return without_facts(self._positions, self._ruleset.position_type)[0].copy()

    @property
    def turn(self) -> int | None:
        """The seat to move, None when the game is over."""
        return self._turn

    def _note_turn(self) -> None:
        """Reading it from the position takes a while, and everyone asks for it."""
        turn = int(self._position["turn"])
        self._turn: int | None = turn if turn >= 0 else None

    @property
    def moves(self) -> list[str]:
        """All moves so far, as words."""
        return [self._ruleset.move_words[entry.move] for entry in self._log]

    @property
    def move_count(self) -> int:
        """How many moves have been made."""
        return len(self._log)

    def legal_numbers(self) -> list[int]:
        """The legal moves as numbers (C2), in the order the rules page gives."""
        count = legal_of_one(self._positions, self._scratch)
        moves: list[int] = self._scratch[:count].tolist()
        return moves

    def legal(self) -> list[str]:
        """The legal moves as words, in the order the rules page gives; none when the game is over.

        >>> import brocante
        >>> brocante.new("zwergezocken", players=3, seed=7).legal()
        ['start yellow', 'start blue']
        """
        words = self._ruleset.move_words
        return [words[move] for move in self.legal_numbers()]

    def play(self, move: str) -> None:
        """Play a move for the seat whose turn it is. IllegalMove says why it cannot be; nothing has changed then.

        >>> import brocante
        >>> game = brocante.new("klunker", players=3, seed=7)
        >>> game.play("show stud")
        >>> game.play("show shoe")
        Traceback (most recent call last):
            ...
        brocante.games.errors.IllegalMove: 'show shoe' is not legal: There is no shoe in your hand (K3.1). Legal now: \
show earring, show monocle, show tiara, done.
        """
        self.play_number(self._number(move))

    def play_number(self, number: int) -> None:
        """Play a move given as its number (C2); else as `play`."""
        seat, move = self.turn, self._words(number)
        if seat is None:
            raise self._illegal(move, Why("game_over"))
        number = int(number)
        knowers = self._ruleset.knowers(self._position, number)
        turn = advance(self._positions, number, self._scratch)
        if turn == ILLEGAL:
            raise self._illegal(move, self._ruleset.refusals.why_not(self._position, number))
        self._turn = turn if turn >= 0 else None
        size = self._facts_size[0]
        self._log.append(LogEntry(seat, number, knowers, told_in(self._facts[:size]) if size else ()))

    def ends_with(self, move: str) -> bool:
        """Whether the game is over after this move. Nothing is played.

        >>> import brocante
        >>> brocante.new("klunker", players=3, seed=7).ends_with("show stud")
        False
        """
        return bool(ends(self._positions, np.empty_like(self._positions), self._number(move), self._scratch))

    def check(self, move: str) -> IllegalMove | None:
        """Why a move cannot be played now, as a value with a code and a clause; None if it can. Nothing is played.

        >>> import brocante
        >>> game = brocante.new("klunker", players=3, seed=7)
        >>> game.check("show stud") is None
        True
        >>> game.check("done").code, game.check("done").clause
        ('window_empty', 'K3.2')
        """
        try:
            number = self._number(move)
        except IllegalMove as error:
            return error
        if self.turn is None:
            return self._illegal(move, Why("game_over"))
        if number in self.legal_numbers():
            return None
        return self._illegal(move, self._ruleset.refusals.why_not(self._position, number))

    def _illegal(self, move: str, why: Why) -> IllegalMove:
        sentence = sentences.refusal(self._ruleset.package, why)
        if self.turn is None:
            return IllegalMove(f"{move!r} is not legal: {sentence[:1].lower()}{sentence[1:]}", why)
        return IllegalMove(f"{move!r} is not legal: {sentence} Legal now: {in_short(self.legal())}.", why)

    def _words(self, number: int) -> str:
        moves = self._ruleset.move_count
        if not is_whole(number) or not 0 <= number < moves:
            raise IllegalMove(
                f"{short(number)} is not a move of {self._ruleset.title}: these are 0 to {moves - 1}.",
                Why("not_a_move", None, {"move": short(number), "title": self._ruleset.title}),
            )
        return self._ruleset.move_words[number]

    def _number(self, move: str) -> int:
        numbers = numbers_of(self._ruleset)
        if isinstance(move, str) and move in numbers:
            return numbers[move]
        legal = self.legal()
        now = f" Legal now: {in_short(legal)}." if legal else " The game is over."
        alike = [words for words in legal if digits(words) == digits(str(move))]  # another number is no near miss
        raise IllegalMove(
            f"{short(move)} is not a move of {self._ruleset.title}.{near_miss(move, alike)}{now}",
            Why("not_a_move", None, {"move": short(move), "title": self._ruleset.title}),
        )

    def view(self, seat: int | None) -> dict[str, Any]:
        """What a seat, or a watcher (None), may see: plain data, ready for JSON. It never holds more than that.

        >>> import brocante
        >>> view = brocante.new("klunker", players=3, seed=7).view(1)
        >>> view["seats"][1]["hand"]
        {'stud': 1, 'tooth': 2, 'shoe': 1, 'necklace': 2}
        >>> view["seats"][0]["hand"] is None
        True
        """
        seat = self._onlooker(seat)
        return {
            "game": self._ruleset.name,
            "rules": self._ruleset.version,
            "players": self.players,
            "options": self.options,
            "seat": seat,
            "turn": self.turn,
            **self.table(seat),
            "log": self.log(seat),
            "result": self.result(),
        }

    def table(self, seat: int | None) -> dict[str, Any]:
        """What lies on the table, and in the hand of the seat: the part of a view that changes from move to move."""
        seat = self._onlooker(seat)
        public, private = np.zeros((2, self._ruleset.layout.size), WIDE)
        see_public(self._positions, public)
        if seat is not None:
            see_private(self._positions, seat, private)
        encoder = self._ruleset.tables_encoder(self._players)
        table: dict[str, Any] = msgspec.json.decode(encoder.table(public.tobytes(), seat, private.tobytes()))
        return table

    def encoded_tables(self) -> list[bytes]:
        """`table` as JSON, of each seat and then of watchers."""
        rows = np.zeros((self._players + 1, self._ruleset.layout.size), WIDE)
        see_all(self._positions, rows)
        *private, public = map(np.ndarray.tobytes, rows)
        return self._ruleset.tables_encoder(self._players).tables(public, private)

    def log(self, seat: int | None, start: int = 0) -> list[dict[str, Any]]:
        """Moves and the facts that followed from each, in the order in which things happened, as a seat, or a watcher
        (None), may know them: a card it may not know is a question mark in a move and null in a fact.

        `start` leaves out the first so many moves.

        >>> import brocante
        >>> game = brocante.new("zwergezocken", players=3, seed=7)
        >>> game.play("start blue")
        >>> game.log(None)
        [{'seat': 0, 'move': 'start blue', 'facts': [{'fact': 'chip_turned', 'seat': 0, 'side': 'blue'}]}]
        """
        seat = self._onlooker(seat)
        return [self.line(seat, number) for number in range(start, len(self._log))]

    def line(self, seat: int | None, number: int) -> dict[str, Any]:
        """One move of the log, by its number from 0."""
        entry, words = self._log[number], self._ruleset.move_words
        told = entry.knowers is None or (seat in entry.knowers and number < self.settled)
        move = words[entry.move] if told or seat == entry.seat else f"{words[entry.move].split()[0]} ?"
        return {"seat": entry.seat, "move": move, "facts": shown_to(self._ruleset.told.FACTS, entry.facts, seat)}

    @property
    def settled(self) -> int:
        """How many moves of the log are as they will stay: what is known of later ones may change."""
        return len(self._log) - self._ruleset.pending(self._position)

    def is_open(self, number: int) -> bool:
        """Whether everyone may know all of a move and of the facts that followed from it."""
        entry, facts = self._log[number], self._ruleset.told.FACTS
        return entry.knowers is None and all(facts[kind].is_open for kind, _ in entry.facts)

    def deal_facts(self, seat: int | None) -> list[dict[str, Any]]:
        """The facts of the deal, before any move, as a seat, or a watcher (None), may know them."""
        return shown_to(self._ruleset.told.FACTS, self._deal_facts, self._onlooker(seat))

    def last_move(self, seat: int) -> tuple[int, int, bool]:
        """Who moved last, the move's number, and whether the seat may know all of it by now."""
        entry = self._log[-1]
        told = entry.knowers is None or (seat in entry.knowers and not self._ruleset.pending(self._position))
        return entry.seat, entry.move, told or seat == entry.seat

    def observation(self, seat: int) -> Any:
        """What a seat may know, as a row of numbers; the game's page of `docs/observations.md` says what they mean.

        >>> import brocante
        >>> game = brocante.new("klunker", players=3, seed=7)
        >>> layout = game.ruleset.layout
        >>> layout.part(game.observation(1), "hand")
        array([1, 0, 2, 1, 0, 0, 2], dtype=int16)
        """
        numbers = np.zeros(self._ruleset.layout.size, NUMBER)
        observe_one(self._positions, self._seat_at_table(seat), numbers)
        return numbers

    def since_the_deal(self) -> Iterator["Game"]:
        """The game as it was dealt, then after each move: the same object, which goes on by itself."""
        then = Game(self._ruleset, self._players, self._seed, self.options)
        yield then
        for entry in self._log:
            then.play_number(entry.move)
            yield then

    def _seat_at_table(self, seat: int) -> int:
        if not is_whole(seat) or not 0 <= seat < self.players:
            raise ValueError(f"An observation is for a seat, 0 to {self.players - 1}; not {seat!r}.")
        return int(seat)

    def _onlooker(self, seat: int | None) -> int | None:
        if seat is not None and not (is_whole(seat) and 0 <= seat < self.players):
            raise ValueError(f"A view is for a seat, 0 to {self.players - 1}, or for a watcher, None; not {seat!r}.")
        return None if seat is None else int(seat)

    def result(self) -> dict[str, list[int]] | None:
        """None until the game is over, then scores and ranks by seat; rank 1 has won, equal standing shares a rank."""
        if self.turn is not None:
            return None
        scores, ranks = np.zeros((2, self.players), np.int64)
        result_of_one(self._positions, scores, ranks)
        return {"scores": scores.tolist(), "ranks": ranks.tolist()}

    def record(self) -> dict[str, Any]:
        """The whole game as one JSON-ready object (C4); `brocante.replay` makes it a game again.

        >>> import brocante
        >>> game = brocante.new("klunker", players=3, seed=7, unsold="box")
        >>> game.record()["options"]
        {'unsold': 'box'}
        """
        return {
            "game": self._ruleset.name,
            "rules": self._ruleset.version,
            "players": self.players,
            "options": {
                option.name: deepcopy(self._options[option.name])
                for option in self._ruleset.options
                if self._options[option.name] != option.default(self.players)
            },
            "seed": self.seed.hex(),
            "moves": self.moves,
            "result": self.result(),
        }

    def clone(self) -> "Game":
        """A game of its own that goes on from here."""
        twin = object.__new__(Game)
        twin._players, twin._seed, twin._options = self._players, self._seed, self.options
        twin._ruleset = self._ruleset
        twin._log, twin._turn, twin._deal_facts = list(self._log), self._turn, self._deal_facts
        twin._positions = self._positions.copy()
        twin._share_memory()
        twin._scratch = np.zeros_like(self._scratch)
        return twin

    __copy__ = clone

    def __deepcopy__(self, memo: dict[int, Any]) -> "Game":
        return self.clone()

    def __reduce__(self) -> tuple[Any, ...]:
        from brocante.games.record import replay  # a record is all a game is, also to other processes

        return replay, (self.record(),)


_numbers: dict[Ruleset, dict[str, int]] = {}


def numbers_of(rules: Ruleset) -> dict[str, int]:
    """A game's moves, words to numbers."""
    if rules not in _numbers:
        _numbers[rules] = {words: number for number, words in enumerate(rules.move_words)}
    return _numbers[rules]


def new(game: str, players: int, seed: int | bytes | None = None, **options: Any) -> Game:
    """Deal a new game. A seed is a whole number or 32 bytes; without one the system's secure random source is used.

    >>> import brocante
    >>> brocante.new("klunker", players=4, seed=7, unsold="box")
    <Klunker, 4 players, 0 moves, seat 0 to move>
    >>> brocante.new("clunker", players=4)
    Traceback (most recent call last):
        ...
    brocante.games.errors.SetupError: There is no game 'clunker'. Did you mean 'klunker'? The games are klunker, \
alles-futsch, zwergezocken.
    """
    return dealt(ruleset(game), players, seed_bytes(seed), options)


def dealt(rules: Ruleset, players: Any, seed: bytes, options: dict[str, Any]) -> Game:
    """Deal a game by these rules, of whichever version."""
    players = rules.checked_players(players)
    return Game(rules, players, seed, rules.checked_options(players, options))


def seed_bytes(seed: int | bytes | None) -> bytes:
    """The 32 bytes of a seed (C3).

    >>> seed_bytes(7).hex()[:8]
    '07000000'
    """
    if seed is None:
        return secrets.token_bytes(32)
    if isinstance(seed, bytes) and len(seed) == 32:
        return seed
    if not isinstance(seed, bytes) and is_whole(seed) and 0 <= seed < 2**256:
        return int(seed).to_bytes(32, "little")
    raise SetupError("A seed is a whole number from 0 to 2**256 - 1, or 32 bytes, or None for a random one.")
