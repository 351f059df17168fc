"""Self-play on the CPU, with nets so small that a step takes no time: it learns, stops, goes on, and leaves a net.

PyTorch is large, so `make test` does without: `make test-train` installs it and runs these.
"""

import json
from pathlib import Path
from typing import Any

import numpy as np
import pytest

torch = pytest.importorskip("torch", reason="PyTorch comes with the extra `train`")

from click.testing import CliRunner  # noqa: E402

from brocante import SetupError, bot, new  # noqa: E402
from brocante.cli import main  # noqa: E402
from brocante.games.catalogue import RULESETS, ruleset  # noqa: E402
from brocante.games.ruleset import Ruleset  # noqa: E402
from brocante.neural.file import net_from, read  # noqa: E402
from brocante.neural.net import POINT, VALUE_POINT, room_for, think  # noqa: E402
from brocante.train.selfplay.config import config_of  # noqa: E402
from brocante.train.selfplay.device import Device  # noqa: E402
from brocante.train.selfplay.games import LEARNER  # noqa: E402
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
    run_in(tmp_path, rules, checkpoint=4).train(lambda row: None, pause=1e-9)
    assert run_in(tmp_path, rules).iteration == 2  # the first, which compiles, does not count
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


def test_training_can_start_with_a_net_there_is(tmp_path: Path) -> None:
    rules = ruleset("alles-futsch")
    first = run_in(tmp_path / "first", rules, iterations=2)
    first.train(lambda row: None)
    folder = tmp_path / "second"
    folder.mkdir()
    net = (tmp_path / "first" / "net.bin").read_bytes()
    second = Run(rules, config_of(rules, **TINY), 8, folder, Device(), start=net)
    for name, each in second.masters.items():
        assert torch.allclose(each, first.average[name], atol=0.02), name  # 8-bit weights


def test_the_command_trains_tells_and_refuses(tmp_path: Path) -> None:
    recipe = tmp_path / "tiny.toml"
    recipe.write_text("".join(f"{name} = {value}\n" for name, value in TINY.items()))
    folder = tmp_path / "made"
    words = ["train", "klunker", "--config", str(recipe), "--iterations", "2"]
    told = CliRunner().invoke(main, [*words, "--folder", str(folder)])
    assert told.exit_code == 0, told.output
    assert "M moves" in told.output
    assert {each.name for each in folder.iterdir()} == {"run.pt", "net.bin", "curve.json", "curve.svg"}
    refused = CliRunner().invoke(main, [*words, "--folder", str(tmp_path / "none"), "--against", "nowhere.bin"])
    assert refused.exit_code == 2
    assert "nowhere.bin cannot be read" in refused.output
    assert not (tmp_path / "none").exists()
