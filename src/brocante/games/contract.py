"""What a game must give, as typed protocols: the modules of its folder satisfy them.

`missing` compares a game with them when it is registered, so that an incomplete game is refused with the name of what it
lacks, and not by an error in the middle of a game.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Any, Protocol

import numpy as np

from brocante.games.facts import Fact
from brocante.games.layout import Layout
from brocante.games.refusals import Why
from brocante.games.seats import MOST_SEATS

if TYPE_CHECKING:
    from brocante.games.ruleset import Ruleset

Function = Callable[..., Any]  # compiled, so that its arguments are not checked in Python


class Rules(Protocol):
    """`rules.py`: the position and what happens to it. All functions are compiled."""

    POSITION: np.dtype[Any]  # the record of a position, from `position_type`
    MOVES: int  # how many different moves there are
    MOST_LEGAL: int  # the most legal moves that a position can have
    CARDS: int  # how many cards there are
    deal: Function  # deal(position)
    legal: Function  # legal(position, moves) -> how many
    play: Function  # play(position, move)
    result: Function  # result(position, scores, ranks)
    redeal: Function  # redeal(position, seat, dice, cards)


class Words(Protocol):
    """`words.py`: moves and cards as words (C2)."""

    WORDS: Sequence[str]  # of each move, by its number
    CARDS: Sequence[str]  # of each card as the pile holds it


class Seen(Protocol):
    """`layout.py`: what a seat may see. `observe_public` and `observe_private` are compiled.

    Games with hidden moves also give `knowers(position, move)` and `pending(position)`; `longest(players, options)`, how
    many moves and changes of unforeseen numbers there can be, is needed by OpenSpiel.
    """

    LAYOUT: Layout
    observe_public: Function  # observe_public(position, seat, numbers): what everyone may see, counted from the seat
    observe_private: Function  # observe_private(position, seat, numbers): what the seat may see beside that


class Told(Protocol):
    """`facts.py`: the kinds of facts that the rules tell."""

    FACTS: Mapping[int, Fact]


class Refusals(Protocol):
    """`refusals.py`: why a move is not legal; the sentences are in `sentences/en.json`."""

    why_not: Callable[[Any, int], Why]


class Heuristic(Protocol):
    """`heuristic.py`, optional: how good a move looks; its weights are in `weights.json`."""

    WEIGHTS: Sequence[str]
    heuristic: Function  # heuristic(position, moves, count, weights, scores)


class Evaluation(Protocol):
    """`evaluation.py`, optional: how a game that is not over will end; its worths are in `worths.json`."""

    WORTHS: Sequence[str]
    SEARCH: Mapping[str, float]  # how the search thinks ahead
    evaluate: Function  # evaluate(position, worths, values)
    stage: Function  # stage(position) -> a number that grows as the game goes on


class Text(Protocol):
    """`text.py`, optional: a view as lines of text."""

    lines: Callable[[dict[str, Any]], list[str]]


REQUIRED = {"rules": Rules, "words": Words, "seen": Seen, "told": Told, "refusals": Refusals}
OPTIONAL = {"heuristic": Heuristic, "evaluation": Evaluation, "text": Text}


def missing(ruleset: "Ruleset") -> Iterator[str]:
    """What the game lacks, one line each."""
    if ruleset.players[-1] > MOST_SEATS:
        yield f"room: there is none for {ruleset.players[-1]} players, {MOST_SEATS} is the most"
    for part, protocol in {**REQUIRED, **OPTIONAL}.items():
        module = getattr(ruleset, part)
        if module is None and part in OPTIONAL:
            continue
        for name in protocol.__annotations__:
            if not hasattr(module, name):
                described = (protocol.__doc__ or "").split(":")[0].split(",")[0]
                yield f"{name} in {described}"
