"""Games on a GPU sorted by the work that is ahead in them, for games whose rules have long and short parts.

The 32 threads of a warp wait for each other wherever their games are in different parts of the rules. So every block
keeps a pool of games in its shared memory, in queues by the kind of work that is ahead in each (a game's `work.py`; one
kind more is dealing). A warp takes up to 32 games from the longest queue, plays a move in each, chooses the next and
puts them into the queues of what that will be. Which games meet in a warp depends on the moment; what is played does
not, since every game has its own dice.

Queues have no lock: whoever fails to take games fails because another warp has taken some.
"""

from typing import Any, NamedTuple

import numpy as np

from brocante.envs.gpu import cuda, from_dtype
from brocante.extras import extra
from brocante.games.bare import bare_type
from brocante.games.chance import reseed, roll
from brocante.games.contract import Working
from brocante.games.rules import deal, legal, play
from brocante.games.ruleset import Ruleset

driver: Any = extra("numba.cuda.cudadrv.driver", "numba-cuda", "gpu")

WARP = 32  # threads
WARPS = 8  # of a block, which fills a multiprocessor: more warps find fewer games in each queue
ALL = 0xFFFFFFFF  # threads of a warp


class Plan(NamedTuple):
    """A kernel, and how it is laid out on the GPU."""

    kernel: Any
    blocks: int
    threads: int  # of a block
    games: int  # of a block
    shared_memory: int = 0  # of a block, in bytes, beside what the kernel itself declares

    def compiled(self, arrays: Any) -> Any:
        """The kernel, ready for these arrays and a number of moves. CUDA gives more than 48 KB of shared memory only to
        kernels that ask for it."""
        if not self.shared_memory:
            return self.kernel
        kernel = self.kernel.specialize(*arrays, 0)
        (code,) = kernel.overloads.values()
        attribute = driver.binding.CUfunction_attribute.CU_FUNC_ATTRIBUTE_MAX_DYNAMIC_SHARED_SIZE_BYTES
        handle, gpu = code._codelibrary.get_cufunc().handle, cuda.get_current_device()
        driver.driver.cuKernelSetAttribute(attribute, self.shared_memory, handle, gpu.id)
        return kernel


def in_pools(rules: Ruleset, work: Working) -> Plan:
    """The warps of a block share a pool of games."""
    gpu, size = cuda.get_current_device(), bare_type(rules.position_type, rules.knowledge).itemsize
    if work.KINDS >= WARP:
        raise ValueError(f"A warp looks at {WARP} queues; {work.KINDS} kinds of work and dealing are more.")
    games, ring = room(size, work.KINDS + 1, gpu.MAX_SHARED_MEMORY_PER_BLOCK_OPTIN)
    kernel = pool_kernel(rules, work, games, ring)
    return Plan(kernel, gpu.MULTIPROCESSOR_COUNT, WARPS * WARP, games, games * size)


