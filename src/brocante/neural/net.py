"""A net as compiled code takes it, and its thinking, in whole numbers only.

What is seen are steps of thermometers, 1 or 0. Two layers look at each kind of things with the same weights, and a
trunk of three layers looks at the whole; each hears from the other. In a game without kinds the trunk is all there
is. Weights have 8 bits, activations 15, with 8 of them behind the point; a factor and an offset for each unit turn
sums of products into activations. Nothing is rounded otherwise on another machine, and nothing is allocated.
"""

from typing import Any, NamedTuple

import numpy as np

from brocante.games.compiled import compiled
from brocante.games.layout import NUMBER
from brocante.games.perception import Perception, Scales
from brocante.games.rules import action_of, legal, observe, perceive
from brocante.games.ruleset import Ruleset

POINT = 8  # bits of an activation behind the point
ONE = 1 << POINT
MOST = (1 << 14) - 1  # an activation; 512 of them times 8-bit weights stay below 2³¹
SHIFT = 24  # bits of a factor behind the point
VALUE_POINT = 16  # bits of a value behind the point


class Layer(NamedTuple):
    """`weights[input, unit]`; the activation of a unit is (sum · factor + offset) / 2²⁴."""

    weights: Any  # int8
    factors: Any  # int64
    offsets: Any  # int64


class Net(NamedTuple):
    """What is seen, and the layers. Inputs of a layer, in this order:

    kind_1: steps of the kind, common steps; trunk_1: pools of kinds, common steps; kind_2: the kind, the trunk;
    trunk_2: pools of kinds, the trunk; trunk_3: the trunk; by_kind: the kind, the trunk; others, value: the trunk.
    """

    common: Scales
    kind: Scales
    common_numbers: Any
    kind_numbers: Any
    pools: Any
    kind_1: Layer
    trunk_1: Layer
    kind_2: Layer
    trunk_2: Layer
    trunk_3: Layer
    by_kind: Layer
    others: Layer
    value: Layer


class Room(NamedTuple):
    """Scratch for thinking, and its outcome: `logits` of all actions, with 8 bits behind the point."""

    observation: Any
    numbers: Any
    seen: Any  # the steps reached
    seen_of_kind: Any
    narrow: Any  # sums of a kind's layer
    base: Any  # the part of them that all kinds share
    wide: Any  # sums of a layer of the trunk
    pools: Any
    kinds_1: Any
    kinds_2: Any
    trunk: Any  # activations of its last layer so far
    roles: Any
    others: Any
    one: Any
    logits: Any
    actions: Any  # of the legal moves


def room_for(rules: Ruleset, net: Net) -> Room:
    """Scratch for a net of this game."""
    shape: Perception = rules.needed_perception().PERCEPTION
    narrow, wide = net.kind_1.weights.shape[1], net.trunk_1.weights.shape[1]
    return Room(
        observation=np.zeros(rules.layout.size, NUMBER),
        numbers=np.zeros(shape.numbers, np.int16),
        seen=np.zeros(shape.common.size, np.int32),
        seen_of_kind=np.zeros(shape.kind.size, np.int32),
        narrow=np.zeros(narrow, np.int32),
        base=np.zeros(narrow, np.int32),
        wide=np.zeros(wide, np.int32),
        pools=np.zeros((shape.pool_count, narrow), np.int32),
        kinds_1=np.zeros((shape.kinds, narrow), np.int32),
        kinds_2=np.zeros((shape.kinds, narrow), np.int32),
        trunk=np.zeros(wide, np.int32),
        roles=np.zeros(shape.roles, np.int32),
        others=np.zeros(net.others.weights.shape[1], np.int32),
        one=np.zeros(1, np.int32),
        logits=np.zeros(shape.actions, np.int32),
        actions=np.zeros(rules.most_legal, np.int32),
    )


@compiled
def consider(position: Any, net: Net, room: Room, moves: Any) -> Any:
    """Think about a position from what the seat to move may see: logits into `room`, the legal moves into `moves`, and
    their actions into `room`. How many moves there are, and what the seat may expect."""
    room.observation[:] = 0
    observe(position, position.turn, room.observation)
    perceive(position, room.observation, room.numbers)
    value = think(net, room)
    count = legal(position, moves)
    for i in range(count):
        room.actions[i] = action_of(position, moves[i])
    return count, value


