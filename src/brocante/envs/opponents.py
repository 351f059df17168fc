"""Opponents for learners: rules of thumb for thousands of games at once."""

from typing import Any

import numpy as np

from brocante.bots.heuristic import best, weights_of
from brocante.envs.vector import VectorEnv
from brocante.games.chance import new_dice
from brocante.games.compiled import compiled
from brocante.games.rules import heuristic, legal, redeal


class Heuristics:
    """What the bot `heuristic` would play in each game of a vector environment, from what the seat to move may see.

    >>> env = VectorEnv("klunker", num_envs=100, players=4, seed=1)
    >>> observations, infos = env.reset()
    >>> heuristics = Heuristics(env, seed=1)
    >>> observations, *_ = env.step(heuristics.actions())
    """

    def __init__(self, env: VectorEnv, weights: str | dict[str, float] = "tuned", seed: int = 1) -> None:
        rules = env.rules.rules
        self._positions, self._world = env.positions, np.zeros(1, rules.POSITION)
        self._weights, self._dice = weights_of(env.rules, weights), new_dice(seed)
        self._moves, self._scores = np.zeros(rules.MOST_LEGAL, np.int32), np.zeros(rules.MOST_LEGAL)
        self._cards, self._actions = np.zeros(rules.CARDS, np.int8), np.zeros(env.num_envs, np.int32)

    def actions(self) -> Any:
        """A move for each game; the same array every time."""
        choose(
            self._positions,
            self._world,
            self._weights,
            self._dice,
            self._moves,
            self._scores,
            self._cards,
            self._actions,
        )
        return self._actions


@compiled
def choose(
    positions: Any, world: Any, weights: Any, dice: Any, moves: Any, scores: Any, cards: Any, actions: Any
) -> None:
    """The best looking move of each game; what is hidden from its seat is dealt anew before it is looked at."""
    for i in range(positions.size):
        world[0] = positions[i]
        redeal(world[0], world[0].turn, dice, cards)
        count = legal(world[0], moves)
        heuristic(world[0], moves, count, weights, scores)
        actions[i] = moves[best(scores, count, dice)]
