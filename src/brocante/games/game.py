"""A game being played: a seed, its moves so far, and the position they lead to."""

import re
import secrets
from collections.abc import Iterator, Set
from copy import deepcopy
from typing import Any, NamedTuple

import numpy as np

from brocante.games.catalogue import near_miss, ruleset
from brocante.games.errors import IllegalMove, SetupError
from brocante.games.observation import NUMBER
from brocante.games.one import ILLEGAL, advance, legal_of_one
from brocante.games.ruleset import Ruleset, is_whole
from brocante.games.sight import seen


class LogEntry(NamedTuple):
    """A move made, and who knows all of it: None for everyone."""

    seat: int
    move: int
    knowers: Set[int] | None


class Game:
    """One game. Made by `brocante.new` or `brocante.replay`.

    >>> import brocante
    >>> game = brocante.new("klunker", players=3, seed=7)
    >>> game.turn
    0
    >>> game.legal()
    ['show stud', 'show earring', 'show monocle', 'show tiara']
    """

    __slots__ = ("_log", "_options", "_players", "_position", "_positions", "_ruleset", "_scratch", "_seed", "_turn")

    def __init__(self, rules: Ruleset, players: int, seed: bytes, options: dict[str, Any]) -> None:
        self._players = players
        self._seed = seed
        self._options = options
        self._ruleset = rules
        self._log: list[LogEntry] = []
        self._positions: Any = np.zeros(1, rules.rules.POSITION)
        self._position: Any = self._positions[0]  # the same memory
        self._position["players"] = players
        self._position["key"] = np.frombuffer(seed, "<i4")
        self._scratch = np.zeros(rules.rules.MOST_LEGAL, np.int32)
        rules.prepare(self._position, options)
        rules.rules.deal(self._position)
        self._note_turn()

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
        return self._position.copy()

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
        return [self._ruleset.words.WORDS[entry.move] for entry in self._log]

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
        return [self._ruleset.words.WORDS[move] for move in self.legal_numbers()]

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
            raise IllegalMove(f"{move!r} is not legal: the game is over.")
        number = int(number)
        knowers = self._ruleset.view.knowers(self._position, number)
        turn = advance(self._positions, number, self._scratch)
        if turn == ILLEGAL:
            why = self._ruleset.why.why_not(self._position, number)
            raise IllegalMove(f"{move!r} is not legal: {why} Legal now: {in_short(self.legal())}.")
        self._turn = turn if turn >= 0 else None
        self._log.append(LogEntry(seat, number, knowers))

    def _words(self, number: int) -> str:
        moves = self._ruleset.rules.MOVES
        if not is_whole(number) or not 0 <= number < moves:
            raise IllegalMove(f"{short(number)} is not a move of {self._ruleset.title}: these are 0 to {moves - 1}.")
        words: str = self._ruleset.words.WORDS[number]
        return words

    def _number(self, move: str) -> int:
        numbers = numbers_of(self._ruleset)
        if isinstance(move, str) and move in numbers:
            return numbers[move]
        legal = self.legal()
        now = f" Legal now: {in_short(legal)}." if legal else " The game is over."
        alike = [words for words in legal if digits(words) == digits(str(move))]  # another number is no near miss
        raise IllegalMove(f"{short(move)} is not a move of {self._ruleset.title}.{near_miss(move, alike)}{now}")

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

    def table(self, seat: int | None, by_all: dict[str, Any] | None = None) -> dict[str, Any]:
        """What lies on the table, and in the hand of the seat: the part of a view that changes from move to move.

        `by_all` is what a watcher may see, where it has been asked for already: most of it is the same for all.
        """
        return seen(self._ruleset, self._position, self._onlooker(seat), by_all)

    def log(self, seat: int | None, start: int = 0) -> list[dict[str, Any]]:
        """The moves as a seat, or a watcher (None), may know them: a card it may not know is a question mark.

        `start` leaves out the first so many.
        """
        seat = self._onlooker(seat)
        words = self._ruleset.words.WORDS
        open_until = len(self._log) - self._ruleset.view.pending(self._position)
        log = []
        for number, entry in enumerate(self._log[start:], start):
            told = entry.knowers is None or (seat in entry.knowers and number < open_until)
            move = words[entry.move] if told or seat == entry.seat else f"{words[entry.move].split()[0]} ?"
            log.append({"seat": entry.seat, "move": move})
        return log

    def first_hidden(self, start: int, stop: int) -> int:
        """The first of these moves, by number, that was not made in the open; `stop` if all were."""
        return next((number for number in range(start, stop) if self._log[number].knowers is not None), stop)

    def last_move(self, seat: int) -> tuple[int, int, bool]:
        """Who moved last, the move's number, and whether the seat may know all of it by now."""
        entry = self._log[-1]
        told = entry.knowers is None or (seat in entry.knowers and not self._ruleset.view.pending(self._position))
        return entry.seat, entry.move, told or seat == entry.seat

    def observation(self, seat: int) -> Any:
        """What a seat may know, as a row of numbers; the game's page of `docs/observations.md` says what they mean.

        >>> import brocante
        >>> game = brocante.new("klunker", players=3, seed=7)
        >>> layout = game.ruleset.observation.LAYOUT
        >>> layout.part(game.observation(1), "hand")
        array([1, 0, 2, 1, 0, 0, 2], dtype=int16)
        """
        numbers = np.zeros(self._ruleset.observation.LAYOUT.size, NUMBER)
        self._ruleset.observation.observe(self._position, self._seat_at_table(seat), numbers)
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
        self._ruleset.rules.result(self._position, scores, ranks)
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
        twin._log, twin._turn = list(self._log), self._turn
        twin._positions = self._positions.copy()
        twin._position = twin._positions[0]
        twin._scratch = np.zeros_like(self._scratch)
        return twin

    __copy__ = clone

    def __deepcopy__(self, memo: dict[int, Any]) -> "Game":
        return self.clone()

    def __reduce__(self) -> tuple[Any, ...]:
        from brocante.games.record import replay  # a record is all a game is, also to other processes

        return replay, (self.record(),)


