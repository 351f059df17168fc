"""The vector environment on a GPU, and random games by the billion there: through numba-cuda, by the same rules.

A GPU gives every game a thread of its own and compiles for it the very functions that the vector environment runs on a
CPU; the same seed gives the same games. Arrays stay on the GPU, and whatever knows `__cuda_array_interface__`
(PyTorch, CuPy, JAX) takes them without a copy: `torch.as_tensor(env.observations, device="cuda")`.
"""

import time
from functools import cache
from typing import Any

import numpy as np

from brocante.envs.vector import ARRAYS, INFOS, Step, VectorEnv, first_illegal, reset_games, sown, step_games
from brocante.extras import extra
from brocante.games.bare import bare_type, bared
from brocante.games.catalogue import ruleset
from brocante.games.chance import reseed, roll
from brocante.games.errors import IllegalMove, SetupError
from brocante.games.rules import deal, legal, play
from brocante.games.ruleset import Ruleset

if not hasattr(np, "row_stack"):  # numba-cuda still calls it by the name it had before NumPy 2.5
    np.row_stack = np.vstack
extra("numba_cuda", "numba-cuda", "gpu")
cuda: Any = extra("numba.cuda", "numba-cuda", "gpu")
from_dtype: Any = extra("numba", "Numba", "gpu").from_dtype

THREADS = 128  # in a block: the bare positions of so many fit into the memory that a block shares
MOST_BLOCKS = 6  # on each multiprocessor: with more games at once it is no faster
SHARED = 227 * 1024  # bytes of a multiprocessor that its blocks share, on an H100 or H200


def check_there_is_a_gpu() -> None:
    if not cuda.is_available():
        raise SetupError("numba-cuda finds no GPU here: use brocante.envs.vector, which needs none.")


