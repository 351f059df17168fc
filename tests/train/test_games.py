"""What self-play is made of, where that needs no PyTorch: games, rewards and recipes."""

from pathlib import Path
from typing import Any

import numpy as np
import pytest

from brocante import SetupError
from brocante.games.catalogue import RULESETS, ruleset
from brocante.games.ruleset import Ruleset
from brocante.train.selfplay.advantages import Moves, Sums, look_back
from brocante.train.selfplay.config import Config, config_of, setups
from brocante.train.selfplay.games import ALL, HEURISTIC, LEARNER, ONE, RIVAL, SOME, Games

every_game = pytest.mark.parametrize("rules", RULESETS.values(), ids=RULESETS)


# --- Games and rewards ---


def test_games_have_all_numbers_of_players_and_seats_as_they_should() -> None:
    rules = ruleset("klunker")
    games = Games(rules, setups(rules, config_of(rules), 1), 60, heuristics=20)
    number = np.arange(60)
    games.seat(np.where(number < 40, SOME, ALL), np.where(number < 20, HEURISTIC, RIVAL))
    games.reset(5)
    batch, luck, ended = games.batch, np.random.default_rng(1), 0
    seen = set()
    for _ in range(400):
        seen |= set(batch.players.tolist())
        for i in range(60):
            who = set(batch.who[i, : batch.players[i]].tolist())
            assert who == ({LEARNER} if i >= 40 else {LEARNER, HEURISTIC if i < 20 else RIVAL})
        assert batch.mask.any(axis=1).all()
        games.step(np.array([luck.choice(np.flatnonzero(row)) for row in batch.mask], np.int32))
        ended += int(batch.over.sum())
    assert seen == set(rules.players)
    assert ended > 0


def test_advantages_are_counted_along_the_own_moves() -> None:
    def column(*numbers: float) -> Any:
        return np.array(numbers, np.float32)[:, None]

    def small(*numbers: int) -> Any:
        return np.array(numbers, np.int8)[:, None]

    ranks = np.zeros((5, 1, 5), np.int8)
    ranks[3, 0, :3] = [1, 2, 2]
    found = [np.zeros((5, 1), np.float32) for _ in range(3)]
    moves = Moves(
        small(0, 1, 2, 0, 0), small(3, 3, 3, 3, 3), column(0.2, 0.1, 0.0, 0.5, 0.3), column(1, 1, 0, 1, 1),
        small(0, 0, 0, 1, 0), ranks, *found,
    )  # fmt: skip
    sums = Sums(np.zeros((1, 5), np.float32), np.zeros((1, 5), np.float32), np.zeros((1, 5), np.int8))
    look_back(0, 1, 0.5, np.array([1.0], np.float32), moves, sums)
    advantage = moves.advantage[:, 0]
    assert np.isclose(advantage[3], 1 - 0.5)  # the winner's last move
    assert np.isclose(advantage[0], (0.5 - 0.2) + 0.5 * 0.5)
    assert np.isclose(advantage[1], -0.5 - 0.1)  # one of two that lost: all sum up to 0
    assert moves.weight[:, 0].tolist() == [1, 1, 0, 1, 0]  # not the learner's move; nothing known after the last


def test_judging_gives_every_rotation_the_same_deal() -> None:
    rules = ruleset("klunker")
    games = Games(rules, rules.fresh(4), 8, heuristics=8)
    games.seat(np.full(8, ONE), np.full(8, HEURISTIC))
    games.reset(3, alike=4)
    hands = games.batch.positions["hand"]
    assert (hands[0] == hands[1:4]).all()
    assert (hands[0] != hands[4]).any()
    assert [int(np.flatnonzero(who[:4] == LEARNER)[0]) for who in games.batch.who] == [0, 1, 2, 3] * 2


# --- Recipes ---


@every_game
def test_each_game_has_a_recipe_for_all_numbers_of_players(rules: Ruleset) -> None:
    config = config_of(rules)
    assert sorted(map(int, config.players)) == list(rules.players)
    drawn = setups(rules, config, 1)
    assert set(drawn["players"].tolist()) == set(rules.players)


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("rate =", "is not TOML"),
        ("speed = 3", "A recipe has no 'speed'"),
        ("games = 0", "games is a whole number, 1 or more"),
        ("games = 2\nsteps = 2", "minibatch is at most games times steps"),
        ("heuristics = 0.9\nrivals = 0.2", "together at most 1"),
    ],
)
def test_a_wrong_recipe_is_refused(text: str, told: str, tmp_path: Path) -> None:
    (tmp_path / "own.toml").write_text(text)
    with pytest.raises(SetupError, match=told):
        config_of(ruleset("klunker"), tmp_path / "own.toml")


def test_what_a_recipe_does_not_name_is_usual(tmp_path: Path) -> None:
    (tmp_path / "own.toml").write_text("rate = 0.5\nentropy = [0.1, 0.2]")
    config = config_of(ruleset("klunker"), tmp_path / "own.toml", iterations=3)
    assert (config.rate, config.entropy, config.iterations, config.clip) == (0.5, (0.1, 0.2), 3, Config().clip)
