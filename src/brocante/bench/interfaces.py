"""How fast the games are through each interface for researchers, beside the games of other projects.

Every step includes what a learner needs: the observation and the legal moves. All play at random, on one core.
"""

import os
import random
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from importlib import import_module
from importlib.util import find_spec
from typing import Any

import numpy as np

from brocante.bench.contender import Contender, rate_of
from brocante.envs.vector import VectorEnv
from brocante.games.catalogue import RULESETS
from brocante.games.errors import SetupError
from brocante.games.ruleset import Ruleset

BATCH = 1024
STEPS = 20  # of a batch, between two looks at the clock
PGX = ("leduc_holdem", "sparrow_mahjong")  # bridge_bidding needs a table of results that is not part of the package
CLASSICS = ("leduc_holdem_v4", "texas_holdem_v4", "texas_holdem_no_limit_v6")
OPEN_SPIEL_PYTHON = ("python_kuhn_poker", "python_liars_poker", "python_block_dominoes", "python_tic_tac_toe")


@dataclass
class Interface:
    """Our games, and those of other projects, through one interface."""

    title: str
    ours: list[Contender]
    peers: list[Contender]

    def report(self) -> dict[str, Any]:
        """Steps per second, and how many times as fast as the fastest peer each of ours is."""
        best = max((peer.rate for peer in self.peers), default=None)
        return {
            each.name: {
                "steps_per_second": round(each.rate),
                "ratio_to_fastest_peer": round(each.rate / best, 1) if best and each in self.ours else None,
            }
            for each in [*self.ours, *self.peers]
        }


def interfaces(peers: bool) -> list[Interface]:
    """All that can be measured with the packages that are installed, with or without peers."""
    found = [Interface("vector environment", [Contender(name, vector(rules)) for name, rules in RULESETS.items()], [])]
    if peers and find_spec("pgx"):
        found[0].peers.extend(Contender(f"Pgx {name}", pgx_game(name)) for name in PGX)
    if find_spec("pettingzoo"):
        tables = [Contender(name, pettingzoo_table(rules)) for name, rules in RULESETS.items()]
        found.append(Interface("PettingZoo", tables, []))
        if peers and find_spec("rlcard"):
            found[-1].peers.extend(Contender(name, pettingzoo_classic(name)) for name in CLASSICS)
    if find_spec("pyspiel"):
        fitting = {name: rules for name, rules in RULESETS.items() if fits_open_spiel(rules)}
        states = [Contender(name, open_spiel(ours(rules))) for name, rules in fitting.items()]
        found.append(Interface("OpenSpiel in Python", states, []))
        if peers:
            import_module("open_spiel.python.games")
            found[-1].peers.extend(Contender(name, open_spiel(name)) for name in OPEN_SPIEL_PYTHON)
    return found


def vector(rules: Ruleset) -> Callable[[float], float]:
    """Steps of our vector environment, one thread."""
    env = VectorEnv(rules.name, BATCH, rules.usual_players, seed=1)
    env.reset()

    def some() -> int:
        for _ in range(STEPS):
            env.step(env.random_action)
        return STEPS * BATCH

    return lambda seconds: rate_of(some, seconds)


def pgx_game(name: str) -> Callable[[float], float]:
    """Steps of a game of Pgx: compiled by JAX, dealt anew when over, on one core."""
    with on_one_core():
        import jax
        import jax.numpy as jnp
        import pgx
        from pgx.experimental.wrappers import auto_reset

        env = pgx.make(name)
        step = jax.vmap(auto_reset(env.step, env.init))

        def one(state: Any, key: Any) -> tuple[Any, Any]:
            keys = jax.random.split(key, BATCH)
            actions = jax.vmap(jax.random.categorical)(keys, jnp.log(state.legal_action_mask.astype(jnp.float32)))
            state = step(state, actions, keys)
            return state, state.observation.sum()

        many = jax.jit(lambda state, key: jax.lax.scan(one, state, jax.random.split(key, STEPS)))
        state = jax.vmap(env.init)(jax.random.split(jax.random.PRNGKey(1), BATCH))
        jax.block_until_ready(many(state, jax.random.PRNGKey(2)))

    def some() -> int:
        nonlocal state
        state, seen = many(state, jax.random.PRNGKey(random.getrandbits(31)))
        jax.block_until_ready(seen)
        return STEPS * BATCH

    def play(seconds: float) -> float:
        with on_one_core():
            return rate_of(some, seconds)

    return play


@contextmanager
def on_one_core() -> Iterator[None]:
    """Keep this thread, and those it starts, on one core, where the system can do that."""
    if not hasattr(os, "sched_setaffinity"):
        yield
        return
    cores = os.sched_getaffinity(0)
    os.sched_setaffinity(0, {max(cores)})
    try:
        yield
    finally:
        os.sched_setaffinity(0, cores)


def pettingzoo_table(rules: Ruleset) -> Callable[[float], float]:
    from brocante.envs.pettingzoo import env

    return agents(env(rules.name, players=rules.usual_players))


def pettingzoo_classic(name: str) -> Callable[[float], float]:
    return agents(import_module(f"pettingzoo.classic.{name}").env())


def agents(table: Any) -> Callable[[float], float]:
    """Turns of a PettingZoo environment between agents that play any legal action."""

    def one_game() -> int:
        turns = 0
        table.reset()
        for _ in table.agent_iter():
            observation, _, termination, truncation, _ = table.last()
            if termination or truncation:
                table.step(None)
            else:
                table.step(random.choice(np.flatnonzero(observation["action_mask"]).tolist()))
                turns += 1
        return turns

    return lambda seconds: rate_of(one_game, seconds)


def fits_open_spiel(rules: Ruleset) -> bool:
    """Whether the game tells how long it can be, which OpenSpiel has to know."""
    try:
        rules.longest(rules.usual_players, rules.checked_options(rules.usual_players, {}))
    except SetupError:
        return False
    return True


def ours(rules: Ruleset) -> str:
    """A game of ours by its OpenSpiel name."""
    from brocante.envs.openspiel import short_name

    return f"{short_name(rules)}(players={rules.usual_players})"


def open_spiel(name: str) -> Callable[[float], float]:
    """Steps of a game through OpenSpiel's Python interface, chance nodes included; decisions with their observation."""
    import pyspiel

    game = pyspiel.load_game(name)
    observer = game.make_py_observer(None, {})

    def one_game() -> int:
        state, steps = game.new_initial_state(), 0
        while not state.is_terminal():
            if state.is_chance_node():
                cards, odds = zip(*state.chance_outcomes(), strict=True)
                state.apply_action(random.choices(cards, odds)[0])
            else:
                observer.set_from(state, state.current_player())
                state.apply_action(random.choice(state.legal_actions()))
            steps += 1
        return steps

    return lambda seconds: rate_of(one_game, seconds)
