"""Tuning: weights by evolution, reproducible and resumable."""

import json
from dataclasses import replace
from pathlib import Path

import pytest
from click.testing import CliRunner

from brocante import SetupError
from brocante.bots.heuristic import weight_sets
from brocante.cli import main
from brocante.games.catalogue import RULESETS
from brocante.train import tune
from brocante.train.tune import Evolution, as_array, evolve, wins

KLUNKER = RULESETS["klunker"]


def fresh(seed: int = 1) -> Evolution:
    return Evolution("klunker", 3, weight_sets(KLUNKER)["tuned"], seed, deals=2)


def test_the_same_seed_finds_the_same_weights_in_one_run_or_in_two(tmp_path: Path) -> None:
    whole, halves = fresh(), fresh()
    evolve(KLUNKER, whole, 4, lambda state: None)
    evolve(KLUNKER, halves, 2, lambda state: state.save(tmp_path / "tune.json"))
    halves = Evolution.load(tmp_path / "tune.json")
    evolve(KLUNKER, halves, 2, lambda state: None)
    assert halves == whole
    assert whole.generation == 4


def test_a_table_of_equals_shares_the_wins() -> None:
    weights = as_array(KLUNKER, weight_sets(KLUNKER)["tuned"])
    assert wins(KLUNKER, 4, weights, weights, 100, 1) == pytest.approx(0.25, abs=0.06)


@pytest.mark.parametrize("name", RULESETS)
def test_tuned_weights_beat_chance(name: str) -> None:
    weights = as_array(RULESETS[name], weight_sets(RULESETS[name])["tuned"])
    assert wins(RULESETS[name], 3, weights, weights, 30, 1, rest_random=True) > 0.4


def test_a_file_of_another_game_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "tune.json"
    fresh().save(path)
    with pytest.raises(SetupError, match="holds the tuning of klunker with 3 players"):
        tune.resumed(path, RULESETS["zwergezocken"], 3, 2, 1)
    path.write_text("{}")
    with pytest.raises(SetupError, match="holds no tuning"):
        tune.resumed(path, KLUNKER, 3, 2, 1)


def test_a_game_without_heuristic_is_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    lacking = replace(KLUNKER, heuristic=None)
    with pytest.raises(SetupError, match="Klunker has no heuristic"):
        tune.resumed(tmp_path / "tune.json", lacking, 3, 2, 1)
    monkeypatch.setitem(RULESETS, "klunker", lacking)
    result = CliRunner().invoke(main, ["tune", "klunker", "--file", str(tmp_path / "tune.json")])
    assert result.exit_code == 2
    assert "Klunker has no heuristic" in result.output


def test_the_command_goes_on_where_it_was(tmp_path: Path) -> None:
    command = ["tune", "klunker", "--players", "3", "--deals", "1", "--file", str(tmp_path / "t.json")]
    for generations, expected in ((1, 1), (2, 3)):
        result = CliRunner().invoke(main, [*command, "--generations", str(generations)])
        assert result.exit_code == 0, result.output
        assert json.loads((tmp_path / "t.json").read_text())["generation"] == expected


@pytest.mark.parametrize("arguments", [["klunkr"], ["klunker", "--players", "2"]])
def test_the_command_refuses_what_is_not_there(arguments: list[str]) -> None:
    result = CliRunner().invoke(main, ["tune", *arguments])
    assert result.exit_code == 2
    assert "klunker" in result.output.lower()
