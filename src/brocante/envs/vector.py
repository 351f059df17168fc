"""Thousands of games stepped by one call, in the style of Gymnasium's vector environments. It needs only NumPy.

All arrays are made once and written in place by compiled code, in one or more threads. A game that ends is dealt anew
within the same step: its rewards are those of the game that ended, its observation that of the new game.
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
from brocante.games.compiled import compiled, inlined, straight
from brocante.games.errors import IllegalMove, SetupError
from brocante.games.layout import NUMBER
from brocante.games.options import is_whole
from brocante.games.refusals import Why
from brocante.games.rules import deal, legal, observe, play, result
from brocante.games.ruleset import Ruleset
from brocante.games.sentences import refusal

Step = tuple[Any, Any, Any, Any, dict[str, Any]]

INFOS = ("turn", "action_mask", "random_action", "scores", "ranks", "lengths")

LONG_MASK = 256  # a longer mask is cleared only where it was marked, a shorter one as a whole
LONG_ROW = 16  # from this many consecutive moves on, they are marked as one slice


class Arrays(NamedTuple):
    """All that is kept of the games: in each array, the first index is the game.

    Compiled code takes it as one argument, on the CPU and on a GPU, and reads its fields by name.
    """

    positions: Any
    dice: Any
    moved: Any  # how many moves the current game has had
    marked: Any  # in each mask, where the marks begin and end
    observations: Any
    action_mask: Any
    turn: Any
    random_action: Any
    rewards: Any
    terminations: Any
    truncations: Any  # never: every game ends by its rules
    scores: Any  # of the game that ended last; so are ranks and lengths
    ranks: Any
    lengths: Any


def new_arrays(rules: Ruleset, num_envs: int, players: int, seed: int | None) -> Arrays:
    """Arrays for that many games, not dealt yet."""
    return Arrays(
        positions=np.zeros(num_envs, rules.position_type),
        dice=dice_for(num_envs, seed),
        moved=np.zeros(num_envs, np.int32),
        marked=np.zeros((num_envs, 2), np.int32),
        observations=np.zeros((num_envs, rules.layout.size), NUMBER),
        action_mask=np.zeros((num_envs, rules.move_count), np.int8),
        turn=np.zeros(num_envs, np.int8),
        random_action=np.zeros(num_envs, np.int32),
        rewards=np.zeros((num_envs, players), np.float32),
        terminations=np.zeros(num_envs, np.bool_),
        truncations=np.zeros(num_envs, np.bool_),
        scores=np.zeros((num_envs, players), np.int32),
        ranks=np.zeros((num_envs, players), np.int32),
        lengths=np.zeros(num_envs, np.int32),
    )


def dice_for(num_envs: int, seed: int | None) -> Any:
    """Dice for each game; the number of threads makes no difference to them."""
    if seed is not None and (not is_whole(seed) or seed < 0):
        raise SetupError(f"seed is a whole number, 0 or more, or None for a random one; not {seed!r}.")
    source, dice = new_dice(secrets.randbits(64) if seed is None else int(seed)), np.zeros((num_envs, 1), np.uint64)
    for i in range(num_envs):
        dice[i, 0] = bits(source)
    return dice


class Share(NamedTuple):
    """The games of one thread, from `begin` to before `end`, and room for the legal moves of one of them."""

    begin: int
    end: int
    moves: Any


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
        self.players = self.rules.checked_players(players)
        self.options = self.rules.checked_options(self.players, options)
        self.num_envs = int(num_envs)
        self.single_observation_size: int = self.rules.layout.size
        self.single_action_count: int = self.rules.move_count
        self.games_over = 0
        self._fresh = self.rules.fresh(self.players, self.options)
        self._use(new_arrays(self.rules, self.num_envs, self.players, seed))
        shares = np.linspace(0, self.num_envs, min(int(threads), self.num_envs) + 1).astype(np.int64).tolist()
        self._shares = [Share(begin, end, self.rules.scratch()) for begin, end in pairwise(shares)]
        self._pool = ThreadPoolExecutor(len(self._shares)) if len(self._shares) > 1 else None
        self._first_illegal = straight(first_illegal, self.random_action, self.action_mask)
        moves = self._shares[0].moves
        self._step = straight(step_games, 0, 0, self.random_action, self.arrays, self._fresh, moves)

    def _use(self, arrays: Arrays) -> None:
        """Keep the arrays, and offer them by name."""
        self.arrays = arrays
        self.positions, self.observations = arrays.positions, arrays.observations
        self.action_mask, self.turn, self.random_action = arrays.action_mask, arrays.turn, arrays.random_action
        self.rewards, self.terminations, self.truncations = arrays.rewards, arrays.terminations, arrays.truncations
        self.scores, self.ranks, self.lengths = arrays.scores, arrays.ranks, arrays.lengths
        self._infos = {name: getattr(arrays, name) for name in INFOS}

    def reset(self, seed: int | None = None) -> tuple[Any, dict[str, Any]]:
        """Deal every game anew; with a seed, the same games every time."""
        if seed is not None:
            self.arrays.dice[:] = dice_for(self.num_envs, seed)
        self.games_over = 0
        for share in self._shares:
            reset_games(share.begin, share.end, self.arrays, self._fresh, share.moves)
        return self.observations, self._infos

    def step(self, actions: Any) -> Step:
        """Play a move in every game, by its number. IllegalMove names the first game whose action is not legal; nothing
        has changed then.

        Every step returns the same arrays: copy what you want to keep.
        """
        actions = np.ascontiguousarray(actions, np.int32)
        if actions.shape != (self.num_envs,):
            raise ValueError(f"There are {self.num_envs} games, so as many actions; not {actions.shape}.")
        wrong = self._first_illegal(actions, self.action_mask)
        if wrong >= 0:
            raise self._illegal(wrong, int(actions[wrong]), self.positions[wrong])
        self.games_over += sum(self._in_threads(actions))
        return self.observations, self.rewards, self.terminations, self.truncations, self._infos

    def _in_threads(self, actions: Any) -> Iterable[int]:
        """Step the games of each share; how many of them have ended."""
        if self._pool is None:
            return (self._step_share(actions, self._shares[0]),)
        return self._pool.map(lambda share: self._step_share(actions, share), self._shares)

    def _step_share(self, actions: Any, share: Share) -> int:
        return int(self._step(share.begin, share.end, actions, self.arrays, self._fresh, share.moves))

    def _illegal(self, index: int, action: int, position: Any) -> IllegalMove:
        title = self.rules.title
        if not 0 <= action < self.single_action_count:
            text = f"Game {index}: {action} is not a move of {title}: these are 0 to {self.single_action_count - 1}."
            return IllegalMove(text, Why("not_a_move", None, {"move": str(action), "title": title}))
        why = self.rules.refusals.why_not(position, action)
        words = self.rules.move_words[action]
        return IllegalMove(f"Game {index}: {words!r} is not legal: {refusal(self.rules.package, why)}", why)

    def close(self) -> None:
        """End the threads."""
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
def reset_games(begin: int, end: int, arrays: Arrays, fresh: Any, moves: Any) -> None:
    """Deal the games from `begin` to before `end` anew."""
    for i in range(np.uint64(begin), np.uint64(end)):
        deal_anew(fresh, arrays.positions, i, arrays.dice[i])
        arrays.moved[i] = 0
        arrays.terminations[i] = False
        for seat in range(fresh[0].players):
            arrays.rewards[i, seat] = 0.0
        arrays.turn[i] = arrays.positions[i].turn
        arrays.random_action[i] = show(
            arrays.positions[i], arrays.dice[i], arrays.observations[i], arrays.action_mask[i], arrays.marked[i], moves
        )


@compiled
def step_games(begin: int, end: int, actions: Any, arrays: Arrays, fresh: Any, moves: Any) -> int:
    """Play a move in the games from `begin` to before `end`. A game that ends is rewarded and dealt anew; how many did.

    Indices are unsigned, which spares a check for negative ones.
    """
    over = 0
    for i in range(np.uint64(begin), np.uint64(end)):
        if arrays.terminations[i]:
            arrays.terminations[i] = False
            for seat in range(fresh[0].players):
                arrays.rewards[i, seat] = 0.0
        play(arrays.positions[i], actions[i])
        arrays.moved[i] += 1
        if arrays.positions[i].turn < 0:
            over += 1
            arrays.terminations[i] = True
            arrays.lengths[i], arrays.moved[i] = arrays.moved[i], 0
            result(arrays.positions[i], arrays.scores[i], arrays.ranks[i])
            reward(arrays.ranks[i], arrays.rewards[i])
            deal_anew(fresh, arrays.positions, i, arrays.dice[i])
        arrays.turn[i] = arrays.positions[i].turn
        arrays.random_action[i] = show(
            arrays.positions[i], arrays.dice[i], arrays.observations[i], arrays.action_mask[i], arrays.marked[i], moves
        )
    return over


@compiled
def deal_anew(fresh: Any, positions: Any, i: int, dice: Any) -> None:
    positions[i] = fresh[0]
    reseed(positions[i], dice)
    deal(positions[i])


@inlined
def show(position: Any, dice: Any, numbers: Any, mask: Any, marked: Any, moves: Any) -> int:
    """Write what the seat to move may know and do; one of its legal moves, drawn with these dice."""
    numbers[:] = 0
    observe(position, position.turn, numbers)
    count = legal(position, moves)
    if mask.size > LONG_MASK:
        mask[marked[0] : marked[1]] = 0
        marked[0], marked[1] = mark(mask, moves, count)
    else:
        mask[:] = 0
        for i in range(count):
            mask[moves[i]] = 1
    return moves[roll(dice, count)]


@inlined
def mark(mask: Any, moves: Any, count: int) -> tuple[int, int]:
    """Write a 1 at each legal move of a long mask; where the marks begin and end."""
    begin, end = moves[0], moves[0]
    if count >= LONG_ROW and all_in_a_row(moves, count):
        mask[begin] = 1
        mask[moves[1] : moves[count - 1] + 1] = 1
        return min(begin, moves[1]), max(end, moves[count - 1]) + 1
    for i in range(count):
        mask[moves[i]] = 1
        begin, end = min(begin, moves[i]), max(end, moves[i])
    return begin, end + 1


@inlined
def all_in_a_row(moves: Any, count: int) -> bool:
    """Whether all moves but the first are consecutive numbers, as bids are."""
    in_a_row = 0
    for i in range(1, count):
        in_a_row += moves[i] == moves[1] + i - 1
    return in_a_row == count - 1
