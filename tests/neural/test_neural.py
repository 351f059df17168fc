"""Nets: files that say what they are, thinking that is the same everywhere, and every legal move within reach."""

import json
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import brocante
from brocante import SetupError
from brocante.bots.plan import take_turns
from brocante.games.catalogue import RULESETS, ruleset
from brocante.games.game import dealt, seed_bytes
from brocante.games.one import observe_one
from brocante.games.rules import action_of, perceive
from brocante.games.ruleset import Ruleset
from brocante.neural.file import FIRST_LINE, NAME, net_from, net_in, net_of, read, written
from brocante.neural.net import Net, Room, room_for, think
from brocante.neural.odds import weigh
from tests.neural.nets import header, made_up, plain_steps, plain_thinking, positions

GAMES = [rules for rules in RULESETS.values() if rules.perception is not None]
MOST_BYTES = 400_000

every_game = pytest.mark.parametrize("rules", GAMES, ids=lambda rules: rules.name)


def room_after(game: brocante.Game, net: Net) -> tuple[Room, Any, int]:
    """What the net has written down of a position, the odds of its legal moves, and their sum."""
    rules = game.ruleset
    room, chances = room_for(rules, net), np.zeros(len(game.legal()), np.int64)
    total, _ = weigh(np.array([game.position]), net, room, rules.scratch(), chances)
    return room, chances, total


@every_game
def test_compiled_thinking_is_that_of_the_plain_reading(rules: Ruleset) -> None:
    content = made_up(rules)
    net = net_from(content, rules, "made up")
    values = set()
    for game in positions(rules):
        room, _, _ = room_after(game, net)
        logits, expected = plain_thinking(content, rules, room.numbers)
        assert room.logits.tolist() == logits.tolist()
        assert think(net, room) == expected
        values.add(expected)
    assert len(values) > 10


@every_game
def test_every_legal_move_is_an_action_and_only_bids_share_one(rules: Ruleset) -> None:
    assert rules.perception is not None
    for game in positions(rules):
        moves = game.legal_numbers()
        actions = [int(action_of(game.position, move)) for move in moves]
        assert all(0 <= action < rules.perception.PERCEPTION.actions for action in actions)
        shared = [game.legal()[i] for i in range(len(moves)) if actions[i] in actions[:i]]
        assert all(words.startswith("bid ") for words in shared)
        assert all(actions[i] == actions[i - 1] for i in range(1, len(actions)) if actions[i] in actions[:i])


@every_game
def test_the_matrix_of_the_thermometers_is_their_reading(rules: Ruleset) -> None:
    assert rules.perception is not None
    shape = rules.perception.PERCEPTION
    matrix, row = shape.common.matrix(shape.numbers)
    numbers, observation = np.zeros(shape.numbers, np.int16), np.zeros(rules.layout.size, np.int16)
    for game in positions(rules, every=40):
        observation[:] = 0
        positions_ = np.array([game.position])
        observe_one(positions_, positions_[0]["turn"], observation)
        perceive(game.position, observation, numbers)
        read_off = np.clip(numbers @ matrix + row, 0, 1)
        assert read_off.tolist() == plain_steps(numbers, shape.common).tolist()


def test_odds_follow_the_logits_and_go_to_the_first_of_moves_that_are_one_action() -> None:
    rules = ruleset("alles-futsch")
    net = net_from(made_up(rules), rules, "made up")
    game = brocante.new("alles-futsch", players=3, seed=1)
    game.play(game.legal()[0])  # an offer: now it may be bid on
    room, chances, total = room_after(game, net)
    count = len(chances)
    assert total == chances.sum()
    logits = room.logits[room.actions[:count]]
    assert chances[int(np.argmax(logits))] == chances.max() > 0
    again = room.actions[1:count] == room.actions[: count - 1]
    assert again.any()
    assert not chances[1:][again].any()


# --- Files ---


def refused(content: bytes, rules: Ruleset) -> str:
    with pytest.raises(SetupError) as error:
        net_from(content, rules, "some.bin")
    return str(error.value)


def test_a_file_that_is_no_net_or_damaged_gets_a_sentence() -> None:
    rules = ruleset("klunker")
    whole = made_up(rules)
    assert "is not a net" in refused(b"GIF89a", rules)
    assert "some.bin is damaged" in refused(whole[:-40], rules)
    assert "some.bin is damaged" in refused(FIRST_LINE + b"{}\n", rules)
    changed = read(whole, "whole")[1]
    changed["value.weights"] = changed["value.weights"] + np.int8(1)
    line, other_line = (content.split(b"\n", 2)[1] for content in (whole, written(header(rules), changed)))
    swapped = json.loads(other_line) | {"sha256": json.loads(line)["sha256"]}
    packed = written(header(rules), changed).split(b"\n", 2)[2]
    assert "checksum" in refused(FIRST_LINE + json.dumps(swapped).encode() + b"\n" + packed, rules)


