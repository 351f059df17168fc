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
OFFSETS = 16  # bits by which an offset is moved
VALUE_POINT = 16  # bits of a value behind the point


class Layer(NamedTuple):
    """`weights[input, unit]`; the activation of a unit is (sum · factor + offset · 2¹⁶) / 2²⁴."""

    weights: Any  # int8
    factors: Any  # int32
    offsets: Any  # int32


class Net(NamedTuple):
    """What is seen, and the layers. Inputs of a layer, in this order:

    kind_1: steps of the kind, common steps; trunk_1: pools of kinds, common steps; kind_2: the kind, the trunk;
    trunk_2: pools of kinds, the trunk; trunk_3: the trunk; by_kind: the kind, the trunk; others, value: the trunk.

    A thermometer that reaches a step has reached those below it: `kind_steps` and `trunk_steps` are the rows of steps
    in the first layers, each with the rows of the steps below it added, so that one row stands for a thermometer.
    """

    common: Scales
    kind: Scales
    kind_places: Any  # for each kind, what `places` of `kind` are
    pools: Any
    kind_1: Layer
    trunk_1: Layer
    kind_2: Layer
    trunk_2: Layer
    trunk_3: Layer
    by_kind: Layer
    others: Layer
    value: Layer
    kind_steps: Any  # int16
    trunk_steps: Any  # int16


class Room(NamedTuple):
    """Scratch for thinking, and its outcome: `logits` of all actions, with 8 bits behind the point."""

    observation: Any
    numbers: Any
    values: Any  # of thermometers
    seen: Any  # the last step of each thermometer that reaches one
    seen_of_kind: Any
    active: Any  # where activations are not 0
    narrow: Any  # sums of a kind's layer
    base: Any  # the part of them that all kinds share
    wide: Any  # sums of a layer of the trunk
    pools: Any
    kinds_1: Any
    kinds_2: Any
    trunk: Any  # activations of its last layer so far
    roles: Any  # logits of a kind
    shared_roles: Any  # the part of them that all kinds share
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
        values=np.zeros(max(net.common.lows.size, net.kind.lows.size), np.int32),
        seen=np.zeros(net.common.lows.size, np.int32),
        seen_of_kind=np.zeros(net.kind.lows.size, np.int32),
        active=np.zeros(max(wide, shape.pool_count * narrow), np.int32),
        narrow=np.zeros(narrow, np.int32),
        base=np.zeros(narrow, np.int32),
        wide=np.zeros(wide, np.int32),
        pools=np.zeros(shape.pool_count * narrow, np.int32),
        kinds_1=np.zeros((shape.kinds, narrow), np.int32),
        kinds_2=np.zeros((shape.kinds, narrow), np.int32),
        trunk=np.zeros(wide, np.int32),
        roles=np.zeros(shape.roles, np.int32),
        shared_roles=np.zeros(shape.roles, np.int32),
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
    seen = reached(room.numbers, net.common.places, net.common, room.values, room.seen)
    kinds = room.kinds_1.shape[0]
    pooled = room.pools.size
    if kinds > 0:
        look_at_kinds(net, room, seen)
    room.wide[:] = 0
    add_steps(room.seen, seen, net.trunk_steps, 0, room.wide)
    move_point(room.wide)
    add_products(room.pools, net.trunk_1.weights, 0, room.wide, room.active)
    activate(room.wide, net.trunk_1, room.trunk)
    if kinds > 0:
        look_again(net, room)
    room.wide[:] = 0
    add_products(room.trunk, net.trunk_2.weights, pooled, room.wide, room.active)
    add_products(room.pools, net.trunk_2.weights, 0, room.wide, room.active)
    activate(room.wide, net.trunk_2, room.trunk)
    room.wide[:] = 0
    add_products(room.trunk, net.trunk_3.weights, 0, room.wide, room.active)
    activate(room.wide, net.trunk_3, room.trunk)
    speak(net, room)
    room.one[:] = 0
    add_products(room.trunk, net.value.weights, 0, room.one, room.active)
    return settled(room.one, net.value, 0, SHIFT - (VALUE_POINT - POINT))


@compiled
def look_at_kinds(net: Net, room: Room, seen: int) -> None:
    kinds = room.kinds_1.shape[0]
    own = net.kind_steps.shape[0] - net.trunk_steps.shape[0]
    room.base[:] = 0
    add_steps(room.seen, seen, net.kind_steps, own, room.base)
    room.pools[:] = 0
    for kind in range(kinds):
        copy(room.base, room.narrow)
        seen_of_kind = reached(room.numbers, net.kind_places[kind], net.kind, room.values, room.seen_of_kind)
        add_steps(room.seen_of_kind, seen_of_kind, net.kind_steps, 0, room.narrow)
        move_point(room.narrow)
        activate(room.narrow, net.kind_1, room.kinds_1[kind])
        add_to_pool(room.kinds_1[kind], net.pools[kind], room.pools)


@compiled
def look_again(net: Net, room: Room) -> None:
    kinds, width = room.kinds_1.shape
    room.base[:] = 0
    add_products(room.trunk, net.kind_2.weights, width, room.base, room.active)
    room.pools[:] = 0
    for kind in range(kinds):
        copy(room.base, room.narrow)
        add_products(room.kinds_1[kind], net.kind_2.weights, 0, room.narrow, room.active)
        activate(room.narrow, net.kind_2, room.kinds_2[kind])
        add_to_pool(room.kinds_2[kind], net.pools[kind], room.pools)


