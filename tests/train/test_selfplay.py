"""Self-play on the CPU, with nets so small that a step takes no time: it learns, stops, goes on, and leaves a net."""

import json
from pathlib import Path
from typing import Any

import numpy as np
import pytest

torch = pytest.importorskip("torch", reason="PyTorch comes with the extra `train`")

from brocante import SetupError, bot, new  # noqa: E402
from brocante.games.catalogue import RULESETS, ruleset  # noqa: E402
from brocante.games.ruleset import Ruleset  # noqa: E402
from brocante.neural.file import net_from, read  # noqa: E402
from brocante.neural.net import POINT, VALUE_POINT, room_for, think  # noqa: E402
from brocante.train.selfplay.advantages import Moves, Sums, look_back  # noqa: E402
from brocante.train.selfplay.config import Config, config_of, setups  # noqa: E402
from brocante.train.selfplay.device import Device  # noqa: E402
from brocante.train.selfplay.games import ALL, HEURISTIC, LEARNER, ONE, RIVAL, SOME, Games  # noqa: E402
from brocante.train.selfplay.net import Eyes, forward  # noqa: E402
from brocante.train.selfplay.run import Run  # noqa: E402

TINY: dict[str, Any] = {
    "iterations": 4, "games": 24, "steps": 8, "minibatch": 64, "wide": 16, "narrow": 8, "checkpoint": 2, "judged": 8,
    "snapshot": 1, "rival": 1, "pool": 2,
}  # fmt: skip

every_game = pytest.mark.parametrize("rules", RULESETS.values(), ids=RULESETS)


def run_in(folder: Path, rules: Ruleset, against: bytes | None = None, **changes: Any) -> Run:
    folder.mkdir(exist_ok=True)
    return Run(rules, config_of(rules, **{**TINY, **changes}), 7, folder, Device(), against)


@pytest.fixture(autouse=True)
def one_thread() -> None:
    torch.set_num_threads(1)


def interrupt(row: dict[str, Any]) -> None:
    raise KeyboardInterrupt


def test_a_run_that_was_stopped_goes_on_as_if_it_had_never_been(tmp_path: Path) -> None:
    rules = ruleset("klunker")
    rows: list[dict[str, Any]] = []
    whole = run_in(tmp_path / "whole", rules)
    before = {name: each.clone() for name, each in whole.masters.items()}
    whole.train(rows.append)
    assert [row["iteration"] for row in rows] == [2, 4]
    assert all(not torch.equal(before[name], each) for name, each in whole.masters.items())
    with pytest.raises(KeyboardInterrupt):
        run_in(tmp_path / "parts", rules).train(interrupt)
    again = run_in(tmp_path / "parts", rules)
    assert again.iteration == 2
    again.train(lambda row: None)
    for name, each in whole.masters.items():
        assert torch.equal(each, again.masters[name]), name
    nets = [read((tmp_path / part / "net.bin").read_bytes(), part)[1] for part in ("whole", "parts")]
    assert all((nets[0][name] == nets[1][name]).all() for name in nets[0])
    curve = json.loads((tmp_path / "whole" / "curve.json").read_text())
    assert [row["steps"] for row in curve["progress"]] == [2 * 24 * 8, 4 * 24 * 8]
    assert (tmp_path / "whole" / "curve.svg").read_text().startswith("<svg")


def test_a_paused_run_writes_a_checkpoint_and_another_run_refuses_it(tmp_path: Path) -> None:
    rules = ruleset("alles-futsch")
    run_in(tmp_path, rules).train(lambda row: None, pause=1e-9)
    assert run_in(tmp_path, rules).iteration == 1
    with pytest.raises(SetupError, match="holds the training of alles-futsch with seed 7"):
        run_in(tmp_path, ruleset("klunker"))
    (tmp_path / "run.pt").write_bytes(b"nothing")
    with pytest.raises(SetupError, match="holds no training to continue"):
        run_in(tmp_path, rules)


@every_game
def test_the_file_thinks_as_the_net_that_was_trained(rules: Ruleset, tmp_path: Path) -> None:
    run = run_in(tmp_path, rules, iterations=2)
    run.train(lambda row: None)
    content = (tmp_path / "net.bin").read_bytes()
    net, shape = net_from(content, rules, "net.bin"), rules.needed_perception().PERCEPTION
    room = room_for(rules, net)
    numbers = run._rollout.numbers.flatten(0, 1)[::10]
    logits, values = forward(run.average, Eyes(shape, torch.device("cpu"), torch.float32), numbers)
    for row, exact, value in zip(numbers, logits, values, strict=True):
        room.numbers[:] = row.numpy()
        expected = think(net, room) / 2**VALUE_POINT
        assert np.allclose(room.logits / 2**POINT, exact.numpy(), atol=0.03)
        assert abs(expected - float(value)) < 0.03
    game = new(rules.name, players=3, seed=1)
    assert bot("neural", net=str(tmp_path / "net.bin")).choose(game) in game.legal()


def test_a_best_response_is_trained_against_a_net_that_stays_as_it_is(tmp_path: Path) -> None:
    rules = ruleset("klunker")
    run_in(tmp_path / "first", rules, iterations=2).train(lambda row: None)
    fixed = (tmp_path / "first" / "net.bin").read_bytes()
    rows: list[dict[str, Any]] = []
    run = run_in(tmp_path / "second", rules, against=fixed, iterations=2)
    before = {name: each.clone() for name, each in run._rival.items()}
    run.train(rows.append)
    assert all(torch.equal(before[name], each) for name, each in run._rival.items())
    who, players = run._rollout.games.batch.who, run._rollout.games.batch.players
    assert all((who[i, : players[i]] == LEARNER).sum() == 1 for i in range(24))
    assert 0 <= rows[0]["share"] <= 1


# --- Games and rewards ---


@every_game
def test_games_have_all_numbers_of_players_and_seats_as_they_should(rules: Ruleset) -> None:
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
