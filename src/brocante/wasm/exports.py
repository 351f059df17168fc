"""What `rules.wasm` and `analysis.wasm` export: the functions of every game, and their arguments."""

from typing import Any

import numba
from numba import float64, int8, int16, int32, int64, uint64

from brocante.analysis.coefficients import VECTORS, fit, units_of
from brocante.analysis.estimator import GAMES, STAGES
from brocante.analysis.forecast import note_games
from brocante.analysis.playouts import explore, follow, foresee
from brocante.bench.playouts import random_games
from brocante.bots.heuristic import best, weights_of
from brocante.bots.search import Search, worths_of
from brocante.bots.tree import DEEPEST, NODE, think
from brocante.games.chance import bits, roll
from brocante.games.compiled import compiled
from brocante.games.facts import ROOM, forget_facts, telling_type
from brocante.games.rules import no_preference, observe, play
from brocante.games.ruleset import Ruleset
from brocante.games.seats import MOST_SEATS
from brocante.wasm.target import OPEN, Library, Room


def play_and_tell(position: Any, move: int) -> None:
    """Play a legal move; what followed from it stands in the position's room for facts."""
    forget_facts(position)
    play(position, move)


telling_play = compiled(play_and_tell)


def prefix(name: str) -> str:
    """How the names of a game's functions begin.

    >>> prefix("three-bags")
    'three_bags_'
    """
    return name.replace("-", "_") + "_"


class Rooms:
    """The arguments that functions of a game take."""

    def __init__(self, rules: Ruleset) -> None:
        self.telling, self.position = map(numba.from_dtype, (telling_type(rules.position_type), rules.position_type))
        self.moves, self.scores = Room(int32, (rules.most_legal,)), Room(float64, (rules.most_legal,))
        self.cards, self.dice = Room(int8, (rules.card_count,)), Room(uint64, (1,))
        self.weights = Room(float64, (max(len(weights_of(rules, "tuned")), 1),))
        self.settings = Room(float64, (len(Search(1).settings_for(rules)),))
        self.one, self.nodes = Room(self.position, (1,)), Room(numba.from_dtype(NODE), (OPEN,))
        self.on_the_way = (Room(int32, (rules.move_count,)), Room(int32, (DEEPEST,)), Room(int8, (DEEPEST,)))


def add_play(library: Library, rules: Ruleset) -> None:
    """What plays a game. `deal` and `play` take a position with room for facts, the others one without."""
    own, rooms = prefix(rules.name), Rooms(rules)
    by_seat = Room(int32, (MOST_SEATS,))
    library.add(own + "deal", rules.rules.deal, rooms.telling)
    library.add(own + "play", telling_play, rooms.telling, int64)
    library.add(own + "legal", rules.rules.legal, rooms.position, rooms.moves)
    library.add(own + "result", rules.rules.result, rooms.position, by_seat, by_seat)
    library.add(own + "redeal", rules.rules.redeal, rooms.position, int64, rooms.dice, rooms.cards)


def add_game(library: Library, rules: Ruleset) -> None:
    """What plays a game, shows it, and lets bots think."""
    own, rooms = prefix(rules.name), Rooms(rules)
    position, dice = rooms.position, rooms.dice
    row = Room(int32, (rules.layout.size,))
    add_play(library, rules)
    library.add(own + "observe_public", rules.seen.observe_public, position, int64, row)
    library.add(own + "observe_private", rules.seen.observe_private, position, int64, row)
    library.add(own + "observe", observe, position, int64, Room(int16, (rules.layout.size,)))
    heuristic = rules.heuristic.heuristic if rules.heuristic else no_preference
    library.add(own + "heuristic", heuristic, position, rooms.moves, int64, rooms.weights, rooms.scores)
    library.add(
        own + "think",
        think,
        rooms.one,  # the position to think about, with what is hidden dealt anew
        rooms.one,  # scratch
        int64,  # seat
        rooms.nodes,  # the tree
        int64,  # nodes used so far
        int64,  # simulations
        *rooms.on_the_way,
        rooms.weights,
        Room(float64, (len(worths_of(rules)),)),
        rooms.settings,
        dice,
        rooms.moves,
        rooms.cards,
        rooms.scores,
        Room(float64, (2, MOST_SEATS)),
    )
    library.add(own + "random_games", random_games, rooms.one, rooms.one, int64, dice, rooms.moves)


def add_analysis(library: Library, rules: Ruleset) -> None:
    """What plays a game and follows it: the loops of `analysis.playouts`, and how their coefficients are fitted."""
    own, rooms = prefix(rules.name), Rooms(rules)
    rows, worths = units_of(rules).shape
    features = rows + 1
    by_seat, won = Room(float64, (MOST_SEATS,)), Room(float64, (OPEN,))
    units, coefficients = Room(float64, (rows, worths)), Room(float64, (STAGES, features))
    outcome, counts = Room(int64, (2, MOST_SEATS)), Room(float64, (features, MOST_SEATS))
    model, results = (rooms.weights, rooms.settings, units, coefficients), (outcome, counts, by_seat)
    noted, winners = Room(float64, (GAMES, STAGES, features, MOST_SEATS)), Room(float64, (GAMES, MOST_SEATS))
    hidden = (rooms.dice, rooms.dice, rooms.moves, rooms.cards, rooms.scores)

    add_play(library, rules)
    library.add(
        own + "note_games",
        note_games,
        rooms.one,
        rooms.one,
        rooms.weights,
        units,
        rooms.dice,
        rooms.moves,
        rooms.scores,
        outcome,
        noted,
        winners,
    )
    scratch = (Room(float64, (VECTORS, features)), Room(float64, (features, features)), by_seat)
    library.add(own + "fit", fit, noted, winners, int64, *scratch, coefficients)
    library.add(
        own + "follow",
        follow,
        rooms.one,
        rooms.one,
        int64,  # the move that is played first
        int64,  # playouts
        *model,
        rooms.dice,
        rooms.moves,
        rooms.scores,
        *results,
        by_seat,
    )
    library.add(
        own + "explore",
        explore,
        rooms.one,
        rooms.one,
        int64,  # seat
        int64,  # the move that is played first
        rooms.nodes,
        *rooms.on_the_way,
        *model,
        *hidden,
        *results,
        won,
    )
    library.add(
        own + "foresee",
        foresee,
        rooms.one,
        Room(rooms.telling, (1,)),
        rooms.one,  # the same memory, behind the room for facts
        int64,  # seat
        int64,  # the move
        int64,  # moves at most
        *model,
        *hidden,
        *results,
        Room(int32, (OPEN, ROOM)),
        Room(int32, (OPEN,)),
        won,
    )


def add_common(library: Library) -> None:
    """What bots need whatever the game."""
    dice = Room(uint64, (1,))
    library.add("best", best, Room(float64, (OPEN,)), int64, dice)
    library.add("bits", bits, dice)
    library.add("roll", roll, dice, int64)
