"""Thinking ahead with a net: it says which moves are worth a look, what others will play, and what a position is
worth.

The moves that the net likes best take turns at the root, and the worse half of them leaves again and again (sequential
halving: Karnin, Koren and Somekh, 2013, as in Gumbel MuZero: Danihelka et al., 2022). Every simulation deals anew what
is hidden from the seat and plays on; the n-th try of each move has the same cards and the same dice, so that moves are
compared in the same worlds. Further own moves are chosen in a tree, by the bound of PUCT (Silver et al., 2017): what
the move has brought so far, and the more the net likes it and the less it was tried. Each of the others plays as the
net would or by rules of thumb: dice decide which in every simulation, as nobody knows whom one has met. The tree has
own moves only: what others play and draw is averaged over. At the first own decision outside the tree the net says what
it expects.

Only exactly rounded arithmetic is used, so the same dice grow the same tree on every machine.
"""

from typing import Any

import numpy as np

from brocante.bots.desk import Desk
from brocante.bots.heuristic import best
from brocante.bots.tree import DEEPEST, add_child, bit_length, note_children
from brocante.games.chance import bits
from brocante.games.compiled import compiled
from brocante.games.rules import heuristic, legal, play, redeal, result
from brocante.neural.net import POINT, VALUE_POINT, Room, consider
from brocante.neural.odds import drawn, odds

# Settings, in this order.
EXPLORE, TRUST, HEURISTICS = range(3)
SPARE = 6  # a move that is one action with the move before it has 2⁻⁶ of its odds
SPARED = 4.0  # and its logit is so much lower: about the logarithm of that
OPINION = 50.0  # as many tries count before the first
WORLDS = np.uint64(0xD1342543DE82EF95)  # from the seed of a world to that of the next
UNIT = 2.0**-53


@compiled
def plan(desk: Desk, seat: int, nodes: Any, used: int, simulations: int, turns: Any) -> int:
    """Run simulations while there are nodes left; how many nodes are used then. `turns` tells of each simulation how
    often its move at the root was tried before."""
    slots, first_moves, likes, room = desk.slots, desk.first_moves, desk.likes, desk.room
    position = desk.world[0]
    desk.world[0] = desk.root[0]
    count, _ = consider(position, desk.net, room, first_moves)
    for i in range(count):
        again = i > 0 and room.actions[i] == room.actions[i - 1]
        likes[i] = room.logits[room.actions[i]] / (1 << POINT) - (SPARED if again else 0.0)
    for _ in range(simulations):
        if used >= len(nodes):
            break
        tries = turns[nodes[0].visits]
        note_children(nodes, 0, slots, True)
        move = first_moves[next_in_turn(nodes, slots, first_moves, count, likes, tries, desk.settings[TRUST])]
        node = slots[move]
        note_children(nodes, 0, slots, False)
        fresh = node == 0
        if fresh:
            node = used
            used += 1
            add_child(nodes, 0, node, move)
        used, expected = simulate(desk, seat, nodes, node, fresh, used, tries)
        nodes[0].visits += 1
        nodes[0].value += expected
    return used


@compiled
def simulate(desk: Desk, seat: int, nodes: Any, node: int, fresh: bool, used: int, number: int) -> Any:
    """Play on after a move at the root, in the world of that number, and add what it brings to the nodes on the way.
    How many nodes are used then, and what it brought."""
    position, path, rolled = desk.world[0], desk.path, desk.rolled
    desk.world[0] = desk.root[0]
    rolled[0] = desk.seed[0] + np.uint64(number) * WORLDS
    rolled[0] = bits(rolled)
    redeal(position, seat, rolled, desk.cards)
    for other in range(position.players):
        desk.habits[other] = (bits(rolled) >> np.uint64(11)) * UNIT < desk.settings[HEURISTICS]
    path[0] = node
    depth, used, expected = walk(desk, seat, nodes, node, fresh, used)
    if position.turn < 0:
        expected = won(position, seat, desk.ranks)
    for i in range(depth):
        nodes[path[i]].visits += 1
        nodes[path[i]].value += expected
    return used, expected


@compiled
def walk(desk: Desk, seat: int, nodes: Any, node: int, fresh: bool, used: int) -> Any:
    """From a move at the root down the tree, until a node has been added or the game is over: how deep, how many nodes
    are used then, and what the net expects."""
    position, moves, slots = desk.world[0], desk.moves, desk.slots
    chances, rolled, room = desk.chances, desk.rolled, desk.room
    play(position, nodes[node].move)
    depth, expected = 1, 0.0
    while position.turn >= 0:
        own = position.turn == seat
        count = legal(position, moves)
        if count == 1:
            play(position, moves[0])
            continue
        if not own and desk.habits[position.turn]:
            heuristic(position, moves, count, desk.weights, desk.scores)
            play(position, moves[best(desk.scores, count, rolled)])
            continue
        count, value = consider(position, desk.net, room, moves)
        if own and (fresh or depth >= DEEPEST):
            expected = share_of(position.players, value)
            break
        total = odds(room, count, chances)
        if not own:
            play(position, moves[drawn(chances, count, total, rolled)])
            continue
        note_children(nodes, node, slots, True)
        chosen = moves[most_promising(nodes, node, slots, moves, count, chances, total, desk.settings[EXPLORE], room)]
        child = slots[chosen]
        note_children(nodes, node, slots, False)
        if child == 0:
            child = used
            used += 1
            add_child(nodes, node, child, chosen)
            fresh = True
        desk.path[depth] = child
        depth += 1
        node = child
        play(position, chosen)
    return depth, used, expected


@compiled
def take_turns(candidates: int, simulations: int, turns: Any) -> None:
    """Write how often the move of each simulation was tried before, by sequential halving: the candidates take turns,
    the better half of them goes on, and the last one is tried once more at least."""
    rounds, done, tries = bit_length(candidates - 1), 0, 0
    while candidates > 1:
        for _ in range(max(1, (simulations - 1) // (rounds * candidates))):
            for _ in range(candidates):
                if done < simulations:
                    turns[done] = tries
                    done += 1
            tries += 1
        candidates = (candidates + 1) // 2
    for i in range(done, simulations):
        turns[i] = tries + i - done


@compiled
def next_in_turn(nodes: Any, slots: Any, moves: Any, count: int, likes: Any, tries: int, trust: float) -> int:
    """Of the moves that were tried so often, the one that looks best by the net's opinion and by what it brought."""
    chosen, highest = 0, -np.inf
    for i in range(count):
        child = slots[moves[i]]
        visits = nodes[child].visits if child > 0 else 0
        if visits == tries:
            looks = likes[i]
            if visits > 0:
                looks += trust * (OPINION + visits) * (nodes[child].value / visits)
            if looks > highest:
                chosen, highest = i, looks
    return chosen


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