def test_a_net_for_something_else_gets_a_sentence() -> None:
    klunker, zwerge = ruleset("klunker"), ruleset("zwergezocken")
    assert "is a net for 'zwergezocken', not for 'klunker'" in refused(made_up(zwerge), klunker)
    arrays = read(made_up(klunker), "whole")[1]
    for version in ("rules", "layout", "perception"):
        told = refused(written(header(klunker) | {version: 99}, arrays), klunker)
        assert f"version 99 of the {version}" in told
        assert "brocante train klunker" in told


def test_a_net_plays_for_all_versions_of_rules_that_differ_in_options_only() -> None:
    rules = ruleset("zwergezocken")
    assert net_from(made_up(rules), rules.versions[1], "made up")


def test_a_net_of_ones_own_plays(tmp_path: Path) -> None:
    path = tmp_path / "own.bin"
    path.write_bytes(made_up(ruleset("klunker")))
    game = brocante.new("klunker", players=4, seed=1)
    for settings in ({}, {"sampled": True}, {"simulations": 20}):
        bot = brocante.bot("neural", seed=1, net=str(path), **settings)
        assert bot.choose(game) in game.legal()
    assert net_in(path, game.ruleset) is net_in(path, game.ruleset)
    with pytest.raises(SetupError, match="cannot be read: No such file"):
        brocante.bot("neural", net=str(tmp_path / "none.bin")).choose(game)


@pytest.mark.parametrize(
    ("settings", "told"),
    [
        ({"sampled": 1}, "sampled is true or false"),
        ({"net": 7}, "net is the path of a file"),
        ({"simulations": -1}, "simulations is a whole number"),
        ({"explore": -1}, "explore is a number from 0 to 100"),
        ({"trust": "much"}, "trust is a number from 0 to 100"),
        ({"candidates": 0}, "candidates is a whole number"),
        ({"heuristics": 1.5}, "heuristics is a share, from 0 to 1"),
    ],
)
def test_wrong_settings_are_refused(settings: dict[str, Any], told: str) -> None:
    with pytest.raises(SetupError, match=told):
        brocante.bot("neural", **settings)


@every_game
def test_the_net_of_each_game_is_small_and_says_what_it_is_for(rules: Ruleset) -> None:
    content = (Path(str(brocante.__path__[0])) / "games" / rules.package.rsplit(".", 1)[1] / NAME).read_bytes()
    assert len(content) <= MOST_BYTES
    about, _ = read(content, NAME)
    assert about["players"] == list(rules.players)
    assert about["options"]
    assert net_of(rules) is not None


@every_game
def test_thinking_ahead_counts_its_simulations_and_is_the_same_by_the_same_seed(rules: Ruleset) -> None:
    for game in positions(rules, every=60):
        if len(game.legal()) == 1:
            continue
        first, second = (brocante.bot("neural", simulations=30, seed=5).explain(game) for _ in range(2))
        assert first == second
        assert sum(each.visits for each in first) == 30
        assert all(0 <= each.expected <= 1 for each in first)


@every_game
def test_the_moves_that_the_net_likes_best_take_turns_and_the_worse_half_leaves(rules: Ruleset) -> None:
    for game in positions(rules, every=80):
        if len(game.legal()) < 4:
            continue
        liked = sorted(brocante.bot("neural").explain(game), key=lambda thought: -thought.expected)
        bot = brocante.bot("neural", simulations=41, candidates=4, seed=5)
        tried = sorted((each for each in bot.explain(game) if each.visits), key=lambda each: -each.visits)
        assert liked[0].move in {each.move for each in tried}
        assert [each.visits for each in tried] == [16, 15, 5, 5]


def test_others_may_be_taken_for_ones_that_go_by_rules_of_thumb() -> None:
    game = brocante.new("klunker", players=4, seed=1)
    found = [brocante.bot("neural", simulations=40, seed=5, heuristics=share).explain(game) for share in (0, 1)]
    assert [each.expected for each in found[0]] != [each.expected for each in found[1]]


def test_candidates_take_turns_and_the_better_half_goes_on() -> None:
    turns = np.zeros(13, np.int32)
    take_turns(4, 13, turns)
    assert turns.tolist() == [0, 0, 0, 0, 1, 1, 2, 2, 3, 3, 4, 5, 6]
    take_turns(8, 5, turns)  # too few for everyone
    assert turns[:5].tolist() == [0, 0, 0, 0, 0]
    take_turns(1, 13, turns)
    assert turns.tolist() == list(range(13))


def test_a_game_without_nets_is_played_by_rules_of_thumb() -> None:
    rules = replace(ruleset("klunker"), perception=None)
    game = dealt(rules, 3, seed_bytes(1), {"first": 0, "unsold": "pile"})
    neural, medium = brocante.bot("neural", seed=1), brocante.bot("medium", seed=1)
    assert neural.explain(game) == medium.explain(game)
    assert neural.choose(game) == medium.choose(game)
