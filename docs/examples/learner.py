"""A small learner in NumPy: softmax over legal moves, linear in the observation, improved by REINFORCE in self-play.

    python docs/examples/learner.py --steps 1000

All seats play by the same weights. After each game every move of a seat becomes more or less likely, by the reward of
that seat. From time to time the learner plays against three random players.
"""

import argparse
import time

import numpy as np

from brocante.envs.vector import VectorEnv

GAMES, PLAYERS, EVALUATION_STEPS = 256, 4, 1200


class Policy:
    """Scores for each move, linear in features of the observation."""

    def __init__(self, features: int, moves: int) -> None:
        self.weights = np.zeros((features, moves), np.float32)
        self._mean_square = np.zeros_like(self.weights)

    def odds(self, features: np.ndarray, mask: np.ndarray) -> np.ndarray:
        """The probability of each move; 0 for those that are not legal."""
        scores = np.where(mask, features @ self.weights, -1e9)
        likelihoods = np.exp(scores - scores.max(axis=1, keepdims=True))
        return likelihoods / likelihoods.sum(axis=1, keepdims=True)

    def improve(self, gradient: np.ndarray, rate: float) -> None:
        """A step along the gradient, scaled in each direction (RMSProp)."""
        self._mean_square = 0.99 * self._mean_square + 0.01 * gradient**2
        self.weights += rate * gradient / (np.sqrt(self._mean_square) + 1e-6)


def features_of(observations: np.ndarray) -> np.ndarray:
    """The numbers of the observation, on a logarithmic scale, and a constant."""
    numbers = np.sign(observations) * np.log1p(np.abs(observations, dtype=np.float32))
    return np.concatenate([numbers, np.ones((len(numbers), 1), np.float32)], axis=1).astype(np.float32)


def chosen(odds: np.ndarray, luck: np.random.Generator) -> np.ndarray:
    """A move for each game, by its odds."""
    edges = odds.cumsum(axis=1)
    return (luck.random((len(odds), 1)) * edges[:, -1:] > edges).sum(axis=1).clip(max=odds.shape[1] - 1)


def mean_reward(game: str, policy: Policy, seed: int) -> float:
    """The mean reward of the seat that goes by the policy, against three random players."""
    env, luck, rewards = VectorEnv(game, GAMES, PLAYERS, seed=seed), np.random.default_rng(seed), []
    observations, infos = env.reset()
    ours = np.arange(GAMES) % PLAYERS
    for _ in range(EVALUATION_STEPS):
        actions, mine = infos["random_action"].copy(), infos["turn"] == ours
        if mine.any():
            actions[mine] = chosen(policy.odds(features_of(observations[mine]), infos["action_mask"][mine]), luck)
        observations, got, over, _, infos = env.step(actions)
        rewards.extend(got[over, ours[over]])
    return float(np.mean(rewards))


def learn(game: str, steps: int, rate: float = 0.003, seed: int = 1) -> tuple[float, float]:
    """Learn for that many steps of all games; the mean reward against random play before and after."""
    env, luck = VectorEnv(game, GAMES, PLAYERS, seed=seed), np.random.default_rng(seed)
    policy = Policy(env.single_observation_size + 1, env.single_action_count)
    before = mean_reward(game, policy, seed + 1)
    print(f"before: {before:+.2f} per game against three random players")
    observations, infos = env.reset()
    past: list[list[tuple[int, np.ndarray, np.ndarray]]] = [[] for _ in range(GAMES)]  # seat, features, gradient
    start = time.perf_counter()
    for step in range(steps):
        features = features_of(observations)
        odds = policy.odds(features, infos["action_mask"])
        actions = chosen(odds, luck)
        surprise = -odds
        surprise[np.arange(GAMES), actions] += 1
        for i, seat in enumerate(infos["turn"].tolist()):
            past[i].append((seat, features[i], surprise[i]))
        observations, rewards, over, _, infos = env.step(actions)
        ended = np.flatnonzero(over)
        if len(ended):
            moves = [(rewards[i, seat], each, grade) for i in ended for seat, each, grade in past[i]]
            worth = np.array([reward for reward, _, _ in moves], np.float32)
            policy.improve(
                np.stack([each for _, each, _ in moves]).T
                @ (np.stack([grade for _, _, grade in moves]) * worth[:, None] / len(moves)),
                rate,
            )
            for i in ended:
                past[i] = []
        if step % 200 == 199:
            print(f"step {step + 1}, {time.perf_counter() - start:.0f} s: {mean_reward(game, policy, seed + 1):+.2f}")
    after = mean_reward(game, policy, seed + 2)
    print(f"after: {after:+.2f}")
    return before, after


if __name__ == "__main__":
    options = argparse.ArgumentParser(description=__doc__)
    options.add_argument("--game", default="klunker")
    options.add_argument("--steps", type=int, default=1000)
    given = options.parse_args()
    learn(given.game, given.steps)
