"""The kinds of options that players agree on before a game."""

from collections.abc import Sequence
from dataclasses import dataclass
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

    def examples(self, players: int) -> list[Any]:
        """Some values that can be chosen, the default first: all there are where they are few."""

    def describe(self) -> dict[str, Any]:
        """Choices and default, for people and programs."""


def is_whole(value: Any) -> bool:
    """Whether it is a whole number, Python's or NumPy's; True and False are none."""
    return isinstance(value, int | np.integer) and not isinstance(value, bool)


@dataclass(frozen=True)
class SeatOption:
    """The number of a seat (C1); `drawn`: where players agree on none, a table draws it by lot."""

    name: str
    drawn: bool = False

    def default(self, players: int) -> int:
        return 0

    def check(self, value: Any, players: int) -> int:
        if not is_whole(value) or not 0 <= value < players:
            text = f"{self.name} is a seat, 0 to {players - 1} with {players} players, not {value!r}."
            raise SetupError(text, "wrong_option", option=self.name)
        return int(value)

    def examples(self, players: int) -> list[int]:
        return list(range(players))

    def describe(self) -> dict[str, Any]:
        return {"choices": "a seat, 0 to players - 1", "default": 0, "drawn": self.drawn}


@dataclass(frozen=True)
class Choice:
    """One of a few words, the first of which is the default."""

    name: str
    choices: Sequence[str]

    def default(self, players: int) -> str:
        return self.choices[0]

    def check(self, value: Any, players: int) -> str:
        if not isinstance(value, str) or value not in self.choices:
            text = f"{self.name} is {' or '.join(map(repr, self.choices))}, not {value!r}."
            raise SetupError(text, "wrong_option", option=self.name)
        return value

    def examples(self, players: int) -> list[str]:
        return list(self.choices)

    def describe(self) -> dict[str, Any]:
        return {"choices": list(self.choices), "default": self.choices[0]}


@dataclass(frozen=True)
class Whole:
    """A whole number that is not too small and, where there is a most, not too large."""

    name: str
    least: int
    usual: int
    most: int | None = None

    def default(self, players: int) -> int:
        return self.usual

    def check(self, value: Any, players: int) -> int:
        if not is_whole(value) or value < self.least or (self.most is not None and value > self.most):
            text = f"{self.name} is a whole number, {self._range}, not {value!r}."
            raise SetupError(text, "wrong_option", option=self.name)
        return int(value)

    def examples(self, players: int) -> list[int]:
        return list(dict.fromkeys((self.usual, self.least, self.least + 2, (self.least + self.usual) // 2)))

    def describe(self) -> dict[str, Any]:
        bounds = {"least": self.least} if self.most is None else {"least": self.least, "most": self.most}
        return {"choices": f"a whole number, {self._range}", **bounds, "default": self.usual}

    @property
    def _range(self) -> str:
        return f"{self.least} or more" if self.most is None else f"{self.least} to {self.most}"


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
                f"out of {', '.join(self.choices)}; not {value!r}.",
                "wrong_option",
                option=self.name,
            )
        return list(value)

    def examples(self, players: int) -> list[list[str]]:
        around = [*self.choices, *self.choices]
        in_order = [around[first : first + players] for first in range(len(self.choices))]
        return [*in_order, *(words[::-1] for words in in_order)]

    def describe(self) -> dict[str, Any]:
        return {"choices": list(self.choices), "default": list(self.choices), "each": "seat"}
