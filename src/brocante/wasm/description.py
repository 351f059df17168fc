"""What `rules.json` says: all that a program must know beside `rules.wasm`. The client's types are made from it."""

from base64 import b64encode
from typing import Any, Literal

import numpy as np
from msgspec import UNSET, Struct, UnsetType

from brocante.bots.heuristic import USUAL, weight_sets, weights_of
from brocante.bots.levels import BETTER, EXPERT, HASTY, OVERLOOKED
from brocante.bots.rules_of_thumb import A_FEW
from brocante.bots.search import BATCH, Search, worths_of
from brocante.bots.tree import DEEPEST, NODE
from brocante.games.errors import SetupError
from brocante.games.facts import HEAD, telling_type
from brocante.games.layout import Layout
from brocante.games.options import Choice, OneEach, Option, SeatOption, Whole
from brocante.games.ruleset import Ruleset
from brocante.games.seats import MOST_SEATS
from brocante.neural.file import has_net
from brocante.table.setup import Level
from brocante.table.views import Run, in_runs
from brocante.wasm.exports import prefix


class RecordField(Struct, frozen=True):
    """A field of a record: where it begins, the kind of its numbers, and how many there are in each direction."""

    offset: int
    type: Literal["int8", "int16", "int32", "int64", "float64"]
    shape: tuple[int, ...]


class RecordType(Struct, frozen=True):
    """A record in memory; `size` in bytes."""

    size: int
    fields: dict[str, RecordField]


class OptionType(Struct, frozen=True, omit_defaults=True):
    """An option: a seat, one of some words, a whole number, or a different word for each seat.

    Without a `usual` value the default is the first word, or the first words, or seat 0.
    """

    name: str
    kind: Literal["seat", "choice", "whole", "one_each"]
    choices: tuple[str, ...] = ()
    least: int = 0
    most: int | None = None
    usual: int = 0
    drawn: bool = False


class ValueType(Struct, frozen=True):
    """A value of a fact; only the seats in the values of `known_to` may know it, where that is given."""

    name: str
    kind: Literal["seat", "number", "word", "cards"]
    of: tuple[str, ...] | UnsetType = UNSET
    known_to: tuple[str, ...] | UnsetType = UNSET


class LayoutType(Struct, frozen=True):
    """The layout of a row of `size` numbers, as `Layout.describe` gives it, without what only people read."""

    version: int
    size: int
    seats: int
    fields: tuple[dict[str, Any], ...]


class FactType(Struct, frozen=True):
    """A kind of fact, with its number in the rules."""

    number: int
    name: str
    clause: str
    values: tuple[ValueType, ...]


class Thinking(Struct, frozen=True):
    """How a level plays: so many simulations, or by rules of thumb, each move overlooked with a probability. With a
    net it plays by that wherever it can be loaded: so many simulations with it, or 0 for the net alone. Rules of thumb
    may have weights of their own."""

    simulations: int | None
    overlooks: float
    net: int | UnsetType = UNSET
    weights: tuple[float, ...] | UnsetType = UNSET


class GameDescription(Struct, frozen=True):
    """One game. `fresh` has, for each number of players, a position before the deal, with all options at their
    defaults and without a seed, in base64; the names of its functions begin with `prefix`. In `words`, the moves in the
    order of their numbers, a run stands for as many moves as it has numbers."""

    name: str
    prefix: str
    title: str
    author: str
    year: int
    rules: int
    players: tuple[int, ...]
    options: tuple[OptionType, ...]
    earlier: dict[str, tuple[OptionType, ...]]  # options of versions that differ by nothing else
    position: RecordType
    telling: RecordType
    plain_at: int  # where the position itself begins, behind the room for facts
    fresh: dict[str, str]
    words: tuple[str | Run, ...]
    moves: int
    most_legal: int
    cards: int
    layout: LayoutType
    facts: tuple[FactType, ...]
    weights: tuple[float, ...]
    worths: tuple[float, ...]
    settings: tuple[float, ...]
    levels: dict[Level, Thinking]


class Description(Struct, frozen=True):
    """All games, and what is common to them. Addresses: the stack begins at `stack` and grows down, everything from
    `heap` on is free. A fact takes `fact_head` numbers: its kind, how many cards are listed behind, its values."""

    sources: str
    exports: tuple[str, ...]
    stack: int
    heap: int
    node: RecordType
    deepest: int
    batch: int
    seats: int
    fact_head: int
    games: dict[str, GameDescription]