def room(size: int, kinds: int, shared_memory: int) -> tuple[int, int]:
    """How many games with positions of that size fit into the shared memory of a block, each with its next move and how
    many it has left; and how many places each queue has, a power of two."""
    ring = 1 << (shared_memory // size).bit_length()
    left = shared_memory - kinds * (2 * ring + 4 + 4) - 32  # what is common to all, and gaps
    return left // (size + 2 + 4), ring


class Queues(NamedTuple):
    """A ring of games for each kind of work, with more places than there are games. Games are counted from 1; an empty
    place is 0."""

    games: Any
    head: Any  # how many have left a queue
    tail: Any  # how many have come
    unfinished: Any  # one number: games with moves left


@cuda.jit(device=True)  # type: ignore[untyped-decorator]
def put(queues: Queues, game: int, kind: int) -> None:
    """Queue a game up for a kind of work; -1: it has played all its moves."""
    if kind < 0:
        cuda.atomic.sub(queues.unfinished, 0, 1)
        return
    at = cuda.atomic.add(queues.tail, kind, 1) & (queues.games.shape[1] - 1)
    while queues.games[kind, at] != 0:  # another warp is about to take the game that is there
        cuda.threadfence_block()
    queues.games[kind, at] = game + 1


@cuda.jit(device=True)  # type: ignore[untyped-decorator]
def take(queues: Queues, lane: int) -> Any:
    """A game for each thread of the warp from the longest queue, -1 for those who get none; and whether any game has
    moves left."""
    head: Any = np.int32(0)
    waiting: Any = np.int32(0)
    if lane < queues.head.size:  # each thread looks at a queue
        head = queues.head[lane]
        waiting = queues.tail[lane] - head
    longest = waiting * np.int32(WARP) + lane
    for bit in range(5):
        longest = max(longest, cuda.shfl_xor_sync(ALL, longest, 1 << bit))
    kind, taken = longest % WARP, min(longest // WARP, WARP)
    if lane == kind:
        if taken == 0:
            taken = 0 if queues.unfinished[0] > 0 else -1
        elif cuda.atomic.cas(queues.head, kind, head, head + taken) != head:
            taken = 0  # another warp was quicker
    taken = cuda.shfl_sync(ALL, np.int32(taken), kind)
    begin = cuda.shfl_sync(ALL, head, kind)
    game = -1
    if lane < taken:
        at = (begin + lane) & (queues.games.shape[1] - 1)
        while game < 0:  # who came last may be about to be written
            cuda.threadfence_block()
            game = queues.games[kind, at] - 1
            if game >= 0:
                queues.games[kind, at] = 0  # here, since after the loop a thread may wait for the whole warp
    return game, taken >= 0


def pool_kernel(rules: Ruleset, work: Working, pool: int, ring: int) -> Any:
    """A kernel that plays a number of random moves in every game of a pool. In `moves` the first move of all threads
    comes before the second, so that neighbours write side by side."""
    bare = from_dtype(bare_type(rules.position_type, rules.knowledge))
    work_of_playing, work_of_choosing = work.work_of_playing, work.work_of_choosing
    dealing = work.KINDS
    kinds = dealing + 1

    @cuda.jit  # type: ignore[untyped-decorator]
    def kernel(fresh: Any, positions: Any, dice: Any, moves: Any, count: int) -> None:
        here = cuda.shared.array(0, bare, alignment=8)  # the rest of the shared memory
        chosen = cuda.shared.array(pool, np.int16)
        left = cuda.shared.array(pool, np.int32)
        games = cuda.shared.array((kinds, ring), np.int16)
        head = cuda.shared.array(kinds, np.int32)
        tail = cuda.shared.array(kinds, np.int32)
        unfinished = cuda.shared.array(2, np.int32)
        queues = Queues(games, head, tail, unfinished)
        thread, me, before = cuda.threadIdx.x, cuda.grid(1), cuda.blockIdx.x * pool
        for at in range(thread, ring, cuda.blockDim.x):
            for kind in range(kinds):
                games[kind, at] = at + 1 if kind == dealing and at < pool else 0
        for game in range(thread, pool, cuda.blockDim.x):
            here[game].turn, chosen[game], left[game] = -1, -1, count
        if thread < kinds:
            head[thread], tail[thread] = 0, pool if thread == dealing else 0
        if thread == 0:
            unfinished[0] = pool
        cuda.syncthreads()
        game, kind, goes_on = -1, -1, True
        while goes_on:
            cuda.threadfence_block()
            if game >= 0:
                put(queues, game, kind)
            cuda.syncwarp()
            game, goes_on = take(queues, thread % WARP)
            kind = -1
            if game >= 0:
                cuda.threadfence_block()
                position, due = here[game], True
                if chosen[game] >= 0:
                    play(position, chosen[game])
                    left[game] -= 1
                elif position.turn < 0:
                    here[game] = fresh[0]
                    reseed(position, dice[before + game])
                    deal(position)
                else:
                    due = False  # the choice was put off, and is made now
                chosen[game] = -1
                if left[game] == 0:
                    positions[before + game] = here[game]
                elif position.turn < 0:
                    kind = dealing
                else:
                    kind = work_of_choosing(position) if due else -1
                    if kind < 0:
                        chosen[game] = moves[roll(dice[before + game], legal(position, moves[:, me])), me]
                        kind = work_of_playing(position, chosen[game])
            cuda.syncwarp()

    return kernel