@compiled
def speak(net: Net, room: Room) -> None:
    """The logits: first those of kinds, role after role, then the others."""
    kinds, width = room.kinds_1.shape
    roles = room.roles.size
    if kinds > 0:
        room.shared_roles[:] = 0
        add_products(room.trunk, net.by_kind.weights, width, room.shared_roles, room.active)
    for kind in range(kinds):
        copy(room.shared_roles, room.roles)
        add_products(room.kinds_2[kind], net.by_kind.weights, 0, room.roles, room.active)
        for role in range(roles):
            room.logits[role * kinds + kind] = settled(room.roles, net.by_kind, role, SHIFT)
    room.others[:] = 0
    add_products(room.trunk, net.others.weights, 0, room.others, room.active)
    for j in range(room.others.size):
        room.logits[roles * kinds + j] = settled(room.others, net.others, j, SHIFT)


@compiled
def reached(numbers: Any, places: Any, scales: Scales, values: Any, steps: Any) -> int:
    """The last step of each thermometer that reaches one with the numbers at these places; how many do."""
    thermometers = scales.lows.size
    for i in range(thermometers):
        values[i] = numbers[places[i]] * scales.factors[i]
    for i in range(scales.owners.size):
        values[scales.owners[i]] += numbers[places[thermometers + i]] * scales.factors[thermometers + i]
    count = 0
    for i in range(thermometers):
        step = scales.last[scales.origins[i] + min(max(values[i], scales.lows[i]), scales.highs[i])]
        steps[count] = step
        count += step >= 0
    return count


@compiled
def add_steps(steps: Any, count: int, rows: Any, begin: int, sums: Any) -> None:
    """Add what each of the thermometers brings: four at a time, since going over the sums takes longer than adding."""
    whole = count // 4 * 4
    for i in range(0, whole, 4):
        a, b = rows[begin + steps[i]], rows[begin + steps[i + 1]]
        c, d = rows[begin + steps[i + 2]], rows[begin + steps[i + 3]]
        for j in range(sums.size):
            sums[j] += a[j] + b[j] + c[j] + d[j]
    for i in range(whole, count):
        a = rows[begin + steps[i]]
        for j in range(sums.size):
            sums[j] += a[j]


@compiled
def copy(numbers: Any, to: Any) -> None:
    for j in range(to.size):
        to[j] = numbers[j]


@compiled
def move_point(sums: Any) -> None:
    """Of steps, which are ones, to that of activations."""
    for j in range(sums.size):
        sums[j] <<= POINT


@compiled
def add_products(activations: Any, weights: Any, begin: int, sums: Any, active: Any) -> None:
    """Add what each of the activations brings, four at a time; most of them are 0."""
    count = 0
    for i in range(activations.size):
        active[count] = i
        count += activations[i] != 0
    whole = count // 4 * 4
    for i in range(0, whole, 4):
        first, second, third, fourth = active[i], active[i + 1], active[i + 2], active[i + 3]
        w, x = activations[first], activations[second]
        y, z = activations[third], activations[fourth]
        a, b = weights[begin + first], weights[begin + second]
        c, d = weights[begin + third], weights[begin + fourth]
        for j in range(sums.size):
            sums[j] += w * np.int32(a[j]) + x * np.int32(b[j]) + y * np.int32(c[j]) + z * np.int32(d[j])
    for i in range(whole, count):
        x = activations[active[i]]
        a = weights[begin + active[i]]
        for j in range(sums.size):
            sums[j] += x * np.int32(a[j])


@compiled
def add_to_pool(activations: Any, pool: int, pools: Any) -> None:
    begin = pool * activations.size
    for j in range(activations.size):
        pools[begin + j] += activations[j]


@compiled
def activate(sums: Any, layer: Layer, activations: Any) -> None:
    for j in range(sums.size):
        activations[j] = min(max(settled(sums, layer, j, SHIFT), 0), MOST)


@compiled
def settled(sums: Any, layer: Layer, j: int, shift: int) -> int:
    return (np.int64(sums[j]) * layer.factors[j] + (np.int64(layer.offsets[j]) << OFFSETS)) >> shift


@compiled
def add_up_steps(net: Net) -> None:
    """Write `kind_steps` and `trunk_steps`."""
    common = net.trunk_steps.shape[0]
    own, pooled = net.kind_steps.shape[0] - common, net.trunk_1.weights.shape[0] - common
    add_up(net.kind, net.kind_1.weights, 0, net.kind_steps, 0)
    add_up(net.common, net.kind_1.weights, own, net.kind_steps, own)
    add_up(net.common, net.trunk_1.weights, pooled, net.trunk_steps, 0)


@compiled
def add_up(scales: Scales, weights: Any, begin: int, rows: Any, at: int) -> None:
    step = 0
    for i in range(scales.steps_end.size):
        first = step
        while step < scales.steps_end[i]:
            for j in range(rows.shape[1]):
                below = rows[at + step - 1, j] if step > first else 0
                rows[at + step, j] = below + weights[begin + step, j]
            step += 1
