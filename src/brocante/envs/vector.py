"""Thousands of games stepped by one call, in the style of Gymnasium's vector environments; NumPy and nothing else.

All arrays are made once and written in place by compiled code, in as many threads as wanted. A game that ends is dealt
anew within the same step: its rewards are those of the game that ended, its observation that of the new one.
"""

import secrets
from collections.abc import Iterable
from concurrent.futures import ThreadPoolExecutor
from itertools import pairwise
from typing import Any, NamedTuple

import numpy as np

from brocante.envs.reward import reward
from brocante.games.catalogue import ruleset
from brocante.games.chance import bits, new_dice, reseed, roll
from brocante.games.compiled import compiled, straight
from brocante.games.errors import IllegalMove, SetupError
from brocante.games.game import new
from brocante.games.layout import NUMBER
from brocante.games.options import is_whole
from brocante.games.rules import deal, legal, observe, play, result

Step = tuple[Any, Any, Any, Any, dict[str, Any]]

# What is kept of every game, in the order in which the compiled functions below take it.
ARRAYS = (
    "rewards",
    "terminations",
    "scores",
    "ranks",
    "lengths",
    "positions",
    "_dice",
    "_moved",
    "observations",
    "action_mask",
    "_marked",
    "turn",
    "random_action",
)
INFOS = ("turn", "action_mask", "random_action", "scores", "ranks", "lengths")

LONG_MASK = 256  # one that is longer is cleared where it was marked, a shorter one as a whole
LONG_ROW = 16  # so many moves that follow on one another are marked in one go


class Share(NamedTuple):
    """The games of a thread, and their part of all arrays."""

    begin: int
    end: int
    arrays: tuple[Any, ...]


def sown(num_envs: int, seed: int | None) -> Any:
    """Dice for each game, the same whatever the number of threads."""
    if seed is not None and (not is_whole(seed) or seed < 0):
        raise SetupError(f"seed is a whole number, 0 or more, or None for a random one; not {seed!r}.")
    dice, sown = new_dice(secrets.randbits(64) if seed is None else int(seed)), np.zeros((num_envs, 1), np.uint64)
    for i in range(num_envs):
        sown[i, 0] = bits(dice)
    return sown


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
        self.single_observation_size: int = self.rules.layout.size
        self.single_action_count: int = self.rules.move_count
        n = self.num_envs
        self.positions = np.zeros(n, self.rules.position_type)
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
        self._marked = np.zeros((n, 2), np.int32)  # in each mask, where the marks begin and end
        self._dice = sown(n, seed)
        self._fresh = self.rules.fresh(self.players, self.options)
        self._infos = {name: getattr(self, name) for name in INFOS}
        shares = np.linspace(0, n, min(int(threads), n) + 1).astype(np.int64).tolist()
        self._shares = [self._share(begin, end) for begin, end in pairwise(shares)]
        self._pool = ThreadPoolExecutor(len(self._shares)) if len(self._shares) > 1 else None
        self._first_illegal = straight(first_illegal, self.random_action, self.action_mask)
        self._step = straight(step_games, self.random_action, *self._shares[0].arrays)

    def _share(self, begin: int, end: int) -> "Share":
        moves = self.rules.scratch()
        return Share(begin, end, (moves, self._fresh, *(getattr(self, name)[begin:end] for name in ARRAYS)))

    def reset(self, seed: int | None = None) -> tuple[Any, dict[str, Any]]:
        """Deal every game anew; with a seed, the same games every time."""
        if seed is not None:
            self._dice[:] = sown(self.num_envs, seed)
        self.games_over = 0
        for share in self._shares:
            reset_games(*share.arrays)
        return self.observations, self._infos

    def step(self, actions: Any) -> Step:
        """Play a move in every game, by its number; IllegalMove names the first that is none, and nothing changed.

        What is returned are the same arrays every time: copy what is to be kept.
        """
        actions = np.ascontiguousarray(actions, np.int32)
        if actions.shape != (self.num_envs,):
            raise ValueError(f"There are {self.num_envs} games, so as many actions; not {actions.shape}.")
        wrong = self._first_illegal(actions, self.action_mask)
        if wrong >= 0:
            raise IllegalMove(self._why_not(wrong, int(actions[wrong]), self.positions[wrong]))
        self.games_over += sum(self._in_threads(actions))
        return self.observations, self.rewards, self.terminations, self.truncations, self._infos

    def _in_threads(self, actions: Any) -> Iterable[int]:
        """Step the games of each share; how many have ended in each."""
        if self._pool is None:
            return (self._step(actions, *self._shares[0].arrays),)
        return self._pool.map(lambda share: self._step(actions[share.begin : share.end], *share.arrays), self._shares)

    def _why_not(self, index: int, action: int, position: Any) -> str:
        if not 0 <= action < self.single_action_count:
            return f"Game {index}: {action} is no move of {self.rules.title}: 0 to {self.single_action_count - 1}."
        why = self.rules.refusals.why_not(position, action)
        return f"Game {index}: {self.rules.move_words[action]!r} is not legal: {why}"

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
def show(position: Any, dice: Any, numbers: Any, mask: Any, marked: Any, moves: Any) -> int:
    """Write what the seat to move may know and do; any of its legal moves, by dice."""
    numbers[:] = 0
    observe(position, position.turn, numbers)
    if mask.size > LONG_MASK:
        mask[marked[0] : marked[1]] = 0
    else:
        mask[:] = 0
    count = legal(position, moves)
    marked[0], marked[1] = mark(mask, moves, count)
    return moves[roll(dice, count)]


@compiled
def mark(mask: Any, moves: Any, count: int) -> tuple[int, int]:
    """Put a 1 at each legal move; where the first stands and where the last ends."""
    begin, end = moves[0], moves[0]
    if count >= LONG_ROW and all_in_a_row(moves, count):
        mask[begin] = 1
        mask[moves[1] : moves[count - 1] + 1] = 1
        return min(begin, moves[1]), max(end, moves[count - 1]) + 1
    for i in range(count):
        mask[moves[i]] = 1
        begin, end = min(begin, moves[i]), max(end, moves[i])
    return begin, end + 1


@compiled
def all_in_a_row(moves: Any, count: int) -> bool:
    """Whether all moves but the first follow on one another, as bids do."""
    in_a_row = 0
    for i in range(1, count):
        in_a_row += moves[i] == moves[1] + i - 1
    return in_a_row == count - 1


@compiled
def reset_games(
    moves: Any,
    fresh: Any,
    rewards: Any,
    terminations: Any,
    scores: Any,
    ranks: Any,
    lengths: Any,
    positions: Any,
    dice: Any,
    moved: Any,
    observations: Any,
    masks: Any,
    marked: Any,
    turn: Any,
    random_action: Any,
) -> None:
    """Deal every game anew."""
    for i in range(positions.size):
        deal_anew(fresh, positions, i, dice[i])
        terminations[i] = False
        moved[i] = 0
        for seat in range(fresh[0].players):
            rewards[i, seat] = 0.0
        turn[i] = positions[i].turn
        random_action[i] = show(positions[i], dice[i], observations[i], masks[i], marked[i], moves)


@compiled
def step_games(
    actions: Any,
    moves: Any,
    fresh: Any,
    rewards: Any,
    terminations: Any,
    scores: Any,
    ranks: Any,
    lengths: Any,
    positions: Any,
    dice: Any,
    moved: Any,
    observations: Any,
    masks: Any,
    marked: Any,
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
        random_action[i] = show(positions[i], dice[i], observations[i], masks[i], marked[i], moves)
    return over
