"""`brocante play`: games, seats and options."""

import json
from pathlib import Path
from typing import Any

import pytest

from brocante.games.catalogue import RULESETS
from tests.cli.commands import brocante_


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["klunker", "--players", "9"], "Klunker is for 3 to 5 players, not 9."),
        (["klunker", "--players", "0"], "Klunker is for 3 to 5 players, not 0."),
        (["klunker", "--seat", "4"], "A seat is 0 to 3 with 4 players, not 4."),
        (["klunker", "--seat", "-1"], "A seat is 0 to 3 with 4 players, not -1."),
        (["klunker", "--seed", "-1"], "A seed is a whole number from 0 to 2**256 - 1, not -1."),
        (["klunker", "--option", "unsold=bin"], "unsold is 'pile' or 'box', not 'bin'."),
        (["klunker", "--option", "unsolt=box"], "Did you mean 'unsold'?"),
        (["klunker", "--option", "unsold"], "An option is given as NAME=VALUE"),
        (["klunker", "--option", "players=3"], "'players' is no option of a game"),
        (["alles-futsch", "--option", "boards=vase,clock"], "boards is a list of 4 different words"),
        (["klunker", "--against", "expret"], "There is no bot 'expret'. Did you mean 'expert'?"),
        (["klunker", "--against", ""], "There is no bot ''."),
        (["klunker", "--against", "easy,hard"], "or as many as there are other seats, 3, clockwise from yours; not 2"),
        (["klunker", "--against", "easy,easy,easy,easy"], "not 4, as in 'easy,easy,easy,easy'."),
        (["klunker", "--against", "easy,medium,"], "There is no bot ''."),
        (["klunker", "--against", "hard:simulations=5"], "The bot 'hard' has no setting 'simulations'."),
        (["klunker", "--against", "search:simulations=0"], "simulations is a whole number, 1 to 1000000; not 0."),
        (["klunker", "--against", "search:simulations"], "A bot is written NAME or NAME:setting=value"),
        (["klunker", "--against", "search:seed=1"], "cannot have a seed of its own"),
        (["klunker", "--against", "heuristic:weights=tunned"], "There are no weights 'tunned'. Did you mean 'tuned'?"),
        (["klunker", "--against", "search:explore=much"], "The bot 'search' cannot be made: explore is a number"),
    ],
)
def test_what_cannot_be_set_up_is_a_clean_error(words: list[str], said: str) -> None:
    result = brocante_("play", *words)
    assert result.exit_code == 2
    assert said in " ".join(result.stderr.split())


def test_options_reach_the_game(tmp_path: Path) -> None:
    path = tmp_path / "game.json"
    words = ["alles-futsch", "--players", "2", "--seat", "1", "--option", "boards=vase,clock", "--option", "first=1"]
    assert brocante_("play", *words, typed=f"save {path}\n").exit_code == 0
    assert json.loads(path.read_text())["options"] == {"first": 1, "boards": ["vase", "clock"]}


def test_four_play_unless_said_otherwise() -> None:
    for name in RULESETS:
        output = brocante_("play", name).output
        assert "You have seat 0 of 4." in output
        assert "With you play medium at seat 1, medium at seat 2 and medium at seat 3." in output


@pytest.mark.parametrize(
    ("against", "seated"),
    [
        ("easy", "easy at seat 3, easy at seat 0 and easy at seat 1"),
        ("random,heuristic,easy", "random at seat 3, heuristic at seat 0 and easy at seat 1"),
        (
            "search:simulations=5,threads=2,heuristic:overlooks=0.5,hard",
            "search:simulations=5,threads=2 at seat 3, heuristic:overlooks=0.5 at seat 0 and hard at seat 1",
        ),
    ],
)
def test_bots_are_seated_clockwise(against: str, seated: str) -> None:
    output = brocante_("play", "klunker", "--players", "4", "--seat", "2", "--against", against).output
    assert f"With you play {seated}." in output


def test_the_same_seed_is_the_same_game(tmp_path: Path) -> None:
    words = ["klunker", "--players", "3", "--seed", "7", "--against", "search:simulations=20,easy"]
    records: list[Any] = []
    for asked in ("", "?\n"):  # the expert's advice changes nothing either
        path = tmp_path / f"game{len(records)}.json"
        brocante_("play", *words, typed=f"{asked}show tiara\n{asked}done\n{asked}1\n{asked}1\nsave {path}\n")
        records.append(json.loads(path.read_text()))
    assert records[0] == records[1]
    assert len(records[0]["moves"]) > 10
