"""The same games on a GPU, a thread for each: kernels around the functions of `games.py` and `advantages.py`."""

from typing import Any

import numpy as np

from brocante.envs.gpu import cuda
from brocante.envs.vector import dice_for
from brocante.games.ruleset import Ruleset
from brocante.train.selfplay.advantages import Moves, Sums, look_back
from brocante.train.selfplay.games import Batch, Games, new_batch, reset_games, step_games

THREADS = 64  # per block


def torch_stream() -> Any:
    """PyTorch's current stream, so that kernels keep their order and can be captured in its graphs."""
    import torch

    handle = torch.cuda.current_stream().cuda_stream
    return cuda.external_stream(handle) if handle else 0


class GpuGames(Games):
    """Games on the GPU; arrays are device arrays, which PyTorch takes without a copy."""

    def __init__(self, rules: Ruleset, setups: Any, games: int, heuristics: int = 0) -> None:
        self.rules, self.size = rules, games
        self.batch = Batch(*map(cuda.to_device, new_batch(rules, setups, games, heuristics)))
        most = max(heuristics, 1)
        self._scratch = (
            cuda.device_array((rules.most_legal, games), np.int32),
            cuda.device_array((rules.most_legal, most), np.float64),
            cuda.device_array((rules.card_count, most), np.int8),
        )
        self._grid = -(-games // THREADS), THREADS

    def seat(self, seats: Any, others: Any) -> None:
        self.batch.seats.copy_to_device(np.ascontiguousarray(seats, np.int8))
        self.batch.others.copy_to_device(np.ascontiguousarray(others, np.int8))

    def reset(self, seed: int, alike: int = 1) -> None:
        dice = np.repeat(dice_for(-(-self.size // alike), seed), alike, axis=0)[: self.size]
        self.batch.dice.copy_to_device(np.ascontiguousarray(dice))
        reset_kernel[(*self._grid, torch_stream())](self.batch, self._scratch[0])

    def step(self, actions: Any) -> None:
        step_kernel[(*self._grid, torch_stream())](cuda.as_cuda_array(actions), self.batch, *self._scratch)


@cuda.jit  # type: ignore[untyped-decorator]
def reset_kernel(batch: Batch, moves: Any) -> None:
    i = cuda.grid(1)
    if i < batch.turn.size:
        reset_games(i, i + 1, batch, moves[:, i])


@cuda.jit  # type: ignore[untyped-decorator]
def step_kernel(actions: Any, batch: Batch, moves: Any, scores: Any, cards: Any) -> None:
    i = cuda.grid(1)
    if i < batch.turn.size:
        j = min(i, scores.shape[1] - 1)  # only the first games have heuristics
        step_games(i, i + 1, actions, batch, moves[:, i], scores[:, j], cards[:, j])


@cuda.jit  # type: ignore[untyped-decorator]
def look_back_kernel(trace: float, winning: Any, moves: Moves, sums: Sums) -> None:
    i = cuda.grid(1)
    if i < moves.turn.shape[1]:
        look_back(i, i + 1, trace, winning, moves, sums)


def look_back_on_gpu(trace: float, winning: Any, moves: Moves, sums: Sums) -> None:
    """`look_back` for all games, with tensors of PyTorch."""
    games = moves.turn.shape[1]
    grid = -(-games // THREADS), THREADS, torch_stream()
    look_back_kernel[grid](
        trace, cuda.as_cuda_array(winning), Moves(*map(cuda.as_cuda_array, moves)), Sums(*map(cuda.as_cuda_array, sums))
    )
