"""Decisions and luck: what adds up, what may not depend on what is hidden, and what is refused."""

import json
import math
from collections.abc import Callable
from pathlib import Path
from typing import Any

import jsonschema
import msgspec
import numpy as np
import pytest
from click.testing import CliRunner, Result

import brocante
from brocante import BadRecord, Game, SetupError
from brocante.analysis.ahead import analyst_for
from brocante.analysis.decisions import Analyst, judge
from brocante.analysis.estimator import Estimator
from brocante.analysis.forecast import exponential
from brocante.analysis.hints import advice
from brocante.analysis.luck import course_of, drawn_luck, steps_of
from brocante.analysis.objects import Analysis, schema
from brocante.bots.determinization import Thought
from brocante.cli import main
from brocante.games.catalogue import RULESETS
from brocante.games.chance import new_dice
from brocante.games.sentences import catalogue
from brocante.testing.two_worlds import other_world

GAMES = list(RULESETS)
FEW = 8  # simulations: what is held here does not depend on how many there are


def finished(name: str, seed: int = 7, level: str = "easy", **options: Any) -> Game:
    """A game between bots that make mistakes."""
    game = brocante.new(name, players=3, seed=seed, **options)
    bots = [brocante.bot(level, seed=seat) for seat in range(3)]
    while game.turn is not None:
        game.play(bots[game.turn].choose(game))
    return game


def estimator_of(game: Game) -> Estimator:
    return Estimator(game.ruleset, game.players, game.options)


# --- Luck ---


@pytest.mark.parametrize("name", GAMES)
def test_the_parts_of_a_seat_add_up_to_its_result_exactly(name: str) -> None:
    for seed in range(3):
        game = finished(name, seed)
        course = course_of(game, estimator_of(game), FEW)
        result = game.result()
        assert result is not None
        winners = result["ranks"].count(1)
        for seat, parts in enumerate(course.parts):
            assert parts.expected + parts.cards + parts.own + parts.others == parts.result  # not approximately
            assert parts.result == pytest.approx((result["ranks"][seat] == 1) / winners, abs=1e-9)
            total = sum(each.changes[seat] for each in course.changes)
            assert total == parts.result - parts.expected
            assert course.chances[0][seat] == parts.expected + course.changes[0].changes[seat]


@pytest.mark.parametrize("name", GAMES)
def test_every_change_is_one_of_cards_or_of_a_choice(name: str) -> None:
    game = finished(name)
    steps = list(steps_of(game))
    course = course_of(game, estimator_of(game), FEW)
    assert [each.number for each in course.changes if each.by == "cards"] == [
        -1,
        *(number for number, step in enumerate(steps) if step.drew),
    ]
    moves = [(each.number, each.seat) for each in course.changes if each.by == "move"]
    assert moves == [(number, step.seat) for number, step in enumerate(steps) if not step.forced]
    assert len(course.chances) == len(steps) + 1
    assert all(sum(chances) == pytest.approx(1, abs=1e-8) for chances in course.chances)


def test_what_was_laid_on_the_pile_openly_is_no_luck() -> None:
    game = brocante.new("klunker", players=3, seed=7)
    estimator = estimator_of(game)
    position = np.array([game.position])
    position["pile"][0, position["pile_size"][0]] = 3  # as if a shoe had come back unsold
    position["pile_size"] += 1
    position["known_top"] += 1
    before = position["pile"].copy()
    estimator.chances(position, FEW, new_dice(1))
    assert position["pile"].tobytes() == before.tobytes()  # playouts play with copies
    from brocante.analysis.playouts import deal_future_anew

    settled = int(position["unmixed"][0])
    deal_future_anew(position[0], new_dice(1))
    assert int(position["unmixed"][0]) == settled == int(position["pile_size"][0]) - 1