class NetDescription(Struct, frozen=True):
    """The module that thinks with the net of a game. Its desk takes `size` bytes; the net's file is its beginning, and
    `at` says where other parts of it are."""

    stack: int
    heap: int
    size: int
    at: dict[str, int]


class NetsDescription(Struct, frozen=True):
    """The modules of all games that have a net."""

    sources: str
    games: dict[str, NetDescription]


def description(games: dict[str, Ruleset], sources: str, exports: list[str], stack: int, heap: int) -> Description:
    """Of a module with these exports; `sources` is a digest of what it was built from."""
    return Description(
        sources=sources,
        exports=tuple(exports),
        stack=stack,
        heap=heap,
        node=record_type(NODE),
        deepest=DEEPEST,
        batch=BATCH,
        seats=MOST_SEATS,
        fact_head=HEAD,
        games={name: described(rules) for name, rules in games.items()},
    )


def described(rules: Ruleset) -> GameDescription:
    telling = telling_type(rules.position_type)
    return GameDescription(
        name=rules.name,
        prefix=prefix(rules.name),
        title=rules.title,
        author=rules.author,
        year=rules.year,
        rules=rules.version,
        players=tuple(rules.players),
        options=tuple(map(option_type, rules.options)),
        earlier={
            str(each.version): tuple(map(option_type, each.options))
            for each in rules.earlier
            if each.rules is rules.rules
        },
        position=record_type(rules.position_type),
        telling=record_type(telling),
        plain_at=telling.itemsize - rules.position_type.itemsize,
        fresh={str(players): b64encode(rules.fresh(players).tobytes()).decode() for players in rules.players},
        words=tuple(in_runs(rules, list(range(rules.move_count)))),
        moves=rules.move_count,
        most_legal=rules.most_legal,
        cards=rules.card_count,
        layout=layout_type(rules.layout),
        facts=tuple(fact_types(rules)),
        weights=weights(rules, USUAL),
        worths=tuple(worths_of(rules).tolist()),
        settings=tuple(Search(1).settings_for(rules).tolist()),
        levels=levels(rules),
    )


def layout_type(layout: Layout) -> LayoutType:
    shown = layout.describe()
    fields = [{key: value for key, value in field.items() if key != "about"} for field in shown["fields"]]
    return LayoutType(shown["version"], shown["size"], shown["seats"], tuple(fields))


def record_type(record: np.dtype[Any]) -> RecordType:
    """A record of NumPy."""
    fields: dict[str, RecordField] = {}
    of: Any = record.fields
    for name in record.names or ():
        dtype, offset = of[name][:2]
        base, shape = dtype.subdtype or (dtype, ())
        fields[name] = RecordField(offset, base.name, shape)
    return RecordType(record.itemsize, fields)


def option_type(option: Option) -> OptionType:
    match option:
        case SeatOption(name, drawn):
            return OptionType(name, "seat", drawn=drawn)
        case Choice(name, choices):
            return OptionType(name, "choice", tuple(choices))
        case Whole(name, least, usual, most):
            return OptionType(name, "whole", least=least, usual=usual, most=most)
        case OneEach(name, choices):
            return OptionType(name, "one_each", tuple(choices))
    raise SetupError(f"The option {option.name!r} is of a kind that the browser does not know.")


def fact_types(rules: Ruleset) -> list[FactType]:
    return [
        FactType(
            number,
            fact.name,
            fact.clause,
            tuple(
                ValueType(
                    value.name,
                    value.kind,
                    tuple(value.of) or UNSET,
                    UNSET if value.known_to is None else tuple(value.known_to),
                )
                for value in fact.values
            ),
        )
        for number, fact in rules.told.FACTS.items()
    ]


def levels(rules: Ruleset) -> dict[Level, Thinking]:
    """The bots that people choose by name, as `bots/levels.py` makes them; of those with a net also how they play where
    it cannot be loaded."""
    hasty, net = HASTY in weight_sets(rules), has_net(rules)
    return {
        "easy": Thinking(None, 0.0, weights=weights(rules, HASTY)) if hasty else Thinking(None, OVERLOOKED),
        "medium": Thinking(A_FEW if rules.heuristic is None else None, 0.0),
        "hard": Thinking(BETTER, 0.0, net=0 if net else UNSET),
        "expert": Thinking(EXPERT, 0.0, net=rules.ahead.simulations if net else UNSET),
    }


def weights(rules: Ruleset, name: str) -> tuple[float, ...]:
    return tuple(weights_of(rules, name).tolist())
