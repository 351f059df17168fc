"""The PettingZoo environments pass PettingZoo's own tests, and play the same games as everything else."""

import subprocess
import sys
import time
import warnings
from typing import Any

import numpy as np
import pytest
from pettingzoo.test import api_test, performance_benchmark, render_test, seed_test

import brocante
from brocante.envs.pettingzoo import Table, env
from tests.strategies import NAMES


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.filterwarnings("ignore:Observation")  # that they are dictionaries, as those of PettingZoo's classics
def test_pettingzoo_api_test(name: str) -> None:
    api_test(env(name, players=3), num_cycles=300)


@pytest.mark.parametrize("name", NAMES)
def test_pettingzoo_seed_test(name: str) -> None:
    seed_test(lambda: env(name, players=4), num_cycles=100)


@pytest.mark.parametrize("name", NAMES)
def test_pettingzoo_render_test(name: str) -> None:
    render_test(lambda **mode: env(name, players=3, **mode))


def test_pettingzoo_performance_benchmark(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    ticks = iter(range(0, 10_000, 3))  # it plays for five seconds; a clock that runs fast makes it one game
    monkeypatch.setattr(time, "time", lambda: next(ticks))
    performance_benchmark(env("klunker", players=4))
    assert "Finished performance benchmark" in capsys.readouterr().out


def played(table: Table, seed: int) -> list[dict[str, float]]:
    """Play a game with the first legal action or the last; what each agent was rewarded in the end."""
    table.reset(seed=seed)
    got = []
    for number, _ in enumerate(table.agent_iter()):
        observation, reward, termination, truncation, _ = table.last()
        assert not truncation
        if termination:
            got.append({table.agent_selection: reward})
            table.step(None)
        else:
            legal = np.flatnonzero(observation["action_mask"])
            table.step(int(legal[0 if number % 3 else -1]))
    return got


@pytest.mark.parametrize("name", NAMES)
def test_a_game_is_one_by_the_rules(name: str) -> None:
    table = env(name, players=4)
    rewards = played(table, seed=5)
    game = table.game
    result = game.result()
    assert result is not None
    assert game.seed == brocante.new(name, players=4, seed=5).seed
    assert brocante.replay(game.record()).result() == result
    by_seat = {agent: reward for each in rewards for agent, reward in each.items()}
    assert len(rewards) == len(by_seat) == 4
    best = max(by_seat.values())
    winners = [f"seat_{seat}" for seat, rank in enumerate(result["ranks"]) if rank == 1]
    assert [agent for agent in sorted(by_seat) if by_seat[agent] == best] == winners
    assert sum(by_seat.values()) == pytest.approx(0, abs=1e-6)


def test_an_observation_is_that_of_the_game_and_masks_only_whose_turn_it_is() -> None:
    table = env("zwergezocken", players=3, swap="ring", first=2)
    table.reset(seed=1)
    assert table.agent_selection == "seat_2"
    for _ in range(20):
        game = table.game
        for seat, agent in enumerate(table.possible_agents):
            observation = table.observe(agent)
            assert observation["observation"].tobytes() == game.observation(seat).tobytes()
            legal = sorted(game.legal_numbers()) if seat == game.turn else []
            assert np.flatnonzero(observation["action_mask"]).tolist() == legal
            assert table.observation_space(agent).contains(observation)
        table.step(game.legal_numbers()[0])


def test_an_illegal_action_ends_the_game_for_who_made_it() -> None:
    table = env("klunker", players=3)
    table.reset(seed=1)
    table.step(27)
    assert table.terminations == dict.fromkeys(table.possible_agents, True)
    assert table.rewards == {"seat_0": -1.0, "seat_1": 0.0, "seat_2": 0.0}
    assert table.infos["seat_0"]["illegal"].startswith("'pass' is not legal: Now windows are filled")


@pytest.mark.parametrize("action", [29, -1, "pass", None, 1.5])
def test_what_is_no_action_is_refused(action: Any) -> None:
    table = env("klunker", players=3)
    table.reset(seed=1)
    with pytest.raises(ValueError, match="An action is a whole number from 0 to 28"):
        table.step(action)


def test_before_the_deal_there_is_nothing_to_see() -> None:
    table = env("klunker", players=3, render_mode="ansi")
    for call, arguments in ((table.step, (0,)), (table.observe, ("seat_0",)), (table.render, ())):
        with pytest.raises(RuntimeError, match="call reset first"):
            call(*arguments)


def test_the_table_is_rendered_for_a_watcher() -> None:
    table = env("klunker", players=3, render_mode="ansi")
    table.reset(seed=1)
    assert table.render().startswith("Klunker · round 1 · windows")
    assert "your hand" not in table.render()
    with pytest.raises(ValueError, match="render_mode is human, ansi, rgb_array or None"):
        env("klunker", players=3, render_mode="film")


def test_a_picture_shows_the_text() -> None:
    table = env("alles-futsch", players=2, render_mode="rgb_array")
    table.reset(seed=1)
    dealt = table.render()
    table.step(table.game.legal_numbers()[0])
    offered = table.render()
    assert dealt.shape == offered.shape
    assert (dealt != offered).any()
    assert (dealt < 100).any(), "no ink"


def test_brocante_itself_needs_none_of_it() -> None:
    code = "import sys, brocante, brocante.envs.vector; print(sorted(sys.modules))"
    modules = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True).stdout
    for name in ("pettingzoo", "gymnasium", "pyspiel", "PIL", "polars", "matplotlib"):
        assert f"'{name}'" not in modules


def test_without_pettingzoo_a_sentence_says_how_to_get_it() -> None:
    code = "import sys; sys.modules['pettingzoo'] = None; import brocante.envs.pettingzoo"
    told = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True).stderr
    assert "PettingZoo is not installed: pip install 'brocante[pettingzoo]'." in told


def test_warnings_of_the_api_test_are_only_about_dictionaries() -> None:
    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always")
        api_test(env("klunker", players=3), num_cycles=10)
    assert {str(warning.message)[:30] for warning in caught} <= {
        "Observation space for each agent probably should be gymnasium.spaces.box"[:30],
        "Observation is not a NumPy array"[:30],
    }
