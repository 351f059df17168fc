"""The vector environment plays the same games as everything else, thousands at once."""

from dataclasses import replace
from typing import Any

import numpy as np
import pytest

import brocante
from brocante import Game, IllegalMove, SetupError
from brocante.envs.opponents import Heuristics
from brocante.envs.vector import VectorEnv
from brocante.games.catalogue import RULESETS
from tests.strategies import NAMES

OPTIONS: dict[str, dict[str, Any]] = {
    "klunker": {"unsold": "box", "first": 1},
    "alles-futsch": {"boards": ["vase", "clock", "painting"]},
    "zwergezocken": {"swap": "ring", "limit": 20},
}


def game_of(env: VectorEnv, i: int) -> Game:
    """A game of its own with the seed of one of the environment's, just dealt."""
    seed = env.positions[i]["key"].tobytes()
    return brocante.new(env.rules.name, players=env.players, seed=seed, **env.options)


def same(env: VectorEnv, i: int, game: Game) -> None:
    assert env.turn[i] == game.turn
    assert env.observations[i].tobytes() == game.observation(int(env.turn[i])).tobytes()
    assert np.flatnonzero(env.action_mask[i]).tolist() == sorted(game.legal_numbers())
    assert env.random_action[i] in game.legal_numbers()


@pytest.mark.parametrize("name", NAMES)
def test_each_game_is_one_by_the_rules(name: str) -> None:
    env = VectorEnv(name, 5, players=3, seed=4, threads=2, **OPTIONS[name])
    observations, infos = env.reset()
    games = [game_of(env, i) for i in range(5)]
    ended = 0
    while ended < 8:
        actions = infos["random_action"].copy()
        again, rewards, terminations, truncations, infos = env.step(actions)
        assert again is observations, "no copies"
        assert not truncations.any()
        for i, game in enumerate(games):
            game.play_number(int(actions[i]))
            result = game.result()
            assert terminations[i] == (result is not None)
            if result is None:
                assert not rewards[i].any()
            else:
                ended += 1
                assert infos["scores"][i].tolist() == result["scores"]
                assert infos["ranks"][i].tolist() == result["ranks"]
                assert infos["lengths"][i] == len(game.moves)
                assert rewards[i].sum() == pytest.approx(0)
                assert (np.argsort(-rewards[i], kind="stable") == np.argsort(result["ranks"], kind="stable")).all()
                game = games[i] = game_of(env, i)
            same(env, i, game)
    assert env.games_over == ended
    env.close()


@pytest.mark.parametrize("name", NAMES)
def test_the_same_seed_gives_the_same_games_in_any_number_of_threads(name: str) -> None:
    def played(threads: int, seed: int) -> list[bytes]:
        env = VectorEnv(name, 7, players=4, seed=seed, threads=threads)
        env.reset()
        for _ in range(50):
            env.step(env.random_action)
        return [env.positions.tobytes(), env.observations.tobytes(), env.action_mask.tobytes(), env.rewards.tobytes()]

    assert played(1, 3) == played(3, 3) == played(20, 3)
    assert played(1, 3) != played(1, 4)


def test_reset_with_a_seed_begins_again() -> None:
    env = VectorEnv("klunker", 3, players=3)
    first = env.reset(seed=5)[0].copy()
    env.step(env.random_action)
    assert (env.reset()[0] != first).any()
    assert (env.reset(seed=5)[0] == first).all()


def test_two_players_win_and_lose_all_there_is() -> None:
    env = VectorEnv("alles-futsch", 4, players=2, seed=1)
    env.reset()
    seen = set()
    for _ in range(300):
        _, rewards, over, _, _ = env.step(env.random_action)
        seen |= set(map(tuple, rewards[over].tolist()))
    assert {(1.0, -1.0), (-1.0, 1.0)} <= seen <= {(1.0, -1.0), (-1.0, 1.0), (0.0, 0.0)}


@pytest.mark.parametrize(
    ("action", "text"),
    [
        (27, "Game 2: 'pass' is not legal: Now windows are filled"),
        (29, "Game 2: 29 is not a move of Klunker: these are 0 to 28"),
        (-1, "Game 2: -1 is not a move of Klunker"),
    ],
)
def test_an_illegal_action_is_refused_and_nothing_has_changed(action: int, text: str) -> None:
    env = VectorEnv("klunker", 4, players=3, seed=1)
    env.reset()
    before = env.positions.tobytes()
    actions = env.random_action.copy()
    actions[2] = action
    with pytest.raises(IllegalMove, match=text) as refused:
        env.step(actions)
    assert refused.value.code == ("now_windows" if action == 27 else "not_a_move")
    assert env.positions.tobytes() == before


def test_actions_are_one_for_each_game() -> None:
    env = VectorEnv("klunker", 4, players=3, seed=1)
    env.reset()
    with pytest.raises(ValueError, match="There are 4 games"):
        env.step(np.zeros(3, np.int32))


@pytest.mark.parametrize(
    ("wrong", "text"),
    [
        ({"num_envs": 0}, "num_envs is a whole number, 1 or more"),
        ({"threads": 1.5}, "threads is a whole number"),
        ({"players": 9}, "Klunker is for 3 to 5 players"),
        ({"seed": "x"}, "seed is a whole number"),
        ({"unsold": "sea"}, "unsold is 'pile' or 'box'"),
    ],
)
def test_a_wrong_set_up_is_a_sentence(wrong: dict[str, Any], text: str) -> None:
    with pytest.raises(SetupError, match=text):
        VectorEnv("klunker", **{"num_envs": 2, "players": 3, **wrong})


def test_opponents_need_a_heuristic(monkeypatch: pytest.MonkeyPatch) -> None:
    env = VectorEnv("klunker", 2, players=3, seed=1)
    monkeypatch.setattr(env, "rules", replace(env.rules, heuristic=None))
    with pytest.raises(SetupError, match="Klunker has no heuristic"):
        Heuristics(env)


def test_every_game_has_a_vector_environment() -> None:
    for name, rules in RULESETS.items():
        env = VectorEnv(name, 2, players=rules.players[-1], seed=1)
        observations, infos = env.reset()
        assert observations.shape == (2, rules.layout.size)
        assert infos["action_mask"].shape == (2, rules.move_count)
