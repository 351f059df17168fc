"""The environment on a GPU gives what the one on the CPU gives; without a GPU these tests are skipped."""

from importlib.util import find_spec
from typing import Any

import numpy as np
import pytest

from brocante import IllegalMove
from brocante.envs.vector import Arrays, VectorEnv, dice_for
from brocante.games.bare import bare_type, bared
from brocante.games.catalogue import RULESETS
from brocante.games.chance import reseed, roll
from brocante.games.compiled import compiled
from brocante.games.rules import deal, legal, play

GAMES = tuple(RULESETS)


def gpu() -> Any:
    """The module, where there is a GPU."""
    if find_spec("numba_cuda") is None:
        pytest.skip("numba-cuda is not installed")
    from brocante.envs import gpu

    if not gpu.cuda.is_available():
        pytest.skip("there is no GPU")
    return gpu


@pytest.mark.skipif(find_spec("numba_cuda") is not None, reason="numba-cuda is installed")
def test_without_the_extra_a_sentence_says_what_to_install() -> None:
    with pytest.raises(ImportError, match=r"numba-cuda is not installed: pip install 'brocante\[gpu\]'"):
        import brocante.envs.gpu  # noqa: F401


@pytest.mark.parametrize("game", GAMES)
def test_the_same_seed_gives_the_same_games_as_on_the_cpu(game: str) -> None:
    there, here = gpu().GpuVectorEnv(game, 300, 4, seed=7), VectorEnv(game, 300, 4, seed=7)
    there.reset()
    here.reset()
    for step in range(300):
        assert_same(there, here)
        actions = here.random_action.copy()
        here.step(actions)
        there.step(there.random_action if step % 2 else actions)
    assert there.games_over == here.games_over
    there.reset(seed=8)
    here.reset(seed=8)
    assert_same(there, here)


def assert_same(there: Any, here: VectorEnv) -> None:
    for name in Arrays._fields:
        assert np.array_equal(getattr(there.arrays, name).copy_to_host(), getattr(here.arrays, name)), name


def test_an_illegal_action_is_named_and_changes_nothing() -> None:
    there, here = gpu().GpuVectorEnv("klunker", 300, 4, seed=7), VectorEnv("klunker", 300, 4, seed=7)
    there.reset()
    here.reset()
    actions = here.random_action.copy()
    actions[[5, 200]] = 28
    with pytest.raises(IllegalMove, match="Game 5: 'decline' is not legal"):
        there.step(actions)
    assert_same(there, here)
    there.step(here.random_action)
    here.step(here.random_action)
    assert_same(there, here)


def test_arrays_are_shared_with_pytorch_without_a_copy() -> None:
    env = gpu().GpuVectorEnv("zwergezocken", 64, 3, seed=1)
    torch: Any = pytest.importorskip("torch")
    env.reset()
    observations = torch.as_tensor(env.observations, device="cuda")
    before = observations.clone()
    env.step(torch.as_tensor(env.random_action, device="cuda"))
    torch.cuda.synchronize()
    assert not torch.equal(observations, before)
    assert np.array_equal(observations.cpu().numpy(), env.observations.copy_to_host())


@compiled
def random_moves(fresh: Any, positions: Any, dice: Any, moves: Any, count: int) -> None:
    for i in range(positions.size):
        positions[i] = fresh[0]
        reseed(positions[i], dice[i])
        deal(positions[i])
        for _ in range(count):
            if positions[i].turn < 0:
                positions[i] = fresh[0]
                reseed(positions[i], dice[i])
                deal(positions[i])
            play(positions[i], moves[roll(dice[i], legal(positions[i], moves))])


@pytest.mark.parametrize("sort", [False, True], ids=["each", "sorted"])
@pytest.mark.parametrize("game", GAMES)
def test_random_games_are_those_of_the_cpu(game: str, sort: bool) -> None:
    gpu()
    from brocante.envs.gpu_random import RandomGames

    games = RandomGames(game, 4, seed=3, sort=sort)
    games.play(400)
    there = games.positions()[:2000]
    rules = RULESETS[game]
    bare = bare_type(rules.position_type, rules.knowledge)
    here, dice = np.zeros(2000, bare), dice_for(2000, 3)
    random_moves(bared(rules.fresh(4), bare), here, dice, rules.scratch(), 400)
    assert there.tobytes() == here.tobytes()
