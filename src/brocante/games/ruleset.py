"""What every game says of itself."""

from collections.abc import Callable, Sequence, Set
from contextlib import suppress
from dataclasses import dataclass, field
from functools import cached_property
from importlib.resources import files
from typing import Any, NamedTuple

import numpy as np

from brocante.games import contract, plain_text
from brocante.games.encoder import TablesEncoder
from brocante.games.errors import SetupError
from brocante.games.facts import Fact
from brocante.games.layout import Layout
from brocante.games.options import Option, SeatOption, is_whole
from brocante.games.spelling import near_miss


class Ahead(NamedTuple):
    """How an expert with the game's net thinks ahead: settings of that bot, found by matches."""

    simulations: int = 400
    heuristics: float = 0.2  # how likely each of the others is taken for one that goes by rules of thumb


@dataclass(frozen=True, eq=False)
class Ruleset:
    """A game: its name, its options and the modules of its folder."""

    name: str
    title: str
    author: str
    year: int
    version: int
    players: range
    options: Sequence[Option]
    prepare: Callable[[Any, dict[str, Any]], None]  # writes the options into a fresh position
    package: str  # the game's folder, as a Python package
    rules: contract.Rules
    words: contract.Words
    seen: contract.Seen
    told: contract.Told
    refusals: contract.Refusals
    heuristic: contract.Heuristic | None = None
    evaluation: contract.Evaluation | None = None
    perception: contract.Perceiving | None = None
    work: contract.Working | None = None
    text: contract.Text | None = None
    ahead: Ahead = field(default_factory=Ahead)
    shelf: int = 100  # its place in lists of games: lower numbers come first
    earlier: Sequence["Ruleset"] = ()  # earlier versions of the rules, so that games played by them stay readable

    @cached_property
    def versions(self) -> dict[int, "Ruleset"]:
        """The rules of each version that is kept, by its number."""
        return {each.version: each for each in (*self.earlier, self)}

    @cached_property
    def position_type(self) -> np.dtype[Any]:
        """The record of a position."""
        return self.rules.POSITION

    @cached_property
    def knowledge(self) -> tuple[str, ...]:
        """The fields of a position that hold what players know of hidden cards."""
        return getattr(self.rules, "KNOWLEDGE", ())

    @cached_property
    def move_count(self) -> int:
        """How many different moves there are."""
        return self.rules.MOVES

    @cached_property
    def most_legal(self) -> int:
        """The most legal moves that a position can have."""
        return self.rules.MOST_LEGAL

    @cached_property
    def card_count(self) -> int:
        """How many cards there are."""
        return self.rules.CARDS

    @cached_property
    def move_words(self) -> Sequence[str]:
        """The words of each move, by its number."""
        return self.words.WORDS

    @cached_property
    def card_words(self) -> Sequence[str]:
        """The words of each card as the pile holds it."""
        return self.words.CARDS

    @cached_property
    def layout(self) -> Layout:
        """What a seat may see, and how it is written as numbers."""
        return self.seen.LAYOUT

    @cached_property
    def facts(self) -> dict[str, Fact]:
        """The kinds of facts, by name."""
        return {fact.name: fact for fact in self.told.FACTS.values()}

    def tables_encoder(self, players: int) -> TablesEncoder:
        """Encodes what is seen of tables with so many players."""
        if players not in self._encoders:
            self._encoders[players] = TablesEncoder(self.layout, players)
        return self._encoders[players]

    @cached_property
    def _encoders(self) -> dict[int, TablesEncoder]:
        return {}

    @cached_property
    def knowers(self) -> Callable[[Any, int], Set[int] | None]:
        """Of a position and a move: the seats that learn all of it when it is played; None for everyone."""
        return getattr(self.seen, "knowers", lambda position, move: None)

    @cached_property
    def pending(self) -> Callable[[Any], int]:
        """Of a position: how many of the latest moves are still known only to the seat that made each."""
        return getattr(self.seen, "pending", lambda position: 0)

    def longest(self, players: int, options: dict[str, Any]) -> tuple[int, int]:
        """No game has more moves than this, nor more changes of unforeseen numbers; SetupError where nobody knows."""
        if not hasattr(self.seen, "longest"):
            raise SetupError(f"{self.title} does not say how long a game can be: give it `longest` in layout.py.")
        return self.seen.longest(players, options)

    def lines(self, view: dict[str, Any]) -> list[str]:
        """A view as lines of text: the game's own, or plain ones where it has no `text.py`."""
        return self.text.lines(view) if self.text else plain_text.lines(self.title, self.layout, view)

    def data(self, file: str) -> str:
        """The text of a file in the game's folder."""
        return (files(self.package) / file).read_text(encoding="utf-8")

    def describe(self) -> dict[str, Any]:
        """Numbers of players and options, for people and programs."""
        return {
            "name": self.name,
            "title": self.title,
            "author": self.author,
            "year": self.year,
            "rules": self.version,
            "players": list(self.players),
            "options": {option.name: option.describe() for option in self.options},
        }

    @property
    def drawn_seats(self) -> list[str]:
        """The options that are seats drawn by lot."""
        return [option.name for option in self.options if isinstance(option, SeatOption) and option.drawn]

    @property
    def usual_players(self) -> int:
        """The number of players where none is given: 4, or the nearest that the game is for."""
        return min(self.players, key=lambda number: abs(number - 4))

    def needed_heuristic(self) -> contract.Heuristic:
        """The game's heuristic, for callers that cannot do without; SetupError if it has none."""
        if self.heuristic is None:
            raise SetupError(f"{self.title} has no heuristic: give it a heuristic.py and a weights.json.")
        return self.heuristic

    def needed_evaluation(self) -> contract.Evaluation:
        """The game's evaluation, for callers that cannot do without; SetupError if it has none."""
        if self.evaluation is None:
            raise SetupError(f"{self.title} has no evaluation: give it an evaluation.py and a worths.json.")
        return self.evaluation

    def needed_perception(self) -> contract.Perceiving:
        """What nets are given of the game, for callers that cannot do without; SetupError if it has none."""
        if self.perception is None:
            raise SetupError(f"{self.title} has no nets: give it a perception.py.")
        return self.perception

    def checked_players(self, players: Any) -> int:
        """The number of players; SetupError if the game is not for so many."""
        if not is_whole(players) or players not in self.players:
            least, most = self.players[0], self.players[-1]
            text = f"{self.title} is for {least} to {most} players, not {players!r}."
            raise SetupError(text, "wrong_players", title=self.title, least=least, most=most)
        return int(players)

    def checked_options(self, players: int, given: dict[str, Any]) -> dict[str, Any]:
        """All options, those not given with their defaults; SetupError if one is wrong."""
        names = [option.name for option in self.options]
        for name in given:
            if name not in names:
                raise SetupError(
                    f"{self.title} has no option {name!r}.{near_miss(name, names)} Its options are {', '.join(names)}.",
                    "no_such_option",
                    option=name,
                    title=self.title,
                )
        return {
            option.name: option.check(given.get(option.name, option.default(players)), players)
            for option in self.options
        }

    def still_accepted(self, players: int, given: dict[str, Any]) -> dict[str, Any]:
        """Of options agreed by another version of the rules, those that this one accepts too."""
        accepted = {}
        for option in self.options:
            with suppress(KeyError, SetupError):
                accepted[option.name] = option.check(given[option.name], players)
        return accepted

    def fresh(self, players: int, options: dict[str, Any] | None = None, dtype: np.dtype[Any] | None = None) -> Any:
        """An array with one position that is ready to be dealt; options that are not given have their defaults."""
        positions = np.zeros(1, dtype or self.position_type)
        positions["players"] = players
        self.prepare(positions[0], self.checked_options(players, options or {}))
        return positions

    def scratch(self) -> Any:
        """Room for the legal moves of any position."""
        return np.zeros(self.most_legal, np.int32)
