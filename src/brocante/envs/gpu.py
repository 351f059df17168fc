"""The vector environment on a GPU, and random games by the billion there: through numba-cuda, by the same rules.

Each game has a GPU thread of its own, which runs the same functions that the vector environment runs on a CPU; the same
seed gives the same games. Arrays stay on the GPU, and every library that knows `__cuda_array_interface__` (PyTorch,
CuPy, JAX) takes them without a copy: `torch.as_tensor(env.observations, device="cuda")`.
"""

import time
from functools import cache
from typing import Any

import numpy as np

from brocante.envs.vector import Arrays, Step, VectorEnv, dice_for, first_illegal, reset_games, step_games
from brocante.extras import extra
from brocante.games.bare import bare_type, bared
from brocante.games.catalogue import ruleset
from brocante.games.chance import reseed, roll
from brocante.games.errors import SetupError
from brocante.games.rules import deal, legal, play
from brocante.games.ruleset import Ruleset

if not hasattr(np, "row_stack"):  # numba-cuda still calls it by the name it had before NumPy 2.5
    np.row_stack = np.vstack
extra("numba_cuda", "numba-cuda", "gpu")
cuda: Any = extra("numba.cuda", "numba-cuda", "gpu")
from_dtype: Any = extra("numba", "Numba", "gpu").from_dtype

THREADS = 128  # per block: this many bare positions fit into the shared memory of a block
MOST_BLOCKS = 6  # per multiprocessor: more games at once are not faster
SHARED = 227 * 1024  # bytes of shared memory per multiprocessor of an H100 or H200


def check_there_is_a_gpu() -> None:
    if not cuda.is_available():
        raise SetupError("numba-cuda finds no GPU here: use brocante.envs.vector, which needs none.")


class GpuVectorEnv(VectorEnv):
    """A `VectorEnv` whose arrays are on the GPU; actions may be there, or in NumPy.

    With `check=False` actions are not checked; what follows from an illegal one is undefined.
    """

    def __init__(
        self, game: str, num_envs: int, players: int, seed: int | None = None, check: bool = True, **options: Any
    ) -> None:
        check_there_is_a_gpu()
        self._over = cuda.to_device(np.zeros(1, np.int64))
        super().__init__(game, num_envs, players, seed, **options)
        self._check = check
        self._wrong = cuda.to_device(np.array([self.num_envs]))
        self._use(Arrays(*map(cuda.to_device, self.arrays)))
        self._fresh = cuda.to_device(self._fresh)
        self._moves = cuda.device_array((self.rules.most_legal, self.num_envs), np.int32)
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
            self.arrays.dice.copy_to_device(dice_for(self.num_envs, seed))
        self.games_over = 0
        reset_kernel[self._grid](self.arrays, self._fresh, self._moves)
        return self.observations, self._infos

    def step(self, actions: Any) -> Step:
        """Play a move in every game, by its number. IllegalMove names the first game whose action is not legal; nothing
        has changed then.

        Every step returns the same arrays: copy what you want to keep.
        """
        on_gpu = hasattr(actions, "__cuda_array_interface__")
        actions = cuda.as_cuda_array(actions) if on_gpu else cuda.to_device(np.ascontiguousarray(actions, np.int32))
        if actions.shape != (self.num_envs,):
            raise ValueError(f"There are {self.num_envs} games, so as many actions; not {actions.shape}.")
        if self._check:
            self._find_illegal(actions)
        step_kernel[self._grid](actions, self._over, self.arrays, self._fresh, self._moves)
        return self.observations, self.rewards, self.terminations, self.truncations, self._infos

    def _find_illegal(self, actions: Any) -> None:
        check_kernel[self._grid](actions, self.action_mask, self._wrong)
        wrong = int(self._wrong.copy_to_host()[0])
        if wrong == self.num_envs:
            return
        self._wrong.copy_to_device(np.array([self.num_envs]))
        raise self._illegal(wrong, int(actions[wrong]), self.positions[wrong : wrong + 1].copy_to_host()[0])


@cuda.jit  # type: ignore[untyped-decorator]
def check_kernel(actions: Any, masks: Any, wrong: Any) -> None:
    i = cuda.grid(1)
    if i < actions.size and first_illegal(actions[i : i + 1], masks[i : i + 1]) == 0:
        cuda.atomic.min(wrong, 0, i)


@cuda.jit  # type: ignore[untyped-decorator]
def reset_kernel(arrays: Arrays, fresh: Any, moves: Any) -> None:
    i = cuda.grid(1)
    if i < arrays.turn.size:
        reset_games(i, i + 1, arrays, fresh, moves[:, i])


@cuda.jit  # type: ignore[untyped-decorator]
def step_kernel(actions: Any, over: Any, arrays: Arrays, fresh: Any, moves: Any) -> None:
    i = cuda.grid(1)
    if i < actions.size and step_games(i, i + 1, actions, arrays, fresh, moves[:, i]) > 0:
        cuda.atomic.add(over, 0, 1)


# --- Random games ---


class RandomGames:
    """As many games at once as suit the GPU, played at random on bare positions; a game that ends is dealt anew."""

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
            cuda.to_device(dice_for(self.games, seed)),
            cuda.device_array((rules.most_legal, self.games), np.int16),
        )
        self._kernel = random_kernel(rules)

    def play(self, moves: int) -> float:
        """Deal every game and play that many moves in each; the seconds it took."""
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
    """A kernel that plays a number of random moves in every game. Positions are in shared memory, the fastest that a
    GPU has. In `moves` the first move of all threads comes before the second, so that neighbours write side by side."""
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
