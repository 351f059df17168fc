"""Opponents for learners: the heuristic in thousands of games at once."""

from typing import Any

import numpy as np

from brocante.bots.heuristic import best, weights_of
from brocante.envs.vector import VectorEnv
from brocante.games.chance import new_dice
from brocante.games.compiled import compiled
from brocante.games.rules import heuristic, legal, redeal


class Heuristics:
    """What the bot `heuristic` would play in each game of a vector environment, from what the seat to move may see.

    SetupError if the game has no heuristic.

    >>> env = VectorEnv("klunker", num_envs=100, players=4, seed=1)
    >>> observations, infos = env.reset()
    >>> heuristics = Heuristics(env, seed=1)
    >>> observations, *_ = env.step(heuristics.actions())
    """

    def __init__(self, env: VectorEnv, weights: str | dict[str, float] = "tuned", seed: int = 1) -> None:
        rules = env.rules
        rules.needed_heuristic()
        self._positions, self._world = env.positions, np.zeros(1, rules.position_type)
        self._weights, self._dice = weights_of(rules, weights), new_dice(seed)
        self._moves, self._scores = rules.scratch(), np.zeros(rules.most_legal)
        self._cards, self._actions = np.zeros(rules.card_count, np.int8), np.zeros(env.num_envs, np.int32)

    def actions(self) -> Any:
        """A move for each game, always in the same array."""
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
    """The move of each game that looks best; all that is hidden from the seat to move is dealt anew before."""
    for i in range(positions.size):
        world[0] = positions[i]
        redeal(world[0], world[0].turn, dice, cards)
        count = legal(world[0], moves)
        heuristic(world[0], moves, count, weights, scores)
        actions[i] = moves[best(scores, count, dice)]
