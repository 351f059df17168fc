"""The examples under docs/ do what they say, with fewer games."""

import importlib.util
from pathlib import Path
from types import ModuleType

import numpy as np
import pytest

import brocante
from brocante.envs.opponents import Heuristics
from brocante.envs.vector import VectorEnv
from brocante.games.catalogue import RULESETS
from tests.strategies import NAMES

EXAMPLES = Path(__file__).parents[1] / "docs" / "examples"


def example(name: str) -> ModuleType:
    spec = importlib.util.spec_from_file_location(name, EXAMPLES / f"{name}.py")
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def test_a_bot_beats_random_agents_at_a_pettingzoo_table() -> None:
    assert example("bot_in_pettingzoo").play("klunker", 8, "heuristic") > 0.5


def test_the_learner_improves() -> None:
    before, after = example("learner").learn("klunker", 300)
    assert after > before + 0.3


def test_a_seat_among_heuristics_is_an_environment_of_openspiel() -> None:
    """Its moves are legal, its game ends with the reward of its seat, and another seat is its own in the next."""
    table, rewards = example("openspiel_ppo").OneSeat("klunker", seed=1), []
    for _ in range(4):
        now, own = table.reset(), set()
        while not now.last():
            seen = now.observations["info_state"][0]
            own.add(int(np.flatnonzero(RULESETS["klunker"].layout.part(seen, "own_seat"))[0]))
            now = table.step([now.observations["legal_actions"][0][0]])
        assert len(own) == 1
        rewards.append((own.pop(), *now.rewards))
    assert sorted(seat for seat, _ in rewards) == [0, 1, 2, 3]
    assert all(-1 <= reward <= 1 for _, reward in rewards)
    assert any(reward != 0 for _, reward in rewards)


def test_a_learner_is_judged_in_every_seat_of_the_same_deals() -> None:
    learners = example("openspiel_ppo")
    first = learners.as_bot("klunker", lambda seen, mask: int(np.flatnonzero(mask)[0]))
    heuristic = brocante.bot("heuristic", seed=1).choose
    worse, better = learners.judged("klunker", first, 3), learners.judged("klunker", heuristic, 3)
    assert worse.mean < better.mean
    assert learners.judged("klunker", first, 3) == worse, "the same deals, the same others"


def test_the_analysis_counts_every_seat_of_every_game(tmp_path: Path) -> None:
    analysis = example("analysis")
    table = analysis.played(1500)
    assert len(table) == 1500 * 4
    assert table["won"].sum() == pytest.approx(1500)
    assert (table[["stud", "earring", "tooth", "shoe", "monocle", "tiara", "necklace"]].sum(axis=1) == 6).all()
    assert set(table["seat"]) == {0, 1, 2, 3}
    assert analysis.worths(table)["necklace"] > 0, "four necklaces always bring four bills (K5.3)"
    analysis.draw(table, tmp_path / "klunker.png")
    assert (tmp_path / "klunker.png").stat().st_size > 10_000


@pytest.mark.parametrize("name", NAMES)
def test_heuristics_choose_as_the_bot_does(name: str) -> None:
    """What looks best to them looks best to the bot, whatever is hidden."""
    env = VectorEnv(name, 4, players=3, seed=2)
    env.reset()
    games = [brocante.new(name, players=3, seed=each["key"].tobytes()) for each in env.positions]
    heuristics, bot, alike = Heuristics(env, seed=1), brocante.bot("heuristic", seed=1), 0
    for _ in range(25):
        actions = heuristics.actions().copy()
        for game, action in zip(games, actions.tolist(), strict=True):
            thoughts = {thought.move: thought.expected for thought in bot.explain(game)}
            best = [move for move, expected in thoughts.items() if expected == max(thoughts.values())]
            words = game.ruleset.move_words[action]
            assert words in best
            alike += len(thoughts) > 1
            game.play(words)
        _, _, over, _, _ = env.step(actions)
        if np.any(over):
            break
    assert alike > 10
