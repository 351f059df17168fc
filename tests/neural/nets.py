"""Nets made up at random, and their thinking once more: plain and slow, to compare with."""

from collections.abc import Iterator
from typing import Any

import numpy as np

import brocante
from brocante import Game
from brocante.games.perception import Thermometers
from brocante.games.ruleset import Ruleset
from brocante.neural.file import read, written
from brocante.neural.net import MOST, ONE, SHIFT

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


def plain_steps(numbers: Any, thermometers: Thermometers) -> Any:
    """Which steps are reached, as ones and zeros."""
    reached = []
    for terms, steps in zip(thermometers.sums, thermometers.steps, strict=True):
        value = sum(int(numbers[place]) * factor for place, factor in terms.items())
        reached += [int(value >= step) for step in steps]
    return np.array(reached, np.int64)


def plain_thinking(content: bytes, rules: Ruleset, numbers: Any) -> tuple[Any, int]:
    """Logits and value of the net in a file, with matrices of 64-bit numbers."""
    arrays = {name: array.astype(np.int64) for name, array in read(content, "made up")[1].items()}
    shape = rules.needed_perception().PERCEPTION

    def settled(layer: str, *inputs: Any, shift: int = SHIFT) -> Any:
        sums = np.concatenate(inputs) @ arrays[f"{layer}.weights"]
        return (sums * arrays[f"{layer}.factors"] + (arrays[f"{layer}.offsets"] << 16)) >> shift

    def active(layer: str, *inputs: Any) -> Any:
        return np.clip(settled(layer, *inputs), 0, MOST)

    def pools(kinds: list[Any]) -> Any:
        amounts = [sum(kind for kind, pool in zip(kinds, shape.pools, strict=True) if pool == each) for each in (0, 1)]
        return np.concatenate(amounts) if kinds else np.zeros(0, np.int64)

    seen = plain_steps(numbers, shape.common) * ONE
    of_kinds = [plain_steps(numbers[places], shape.kind) * ONE for places in shape.kind_numbers]
    kinds = [active("kind_1", each, seen) for each in of_kinds]
    trunk = active("trunk_1", pools(kinds), seen)
    kinds = [active("kind_2", each, trunk) for each in kinds]
    trunk = active("trunk_3", active("trunk_2", pools(kinds), trunk))
    by_kind = np.array([settled("by_kind", each, trunk) for each in kinds], np.int64)
    logits = np.concatenate([by_kind.T.ravel(), settled("others", trunk)])
    return logits, int(settled("value", trunk, shift=SHIFT - 8)[0])


def positions(rules: Ruleset, every: int = 7) -> Iterator[Game]:
    """Positions of games that rules of thumb play, for each number of players."""
    for players in rules.players:
        game = brocante.new(rules.name, players=players, seed=players)
        bot = brocante.bot("heuristic", seed=players)
        while game.turn is not None and game.move_count < 250:
            if game.move_count % every == 0:
                yield game
            game.play(bot.choose(game))
