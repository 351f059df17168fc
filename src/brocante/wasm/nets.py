"""Nets in WebAssembly: a module for each game that thinks with its net, and the net as the module takes it.

All that the module works with lies in one block of memory, the desk. What never changes comes first, so the net's file
is the beginning of the desk, compressed; what follows from it is computed when it is loaded.
"""

import zlib
from typing import Any, NamedTuple

import numba
import numpy as np
from numba import float64, int32, int64

from brocante.analysis.thinking_on import think_on
from brocante.bots.heuristic import USUAL, weights_of
from brocante.bots.neural import CANDIDATES, EXPLORE, TRUST
from brocante.bots.plan import plan, take_turns
from brocante.bots.tree import DEEPEST, NODE
from brocante.games.chance import bits
from brocante.games.compiled import compiled
from brocante.games.ruleset import Ruleset
from brocante.games.seats import MOST_SEATS
from brocante.neural.file import bytes_of, laid_out
from brocante.neural.net import Net, add_up_steps, room_for
from brocante.neural.net import Room as NetRoom
from brocante.neural.odds import weigh
from brocante.wasm.description import NetDescription
from brocante.wasm.target import OPEN, Block, Library, Room

SEEN = ("root", "dice", "chances")  # parts of the desk that the caller writes or reads
DERIVED = "net.kind_steps"  # the first that is not in the file


class Desk(NamedTuple):
    """A net, and what thinking with it takes."""

    settings: Any  # of thinking ahead
    weights: Any  # of the rules of thumb that others may go by
    net: Net
    root: Any  # the position to think about, with what is hidden dealt anew
    dice: Any  # of the bot
    chances: Any  # the odds of each legal move
    seed: Any  # of the worlds of a thought
    world: Any
    slots: Any
    path: Any
    rolled: Any
    moves: Any
    first_moves: Any
    cards: Any
    likes: Any
    scores: Any
    habits: Any
    ranks: Any
    room: NetRoom


def desk_for(rules: Ruleset) -> Desk:
    """With the net that comes with the game."""
    net = laid_out(bytes_of(rules), rules, rules.title)
    return Desk(
        settings=np.array([EXPLORE, TRUST, rules.ahead.heuristics]),
        weights=weights_of(rules, USUAL),
        net=net,
        root=np.zeros(1, rules.position_type),
        dice=np.zeros(1, np.uint64),
        chances=np.zeros(rules.most_legal, np.int64),
        seed=np.zeros(1, np.uint64),
        world=np.zeros(1, rules.position_type),
        slots=np.zeros(rules.move_count, np.int32),
        path=np.zeros(DEEPEST, np.int32),
        rolled=np.zeros(1, np.uint64),
        moves=rules.scratch(),
        first_moves=rules.scratch(),
        cards=np.zeros(rules.card_count, np.int8),
        likes=np.zeros(rules.most_legal),
        scores=np.zeros(rules.most_legal),
        habits=np.zeros(MOST_SEATS, np.int8),
        ranks=np.zeros((2, MOST_SEATS), np.int32),
        room=room_for(rules, net),
    )


@compiled
def prepare(desk: Desk) -> None:
    """Once, when the net has been loaded."""
    add_up_steps(desk.net)


@compiled
def weigh_moves(desk: Desk) -> Any:
    """Write the odds of each legal move; the index of the best."""
    _, best = weigh(desk.root, desk.net, desk.room, desk.moves, desk.chances)
    return best


@compiled
def begin_plan(desk: Desk, moves: int, turns: Any) -> None:
    """Begin a thought of as many simulations as there is room for turns."""
    desk.seed[0] = bits(desk.dice)
    take_turns(min(CANDIDATES, moves), turns.size, turns)


@compiled
def go_on_with_plan(desk: Desk, seat: int, nodes: Any, used: int, simulations: int, turns: Any) -> int:
    """Run simulations; how many nodes are used then."""
    return plan(
        desk.root,
        desk.world,
        seat,
        nodes,
        used,
        simulations,
        turns,
        desk.slots,
        desk.path,
        desk.settings,
        desk.seed[0],
        desk.rolled,
        desk.moves,
        desk.first_moves,
        desk.cards,
        desk.chances,
        desk.likes,
        desk.weights,
        desk.scores,
        desk.habits,
        desk.ranks,
        desk.net,
        desk.room,
    )


@compiled
def think_on_after(desk: Desk, seat: int, first: int, nodes: Any, won: Any) -> None:
    """What the seat may expect after a move, in a world for each of `won`."""
    desk.seed[0] = bits(desk.dice)
    think_on(
        desk.root,
        desk.world,
        seat,
        first,
        nodes,
        desk.slots,
        desk.path,
        desk.settings,
        desk.seed[0],
        desk.rolled,
        desk.moves,
        desk.cards,
        desk.chances,
        desk.weights,
        desk.scores,
        desk.habits,
        desk.ranks,
        desk.net,
        desk.room,
        won,
    )


def add_net(library: Library, desk: Block) -> None:
    """The functions of a module."""
    nodes, turns = Room(numba.from_dtype(NODE), (OPEN,)), Room(int32, (OPEN,))
    library.add("prepare", prepare, desk)
    library.add("weigh", weigh_moves, desk)
    library.add("begin", begin_plan, desk, int64, turns)
    library.add("plan", go_on_with_plan, desk, int64, nodes, int64, int64, turns)
    library.add("think_on", think_on_after, desk, int64, int64, nodes, Room(float64, (OPEN,)))


def packed(desk: Block) -> bytes:
    """The net as a file."""
    end, _ = desk.parts[DERIVED]
    content = bytearray(end)
    for offset, array in desk.parts.values():
        if offset < end:
            content[offset : offset + array.nbytes] = array.tobytes()
    return zlib.compress(bytes(content), 9)


def net_description(desk: Block, stack: int, heap: int) -> NetDescription:
    """Of a module that was built with this desk."""
    return NetDescription(
        stack=stack,
        heap=heap,
        size=desk.size,
        at={name: desk.parts[name][0] for name in SEEN},
    )
