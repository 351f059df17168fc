"""The game as a seat or a watcher may see it: built up from what may be seen, encoded once for all who see the same."""

from collections.abc import Sequence
from functools import cache
from typing import Any

import msgspec
from msgspec import Raw, Struct

from brocante.games.game import Game, numbers_of
from brocante.games.ruleset import Ruleset
from brocante.games.seats import MOST_SEATS

MOST_KEPT = 2 * MOST_SEATS  # views: one for each seat and watchers, and some for clients that saw other versions last

encoder = msgspec.json.Encoder()


class Run(Struct, frozen=True):
    """Many moves that differ by their number alone: `words` and each number from `least` to `most`."""

    words: str
    least: int
    most: int


class LogLine(Struct, frozen=True, array_like=True):
    """A move as the onlooker may know it: its seat, its words, and the facts that followed from it."""

    seat: int
    move: str
    facts: list[dict[str, Any]]


class View(Struct, frozen=True):
    """The game as one seat, or a watcher (null), may see it.

    `log` holds the moves from number `log_from` on: what was shown of these and later ones before is replaced.
    """

    seat: int | None
    turn: int | None
    position: dict[str, Any]
    log_from: int
    log: list[LogLine]
    legal: list[str | Run]
    result: dict[str, list[int]] | None
    undo: int | None  # how many moves are left when the seat takes back to its own last decision; null: there is none


class Views:
    """All views of a game in one position."""

    __slots__ = ("_decisions", "_game", "_legal", "_lines", "_tables", "_views")

    def __init__(self, game: Game, decisions: Sequence[int | None] = ()) -> None:
        self._game = game
        self._decisions = decisions
        self._legal: list[int] | None = None
        self._tables: list[bytes] = []  # of each seat, then of watchers
        self._lines: dict[int, Any] = {}  # of the log, those that are open to everyone
        self._views: dict[tuple[int | None, int], Any] = {}

    def is_legal(self, move: str) -> bool:
        """Whether the seat to move may play this."""
        return numbers_of(self._game.ruleset).get(move) in self._legal_moves()

    @property
    def is_choice(self) -> bool:
        """Whether the seat to move has more than one move."""
        return len(self._legal_moves()) > 1

    def view(self, seat: int | None, log_from: int) -> View:
        """The view of a seat, or of a watcher (None): already encoded."""
        if (seat, log_from) not in self._views:
            if len(self._views) > MOST_KEPT:
                self._views.clear()
            self._views[seat, log_from] = encoded(self._made(seat, log_from))
        view: View = self._views[seat, log_from]
        return view

    def _made(self, seat: int | None, log_from: int) -> View:
        game = self._game
        if not self._tables:
            self._tables = game.encoded_tables()
        position: Any = Raw(self._tables[-1 if seat is None else seat])
        log = [self._line(seat, number) for number in range(log_from, game.move_count)]
        legal = in_runs(game.ruleset, self._legal_moves()) if seat is not None and seat == game.turn else []
        undo = None if seat is None or game.turn is None else last_decision(self._decisions, seat)
        return View(seat, game.turn, position, log_from, log, legal, game.result(), undo)

    def _legal_moves(self) -> list[int]:
        if self._legal is None:
            self._legal = self._game.legal_numbers()
        return self._legal

    def _line(self, seat: int | None, number: int) -> LogLine:
        line: LogLine | None = self._lines.get(number)
        if line is None:
            line = encoded(LogLine(**self._game.line(seat, number)))
            if self._game.is_open(number):
                self._lines[number] = line
        return line


def last_decision(decisions: Sequence[int | None], seat: int) -> int | None:
    """How many moves there were before a seat last decided something.

    `decisions` has for each move the seat that decided it, None where nobody did.

    >>> last_decision([0, 1, None, 0, 1], 0)
    3
    """
    return next((move for move in reversed(range(len(decisions))) if decisions[move] == seat), None)


def encoded(thing: object) -> Any:
    """The same as JSON, which encoders take over as it is: no type checker needs to know."""
    return Raw(encoder.encode(thing))


def in_runs(rules: Ruleset, legal: list[int]) -> list[str | Run]:
    """Legal moves in words; many that differ by their number alone, as bids do, are one run.

    >>> from brocante.games.catalogue import ruleset
    >>> rules = ruleset("alles-futsch")
    >>> in_runs(rules, [rules.move_words.index(move) for move in ("pass", *(f"bid {n}" for n in range(3, 30)))])
    ['pass', Run(words='bid', least=3, most=29)]
    """
    words, ends = rules.move_words, ends_of_runs(rules)
    moves: list[str | Run] = []
    at = 0
    while at < len(legal):
        first = legal[at]
        longest = min(ends[first] - first + 1, len(legal) - at)
        if longest > MOST_SEATS and legal[at : at + longest] == list(range(first, first + longest)):  # else: for seats
            before, _, least = words[first].rpartition(" ")
            moves.append(Run(before, int(least), int(least) + longest - 1))
            at += longest
        else:
            moves.append(words[first])
            at += 1
    return moves


@cache
def ends_of_runs(rules: Ruleset) -> list[int]:
    """For each move, the last of those that follow it with the same words and the next number each."""
    words = rules.move_words
    ends = list(range(len(words)))
    for move in reversed(ends[:-1]):
        before, _, number = words[move].rpartition(" ")
        if number.isdigit() and words[move + 1] == f"{before} {int(number) + 1}":
            ends[move] = ends[move + 1]
    return ends