@pytest.mark.parametrize("name", GAMES)
def test_luck_has_mean_zero_over_deals(name: str) -> None:
    """Over games whose seeds are fixed: within three standard errors of zero, as it will always be."""
    luck = []
    for seed in range(60):
        game = finished(name, seed, "heuristic")
        luck.append(drawn_luck(game, estimator_of(game), 4, new_dice(seed)))
    means = np.mean(luck, axis=0)
    errors = np.std(luck, axis=0, ddof=1) / np.sqrt(len(luck))
    assert (np.abs(means) < 3 * errors).all(), (means, errors)
    assert (errors > 0).all()


def test_powers_of_e_are_right_to_thirteen_digits() -> None:
    for power in (0.0, -1e-9, -0.5, -1.0, -20.0, -300.0):
        assert exponential(power) == pytest.approx(math.exp(power), rel=1e-13)
    assert exponential(-1e9) == 0.0


# --- Decisions ---


@pytest.mark.parametrize("name", GAMES)
def test_what_is_said_of_a_decision_does_not_depend_on_what_was_hidden(name: str) -> None:
    game = brocante.new(name, players=3, seed=5)
    estimator, player, compared = estimator_of(game), brocante.bot("easy", seed=3), 0
    analyst = analyst_for(estimator)
    while game.turn is not None:
        legal, number = game.legal_numbers(), game.move_count
        if len(legal) > 1 and number % 7 == 0:
            played = legal[number % len(legal)]
            here = judge(np.array([game.position]), number, played, estimator, analyst, FEW)
            for luck in range(2):
                world = other_world(game, game.turn, luck)
                there = judge(np.array([world.position]), number, played, estimator, analyst, FEW)
                assert msgspec.json.encode(there) == msgspec.json.encode(here)
            compared += 1
        game.play(player.choose(game))
    assert compared > 3


@pytest.mark.parametrize("name", GAMES)
def test_a_hint_has_the_same_reasons_whatever_is_hidden(name: str) -> None:
    game, player, compared, found = brocante.new(name, players=3, seed=5), brocante.bot("easy", seed=3), 0, 0
    while game.turn is not None and compared < 6:
        if len(game.legal()) > 1 and game.move_count % 5 == 0:
            thoughts = brocante.bot("heuristic", seed=1).explain(game)
            here = advice(game, thoughts)
            assert here == advice(other_world(game, game.turn, 1), thoughts)
            assert {here.best, here.other} <= set(game.legal())
            compared, found = compared + 1, found + len(here.reasons)
        game.play(player.choose(game))
    assert compared == 6
    assert found > 0


def test_where_there_is_one_move_there_is_nothing_to_compare() -> None:
    game = brocante.new("klunker", players=3, seed=5)
    assert advice(game, [Thought("done", 1, 0.5)]) == ([Thought("done", 1, 0.5)], "done", None, [])


@pytest.mark.parametrize(
    ("analyst_of", "mark", "least"),
    [(analyst_for, "mistake", 0.05), (lambda estimator: estimator, "blunder", 0.1)],
    ids=["with the net", "without"],
)
def test_a_costly_mistake_is_found_and_explained(
    analyst_of: Callable[[Estimator], Analyst], mark: str, least: float
) -> None:
    """Three tiaras lie alone in the safe, a fourth is in the hand, and nothing else is worth a thing."""
    game = brocante.new("klunker", players=3, seed=7)
    position = np.array([game.position])
    seat = int(position["turn"][0])
    position["phase"] = 1
    position["hand"][0, seat] = [0, 0, 0, 0, 0, 1, 0]
    position["hand_size"][0, seat] = 1
    position["safe"][0, seat] = [0, 0, 0, 0, 0, 3, 0]
    for other in range(3):
        position["window"][0, other] = [1, 0, 0, 0, 0, 0, 0]
        position["window_size"][0, other] = 1
    words = game.ruleset.move_words
    estimator = estimator_of(game)
    decision = judge(position, 0, words.index("pass"), estimator, analyst_of(estimator), 400)
    assert (decision.best, decision.mark) == ("store tiara", mark)
    assert decision.cost > least > 2 * decision.error
    assert [each.move for each in decision.moves] == ["store tiara", "pass"]
    assert decision.reasons[0].fact == {"fact": "sold", "seat": seat, "kind": "tiara", "cards": 4, "bills": 4}
    assert decision.reasons[0].text == "Seat 0 sells 4 × tiara for 4 bills: with store tiara, but not with pass."