class GpuVectorEnv(VectorEnv):
    """A `VectorEnv` whose arrays lie on the GPU; actions are taken from there, or from the CPU.

    With `check=False` nobody looks whether actions are legal, and what follows from one that is not is anyone's guess.
    """

    def __init__(
        self, game: str, num_envs: int, players: int, seed: int | None = None, check: bool = True, **options: Any
    ) -> None:
        check_there_is_a_gpu()
        self._over = cuda.to_device(np.zeros(1, np.int64))
        super().__init__(game, num_envs, players, seed, **options)
        self._check = check
        self._wrong = cuda.to_device(np.array([self.num_envs]))
        for name in (*ARRAYS, "truncations"):
            setattr(self, name, cuda.to_device(getattr(self, name)))
        self._infos = {name: getattr(self, name) for name in INFOS}
        moves = cuda.device_array((self.rules.most_legal, self.num_envs), np.int32)
        self._arrays = (moves, cuda.to_device(self._fresh), *(getattr(self, name) for name in ARRAYS))
        self._grid = -(-self.num_envs // THREADS), THREADS

    @property
    def games_over(self) -> int:
        """How many games have ended since the last reset."""
        return int(self._over.copy_to_host()[0])

    @games_over.setter
    def games_over(self, count: int) -> None:
        self._over.copy_to_device(np.array([count]))

    def reset(self, seed: int | None = None) -> tuple[Any, dict[str, Any]]:
        """Deal every game anew; with a seed, the same games every time."""
        if seed is not None:
            self._dice.copy_to_device(sown(self.num_envs, seed))
        self.games_over = 0
        reset_kernel[self._grid](*self._arrays)
        return self.observations, self._infos

    def step(self, actions: Any) -> Step:
        """Play a move in every game, by its number; IllegalMove names the first that is none, and nothing changed.

        What is returned are the same arrays every time: copy what is to be kept.
        """
        on_gpu = hasattr(actions, "__cuda_array_interface__")
        actions = cuda.as_cuda_array(actions) if on_gpu else cuda.to_device(np.ascontiguousarray(actions, np.int32))
        if actions.shape != (self.num_envs,):
            raise ValueError(f"There are {self.num_envs} games, so as many actions; not {actions.shape}.")
        if self._check:
            self._find_illegal(actions)
        step_kernel[self._grid](actions, self._over, *self._arrays)
        return self.observations, self.rewards, self.terminations, self.truncations, self._infos

    def _find_illegal(self, actions: Any) -> None:
        check_kernel[self._grid](actions, self.action_mask, self._wrong)
        wrong = int(self._wrong.copy_to_host()[0])
        if wrong == self.num_envs:
            return
        self._wrong.copy_to_device(np.array([self.num_envs]))
        positions: Any = self.positions
        raise IllegalMove(self._why_not(wrong, int(actions[wrong]), positions[wrong : wrong + 1].copy_to_host()[0]))


@cuda.jit  # type: ignore[untyped-decorator]
def check_kernel(actions: Any, masks: Any, wrong: Any) -> None:
    i = cuda.grid(1)
    if i < actions.size and first_illegal(actions[i : i + 1], masks[i : i + 1]) == 0:
        cuda.atomic.min(wrong, 0, i)


@cuda.jit  # type: ignore[untyped-decorator]
def reset_kernel(
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
    """`reset_games` with the one game of this thread."""
    i = cuda.grid(1)
    j = i + 1
    if i < positions.size:
        reset_games(
            moves[:, i],
            fresh,
            rewards[i:j],
            terminations[i:j],
            scores[i:j],
            ranks[i:j],
            lengths[i:j],
            positions[i:j],
            dice[i:j],
            moved[i:j],
            observations[i:j],
            masks[i:j],
            marked[i:j],
            turn[i:j],
            random_action[i:j],
        )


@cuda.jit  # type: ignore[untyped-decorator]
def step_kernel(
    actions: Any,
    over: Any,
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
    """`step_games` with the one game of this thread."""
    i = cuda.grid(1)
    j = i + 1
    if i < positions.size:
        ended = step_games(
            actions[i:j],
            moves[:, i],
            fresh,
            rewards[i:j],
            terminations[i:j],
            scores[i:j],
            ranks[i:j],
            lengths[i:j],
            positions[i:j],
            dice[i:j],
            moved[i:j],
            observations[i:j],
            masks[i:j],
            marked[i:j],
            turn[i:j],
            random_action[i:j],
        )
        if ended > 0:
            cuda.atomic.add(over, 0, ended)


# --- Random games ---


class RandomGames:
    """As many games at once as suit the GPU, played at random and dealt anew for ever; bare positions."""

    def __init__(self, game: str, players: int, seed: int = 0, blocks: int | None = None) -> None:
        check_there_is_a_gpu()
        rules = ruleset(game)
        bare = bare_type(rules.position_type, rules.knowledge)
        blocks = blocks or min(MOST_BLOCKS, SHARED // (THREADS * bare.itemsize))
        self._grid = cuda.get_current_device().MULTIPROCESSOR_COUNT * blocks, THREADS
        self.games = self._grid[0] * THREADS
        self._arrays = (
            cuda.to_device(bared(rules.fresh(players), bare)),
            cuda.device_array(self.games, bare),
            cuda.to_device(sown(self.games, seed)),
            cuda.device_array((rules.most_legal, self.games), np.int16),
        )
        self._kernel = random_kernel(rules)

    def play(self, moves: int) -> float:
        """Play so many moves in every game, from its deal on; the seconds it took."""
        cuda.synchronize()
        start = time.perf_counter()
        self._kernel[self._grid](*self._arrays, moves)
        cuda.synchronize()
        return time.perf_counter() - start

    def positions(self) -> Any:
        """The bare positions after the last moves, on the CPU."""
        return self._arrays[1].copy_to_host()


@cache
def random_kernel(rules: Ruleset) -> Any:
    """Plays a number of random moves in every game. Positions lie in the memory that a block shares, which is as near
    as a GPU has any; legal moves move by move across threads, so that neighbours write side by side."""
    bare = from_dtype(bare_type(rules.position_type, rules.knowledge))

    @cuda.jit  # type: ignore[untyped-decorator]
    def kernel(fresh: Any, positions: Any, dice: Any, moves: Any, count: int) -> None:
        i = cuda.grid(1)
        here = cuda.shared.array(THREADS, bare)
        at = cuda.threadIdx.x
        position = here[at]
        position.turn = -1
        for _ in range(count):
            if position.turn < 0:
                here[at] = fresh[0]
                reseed(position, dice[i])
                deal(position)
            play(position, moves[roll(dice[i], legal(position, moves[:, i])), i])
        positions[i] = here[at]

    return kernel
