"""Versions of rules side by side: of ZwergeZocken, whose options have bounds since version 2."""

import json
import pickle
import sys
from dataclasses import replace
from importlib import import_module
from pathlib import Path
from typing import Any

import pytest

import brocante
from brocante.games.catalogue import RULESETS, add, ruleset
from brocante.games.errors import BadRecord, SetupError
from brocante.games.game import Game, dealt
from tests.two_versions import CARDS, DEALT, PLAYERS, package

OLD = ruleset("zwergezocken", 1)


def to_the_end(game: Game) -> Game:
    while game.turn is not None:
        game.play(game.legal()[-1])
    return game


@pytest.mark.parametrize("option", ["limit", "rounds"])
@pytest.mark.parametrize("big", [501, 2**31 - 1, 2**31, 2**32, 2**63, 2**64, 10**30])
def test_c4_a_record_of_version_1_replays_with_options_that_no_new_game_may_have(option: str, big: int) -> None:
    options = {"limit": 0 if option == "rounds" else big, "rounds": 2 if option == "limit" else big}
    game = to_the_end(dealt(OLD, 3, bytes(32), options))
    record = json.loads(json.dumps(game.record()))
    assert (record["rules"], record["options"][option]) == (1, big)
    again = brocante.replay(record)
    assert again.record() == record
    assert again.view(0)["options"][option] == big
    assert pickle.loads(pickle.dumps(again)).ruleset is OLD
    assert again.clone().record() == record
    with pytest.raises(SetupError, match=f"{option} is a whole number, . to .00, not"):
        brocante.new("zwergezocken", players=3, **options)
    with pytest.raises(BadRecord, match=f"cannot be set up: {option} is a whole number, . to .00, not"):
        brocante.replay({**record, "rules": 2})


def test_the_bounds_are_those_of_the_rules_page() -> None:
    options = brocante.games()["zwergezocken"]["options"]
    page = ruleset("zwergezocken").data("rules.md")
    for name, least, most in (("limit", 0, 500), ("rounds", 1, 100)):
        assert (options[name]["least"], options[name]["most"]) == (least, most)
        assert options[name]["choices"] == f"a whole number, {least} to {most}"
        assert f"option `{name}`, {least} to {most}" in page
        for accepted in (least, most):
            assert brocante.new("zwergezocken", players=3, **{name: accepted}).options[name] == accepted


def test_every_number_that_players_agree_on_has_bounds() -> None:
    for rules in RULESETS.values():
        for option in rules.options:
            about = option.describe()
            assert "least" not in about or "most" in about, f"{option.name} of {rules.name} has no upper bound"


@pytest.mark.parametrize("version", [0, 3, -1, "1", 1.0, True, None])
def test_c4_a_version_that_is_not_known_is_said_so(version: Any) -> None:
    record = {**brocante.new("zwergezocken", players=3, seed=1).record(), "rules": version}
    with pytest.raises(BadRecord, match=r"of the rules of ZwergeZocken is not known here; known: 1, 2\. A newer"):
        brocante.replay(record)


def test_options_of_another_version_are_kept_where_they_are_accepted() -> None:
    rules = ruleset("zwergezocken")
    agreed = {"limit": 10**9, "rounds": 7, "swap": "ring", "gone": 1}
    assert rules.still_accepted(3, agreed) == {"rounds": 7, "swap": "ring"}


def test_versions_must_be_earlier_ones_of_the_same_game() -> None:
    rules = ruleset("zwergezocken")
    for wrong in (replace(OLD, version=2), replace(OLD, version=3), replace(OLD, name="other")):
        with pytest.raises(SetupError, match="Earlier versions of 'zwergezocken' must have its name"):
            add(replace(rules, earlier=(wrong,)))
    assert RULESETS["zwergezocken"] is rules


def test_rules_that_are_compiled_otherwise_are_kept_in_a_folder_of_their_own(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    both = package(tmp_path, 2)
    monkeypatch.syspath_prepend(both.folder)
    try:
        rules = add(import_module(both.module).RULESET)
        for version, hand in DEALT.items():
            game = dealt(ruleset(both.game, version), PLAYERS, bytes(32), {})
            assert game.view(None)["pile"] == CARDS - PLAYERS * hand
            record = to_the_end(game).record()
            assert record["rules"] == version
            assert brocante.replay(record).record() == record
            with pytest.raises(BadRecord):
                brocante.replay({**record, "rules": 3 - version})
        assert list(rules.versions) == [1, 2]
    finally:
        RULESETS.pop(both.game, None)
        for module in [module for module in sys.modules if module.split(".")[0] == both.module]:
            del sys.modules[module]
