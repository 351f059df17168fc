"""`brocante verify`: which records are good, and what is wrong with the others."""

import json
from pathlib import Path
from typing import Any

import pytest

import brocante
from brocante import Game
from brocante.games.catalogue import RULESETS
from tests.cli.commands import brocante_


def played(name: str, seed: int, **options: Any) -> Game:
    """A whole game between random bots."""
    game = brocante.new(name, players=4, seed=seed, **options)
    bot = brocante.bot("random", seed=seed)
    while game.turn is not None:
        game.play(bot.choose(game))
    return game


def written(path: Path, record: Any) -> str:
    path.write_text(json.dumps(record))
    return str(path)


def test_good_records_are_good(tmp_path: Path) -> None:
    for name, rules in RULESETS.items():
        game = played(name, 3)
        result = brocante_("verify", written(tmp_path / "game.json", game.record()))
        assert result.exit_code == 0
        assert f"game.json: good: {rules.title}, 4 players, {len(game.moves)} moves, seat " in result.output
        best = game.result()["ranks"].index(1)  # type: ignore[index]
        assert f"seat {best}" in result.output
        assert f" won with {game.result()['scores'][best]}\n" in result.output  # type: ignore[index]


def test_a_shared_win_names_all_winners(tmp_path: Path) -> None:
    game = brocante.new("alles-futsch", players=3, seed=1)
    for move in [game.legal()[0], "bid 200", "pass", "pass"]:
        game.play(move)
    result = brocante_("verify", written(tmp_path / "game.json", game.record()))
    assert "seat 1 and seat 2 won with 200" in result.output


def test_an_unfinished_record_is_good_and_said_to_be_unfinished() -> None:
    game = brocante.new("klunker", players=3, seed=7)
    game.play("show tiara")
    result = brocante_("verify", "-", typed=json.dumps(game.record()))
    assert result.exit_code == 0
    assert result.output == "-: good: Klunker, 3 players, 1 moves, unfinished, seat 0 to move\n"


def test_names_are_said_and_decide_nothing() -> None:
    record = played("klunker", 3).record()
    good = brocante_("verify", "-", typed=json.dumps(record))
    named = brocante_("verify", "-", typed=json.dumps({**record, "names": ["Anna", None, "Bert", None]}))
    assert named.exit_code == 0
    assert named.output == good.output.replace(" players,", " players (seat 0 Anna and seat 2 Bert),")
    odd = brocante_("verify", "-", typed=json.dumps({**record, "names": "Anna"}))
    assert odd.output == good.output


def test_a_tampered_record_is_bad(tmp_path: Path) -> None:
    record = played("klunker", 3).record()
    moves = [*record["moves"][:11], "decline", *record["moves"][12:]]
    scores = {**record["result"], "scores": [99, 0, 0, 0]}
    tampered: list[tuple[dict[str, Any], str]] = [
        ({"moves": moves}, "Move 12 is wrong: 'decline' is not legal"),
        ({"result": scores}, "The result is wrong"),
        ({"result": None}, "The result is wrong"),
        ({"seed": "0" * 64}, "is wrong"),
        ({"players": 9}, "The record cannot be set up: Klunker is for 3 to 5 players"),
        ({"extra": 1}, "A record has no field 'extra'"),
        ({"moves": ["x" * 100_000]}, "Move 1 is wrong: 'xxx"),
    ]
    for changed, said in tampered:
        result = brocante_("verify", written(tmp_path / "game.json", {**record, **changed}))
        assert result.exit_code == 1
        assert "game.json: bad: " in result.output
        assert said in result.output
        assert len(result.output) < 1000


def test_one_bad_record_spoils_the_exit_code_but_not_the_others(tmp_path: Path) -> None:
    good = written(tmp_path / "good.json", played("zwergezocken", 1).record())
    result = brocante_("verify", good, str(tmp_path / "none.json"), good)
    assert result.exit_code == 1
    assert [line.split(": ")[1] for line in result.output.splitlines()] == ["good", "bad", "good"]


@pytest.mark.parametrize(
    ("content", "said"),
    [
        (b"", "It is not JSON"),
        (b"{", "It is not JSON"),
        (b"[1, 2]", "A record is an object with the fields"),
        (b"null", "A record is an object with the fields"),
        (b"\xff\xfe{\x00}\x00", "It is not text in UTF-8"),
        (b"[" * 200_000, "nested too deeply"),
        (b'{"a":' * 200_000, "nested too deeply"),
        (b" " * (16 * 2**20 + 1), "too large"),
        (b"9" * 10_000, "It is not the JSON of a record"),
        (b'{"game": "klunker", "game": "klunker"}', "a field is there twice"),
    ],
    ids=lambda value: str(value[:12]),
)
def test_what_is_no_record_is_bad(content: bytes, said: str, tmp_path: Path) -> None:
    path = tmp_path / "game.json"
    path.write_bytes(content)
    for result in (brocante_("verify", str(path)), brocante_("verify", "-", typed=content)):
        assert result.exit_code == 1
        assert said in result.output
        assert len(result.output.splitlines()) == 1


def test_what_cannot_be_read_is_bad(tmp_path: Path) -> None:
    assert "bad: It cannot be read: No such file" in brocante_("verify", str(tmp_path / "none.json")).output
    assert "bad: It cannot be read: Is a directory" in brocante_("verify", str(tmp_path)).output
    assert brocante_("verify").exit_code == 2