def short(thing: object) -> str:
    """Something wrong, as it is written, but not at any length."""
    written = repr(thing)
    return written if len(written) <= 100 else f"{written[:80]} …"


def digits(words: str) -> str:
    return "".join(filter(str.isdigit, words))


_numbers: dict[str, dict[str, int]] = {}


def numbers_of(rules: Ruleset) -> dict[str, int]:
    """A game's moves, words to numbers."""
    if rules.name not in _numbers:
        _numbers[rules.name] = {words: number for number, words in enumerate(rules.words.WORDS)}
    return _numbers[rules.name]


def in_short(moves: list[str]) -> str:
    """A list of moves for people: a run of numbers shows its ends only.

    >>> in_short(["pass", "bid 3", "bid 4", "bid 5", "bid 6", "bid 7", "bid 8"])
    'pass, bid 3 to 8'
    """
    shown: list[str] = []
    i = 0
    while i < len(moves):
        run = i
        match = re.fullmatch(r"(\D+)(\d+)", moves[i])
        while match and run + 1 < len(moves) and moves[run + 1] == f"{match[1]}{int(match[2]) + run + 1 - i}":
            run += 1
        if match and run > i + 4:  # longer than a row of seats
            shown.append(f"{moves[i]} to {int(match[2]) + run - i}")
            i = run + 1
        else:
            shown.append(moves[i])
            i += 1
    return ", ".join(shown)


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
    rules = ruleset(game)
    if not is_whole(players) or players not in rules.players:
        least, most = rules.players[0], rules.players[-1]
        raise SetupError(f"{rules.title} is for {least} to {most} players, not {players!r}.")
    return Game(rules, int(players), seed_bytes(seed), checked_options(rules, int(players), options))


def checked_options(rules: Ruleset, players: int, given: dict[str, Any]) -> dict[str, Any]:
    """All options of a game, those not given with their defaults."""
    names = [option.name for option in rules.options]
    for name in given:
        if name not in names:
            raise SetupError(
                f"{rules.title} has no option {name!r}.{near_miss(name, names)} Its options are {', '.join(names)}."
            )
    return {
        option.name: option.check(given.get(option.name, option.default(players)), players) for option in rules.options
    }


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
