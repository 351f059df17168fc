"""The benchmark and compiling ahead do what they say; how fast they are is no test."""

import json
import os
import subprocess
import sys
from dataclasses import replace
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest
from click.testing import CliRunner

from brocante.bench import searches, speed
from brocante.bench.contender import Contender
from brocante.bench.interfaces import Interface
from brocante.bench.searches import Searcher
from brocante.cli import main
from brocante.games import compiled
from brocante.games.catalogue import RULESETS, add
from brocante.games.game import new
from brocante.precompile import play_by_hand, step_a_little


@pytest.fixture
def quick(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(speed, "SECONDS", 0.01)
    monkeypatch.setattr(speed, "cold_compilation", lambda: 1.5)  # its own test is below


@pytest.mark.usefixtures("quick")
def test_bench_gives_every_figure_as_json() -> None:
    result = CliRunner().invoke(main, ["bench", "--samples", "1", "--json", "-"])
    assert result.exit_code == 0, result.output
    report = json.loads(result.stdout)
    assert list(report["games"]) == list(RULESETS)
    for game in report["games"].values():
        assert game["moves_per_second"] > 1000
        assert game["all_cores_ratio"] > 0
        assert game["ratio_to_fastest_peer"] is None
    for rules in RULESETS.values():
        search = report["search"][f"search, {rules.title}"]
        assert search["simulations_per_second"] > 100
        assert search["moves_per_second"] > 5 * search["simulations_per_second"], "whole games are played"
        assert search["moves_ratio_to_peer"] is None
    for interface in ("vector environment", "PettingZoo", "OpenSpiel in Python"):
        for name in RULESETS:
            assert report["interfaces"][interface][name]["steps_per_second"] > 10
            assert report["interfaces"][interface][name]["ratio_to_fastest_peer"] is None
    assert report["first_move_seconds"] > 0
    assert report["compilation_seconds"] == 1.5


@pytest.mark.usefixtures("quick")
def test_bench_shows_a_table() -> None:
    result = CliRunner().invoke(main, ["bench", "--samples", "1"])
    assert result.exit_code == 0, result.output
    for name in RULESETS:
        assert name in result.output


def test_compiling_ahead_fills_an_empty_folder_and_tells_how_far_it_is(tmp_path: Path) -> None:
    command = [sys.executable, "-m", "brocante.cli", "compile"]
    environment = {**os.environ, "BROCANTE_CACHE": str(tmp_path)}
    told = subprocess.run(command, env=environment, capture_output=True, text=True, check=True).stdout
    for rules in RULESETS.values():
        assert f"{rules.title} is ready after" in told
    assert list(tmp_path.rglob("*.nbc"))


def test_the_environments_of_a_game_without_heuristic_are_compiled_too(monkeypatch: pytest.MonkeyPatch) -> None:
    rules = next(iter(RULESETS.values()))
    position = np.dtype([("spare", np.int64), *rules.position_type.descr], align=True)  # a type that no other game has
    own: Any = SimpleNamespace(**{**vars(rules.rules), "POSITION": position})
    monkeypatch.setitem(RULESETS, "plain", replace(rules, name="plain", rules=own, heuristic=None, evaluation=None))
    add(RULESETS["plain"])
    play_by_hand(new("plain", players=rules.players[0], seed=1))
    step_a_little(RULESETS["plain"])


def test_machine_code_of_older_versions_is_thrown_away_but_for_a_few(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(compiled, "CACHE", tmp_path / "now")
    for age, name in enumerate(["now", "a", "b", "c", "d", "e", "f"]):
        (tmp_path / name).mkdir()
        os.utime(tmp_path / name, (1e9 - age, 1e9 - age))
    compiled.tidy()
    assert sorted(path.name for path in tmp_path.iterdir()) == ["a", "b", "c", "d", "now"]


def test_without_a_folder_to_write_to_a_temporary_one_is_made(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("BROCANTE_CACHE", "XDG_CACHE_HOME"):
        monkeypatch.setenv(name, "/dev/null/nowhere")
    folder = compiled._home()
    assert folder.is_dir()
    assert folder.stat().st_mode & 0o077 == 0
    folder.rmdir()


def test_searches_are_compared_by_simulations_and_by_the_moves_in_them() -> None:
    ours, peer = Searcher(Contender("mine", float, [6.0]), 40), Searcher(Contender("theirs", float, [2.0]), 10)
    mine, theirs = searches.report([ours], peer).values()
    assert (mine["ratio_to_peer"], mine["moves_per_second"], mine["moves_ratio_to_peer"]) == (3.0, 240, 12.0)
    assert (theirs["ratio_to_peer"], theirs["moves_per_second"], theirs["moves_ratio_to_peer"]) == (None, 20, None)


def test_an_interface_compares_with_the_fastest_peer() -> None:
    interface = Interface(
        "chess", [Contender("mine", float, [6.0])], [Contender("a", float, [2.0]), Contender("b", float, [1.0])]
    )
    assert interface.report() == {
        "mine": {"steps_per_second": 6, "ratio_to_fastest_peer": 3.0},
        "a": {"steps_per_second": 2, "ratio_to_fastest_peer": None},
        "b": {"steps_per_second": 1, "ratio_to_fastest_peer": None},
    }
