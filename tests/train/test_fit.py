"""The evaluation is fitted to self-play: linear in its worths, reproducible, and it tells who will win."""

import json
from dataclasses import replace
from typing import Any

import numpy as np
import pytest
from click.testing import CliRunner

from brocante import SetupError, new
from brocante.bots.catalogue import bot
from brocante.bots.search import worths_of
from brocante.cli import main
from brocante.games.catalogue import RULESETS
from brocante.games.game import Game
from brocante.games.rules import evaluate
from brocante.games.seats import MOST_SEATS
from brocante.train.fit import fit


def begun(name: str, moves: int, seed: int) -> Game:
    game, player = new(name, players=4, seed=seed), bot("heuristic", seed=seed)
    while game.turn is not None and len(game.moves) < moves:
        game.play(player.choose(game))
    return game


def valued(game: Game, worths: object) -> np.ndarray:
    values = np.zeros(MOST_SEATS)
    evaluate(game.position, worths, values)
    return values[: game.players]


@pytest.mark.parametrize("name", RULESETS)
def test_every_worth_is_shipped_and_the_evaluation_is_linear_in_them(name: str) -> None:
    rules = RULESETS[name]
    worths = worths_of(rules)
    assert len(worths) == len(rules.needed_evaluation().WORTHS)
    game = begun(name, 40, 3)
    zero = valued(game, np.zeros_like(worths))
    parts = [valued(game, np.where(np.arange(len(worths)) == i, worths, 0)) - zero for i in range(len(worths))]
    assert valued(game, worths) == pytest.approx(zero + sum(parts))


@pytest.mark.parametrize("name", RULESETS)
def test_a_game_that_is_over_is_worth_its_score(name: str) -> None:
    game = begun(name, 10**6, 4)
    result = game.result()
    assert result is not None
    lowest_wins = name == "zwergezocken"
    assert valued(game, worths_of(game.ruleset)).tolist() == [-s if lowest_wins else s for s in result["scores"]]


def test_the_same_seed_finds_the_same_worths_and_a_third_of_a_kind_is_worth_more_than_the_first() -> None:
    found = fit(RULESETS["klunker"], 4, 300, 1, lambda done, total: None)
    assert found == fit(RULESETS["klunker"], 4, 300, 1, lambda done, total: None)
    assert found["three"] + found["three_early"] > found["one"] + found["one_early"]


@pytest.mark.parametrize("part", ["heuristic", "evaluation"])
def test_a_game_that_lacks_a_part_is_refused_with_its_name(part: str, monkeypatch: pytest.MonkeyPatch) -> None:
    without: dict[str, Any] = {part: None}
    lacking = replace(RULESETS["klunker"], **without)
    with pytest.raises(SetupError, match=f"Klunker has no {part}"):
        fit(lacking, 4, 1, 1, lambda done, total: None)
    monkeypatch.setitem(RULESETS, "klunker", lacking)
    result = CliRunner().invoke(main, ["fit", "klunker", "--games", "1"])
    assert result.exit_code == 2
    assert f"Klunker has no {part}" in result.output


def test_the_command_tells_what_it_found() -> None:
    result = CliRunner().invoke(main, ["fit", "zwergezocken", "--games", "5"])
    assert result.exit_code == 0, result.output
    assert set(json.loads(result.stdout)) == set(RULESETS["zwergezocken"].needed_evaluation().WORTHS)
    assert CliRunner().invoke(main, ["fit", "klunker", "--players", "2"]).exit_code == 2