def test_reasons_have_sentences_in_every_language() -> None:
    for language in ("en", "fr", "it", "de"):
        texts = catalogue("brocante.games", language)
        assert {"reason.only", "reason.rather"} <= set(texts)
        assert language == "en" or texts["reason.rather"] != catalogue("brocante.games")["reason.rather"]


# --- Whole analyses ---


def test_a_whole_analysis_is_typed_complete_and_follows_its_schema() -> None:
    game = finished("klunker")
    told = []
    analysis = brocante.analyse(game.record(), simulations=FEW, progress=lambda done, total: told.append((done, total)))
    text = msgspec.json.encode(analysis)
    jsonschema.validate(json.loads(text), schema())
    assert msgspec.json.decode(text, type=Analysis) == analysis
    choices = [(number, step.seat) for number, step in enumerate(steps_of(game)) if not step.forced]
    assert [(each.number, each.seat) for each in analysis.decisions] == choices
    assert told[-1] == (game.move_count + len(choices),) * 2
    for each in analysis.decisions:
        assert each.played == game.moves[each.number]
        assert each.played in [considered.move for considered in each.moves]
    assert brocante.analyse(game, simulations=FEW) == analysis  # the same again, from the game itself


def test_one_seat_can_be_asked_for() -> None:
    game = finished("alles-futsch")
    analysis = brocante.analyse(game, simulations=FEW, seat=1)
    assert {each.seat for each in analysis.decisions} == {1}
    assert analysis.parts == brocante.analyse(game, simulations=FEW, seat=2).parts
    costs = [each.cost for each in analysis.costliest(1)]
    assert costs == sorted(costs, reverse=True)


def test_what_cannot_be_analysed_is_refused_with_a_sentence() -> None:
    game = brocante.new("klunker", players=3, seed=7)
    with pytest.raises(BadRecord, match="The game is not over: after move 0 it is the turn of seat 0"):
        brocante.analyse(game.record())
    with pytest.raises(BadRecord, match="Version 99 of the rules of Klunker is not known here"):
        brocante.analyse({**game.record(), "rules": 99})
    with pytest.raises(BadRecord, match="A record is an object"):
        brocante.analyse([])
    over = finished("klunker")
    with pytest.raises(SetupError, match="simulations is a whole number, 8 to 100000; not 0"):
        brocante.analyse(over, simulations=0)
    with pytest.raises(SetupError, match="There is no seat 3: the seats of this game are 0 to 2"):
        brocante.analyse(over, seat=3)


def command(*words: str) -> Result:
    return CliRunner().invoke(main, ["analyse", *words])


def test_the_command_shows_tables_json_and_sentences(tmp_path: Path) -> None:
    file = tmp_path / "game.json"
    file.write_text(json.dumps(finished("klunker").record()))
    shown = command(str(file), "--simulations", "8", "--seat", "0")
    assert shown.exit_code == 0, shown.output
    assert "Luck and skill" in shown.output
    assert "The costliest decisions" in shown.output
    as_json = command(str(file), "--simulations", "8", "--seat", "0", "--json")
    jsonschema.validate(json.loads(as_json.stdout), json.loads(command("--schema").stdout))
    file.write_text("{")
    broken = command(str(file))
    assert broken.exit_code == 1
    assert f"{file}: It is not JSON" in broken.output
    assert "cannot be read" in command(str(tmp_path / "nothing.json")).output
