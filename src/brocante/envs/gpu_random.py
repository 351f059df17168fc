"""Random games by the billion on a GPU: bare positions in shared memory, played by the same rules."""

import time
from functools import cache
from typing import Any

import numpy as np

from brocante.envs.gpu import check_there_is_a_gpu, cuda, from_dtype
from brocante.envs.gpu_pool import Plan, in_pools
from brocante.envs.vector import dice_for
from brocante.games.bare import bare_type, bared
from brocante.games.catalogue import ruleset
from brocante.games.chance import reseed, roll
from brocante.games.rules import deal, legal, play
from brocante.games.ruleset import Ruleset

THREADS = 128  # per block: this many bare positions fit into the shared memory that every block may have
MOST_BLOCKS = 6  # per multiprocessor: more games at once are not faster


class RandomGames:
    """As many games at once as suit the GPU, played at random on bare positions; a game that ends is dealt anew. Games
    with the same work ahead are played side by side, where a game says what that is, unless `sort` is false."""

    def __init__(self, game: str, players: int, seed: int = 0, sort: bool = True) -> None:
        check_there_is_a_gpu()
        rules = ruleset(game)
        bare = bare_type(rules.position_type, rules.knowledge)
        plan = in_pools(rules, rules.work) if sort and rules.work else one_each(rules)
        self.games = plan.blocks * plan.games
        self._grid = plan.blocks, plan.threads, 0, plan.shared_memory
        self._arrays = (
            cuda.to_device(bared(rules.fresh(players), bare)),
            cuda.device_array(self.games, bare),
            cuda.to_device(dice_for(self.games, seed)),
            cuda.device_array((rules.most_legal, plan.blocks * plan.threads), np.int16),
        )
        self._kernel = plan.compiled(self._arrays)

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


def one_each(rules: Ruleset) -> Plan:
    """Every thread plays a game of its own."""
    gpu, size = cuda.get_current_device(), bare_type(rules.position_type, rules.knowledge).itemsize
    blocks = min(MOST_BLOCKS, gpu.MAX_SHARED_MEMORY_PER_BLOCK_OPTIN // (THREADS * size))
    return Plan(thread_kernel(rules), gpu.MULTIPROCESSOR_COUNT * blocks, THREADS, THREADS)


@cache
def thread_kernel(rules: Ruleset) -> Any:
    """A kernel that plays a number of random moves in every game. In `moves` the first move of all threads comes before
    the second, so that neighbours write side by side."""
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
