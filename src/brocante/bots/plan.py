"""Thinking ahead with a net: it says which moves are worth a look, what others will play, and what a position is
worth.

Every simulation deals anew what is hidden from the seat and plays on. The own moves are chosen in a tree, by the
bound of PUCT (Silver et al., 2017): what the move has brought so far, and the more the net likes it and the less it
was tried. All others play as the net would. The tree has own moves only: what others play and draw is averaged over.
Where it ends, the net plays on for a few own moves and then says what it expects.

Only exactly rounded arithmetic is used, so the same dice grow the same tree on every machine.
"""

from typing import Any

import numpy as np

from brocante.bots.tree import DEEPEST, add_child, note_children
from brocante.games.compiled import compiled
from brocante.games.rules import legal, play, redeal, result
from brocante.neural.net import VALUE_POINT, Net, Room, consider
from brocante.neural.odds import drawn, odds

# Settings, in this order.
EXPLORE, AHEAD = range(2)
SPARE = 6  # a move that is one action with the move before it has 2⁻⁶ of its odds


@compiled
def plan(
    root: Any,
    world: Any,
    seat: int,
    nodes: Any,
    used: int,
    simulations: int,
    slots: Any,
    path: Any,
    settings: Any,
    dice: Any,
    moves: Any,
    cards: Any,
    chances: Any,
    ranks: Any,
    net: Net,
    room: Room,
) -> int:
    """Run simulations while there are nodes left; how many nodes are used then."""
    position = world[0]
    for _ in range(simulations):
        if used >= len(nodes):
            break
        world[0] = root[0]
        redeal(position, seat, dice, cards)
        node, depth, beyond, expected = 0, 0, -1, 0.0
        while position.turn >= 0:
            count = legal(position, moves)
            own = position.turn == seat
            if count == 1:
                play(position, moves[0])
                continue
            count, value = consider(position, net, room, moves)
            if own and (beyond == 0 or depth >= DEEPEST):
                expected = share_of(position.players, value)
                break
            total = odds(room, count, chances)
            if not own or beyond > 0:
                beyond -= own
                play(position, moves[drawn(chances, count, total, dice)])
                continue
            note_children(nodes, node, slots, True)
            best = most_promising(nodes, node, slots, moves, count, chances, total, settings[EXPLORE], room)
            child = slots[moves[best]]
            note_children(nodes, node, slots, False)
            if child == 0:
                child = used
                used += 1
                add_child(nodes, node, child, moves[best])
                beyond = int(settings[AHEAD])
            path[depth] = child
            depth += 1
            node = child
            play(position, moves[best])
        if position.turn < 0:
            expected = won(position, seat, ranks)
        nodes[0].visits += 1
        nodes[0].value += expected
        for i in range(depth):
            nodes[path[i]].visits += 1
            nodes[path[i]].value += expected
    return used


@compiled
def most_promising(
    nodes: Any, node: int, slots: Any, moves: Any, count: int, chances: Any, total: int, explore: float, room: Room
) -> int:
    """The move with the highest bound. One that was not tried yet counts as bringing what its position has so far."""
    tries, usual = 0, 0.5
    if nodes[node].visits > 0:
        usual = nodes[node].value / nodes[node].visits
    for i in range(count):
        if slots[moves[i]] > 0:
            tries += nodes[slots[moves[i]]].visits
    doubt = explore * np.sqrt(float(tries + 1))
    chosen, highest, chance = 0, -1.0, 0.0
    for i in range(count):
        again = i > 0 and room.actions[i] == room.actions[i - 1]
        if not again:
            chance = float(chances[i])
        likely = (chance if not again else chance / (1 << SPARE)) / total
        child = slots[moves[i]]
        visits, mean = 0.0, usual
        if child > 0:
            visits = float(nodes[child].visits)
            mean = nodes[child].value / visits
        bound = mean + doubt * likely / (1.0 + visits)
        if bound > highest:
            chosen, highest = i, bound
    return chosen


@compiled
def share_of(players: int, value: int) -> float:
    """The share of wins that a net expects."""
    return (1.0 + value * (players - 1) / (1 << VALUE_POINT)) / players


@compiled
def won(position: Any, seat: int, ranks: Any) -> float:
    """The share of the win that the seat has."""
    result(position, ranks[0], ranks[1])
    first = 0
    for other in range(position.players):
        first += ranks[1, other] == 1
    return 1.0 / first if ranks[1, seat] == 1 else 0.0
