"""Nets in WebAssembly: a module for each game that thinks with its net, and the net as the module takes it.

All that the module works with lies in one block of memory, the desk (`bots/desk.py`). The net's file is its beginning,
compressed; what follows from it is computed when it is loaded.
"""

import zlib
from typing import Any

import numba
from numba import float64, int32, int64

from brocante.analysis.thinking_on import think_on
from brocante.bots.desk import Desk, desk_for
from brocante.bots.neural import CANDIDATES, settings_of
from brocante.bots.plan import plan, take_turns
from brocante.bots.tree import NODE
from brocante.games.chance import bits
from brocante.games.compiled import compiled
from brocante.games.ruleset import Ruleset
from brocante.neural.file import bytes_of, laid_out
from brocante.neural.net import add_up_steps
from brocante.neural.odds import weigh
from brocante.wasm.description import NetDescription
from brocante.wasm.target import OPEN, Block, Library, Room

SEEN = ("root", "dice", "chances")  # parts of the desk that the caller writes or reads
DERIVED = "net.kind_steps"  # the first that is not in the file


def net_desk(rules: Ruleset) -> Desk:
    """With the net that comes with the game."""
    net = laid_out(bytes_of(rules), rules, rules.title)
    return desk_for(rules, net, settings_of(rules))


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
def think_on_after(desk: Desk, seat: int, first: int, nodes: Any, won: Any) -> None:
    """What the seat may expect after a move, in a world for each of `won`."""
    desk.seed[0] = bits(desk.dice)
    think_on(desk, seat, first, nodes, won)


def add_net(library: Library, desk: Block) -> None:
    """The functions of a module."""
    nodes, turns = Room(numba.from_dtype(NODE), (OPEN,)), Room(int32, (OPEN,))
    library.add("prepare", prepare, desk)
    library.add("weigh", weigh_moves, desk)
    library.add("begin", begin_plan, desk, int64, turns)
    library.add("plan", plan, desk, int64, nodes, int64, int64, turns)
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
