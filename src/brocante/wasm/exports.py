"""What `rules.wasm` exports: the functions of every game, and their arguments."""

from typing import Any

import numba
from numba import float64, int8, int16, int32, int64, uint64

from brocante.bench.playouts import random_games
from brocante.bots.heuristic import best, weights_of
from brocante.bots.search import Search, worths_of
from brocante.bots.tree import DEEPEST, NODE, think
from brocante.games.chance import bits, roll
from brocante.games.compiled import compiled
from brocante.games.facts import forget_facts, telling_type
from brocante.games.rules import no_preference, observe, play
from brocante.games.ruleset import Ruleset
from brocante.games.seats import MOST_SEATS
from brocante.wasm.target import Library, Room


def play_and_tell(position: Any, move: int) -> None:
    """Play a legal move; what followed from it stands in the position's room for facts."""
    forget_facts(position)
    play(position, move)


def prefix(name: str) -> str:
    """How the names of a game's functions begin.

    >>> prefix("three-bags")
    'three_bags_'
    """
    return name.replace("-", "_") + "_"


def add_game(library: Library, rules: Ruleset) -> None:
    """The functions of one game. `deal` and `play` take a position with room for facts, the others one without."""
    own = prefix(rules.name)
    telling, position = map(numba.from_dtype, (telling_type(rules.position_type), rules.position_type))
    moves, cards, dice = Room(int32, (rules.most_legal,)), Room(int8, (rules.card_count,)), Room(uint64, (1,))
    scores, weights = Room(float64, (rules.most_legal,)), Room(float64, (max(len(weights_of(rules, "tuned")), 1),))
    row, one = Room(int32, (rules.layout.size,)), Room(position, (1,))
    by_seat = Room(int32, (MOST_SEATS,))

    library.add(own + "deal", rules.rules.deal, telling)
    library.add(own + "play", compiled(play_and_tell), telling, int64)
    library.add(own + "legal", rules.rules.legal, position, moves)
    library.add(own + "result", rules.rules.result, position, by_seat, by_seat)
    library.add(own + "redeal", rules.rules.redeal, position, int64, dice, cards)
    library.add(own + "observe_public", rules.seen.observe_public, position, int64, row)
    library.add(own + "observe_private", rules.seen.observe_private, position, int64, row)
    library.add(own + "observe", observe, position, int64, Room(int16, (rules.layout.size,)))
    heuristic = rules.heuristic.heuristic if rules.heuristic else no_preference
    library.add(own + "heuristic", heuristic, position, moves, int64, weights, scores)
    library.add(
        own + "think",
        think,
        one,  # the position to think about, with what is hidden dealt anew
        one,  # scratch
        int64,  # seat
        Room(numba.from_dtype(NODE), None),  # the tree
        int64,  # nodes used so far
        int64,  # simulations
        Room(int32, (rules.move_count,)),
        Room(int32, (DEEPEST,)),
        Room(int8, (DEEPEST,)),
        weights,
        Room(float64, (len(worths_of(rules)),)),
        Room(float64, (len(Search(1).settings_for(rules)),)),
        dice,
        moves,
        cards,
        scores,
        Room(float64, (2, MOST_SEATS)),
    )
    library.add(own + "random_games", random_games, one, one, int64, dice, moves)


def add_common(library: Library) -> None:
    """What bots need whatever the game."""
    dice = Room(uint64, (1,))
    library.add("best", best, Room(float64, None), int64, dice)
    library.add("bits", bits, dice)
    library.add("roll", roll, dice, int64)