@compiled
def think(net: Net, room: Room) -> int:
    """From numbers to logits; what is expected, with 16 bits behind the point."""
    seen = reached(room.numbers, net.common_numbers, net.common, room.seen)
    kinds, width = room.kinds_1.shape
    pooled = room.pools.shape[0] * width
    if kinds > 0:
        look_at_kinds(net, room, seen)
    room.wide[:] = 0
    add_rows(room.seen, seen, net.trunk_1.weights, pooled, room.wide)
    add_pools(room.pools, net.trunk_1.weights, room.wide)
    activate(room.wide, net.trunk_1, room.trunk)
    if kinds > 0:
        look_again(net, room)
    room.wide[:] = 0
    add_products(room.trunk, net.trunk_2.weights, pooled, room.wide)
    add_pools(room.pools, net.trunk_2.weights, room.wide)
    activate(room.wide, net.trunk_2, room.trunk)
    room.wide[:] = 0
    add_products(room.trunk, net.trunk_3.weights, 0, room.wide)
    activate(room.wide, net.trunk_3, room.trunk)
    speak(net, room)
    room.one[:] = 0
    add_products(room.trunk, net.value.weights, 0, room.one)
    return settled(room.one, net.value, 0, SHIFT - (VALUE_POINT - POINT))


@compiled
def look_at_kinds(net: Net, room: Room, seen: int) -> None:
    kinds, width = room.kinds_1.shape
    own = room.seen_of_kind.size
    room.base[:] = 0
    add_rows(room.seen, seen, net.kind_1.weights, own, room.base)
    room.pools[:] = 0
    for kind in range(kinds):
        for j in range(width):
            room.narrow[j] = room.base[j]
        seen_of_kind = reached(room.numbers, net.kind_numbers[kind], net.kind, room.seen_of_kind)
        add_rows(room.seen_of_kind, seen_of_kind, net.kind_1.weights, 0, room.narrow)
        activate(room.narrow, net.kind_1, room.kinds_1[kind])
        for j in range(width):
            room.pools[net.pools[kind], j] += room.kinds_1[kind, j]


@compiled
def look_again(net: Net, room: Room) -> None:
    kinds, width = room.kinds_1.shape
    room.base[:] = 0
    add_products(room.trunk, net.kind_2.weights, width, room.base)
    room.pools[:] = 0
    for kind in range(kinds):
        for j in range(width):
            room.narrow[j] = room.base[j]
        add_products(room.kinds_1[kind], net.kind_2.weights, 0, room.narrow)
        activate(room.narrow, net.kind_2, room.kinds_2[kind])
        for j in range(width):
            room.pools[net.pools[kind], j] += room.kinds_2[kind, j]


@compiled
def speak(net: Net, room: Room) -> None:
    """The logits: first those of kinds, role after role, then the others."""
    kinds, width = room.kinds_1.shape
    roles = room.roles.size
    for kind in range(kinds):
        room.roles[:] = 0
        add_products(room.kinds_2[kind], net.by_kind.weights, 0, room.roles)
        add_products(room.trunk, net.by_kind.weights, width, room.roles)
        for role in range(roles):
            room.logits[role * kinds + kind] = settled(room.roles, net.by_kind, role, SHIFT)
    room.others[:] = 0
    add_products(room.trunk, net.others.weights, 0, room.others)
    for j in range(room.others.size):
        room.logits[roles * kinds + j] = settled(room.others, net.others, j, SHIFT)


@compiled
def reached(numbers: Any, places: Any, scales: Scales, steps: Any) -> int:
    """Which steps the sums of these numbers reach; how many."""
    count, term, step = 0, 0, 0
    for i in range(scales.terms_end.size):
        value = 0
        while term < scales.terms_end[i]:
            value += numbers[places[scales.places[term]]] * scales.factors[term]
            term += 1
        while step < scales.steps_end[i] and value >= scales.steps[step]:
            steps[count] = step
            count += 1
            step += 1
        step = scales.steps_end[i]
    return count


@compiled
def add_rows(steps: Any, count: int, weights: Any, begin: int, sums: Any) -> None:
    """Add what each of the steps brings."""
    for i in range(count):
        row = begin + steps[i]
        for j in range(sums.size):
            sums[j] += np.int32(weights[row, j]) << POINT


@compiled
def add_products(activations: Any, weights: Any, begin: int, sums: Any) -> None:
    """Add what each of the activations brings; half of them are 0."""
    for i in range(activations.size):
        x = activations[i]
        if x != 0:
            for j in range(sums.size):
                sums[j] += x * np.int32(weights[begin + i, j])


@compiled
def add_pools(pools: Any, weights: Any, sums: Any) -> None:
    for pool in range(pools.shape[0]):
        add_products(pools[pool], weights, pool * pools.shape[1], sums)


@compiled
def activate(sums: Any, layer: Layer, activations: Any) -> None:
    for j in range(sums.size):
        activations[j] = min(max(settled(sums, layer, j, SHIFT), 0), MOST)


@compiled
def settled(sums: Any, layer: Layer, j: int, shift: int) -> int:
    return (np.int64(sums[j]) * layer.factors[j] + layer.offsets[j]) >> shift
