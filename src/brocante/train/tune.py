"""Better weights for a heuristic, by evolution in self-play.

In each generation some mutants of the best weights so far play against these weights: the mutant in one seat, its rival
in all others, and this in every seat of the same deals. The mean of the best mutants replaces the weights if it is
stronger; steps grow after a success and shrink after a failure. One file holds all that is needed to continue.
"""

import json
import os
from collections.abc import Callable, Sequence
from concurrent.futures import Executor, ThreadPoolExecutor
from dataclasses import asdict, dataclass, field
from importlib.resources import files
from pathlib import Path
from typing import Any

import numpy as np

from brocante.bots.heuristic import weight_sets
from brocante.executors import ray_cluster
from brocante.games.catalogue import ruleset
from brocante.games.chance import new_dice
from brocante.games.errors import SetupError
from brocante.games.ruleset import Ruleset
from brocante.games.seats import MOST_SEATS
from brocante.train.duel import duel

MUTANTS = 16
PARENTS = 4
RIVALS = 8


@dataclass
class Evolution:
    """The state of a run, as kept in its file."""

    game: str
    players: int
    weights: dict[str, float]
    seed: int
    deals: int
    generation: int = 0
    step: float = 0.3
    rivals: list[dict[str, float]] = field(default_factory=list)  # the first weights, and some later ones
    history: list[list[float]] = field(default_factory=list)  # generation, share of wins against the start, step

    def __post_init__(self) -> None:
        self.rivals = self.rivals or [self.weights]

    def save(self, path: Path) -> None:
        beside = path.with_suffix(".new")
        beside.write_text(json.dumps(asdict(self), indent=2) + "\n")
        os.replace(beside, path)

    @classmethod
    def load(cls, path: Path) -> "Evolution":
        return cls(**json.loads(path.read_text()))


def wins(rules: Ruleset, players: int, one: Any, rest: Any, deals: int, seed: int, rest_random: bool = False) -> float:
    """The share of wins of one player at a table of the rest."""
    positions = rules.fresh(players)
    scores, outcome = np.zeros(rules.most_legal), np.zeros((2, MOST_SEATS), np.int64)
    return float(
        duel(
            positions,
            positions.copy(),
            one,
            rest,
            rest_random,
            deals,
            new_dice(seed),
            rules.scratch(),
            scores,
            outcome,
            np.zeros(8, np.int32),
        )
    )


def evolve(
    rules: Ruleset, state: Evolution, generations: int, tell: Callable[[Evolution], object], ray: str | None = None
) -> None:
    """Continue for that many generations, in threads or on a Ray cluster; `tell` gets the state after each."""
    with ray_cluster(ray) if ray is not None else ThreadPoolExecutor(os.cpu_count()) as pool:
        for _ in range(generations):
            step_once(rules, state, pool)
            if state.generation % 10 == 0:
                state.rivals = [*state.rivals[:1], *state.rivals[1:][-RIVALS:], state.weights]
                start = as_array(rules, state.rivals[0])
                share = wins(rules, state.players, as_array(rules, state.weights), start, 4 * state.deals, state.seed)
                state.history.append([state.generation, round(share, 4), round(state.step, 4)])
            tell(state)


def as_array(rules: Ruleset, weights: dict[str, float]) -> Any:
    return np.array([weights[name] for name in rules.needed_heuristic().WEIGHTS])


def strength(game: str, players: int, one: Any, rivals: Sequence[Any], deals: int, seed: int) -> float:
    """Against the best weights so far and earlier ones: weights that only beat the latest go round in circles."""
    return sum(wins(ruleset(game), players, one, rival, deals, seed) for rival in rivals)


def step_once(rules: Ruleset, state: Evolution, pool: Executor) -> None:
    """One generation."""
    luck = np.random.default_rng([state.seed, state.generation])
    now = as_array(rules, state.weights)
    rival = as_array(rules, state.rivals[luck.integers(len(state.rivals))])

    def strengths(several: Sequence[Any], deals: int, seed: int) -> list[float]:
        tried = [pool.submit(strength, rules.name, state.players, one, (now, rival), deals, seed) for one in several]
        return [each.result() for each in tried]

    spread = state.step * (np.abs(now) + 0.1 * np.abs(now).mean())
    mutants = now + spread * luck.standard_normal((MUTANTS, len(now)))
    best_first = np.argsort(-np.array(strengths(mutants, state.deals, int(luck.integers(2**63)))))
    child = mutants[best_first[:PARENTS]].mean(axis=0)
    before, after = strengths([now, child], 4 * state.deals, int(luck.integers(2**63)))
    better = after > before + 0.01
    if better:
        names = rules.needed_heuristic().WEIGHTS
        state.weights = {name: float(value) for name, value in zip(names, child, strict=True)}
    state.step = float(np.clip(state.step * (1.1 if better else 0.93), 0.02, 0.4))
    state.generation += 1


def resumed(path: Path, rules: Ruleset, players: int, deals: int, seed: int) -> Evolution:
    """The state in a file, or a new one with the game's own weights; SetupError if the game has no heuristic."""
    names = rules.needed_heuristic().WEIGHTS
    if not path.exists():
        return Evolution(rules.name, players, weight_sets(rules)["tuned"], seed, deals)
    try:
        state = Evolution.load(path)
    except (ValueError, TypeError) as error:
        raise SetupError(f"{path} holds no tuning to continue: {error}.") from None
    if (state.game, state.players, set(state.weights)) != (rules.name, players, set(names)):
        raise SetupError(f"{path} holds the tuning of {state.game} with {state.players} players; name another file.")
    return state


def keep(rules: Ruleset, name: str, weights: dict[str, float]) -> Path:
    """Write weights to the game's folder, as one of its sets."""
    path = Path(str(files(rules.package) / "weights.json"))
    sets = dict(weight_sets(rules))
    sets[name] = {each: round(weights[each], 4) for each in rules.needed_heuristic().WEIGHTS}
    path.write_text(json.dumps(sets, indent=2) + "\n")
    return path
