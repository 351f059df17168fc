"""The vector environment on a GPU: through numba-cuda, by the same rules.

Each game has a GPU thread of its own, which runs the same functions that the vector environment runs on a CPU; the same
seed gives the same games. Arrays stay on the GPU, and every library that knows `__cuda_array_interface__` (PyTorch,
CuPy, JAX) takes them without a copy: `torch.as_tensor(env.observations, device="cuda")`.
"""

from typing import Any

import numpy as np

from brocante.envs.vector import Arrays, Step, VectorEnv, dice_for, first_illegal, reset_games, step_games
from brocante.extras import extra
from brocante.games.errors import SetupError

if not hasattr(np, "row_stack"):  # numba-cuda still calls it by the name it had before NumPy 2.5
    np.row_stack = np.vstack
extra("numba_cuda", "numba-cuda", "gpu")
cuda: Any = extra("numba.cuda", "numba-cuda", "gpu")
from_dtype: Any = extra("numba", "Numba", "gpu").from_dtype

THREADS = 128  # per block


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
