"""Thousands of games stepped by one call, in the style of Gymnasium's vector environments; NumPy and nothing else.

All arrays are made once and written in place by compiled code, in as many threads as wanted. A game that ends is dealt
anew within the same step: its rewards are those of the game that ended, its observation that of the new one.
"""

import secrets
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import numpy as np

from brocante.games.catalogue import ruleset
from brocante.games.chance import bits, new_dice, reseed, roll
from brocante.games.compiled import compiled
from brocante.games.errors import IllegalMove, SetupError
from brocante.games.game import new
from brocante.games.observation import NUMBER
from brocante.games.rules import deal, legal, observe, play, result
from brocante.games.ruleset import is_whole
from brocante.lab.playouts import fresh
from brocante.lab.reward import reward

Step = tuple[Any, Any, Any, Any, dict[str, Any]]


class VectorEnv:
    """Many games of one kind, side by side.

    >>> env = VectorEnv("klunker", num_envs=1000, players=4, seed=1)
    >>> observations, infos = env.reset()
    >>> observations.shape, infos["action_mask"].shape
    ((1000, 259), (1000, 29))
    >>> for _ in range(200):
    ...     observations, rewards, terminations, truncations, infos = env.step(infos["random_action"])
    >>> env.games_over > 0
    True
    """

    def __init__(
        self, game: str, num_envs: int, players: int, seed: int | None = None, threads: int = 1, **options: Any
    ) -> None:
        for name, value in (("num_envs", num_envs), ("threads", threads)):
            if not is_whole(value) or value < 1:
                raise SetupError(f"{name} is a whole number, 1 or more, not {value!r}.")
        self.rules = ruleset(game)
        self.options = new(game, players, seed=0, **options).options  # checked as for any game
        self.num_envs, self.players = int(num_envs), int(players)
        self.single_observation_size: int = self.rules.observation.LAYOUT.size
        self.single_action_count: int = self.rules.rules.MOVES
        n = self.num_envs
        self.positions = np.zeros(n, self.rules.rules.POSITION)
        self.observations = np.zeros((n, self.single_observation_size), NUMBER)
        self.action_mask = np.zeros((n, self.single_action_count), np.int8)
        self.rewards = np.zeros((n, self.players), np.float32)
        self.terminations = np.zeros(n, np.bool_)
        self.truncations = np.zeros(n, np.bool_)  # never: every game ends by its rules
        self.turn = np.zeros(n, np.int8)
        self.random_action = np.zeros(n, np.int32)
        self.scores = np.zeros((n, self.players), np.int32)
        self.ranks = np.zeros((n, self.players), np.int32)
        self.lengths = np.zeros(n, np.int32)
        self.games_over = 0
        self._moved = np.zeros(n, np.int32)
        self._dice = np.zeros((n, 1), np.uint64)
        self._fresh = fresh(self.rules, self.players, self.options)
        self._infos = {
            "turn": self.turn,
            "action_mask": self.action_mask,
            "random_action": self.random_action,
            "scores": self.scores,
            "ranks": self.ranks,
            "lengths": self.lengths,
        }
        self._shares = np.linspace(0, n, min(int(threads), n) + 1).astype(np.int64).tolist()
        self._scratch = [np.zeros(self.rules.rules.MOST_LEGAL, np.int32) for _ in self._shares[1:]]
        self._pool = ThreadPoolExecutor(len(self._scratch)) if len(self._scratch) > 1 else None
        self._sow(seed)

    def _sow(self, seed: int | None) -> None:
        """Dice for each game, the same whatever the number of threads."""
        if seed is not None and (not is_whole(seed) or seed < 0):
            raise SetupError(f"seed is a whole number, 0 or more, or None for a random one; not {seed!r}.")
        dice = new_dice(secrets.randbits(64) if seed is None else int(seed))
        for i in range(self.num_envs):
            self._dice[i, 0] = bits(dice)

    def reset(self, seed: int | None = None) -> tuple[Any, dict[str, Any]]:
        """Deal every game anew; with a seed, the same games every time."""
        if seed is not None:
            self._sow(seed)
        self.rewards[:], self.terminations[:], self.games_over = 0, False, 0
        self._in_threads(lambda begin, end, moves: reset_games(moves, *self._state(begin, end)))
        return self.observations, self._infos

    def step(self, actions: Any) -> Step:
        """Play a move in every game, by its number; IllegalMove names the first that is none, and nothing changed.

        What is returned are the same arrays every time: copy what is to be kept.
        """
        actions = np.ascontiguousarray(actions, np.int32)
        if actions.shape != (self.num_envs,):
            raise ValueError(f"There are {self.num_envs} games, so as many actions; not {actions.shape}.")
        wrong = int(first_illegal(actions, self.action_mask))
        if wrong >= 0:
            raise IllegalMove(self._why_not(wrong, int(actions[wrong])))
        over = self._in_threads(lambda begin, end, moves: self._step(begin, end, actions, moves))
        self.games_over += sum(over)
        return self.observations, self.rewards, self.terminations, self.truncations, self._infos

    def _step(self, begin: int, end: int, actions: Any, moves: Any) -> int:
        outcome = self.rewards[begin:end], self.terminations[begin:end], self.scores[begin:end], self.ranks[begin:end]
        return int(step_games(moves, actions[begin:end], *outcome, self.lengths[begin:end], *self._state(begin, end)))

    def _state(self, begin: int, end: int) -> tuple[Any, ...]:
        return (
            self._fresh,
            self.positions[begin:end],
            self._dice[begin:end],
            self._moved[begin:end],
            self.observations[begin:end],
            self.action_mask[begin:end],
            self.turn[begin:end],
            self.random_action[begin:end],
        )

    def _in_threads(self, work: Callable[[int, int, Any], Any]) -> list[Any]:
        if self._pool is None:
            return [work(0, self.num_envs, self._scratch[0])]
        return list(self._pool.map(work, self._shares[:-1], self._shares[1:], self._scratch))

    def _why_not(self, index: int, action: int) -> str:
        if not 0 <= action < self.single_action_count:
            return f"Game {index}: {action} is no move of {self.rules.title}: 0 to {self.single_action_count - 1}."
        why = self.rules.why.why_not(self.positions[index], action)
        return f"Game {index}: {self.rules.words.WORDS[action]!r} is not legal: {why}"

    def close(self) -> None:
        """Let the threads go."""
        if self._pool is not None:
            self._pool.shutdown()


