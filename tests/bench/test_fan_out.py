"""Notices of a real PostgreSQL, and bytes of a real database; how many per second is no test."""

import json
from pathlib import Path

import pytest
from click.testing import CliRunner

from brocante.bench import fan_out, stored

LISTENERS = ["--listeners", "1", "--listeners", "3"]


def test_every_listener_hears_every_notice_of_its_channel(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    file = tmp_path / "fan_out.json"
    monkeypatch.setattr(fan_out, "WARM_UP", 0.5)
    words = ["--rate", "30", "--seconds", "2", "--moves", "2", "--json", str(file), *LISTENERS]
    result = CliRunner().invoke(fan_out.main, words)
    assert result.exit_code == 0, result.output
    rows = json.loads(file.read_text())["fan_out"]
    assert [(row["listeners"], row["channels"]) for row in rows] == [
        (listeners, channels) for listeners in (1, 3) for channels in (fan_out.ALL, fan_out.SHARDS)
    ]
    for row in rows:
        channels = row["listeners"] if row["channels"] == fan_out.SHARDS else 1
        assert row["heard_per_second"] * channels == pytest.approx(row["commits_per_second"], abs=0.1 * channels + 0.1)
        assert row["microseconds_to_hear"] > 0
        assert row["cores_of_postgres"] >= 0


def test_what_a_move_takes_is_counted() -> None:
    result = CliRunner().invoke(stored.main, ["--tables", "2", "--moves", "20"])
    assert result.exit_code == 0, result.output
    told = dict(line.replace(",", "").split(": ") for line in result.output.splitlines())
    assert int(told["entries"]) >= 20
    assert 20 < float(told["bytes of content per entry"]) < float(told["bytes of the file per entry"])
