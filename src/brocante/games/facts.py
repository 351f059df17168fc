"""What happened, told by the rules where it happens.

A rule that sells four tiaras says so with `tell(position, SOLD, seat, kind, bills)`. Only positions that have room for
facts are told them; playouts, search and environments have none, and their machine code has no trace of `tell`.

In a position facts stand one after the other as whole numbers: the kind of the fact, how many cards are listed behind
it, its values, then those cards. A game's `facts.py` says for each kind what the values mean, from which clause the
fact follows, and who may know what of it.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache, cached_property
from typing import Any, Literal

import numpy as np

from brocante.games.bare import only_with

VALUES = 5  # of a fact, beside the cards listed
ROOM = 510  # numbers: more than the facts of any move take up
HEAD = 2 + VALUES

ROOM_FOR_FACTS: list[Any] = [("facts_size", np.int32), ("facts_last", np.int32), ("facts", np.int32, (ROOM,))]


@cache
def telling_type(position: np.dtype[Any]) -> np.dtype[Any]:
    """The record of a game's position, behind room for facts: were the room behind, Numba would take the whole for a
    mere position."""
    return np.dtype([*ROOM_FOR_FACTS, *position.descr], align=True)


def without_facts(telling: Any, position: np.dtype[Any]) -> Any:
    """An array of positions with room for facts, as one of plain positions: no copy."""
    start = telling.dtype.itemsize - position.itemsize
    return np.ndarray(telling.shape, position, telling, start, telling.strides)


@only_with("facts")
def tell(position: Any, fact: int, a: int = 0, b: int = 0, c: int = 0, d: int = 0, e: int = 0) -> None:
    """Something has happened: a kind of fact and its values."""
    at = position.facts_size
    if at + HEAD <= ROOM:
        position.facts_last = at
        position.facts[at], position.facts[at + 1] = fact, 0
        position.facts[at + 2], position.facts[at + 3], position.facts[at + 4] = a, b, c
        position.facts[at + 5], position.facts[at + 6] = d, e
        position.facts_size = at + HEAD


@only_with("facts")
def list_cards(position: Any, card: int, number: int = 1) -> None:
    """So many of a card belong to the fact that was told last."""
    for _ in range(number):
        if position.facts_size < ROOM:
            position.facts[position.facts_size] = card
            position.facts_size += 1
            position.facts[position.facts_last + 1] += 1


@only_with("facts")
def forget_facts(position: Any) -> None:
    """What is told from now on belongs to another move."""
    position.facts_size = 0


@dataclass(frozen=True)
class Value:
    """A value of a fact, or the cards listed with it; null is shown to seats that may not know it."""

    name: str
    kind: Literal["seat", "number", "word", "cards"]
    of: Sequence[str] = ()  # the words
    known_to: Sequence[str] | None = None  # names of values that are seats; None: everyone

    def shown(self, number: int) -> Any:
        """As JSON; a seat or a word that is -1 is nothing."""
        if self.kind == "number":
            return number
        if number < 0:
            return None
        return number if self.kind == "seat" else self.of[number]


def seat(name: str = "seat") -> Value:
    """A seat's number; null for nobody."""
    return Value(name, "seat")


def number(name: str) -> Value:
    """A whole number."""
    return Value(name, "number")


def word(name: str, of: Sequence[str], known_to: Sequence[str] | None = None) -> Value:
    """One of some words; null for none."""
    return Value(name, "word", of, known_to)


def cards(of: Sequence[str], known_to: Sequence[str] | None = None, name: str = "cards") -> Value:
    """A list of words; it stands last."""
    return Value(name, "cards", of, known_to)


@dataclass(frozen=True)
class Fact:
    """A kind of fact."""

    name: str
    clause: str  # that it follows from
    values: Sequence[Value] = ()

    def shown(self, numbers: Sequence[int], onlooker: int | None) -> dict[str, Any]:
        """The fact as a seat, or a watcher (None), may know it: JSON."""
        told: dict[str, Any] = {"fact": self.name}
        for at, value in enumerate(self.values):
            if value.known_to is not None and (
                onlooker is None or all(told[who] != onlooker for who in value.known_to)
            ):
                told[value.name] = None
            elif value.kind == "cards":
                listed = numbers[VALUES:] if value.known_to is None else sorted(numbers[VALUES:])  # not as they lay
                told[value.name] = [value.of[card] for card in listed]
            else:
                told[value.name] = value.shown(numbers[at])
        return told

    def hides(self, told: Mapping[str, Any]) -> bool:
        """Whether the fact, as it is shown to somebody, leaves out what only others may know."""
        return any(value.known_to is not None and told[value.name] is None for value in self.values)

    @cached_property
    def is_open(self) -> bool:
        """Whether everyone may know all of it."""
        return all(value.known_to is None for value in self.values)

    def describe(self) -> dict[str, Any]:
        """The kind as JSON."""
        values = [
            {
                "name": value.name,
                "kind": value.kind,
                **({"of": list(value.of)} if value.of else {}),
                **({"known_to": list(value.known_to)} if value.known_to is not None else {}),
            }
            for value in self.values
        ]
        return {"name": self.name, "clause": self.clause, "values": values}


Told = tuple[int, tuple[int, ...]]  # a kind of fact; its values, and the cards listed behind them


def told_in(facts: Any) -> tuple[Told, ...]:
    """The facts in the room of a position, as far as it is filled."""
    numbers = facts.tolist()
    told, at = [], 0
    while at < len(numbers):
        end = at + HEAD + numbers[at + 1]
        told.append((numbers[at], tuple(numbers[at + 2 : end])))
        at = end
    return tuple(told)


def shown_to(facts: Mapping[int, Fact], told: Sequence[Told], onlooker: int | None) -> list[dict[str, Any]]:
    """Facts as a seat, or a watcher (None), may know them."""
    return [facts[kind].shown(numbers, onlooker) for kind, numbers in told]