@compiled
def first_illegal(actions: Any, masks: Any) -> int:
    """The first game whose action is not legal, -1 if all are."""
    for i in range(actions.size):
        if not 0 <= actions[i] < masks.shape[1] or masks[i, actions[i]] == 0:
            return i
    return -1


@compiled
def deal_anew(fresh: Any, positions: Any, i: int, dice: Any) -> None:
    positions[i] = fresh[0]
    reseed(positions[i], dice)
    deal(positions[i])


@compiled
def show(position: Any, dice: Any, numbers: Any, mask: Any, moves: Any) -> int:
    """Write what the seat to move may know and do; any of its legal moves, by dice."""
    for i in range(numbers.size):
        numbers[i] = 0
    for i in range(mask.size):
        mask[i] = 0
    observe(position, position.turn, numbers)
    count = legal(position, moves)
    for i in range(count):
        mask[moves[i]] = 1
    return moves[roll(dice, count)]


@compiled
def reset_games(
    moves: Any,
    fresh: Any,
    positions: Any,
    dice: Any,
    moved: Any,
    observations: Any,
    masks: Any,
    turn: Any,
    random_action: Any,
) -> None:
    for i in range(positions.size):
        deal_anew(fresh, positions, i, dice[i])
        moved[i] = 0
        turn[i] = positions[i].turn
        random_action[i] = show(positions[i], dice[i], observations[i], masks[i], moves)


@compiled
def step_games(
    moves: Any,
    actions: Any,
    rewards: Any,
    terminations: Any,
    scores: Any,
    ranks: Any,
    lengths: Any,
    fresh: Any,
    positions: Any,
    dice: Any,
    moved: Any,
    observations: Any,
    masks: Any,
    turn: Any,
    random_action: Any,
) -> int:
    """Play each game's move; who has ended is rewarded and dealt anew. How many have."""
    over = 0
    for i in range(positions.size):
        if terminations[i]:
            terminations[i] = False
            for seat in range(fresh[0].players):
                rewards[i, seat] = 0.0
        play(positions[i], actions[i])
        moved[i] += 1
        if positions[i].turn < 0:
            over += 1
            terminations[i] = True
            lengths[i], moved[i] = moved[i], 0
            result(positions[i], scores[i], ranks[i])
            reward(ranks[i], rewards[i])
            deal_anew(fresh, positions, i, dice[i])
        turn[i] = positions[i].turn
        random_action[i] = show(positions[i], dice[i], observations[i], masks[i], moves)
    return over
