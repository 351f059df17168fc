"""Refusals are values: every reason that is raised has its sentence, every sentence its reason."""

import ast
import json
import re
from pathlib import Path
from typing import get_args

import pytest

import brocante
from brocante.table.refusal import Code, NotLegal, Refusal

SOURCE = Path(brocante.__file__).parent
SENTENCES = SOURCE / "table" / "sentences"
LANGUAGES = sorted(file.stem for file in SENTENCES.iterdir())


def raised() -> dict[str, set[str]]:
    """The reasons that are raised at a table or by the server, each with the names of its values."""
    reasons: dict[str, set[str]] = {}
    for file in (*SOURCE.glob("table/*.py"), *SOURCE.glob("server/*.py")):
        for node in ast.walk(ast.parse(file.read_text())):
            if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == "Refusal":
                code, *more = [ast.literal_eval(each) for each in node.args]
                assert code in get_args(Code), (file, code)
                reason = more[0] if more else code
                values = {str(each.arg) for each in node.keywords}
                assert reasons.setdefault(reason, values) == values, f"{reason} has other values in {file.name}"
    return reasons


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_reason_has_a_sentence_with_its_values_and_every_sentence_a_reason(language: str) -> None:
    sentences = json.loads((SENTENCES / f"{language}.json").read_text())
    reasons = raised()
    assert set(sentences) == {f"refusal.{reason}" for reason in reasons}
    for reason, values in reasons.items():
        assert set(re.findall(r"{(\w+)}", sentences[f"refusal.{reason}"])) == values, reason


def reasons_of_records() -> dict[str, set[str]]:
    """The reasons why a record is bad, each with the names of its values."""
    reasons: dict[str, set[str]] = {}
    for file in (SOURCE / "games" / "record.py", SOURCE / "table" / "replay.py"):
        for node in ast.walk(ast.parse(file.read_text())):
            if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == "BadRecord":
                reason = ast.literal_eval(node.args[1]) if len(node.args) > 1 else "not_a_record"
                reasons.setdefault(reason, {str(each.arg) for each in node.keywords})
    return reasons


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_reason_why_a_record_is_bad_has_a_sentence(language: str) -> None:
    sentences = json.loads((SOURCE / "games" / "sentences" / f"{language}.json").read_text())
    reasons = reasons_of_records()
    assert {key for key in sentences if key.startswith("record.")} == {f"record.{reason}" for reason in reasons}
    for reason, values in reasons.items():
        assert set(re.findall(r"{(\w+)}", sentences[f"record.{reason}"])) == values, reason


def reasons_of_setups() -> dict[str, set[str]]:
    """The reasons why a game cannot be set up that people can cause, each with the names of its values."""
    reasons: dict[str, set[str]] = {}
    for file in SOURCE.glob("games/*.py"):
        for node in ast.walk(ast.parse(file.read_text())):
            called = node.func.id if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) else ""
            if isinstance(node, ast.Call) and called == "SetupError" and len(node.args) > 1:
                values = {str(each.arg) for each in node.keywords}
                assert reasons.setdefault(ast.literal_eval(node.args[1]), values) == values
    return reasons


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_reason_why_a_game_cannot_be_set_up_has_a_sentence(language: str) -> None:
    sentences = json.loads((SOURCE / "games" / "sentences" / f"{language}.json").read_text())
    found = {key[6:]: set(re.findall(r"{(\w+)}", text)) for key, text in sentences.items() if key.startswith("setup.")}
    assert found == reasons_of_setups()


def test_every_code_is_raised() -> None:
    text = "".join(file.read_text() for file in (*SOURCE.glob("table/*.py"), *SOURCE.glob("server/*.py")))
    for code in get_args(Code):
        assert f'Refusal("{code}"' in text or code == "illegal_move", code


def test_a_refusal_has_a_reason_values_and_a_sentence() -> None:
    refusal = Refusal("no_such_seat", number=7, players=3)
    assert (refusal.code, refusal.reason, refusal.clause) == ("no_such_seat", "no_such_seat", None)
    assert refusal.values == {"number": 7, "players": 3}
    assert refusal.text == str(refusal) == "There is no seat 7: 3 play."
    taken = Refusal("seat_taken", "taken_by", name="Anna {seat}")
    assert (taken.code, taken.reason, taken.text) == ("seat_taken", "taken_by", "Anna {seat} sits there.")


def test_a_move_that_is_not_legal_has_the_reason_of_the_game() -> None:
    game = brocante.new("klunker", players=3, seed=7)
    error = game.check("show shoe")
    assert error is not None
    refusal = NotLegal(error)
    assert (refusal.code, refusal.reason, refusal.clause) == ("illegal_move", "not_in_hand", "K3.1")
    assert refusal.values == {"card": "shoe"}
    assert refusal.text == str(refusal) == str(error)
    assert "Legal now" in refusal.text
