"""boardgame.io's server beside ours: a real server and real sockets; how fast it is is no test."""

from pathlib import Path
from typing import Any

import pytest

from brocante.bench import boardgame_load
from brocante.bench.boardgame_load import FLAT_FILE, IN_MEMORY, beside, in_short, measure, missing

PACKAGES = Path(__file__).parent / "boardgame.io" / "node_modules"


@pytest.fixture(scope="module")
def theirs() -> dict[str, Any]:
    if not (PACKAGES / "node-persist").exists():
        pytest.skip("boardgame.io is not installed: make load does that")
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("NODE_PATH", str(PACKAGES))
        patch.setattr(boardgame_load, "WARM_UP", 0.1)
        assert missing() is None
        return measure(tables=2, seconds=1, sockets=6, tell=lambda what: None)


def test_its_server_is_measured_with_files_and_in_memory(theirs: dict[str, Any]) -> None:
    loads = [(row["database"], row["tables"], row["asked_for"] is None) for row in theirs["load"]]
    assert loads == [(name, 2, most) for name in (FLAT_FILE, IN_MEMORY) for most in (True, False)]
    for row in theirs["load"]:
        assert row["moves_per_second"] > 0
        assert 0 < row["p50"] <= row["p99"]
    assert [(row["database"], row["sockets"]) for row in theirs["idle"]] == [(FLAT_FILE, 6)]


def test_what_its_players_are_sent_is_looked_at(theirs: dict[str, Any]) -> None:
    """Its `playerView` is applied to every state but the initial one, which each player is sent too."""
    assert theirs["seen_at_boardgame_io"] == (
        "boardgame.io with playerView STRIP_SECRETS: the state of player 1 holds nothing hidden, "
        "its initial state hands of others and deck and seed."
    )


def test_one_report_has_both_and_says_how_many_times_as_fast_ours_is() -> None:
    def load(database: str, rate: float, asked_for: float | None, cpu: float = 0.0) -> dict[str, Any]:
        return {"database": database, "moves_per_second": rate, "asked_for": asked_for, "cpu_per_move": cpu}

    ours: dict[str, Any] = {
        "cores": "2",
        "load": [load("SQLite", 1800, None, 300.0), load("SQLite", 900, 900)],
        "idle": ["ours"],
    }
    ours["seen_at_brocante"] = "Nothing here."
    theirs = {
        "load": [load(FLAT_FILE, 300, None, 1200.0), load(FLAT_FILE, 150, 150), load(IN_MEMORY, 720, None, 600.0)],
        "idle": ["theirs"],
        "seen_at_boardgame_io": "Nothing there.",
    }
    report = beside(ours, theirs)
    assert (report["cores"], len(report["load"]), report["idle"]) == ("2", 5, ["ours", "theirs"])
    assert in_short(report) == (
        "Moves per second of ours on SQLite: 6.0 times those of boardgame.io, FlatFile (4.0 times per second of the "
        "server's core) and 2.5 times those of boardgame.io, in memory (2.0 times per second of the server's core). "
        "Nothing there. Nothing here."
    )


def test_without_node_or_the_package_it_is_left_out_with_a_word(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("NODE_PATH", str(tmp_path))
    assert "Node does not find it" in (missing() or "")
    monkeypatch.setenv("PATH", "/nowhere")
    assert missing() == "boardgame.io is left out: there is no Node on this machine."
