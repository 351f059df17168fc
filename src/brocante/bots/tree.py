"""Information-set Monte Carlo tree search, once for all games (SO-ISMCTS: Cowling, Powley and Whitehouse, 2012).

Every simulation deals anew what is hidden from the seat, walks down the one tree that all such worlds share, adds a
node, plays on for a while by heuristic and at random, and adds the outcome to every node on the way, each for the seat
that chose it. A move that is not possible in a world is skipped there; how often it *was* possible is counted.

Only exactly rounded arithmetic is used, so the same dice grow the same tree on every machine.
"""

from typing import Any

import numpy as np

from brocante.bots.heuristic import best
from brocante.games.chance import bits, roll
from brocante.games.compiled import compiled
from brocante.games.rules import evaluate, heuristic, legal, play, redeal, stage

NODE = np.dtype(
    [
        ("value", np.float64),  # sum of rewards of the seat that chose the move
        ("visits", np.int32),
        ("possible", np.int32),  # how often the move could have been chosen
        ("move", np.int32),
        ("child", np.int32),  # the first; 0 for none
        ("sibling", np.int32),  # the next; 0 for none
        ("filler", np.int32),
    ],
    align=True,
)
DEEPEST = 400

# Settings, in this order: each game's `SEARCH` names them.
EXPLORE, CHANCE_MOVES, CUT, SCALE, WIDE, WIDEN = range(6)
VALUES, REWARDS = range(2)  # rows of `outcome`


@compiled
def think(
    root: Any,
    world: Any,
    seat: int,
    nodes: Any,
    used: int,
    simulations: int,
    slots: Any,
    path: Any,
    movers: Any,
    weights: Any,
    worths: Any,
    settings: Any,
    dice: Any,
    moves: Any,
    cards: Any,
    scores: Any,
    outcome: Any,
) -> int:
    """Run simulations while there are nodes left; how many nodes are used then.

    Scratch arrays: `slots` has a place for every move, `path` and `movers` have one for every step down the tree.
    """
    position = world[0]
    for _ in range(simulations):
        if used >= len(nodes):
            break
        world[0] = root[0]
        redeal(position, seat, dice, cards)
        depth, used = descend(position, nodes, used, slots, path, movers, weights, settings, dice, moves, scores)
        play_on(position, weights, settings, dice, moves, scores)
        reward(position, worths, settings[SCALE], outcome)
        back_up(nodes, path, movers, depth, outcome[REWARDS])
    return used


@compiled
def descend(
    position: Any,
    nodes: Any,
    used: int,
    slots: Any,
    path: Any,
    movers: Any,
    weights: Any,
    settings: Any,
    dice: Any,
    moves: Any,
    scores: Any,
) -> Any:
    """Walk down the tree, playing, until a node has been added or the game is over; how deep, and how many nodes are
    used then. `path` and `movers` hold the nodes on the way and the seats that chose them."""
    node, depth, fresh = 0, 0, False
    while position.turn >= 0 and depth < DEEPEST and not fresh:
        count = legal(position, moves)
        note_children(nodes, node, slots, True)
        chosen, known = most_promising(nodes, slots, moves, count, settings)
        fresh = known < count and known < settings[WIDE] + settings[WIDEN] * np.sqrt(float(nodes[node].visits))
        if fresh:
            move = unknown_move(position, moves, count, slots, weights, dice, scores)
            chosen = used
            used += 1
        note_children(nodes, node, slots, False)
        if fresh:
            add_child(nodes, node, chosen, move)
        else:
            move = nodes[chosen].move
        path[depth] = chosen
        movers[depth] = position.turn
        depth += 1
        node = chosen
        play(position, move)
    return depth, used


@compiled
def back_up(nodes: Any, path: Any, movers: Any, depth: int, rewards: Any) -> None:
    """Add an outcome to every node on the way, for the seat that chose it."""
    nodes[0].visits += 1
    for i in range(depth):
        nodes[path[i]].visits += 1
        nodes[path[i]].value += rewards[movers[i]]


@compiled
def note_children(nodes: Any, node: int, slots: Any, noted: bool) -> None:
    """Note the node of each move that has one; or clear the notes."""
    child = nodes[node].child
    while child > 0:
        slots[nodes[child].move] = child if noted else 0
        child = nodes[child].sibling


@compiled
def most_promising(nodes: Any, slots: Any, moves: Any, count: int, settings: Any) -> Any:
    """The child with the highest upper confidence bound among the legal moves, and how many of these are children."""
    chosen, known, highest = 0, 0, -1.0
    for i in range(count):
        child = slots[moves[i]]
        if child > 0:
            known += 1
            nodes[child].possible += 1
            visits = float(nodes[child].visits)
            doubt = np.sqrt(bit_length(nodes[child].possible) / visits)
            bound = nodes[child].value / visits + settings[EXPLORE] * doubt
            if bound > highest:
                chosen, highest = child, bound
    return chosen, known


@compiled
def bit_length(number: int) -> int:
    """A logarithm that is the same on every machine."""
    length = 0
    while number > 0:
        number >>= 1
        length += 1
    return length


@compiled
def unknown_move(position: Any, moves: Any, count: int, slots: Any, weights: Any, dice: Any, scores: Any) -> Any:
    """The move without a node that looks best."""
    heuristic(position, moves, count, weights, scores)
    for i in range(count):
        if slots[moves[i]] > 0:
            scores[i] = -np.inf
    return moves[best(scores, count, dice)]


@compiled
def add_child(nodes: Any, node: int, child: int, move: int) -> None:
    nodes[child].value = 0.0
    nodes[child].visits = 0
    nodes[child].possible = 1
    nodes[child].move = move
    nodes[child].child = 0
    nodes[child].sibling = nodes[node].child
    nodes[node].child = child


@compiled
def play_on(position: Any, weights: Any, settings: Any, dice: Any, moves: Any, scores: Any) -> None:
    """Play on, mostly by heuristic, sometimes at random, until the game ends or the horizon is reached."""
    end = stage(position) + settings[CUT]
    chance_moves = np.uint64(settings[CHANCE_MOVES] * 4294967295.0)
    while position.turn >= 0 and stage(position) < end:
        count = legal(position, moves)
        chosen = 0
        if count > 1:
            if bits(dice) >> np.uint64(32) <= chance_moves and settings[CHANCE_MOVES] > 0:
                chosen = roll(dice, count)
            else:
                heuristic(position, moves, count, weights, scores)
                chosen = best(scores, count, dice)
        play(position, moves[chosen])


@compiled
def reward(position: Any, worths: Any, scale: float, outcome: Any) -> None:
    """Turn expected scores into rewards between 0 and 1: the margin over the best of the others, flattened for large
    margins."""
    evaluate(position, worths, outcome[VALUES])
    for seat in range(position.players):
        most = -1e9
        for other in range(position.players):
            if other != seat and outcome[VALUES, other] > most:
                most = outcome[VALUES, other]
        margin = outcome[VALUES, seat] - most
        outcome[REWARDS, seat] = 0.5 + 0.5 * margin / (scale + abs(margin))


def children_of(nodes: Any, moves: Any, *fields: str) -> list[Any]:
    """Figures of the root's child for each of the moves, in their order; 0 where there is none."""
    by_move = {}
    child = int(nodes[0]["child"])
    while child:
        by_move[int(nodes[child]["move"])] = nodes[child]
        child = int(nodes[child]["sibling"])
    nothing = np.zeros(1, NODE)[0]
    return [np.array([by_move.get(int(move), nothing)[field] for move in moves]) for field in fields]
