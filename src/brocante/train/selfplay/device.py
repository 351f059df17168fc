"""Where training runs: on a GPU if there is one, else on a CPU."""

from collections.abc import Callable
from typing import Any

from brocante.games.errors import SetupError
from brocante.games.ruleset import Ruleset
from brocante.train.selfplay.advantages import Moves, Sums, look_back
from brocante.train.selfplay.games import Games
from brocante.train.selfplay.net import torch


class Device:
    """On a CPU: games in NumPy, learning in float32, everything as it comes."""

    def __init__(self) -> None:
        self.torch = torch.device("cpu")
        self.precision = torch.float32

    def games(self, rules: Ruleset, setups: Any, games: int, heuristics: int = 0) -> Games:
        return Games(rules, setups, games, heuristics)

    def tensor(self, array: Any) -> Any:
        """An array of games as a tensor, in the same memory."""
        return torch.from_numpy(array)

    def actions(self, tensor: Any) -> Any:
        """A tensor as `Games.step` takes it."""
        return tensor.numpy()

    def look_back(self, trace: float, winning: Any, moves: Moves, sums: Sums) -> None:
        arrays = Moves(*(each.numpy() for each in moves)), Sums(*(each.numpy() for each in sums))
        look_back(0, moves.turn.shape[1], trace, winning.numpy(), *arrays)

    def repeated(self, work: Callable[[], None]) -> Callable[[], None]:
        """Work that will be done often, always with the same tensors."""
        return work

    def name(self) -> str:
        return "CPU"


class Gpu(Device):
    """On a GPU: games as kernels, learning in bfloat16 with float32 masters, repeated work as CUDA graphs."""

    def __init__(self) -> None:
        self.torch = torch.device("cuda")
        self.precision = torch.bfloat16

    def games(self, rules: Ruleset, setups: Any, games: int, heuristics: int = 0) -> Games:
        from brocante.train.selfplay.gpu_games import GpuGames

        return GpuGames(rules, setups, games, heuristics)

    def tensor(self, array: Any) -> Any:
        return torch.as_tensor(array, device="cuda")

    def actions(self, tensor: Any) -> Any:
        return tensor

    def look_back(self, trace: float, winning: Any, moves: Moves, sums: Sums) -> None:
        from brocante.train.selfplay.gpu_games import look_back_on_gpu

        look_back_on_gpu(trace, winning, moves, sums)

    def repeated(self, work: Callable[[], None]) -> Callable[[], None]:
        side = torch.cuda.Stream()
        side.wait_stream(torch.cuda.current_stream())
        with torch.cuda.stream(side):
            work()  # compiles and allocates what a capture may not
        torch.cuda.current_stream().wait_stream(side)
        torch.cuda.synchronize()
        graph = torch.cuda.CUDAGraph()
        with torch.cuda.graph(graph, capture_error_mode="relaxed"):
            work()
        torch.cuda.synchronize()
        replay: Callable[[], None] = graph.replay
        return replay

    def name(self) -> str:
        return str(torch.cuda.get_device_name())


def device() -> Device:
    """The GPU if PyTorch and numba-cuda both find one, else the CPU."""
    try:
        from brocante.envs.gpu import check_there_is_a_gpu

        check_there_is_a_gpu()
    except (ImportError, SetupError):
        return Device()
    return Gpu() if torch.cuda.is_available() else Device()
