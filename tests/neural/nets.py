"""Nets made up at random, and their thinking once more: plain and slow, to compare with."""

from collections.abc import Iterator
from typing import Any

import numpy as np

import brocante
from brocante import Game
from brocante.games.perception import Scales
from brocante.games.ruleset import Ruleset
from brocante.neural.file import written
from brocante.neural.net import MOST, ONE, SHIFT, Net

WIDE, NARROW = 32, 16


def header(rules: Ruleset) -> dict[str, Any]:
    assert rules.perception is not None
    return {
        "game": rules.name,
        "rules": rules.version,
        "layout": rules.layout.version,
        "perception": rules.perception.PERCEPTION.version,
        "players": list(rules.players),
        "options": [{}],
    }


def made_up(rules: Ruleset, seed: int = 1) -> bytes:
    """The file of a net with random weights, as they are after training: small ones, and activations around 1."""
    assert rules.perception is not None
    shape, luck = rules.perception.PERCEPTION, np.random.default_rng(seed)
    pools, steps = shape.pool_count * NARROW, shape.common.size
    inputs = {
        "kind_1": (shape.kind.size + steps, NARROW),
        "trunk_1": (pools + steps, WIDE),
        "kind_2": (NARROW + WIDE, NARROW),
        "trunk_2": (pools + WIDE, WIDE),
        "trunk_3": (WIDE, WIDE),
        "by_kind": (NARROW + WIDE, shape.roles),
        "others": (WIDE, shape.actions - shape.roles * shape.kinds),
        "value": (WIDE, 1),
    }
    arrays = {}
    for layer, size in inputs.items():
        if not shape.kinds and "kind" in layer:
            size = (0, 0)
        arrays[f"{layer}.weights"] = luck.integers(-127, 128, size).astype(np.int8)
        arrays[f"{layer}.factors"] = luck.integers(2**13, 2**15, size[1]).astype(np.int32)
        arrays[f"{layer}.offsets"] = luck.integers(-(2**15), 2**15, size[1]).astype(np.int32)
    return written(header(rules), arrays)


def plain_steps(numbers: Any, places: Any, scales: Scales) -> Any:
    """Which steps are reached, as ones and zeros."""
    reached = []
    term = step = 0
    for terms_end, steps_end in zip(scales.terms_end, scales.steps_end, strict=True):
        value = sum(int(numbers[places[scales.places[i]]]) * int(scales.factors[i]) for i in range(term, terms_end))
        reached += [int(value >= scales.steps[i]) for i in range(step, steps_end)]
        term, step = terms_end, steps_end
    return np.array(reached, np.int64)


def plain_thinking(net: Net, numbers: Any) -> tuple[Any, int]:
    """Logits and value, with matrices of 64-bit numbers."""

    def settled(layer: Any, inputs: Any, shift: int = SHIFT) -> Any:
        return (inputs @ layer.weights.astype(np.int64) * layer.factors + layer.offsets) >> shift

    def active(layer: Any, *inputs: Any) -> Any:
        return np.clip(settled(layer, np.concatenate(inputs)), 0, MOST)

    def pools(kinds: list[Any]) -> Any:
        amounts = [sum(kind for kind, pool in zip(kinds, net.pools, strict=True) if pool == each) for each in (0, 1)]
        return np.concatenate(amounts) if kinds else np.zeros(0, np.int64)

    seen = plain_steps(numbers, net.common_numbers, net.common) * ONE
    of_kinds = [plain_steps(numbers, places, net.kind) * ONE for places in net.kind_numbers]
    kinds = [active(net.kind_1, each, seen) for each in of_kinds]
    trunk = active(net.trunk_1, pools(kinds), seen)
    kinds = [active(net.kind_2, each, trunk) for each in kinds]
    trunk = active(net.trunk_3, active(net.trunk_2, pools(kinds), trunk))
    by_kind = np.array([settled(net.by_kind, np.concatenate([each, trunk])) for each in kinds], np.int64)
    logits = np.concatenate([by_kind.T.ravel(), settled(net.others, trunk)])
    return logits, int(settled(net.value, trunk, SHIFT - 8)[0])


def positions(rules: Ruleset, every: int = 7) -> Iterator[Game]:
    """Positions of games that rules of thumb play, for each number of players."""
    for players in rules.players:
        game = brocante.new(rules.name, players=players, seed=players)
        bot = brocante.bot("heuristic", seed=players)
        while game.turn is not None and game.move_count < 250:
            if game.move_count % every == 0:
                yield game
            game.play(bot.choose(game))
