"""The reward of a finished game for a learner."""

from typing import Any

from brocante.games.compiled import compiled


@compiled
def reward(ranks: Any, rewards: Any) -> None:
    """The share of the others that a seat has beaten, minus the share that has beaten it: from 1 to -1, with sum 0."""
    for seat in range(rewards.size):
        better = 0.0
        for other in range(rewards.size):
            better += (ranks[other] > ranks[seat]) - (ranks[other] < ranks[seat])
        rewards[seat] = better / (rewards.size - 1)
