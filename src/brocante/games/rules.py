"""The functions of all games under one set of names: deal, legal, play, result, redeal; observe; heuristic, evaluate,
stage; perceive, action_of.

Each picks a game's own function by the type of the position: at run time in Python, at compile time in compiled code.
So search, playouts and arena are written once, and Numba's disk cache works for them as for any function.
"""

from collections.abc import Callable
from types import SimpleNamespace
from typing import TYPE_CHECKING, Any

import numba
import numpy as np
from numba.extending import overload

from brocante.games.bare import bare_type
from brocante.games.compiled import compiled
from brocante.games.errors import SetupError
from brocante.games.facts import telling_type
from brocante.games.script import scripted_type

if TYPE_CHECKING:
    from brocante.games.ruleset import Ruleset

_by_dtype: dict[np.dtype[Any], SimpleNamespace] = {}
_by_type: dict[Any, SimpleNamespace] = {}


def register(ruleset: "Ruleset") -> None:
    """Make a game's functions known, by the record type of its position: plain, with facts, with a script, or bare.
    SetupError if another game's position has the same fields: compiled code could not tell them apart."""
    rules, seen, heuristic, evaluation = ruleset.rules, ruleset.seen, ruleset.heuristic, ruleset.evaluation
    perception = ruleset.perception
    own = SimpleNamespace(
        deal=rules.deal,
        legal=rules.legal,
        play=rules.play,
        result=rules.result,
        redeal=rules.redeal,
        observe_public=seen.observe_public,
        observe_private=seen.observe_private,
        heuristic=heuristic.heuristic if heuristic else no_preference,
        evaluate=evaluation.evaluate if evaluation else evaluate_by_rank,
        stage=evaluation.stage if evaluation else no_stage,
        perceive=perception.perceive if perception else perceive_nothing,
        action_of=perception.action_of if perception else same_number,
    )
    plain = ruleset.position_type
    if _by_dtype.get(plain, own) != own:
        raise SetupError(f"The position of {ruleset.name!r} has the same fields as that of another game: rename one.")
    for position in (plain, telling_type(plain), scripted_type(plain), bare_type(plain, ruleset.knowledge)):
        _by_dtype[position] = own
        _by_type[numba.from_dtype(position)] = own


def _chosen_by_position(function: Callable[..., Any]) -> Callable[..., Any]:
    """Let compiled code call a game's own function under the generic name."""
    name = function.__name__

    @overload(function, strict=False)
    def pick(position: Any, *arguments: Any) -> Any:
        rules = _by_type.get(position)
        if rules is None:
            return None
        own = getattr(rules, name)
        return lambda position, *arguments: own(position, *arguments)

    return function


@_chosen_by_position
def deal(position: Any) -> Any:
    """Set the game up. A fresh position brings its players, options and key."""
    return _by_dtype[position.dtype].deal(position)


@_chosen_by_position
def legal(position: Any, moves: Any) -> Any:
    """Write the legal moves into `moves`, in the order of the rulebook, and return how many there are."""
    return _by_dtype[position.dtype].legal(position, moves)


@_chosen_by_position
def play(position: Any, move: Any) -> Any:
    """Play a legal move of the seat whose turn it is."""
    return _by_dtype[position.dtype].play(position, move)


@_chosen_by_position
def result(position: Any, scores: Any, ranks: Any) -> Any:
    """Write the scores and ranks as they stand."""
    return _by_dtype[position.dtype].result(position, scores, ranks)


@_chosen_by_position
def redeal(position: Any, seat: Any, dice: Any, cards: Any) -> Any:
    """Deal anew, by dice, everything that is hidden from the seat (-1: from a watcher)."""
    return _by_dtype[position.dtype].redeal(position, seat, dice, cards)


@_chosen_by_position
def observe_public(position: Any, seat: Any, numbers: Any) -> Any:
    """Write what everyone may see into `numbers`, which are all 0; seats are counted from this one."""
    return _by_dtype[position.dtype].observe_public(position, seat, numbers)


@_chosen_by_position
def observe_private(position: Any, seat: Any, numbers: Any) -> Any:
    """Write what the seat may see beside that."""
    return _by_dtype[position.dtype].observe_private(position, seat, numbers)


@compiled
def observe(position: Any, seat: int, numbers: Any) -> None:
    """Write all that a seat may see into `numbers`, which are all 0; the game's `LAYOUT` says what stands where."""
    observe_public(position, seat, numbers)
    observe_private(position, seat, numbers)


@_chosen_by_position
def heuristic(position: Any, moves: Any, count: Any, weights: Any, scores: Any) -> Any:
    """Write a score for each of the legal moves: how good it looks by rules of thumb with these weights."""
    return _by_dtype[position.dtype].heuristic(position, moves, count, weights, scores)


@_chosen_by_position
def evaluate(position: Any, worths: Any, values: Any) -> Any:
    """Write the score each seat may expect at the end, the more the better, by these worths; linear in them."""
    return _by_dtype[position.dtype].evaluate(position, worths, values)


@_chosen_by_position
def stage(position: Any) -> Any:
    """A number that counts on as the game goes on: rounds or auctions."""
    return _by_dtype[position.dtype].stage(position)


@_chosen_by_position
def perceive(position: Any, observation: Any, numbers: Any) -> Any:
    """Write the numbers that a net is given, from what the seat to move may see."""
    return _by_dtype[position.dtype].perceive(position, observation, numbers)


@_chosen_by_position
def action_of(position: Any, move: Any) -> Any:
    """The number of a legal move for a net: the same for moves that mean the same to the seat."""
    return _by_dtype[position.dtype].action_of(position, move)


# --- For games that bring no heuristic, evaluation or perception of their own ---


@compiled
def no_preference(position: Any, moves: Any, count: int, weights: Any, scores: Any) -> None:
    """All moves look the same."""
    for i in range(count):
        scores[i] = 0.0


@compiled
def evaluate_by_rank(position: Any, worths: Any, values: Any) -> None:
    """The rank of each seat, as if the game were over now; `worths` is room for the scores."""
    result(position, worths, values)
    for seat in range(position.players):
        values[seat] = -values[seat]


@compiled
def no_stage(position: Any) -> int:
    """There is no horizon: playouts go on to the end."""
    return 0


@compiled
def perceive_nothing(position: Any, observation: Any, numbers: Any) -> None:
    """There are no nets for the game."""


@compiled
def same_number(position: Any, move: int) -> int:
    """Moves are numbered for nets as they are."""
    return move
