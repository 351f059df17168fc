"""Recorded games that every later version of the code must still replay."""

import json
from pathlib import Path
from typing import Any

import pytest

import brocante
from brocante.games.catalogue import RULESETS

pytestmark = pytest.mark.boundscheck

FILES = sorted(Path(__file__).parent.glob("*/[0-9]*.json"))


def read(path: Path) -> Any:
    return json.loads(path.read_text())


@pytest.mark.parametrize("path", FILES, ids=lambda path: f"{path.parent.name}-{path.stem}")
def test_c4_a_recorded_game_still_replays(path: Path) -> None:
    record = read(path)
    game = brocante.replay(record)
    assert game.turn is None
    assert game.record() == record


@pytest.mark.parametrize("name", RULESETS)
def test_the_recorded_games_cover_every_option_and_number_of_players(name: str) -> None:
    records = [read(path) for path in FILES if path.parent.name == name]
    assert len(records) >= 20
    for players in RULESETS[name].players:
        options = [record["options"] for record in records if record["players"] == players]
        assert {} in options
        for option in RULESETS[name].options:
            assert any(option.name in each for each in options), f"{option.name} is always at its default"
