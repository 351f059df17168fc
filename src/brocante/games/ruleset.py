"""What every game says of itself, and the kinds of options there are."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from importlib import import_module
from types import ModuleType
from typing import Any, Protocol

import numpy as np

from brocante.games.errors import SetupError


class Option(Protocol):
    """Something players agree on before the game."""

    @property
    def name(self) -> str: ...

    def default(self, players: int) -> Any: ...

    def check(self, value: Any, players: int) -> Any:
        """The value in its plain form; SetupError if it is none."""

    def describe(self) -> dict[str, Any]:
        """Choices and default, for people and programs."""


def is_whole(value: Any) -> bool:
    """Whether it is a whole number, Python's or NumPy's; True and False are none."""
    return isinstance(value, int | np.integer) and not isinstance(value, bool)


@dataclass(frozen=True)
class Seat:
    """A seat at the table (C1)."""

    name: str

    def default(self, players: int) -> int:
        return 0

    def check(self, value: Any, players: int) -> int:
        if not is_whole(value) or not 0 <= value < players:
            raise SetupError(f"{self.name} is a seat, 0 to {players - 1} with {players} players, not {value!r}.")
        return int(value)

    def describe(self) -> dict[str, Any]:
        return {"choices": "a seat, 0 to players - 1", "default": 0}


@dataclass(frozen=True)
class Choice:
    """One of a few words, the first of which is the default."""

    name: str
    choices: Sequence[str]

    def default(self, players: int) -> str:
        return self.choices[0]

    def check(self, value: Any, players: int) -> str:
        if not isinstance(value, str) or value not in self.choices:
            raise SetupError(f"{self.name} is {' or '.join(map(repr, self.choices))}, not {value!r}.")
        return value

    def describe(self) -> dict[str, Any]:
        return {"choices": list(self.choices), "default": self.choices[0]}


@dataclass(frozen=True)
class Whole:
    """A whole number that is not too small."""

    name: str
    least: int
    usual: int

    def default(self, players: int) -> int:
        return self.usual

    def check(self, value: Any, players: int) -> int:
        if not is_whole(value) or value < self.least:
            raise SetupError(f"{self.name} is a whole number, {self.least} or more, not {value!r}.")
        return int(value)

    def describe(self) -> dict[str, Any]:
        return {"choices": f"a whole number, {self.least} or more", "default": self.usual}


@dataclass(frozen=True)
class OneEach:
    """A word for each seat, all different; by default the first so many, in their order."""

    name: str
    choices: Sequence[str]

    def default(self, players: int) -> list[str]:
        return list(self.choices[:players])

    def check(self, value: Any, players: int) -> list[str]:
        known = isinstance(value, list | tuple) and all(isinstance(item, str) for item in value)
        if not known or len(value) != players or len(set(value)) != players or not set(value) <= set(self.choices):
            raise SetupError(
                f"{self.name} is a list of {players} different words, one for each seat, "
                f"out of {', '.join(self.choices)}; not {value!r}."
            )
        return list(value)

    def describe(self) -> dict[str, Any]:
        return {"choices": list(self.choices), "default": list(self.choices), "each": "seat"}


@dataclass(frozen=True)
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
    rules: ModuleType  # POSITION, MOVES, MOST_LEGAL, CARDS, deal, legal, play, result, redeal
    words: ModuleType  # WORDS: the words of each move, by its number; CARDS: of each card in the pile
    view: ModuleType  # table(position, seat), knowers(position, move), pending(position)
    observation: ModuleType  # LAYOUT, observe(position, seat, numbers), longest(players, options)
    why: ModuleType  # why_not(position, move)
    hunch: ModuleType  # WEIGHTS, hunch: rules of thumb
    outlook: ModuleType  # outlook, stage: how a game that is not over will end
    text: ModuleType  # lines(view), news(before, after): views to read in a terminal

    def describe(self) -> dict[str, Any]:
        return {
            "name": self.name,
            "title": self.title,
            "author": self.author,
            "year": self.year,
            "rules": self.version,
            "players": list(self.players),
            "options": {option.name: option.describe() for option in self.options},
        }

    def __reduce__(self) -> tuple[Any, ...]:
        return ruleset_in, (self.rules.__package__,)  # modules are not copied, nor sent to other processes


def ruleset_in(package: str) -> Ruleset:
    """The game of a folder."""
    found: Ruleset = import_module(package).RULESET
    return found
