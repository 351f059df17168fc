"""The Python contract, and the clauses common to all games (C1, C2, C4, C5): what holds whichever game is played."""

import copy
import hashlib
import json
import pickle
import re
from collections.abc import Iterator
from functools import cache
from random import Random
from typing import Any

import numpy as np
import pytest

import brocante
from brocante import BadRecord, Game, IllegalMove, SetupError
from brocante.games.catalogue import RULESETS
from brocante.testing.properties import is_plain

PLAYERS = {name: rules.players for name, rules in RULESETS.items()}
KINDS = ["painting", "sculpture", "furniture", "clock", "vase"]
FIELDS = ["game", "rules", "players", "options", "seed", "moves", "result"]

every_game = pytest.mark.parametrize("name", PLAYERS)
every_table = pytest.mark.parametrize(("name", "players"), [(name, n) for name in PLAYERS for n in PLAYERS[name]])


def new(name: str, players: Any = 3, seed: Any = 1, **options: Any) -> Game:
    return brocante.new(name, players=players, seed=seed, **options)


def playing(game: Game, seed: int = 1) -> Iterator[Game]:
    """Play a game to its end with random moves, low bids among them; it is given before each move and at the end."""
    random = Random(seed)
    while legal := game.legal():
        yield game
        game.play(random.choice(legal[:3] if len(legal) > 30 else legal))
    yield game


@cache
def _finished(name: str, players: int) -> str:
    game = new(name, players)
    for _ in playing(game):
        pass
    return json.dumps(game.record())


def finished(name: str, players: int = 3) -> dict[str, Any]:
    """The record of a whole game, a fresh copy each time."""
    record: dict[str, Any] = json.loads(_finished(name, players))
    return record


def halfway(name: str, players: int = 3) -> Game:
    record = finished(name, players)
    return brocante.replay(record | {"moves": record["moves"][: len(record["moves"]) // 2], "result": None})


def snapshot(game: Game) -> Any:
    """Everything there is to see of a game, as it is now."""
    views = [game.view(seat) for seat in [*range(game.players), None]]
    return repr((game.record(), views, game.legal(), game.turn, game.result(), game.position))


def scramble(value: Any) -> None:
    """Ruin plain data in every place."""
    for item in value.values() if isinstance(value, dict) else value:
        if isinstance(item, dict | list):
            scramble(item)
    value.clear()


# --- What there is ---


def test_games_are_told_with_players_and_options() -> None:
    games = brocante.games()
    assert list(games) == ["klunker", "alles-futsch", "zwergezocken"]
    assert {name: game["players"] for name, game in games.items()} == {
        "klunker": [3, 4, 5],
        "alles-futsch": [2, 3, 4, 5],
        "zwergezocken": [3, 4, 5],
    }
    assert {name: list(game["options"]) for name, game in games.items()} == {
        "klunker": ["first", "unsold"],
        "alles-futsch": ["first", "boards", "money"],
        "zwergezocken": ["first", "swap", "limit", "rounds"],
    }
    assert games["klunker"]["options"]["unsold"] == {"choices": ["pile", "box"], "default": "pile"}
    assert games["alles-futsch"]["options"]["money"] == {"choices": ["secret", "open"], "default": "secret"}
    assert games["zwergezocken"]["options"]["swap"] == {"choices": ["single", "ring"], "default": "single"}
    assert games["zwergezocken"]["options"]["limit"]["default"] == 55
    assert games["zwergezocken"]["options"]["rounds"]["default"] == 30
    assert all(game["options"]["first"]["default"] == 0 for game in games.values())
    assert {name: game["rules"] for name, game in games.items()} == {"klunker": 1, "alles-futsch": 1, "zwergezocken": 2}


def test_games_are_plain_data_of_the_callers_own() -> None:
    told = brocante.games()
    assert is_plain(told)
    before = json.dumps(told)
    scramble(told)
    assert json.dumps(brocante.games()) == before


@every_game
def test_games_name_the_defaults_that_a_game_has(name: str) -> None:
    told = brocante.games()[name]["options"]
    for option, value in new(name).options.items():
        default = told[option]["default"]
        assert default == value if option != "boards" else default[: len(value)] == value


# --- Setting up ---


@pytest.mark.parametrize(
    ("wrong", "right"),
    [
        ("clunker", "klunker"),
        ("Klunker", "klunker"),
        ("klunker ", "klunker"),
        ("alles futsch", "alles-futsch"),
        ("alles_futsch", "alles-futsch"),
        ("Alles futsch!", "alles-futsch"),
        ("zwergezoken", "zwergezocken"),
    ],
)
def test_unknown_game_near_miss(wrong: str, right: str) -> None:
    with pytest.raises(SetupError, match=f"There is no game '{wrong}'. Did you mean '{right}'?"):
        new(wrong)


@pytest.mark.parametrize("wrong", ["chess", "", None, 5, ["klunker"], b"klunker"])
def test_unknown_game_names_those_there_are(wrong: Any) -> None:
    with pytest.raises(SetupError, match="The games are klunker, alles-futsch, zwergezocken"):
        new(wrong)


@every_table
def test_players_that_a_game_is_for(name: str, players: int) -> None:
    game = new(name, players)
    assert game.players == players
    assert len(game.view(None)["seats"]) == players


@every_game
@pytest.mark.parametrize("wrong", [0, 1, 6, -3, 10**30, True, "3", 3.0, None, [3]])
def test_players_that_it_is_not_for(name: str, wrong: Any) -> None:
    least, most = PLAYERS[name][0], PLAYERS[name][-1]
    with pytest.raises(SetupError, match=f"for {least} to {most} players, not {re.escape(repr(wrong))}"):
        new(name, wrong)


def test_two_play_alles_futsch_only() -> None:
    assert new("alles-futsch", 2).players == 2
    for name in ("klunker", "zwergezocken"):
        with pytest.raises(SetupError, match="3 to 5"):
            new(name, 2)


@pytest.mark.parametrize(
    ("name", "option", "values"),
    [
        *((name, "first", [-1, 3, 10**30, True, "0", 0.0, None, [0]]) for name in PLAYERS),
        ("klunker", "unsold", ["Box", "", "shelf", None, 0, True, ["box"]]),
        ("alles-futsch", "money", ["Open", "", "public", None, 1, True, ["open"]]),
        ("zwergezocken", "swap", ["Ring", "", "double", None, 1, True, ["ring"]]),
        ("zwergezocken", "limit", [-1, 501, 10**30, -(10**30), 55.0, "55", True, None, float("inf")]),
        ("zwergezocken", "rounds", [0, 101, -1, 30.0, "30", True, None, float("nan")]),
        (
            "alles-futsch",
            "boards",
            [
                KINDS[:2],
                KINDS[:4],
                [],
                ["painting", "painting", "vase"],
                ["painting", "clock", "teapot"],
                ["painting", "clock", "Vase"],
                ["painting", "clock", None],
                ["painting", "clock", 4],
                ["painting", "clock", ["vase"]],
                "painting",
                "abc",
                {"painting": 1, "clock": 1, "vase": 1},
                3,
                None,
            ],
        ),
    ],
)
def test_options_that_cannot_be(name: str, option: str, values: list[Any]) -> None:
    for value in values:
        with pytest.raises(SetupError, match=f"^{option} is .*{re.escape(repr(value))}"):
            new(name, **{option: value})


@every_table
def test_options_first_names_a_seat_at_the_table(name: str, players: int) -> None:
    with pytest.raises(SetupError, match=f"0 to {players - 1}"):
        new(name, players, first=players)


@pytest.mark.parametrize(
    ("name", "wrong", "hint"),
    [
        ("klunker", "unsould", "Did you mean 'unsold'? Its options are first, unsold."),
        ("klunker", "First", "Did you mean 'first'?"),
        ("klunker", "limit", "Its options are first, unsold."),
        ("alles-futsch", "board", "Did you mean 'boards'?"),
        ("alles-futsch", "unsold", "Its options are first, boards, money."),
        ("zwergezocken", "round", "Did you mean 'rounds'?"),
        ("zwergezocken", "money", "Its options are first, swap, limit, rounds."),
    ],
)
def test_options_that_there_are_not(name: str, wrong: str, hint: str) -> None:
    with pytest.raises(SetupError, match=f"has no option '{wrong}'.*{re.escape(hint)}"):
        new(name, **{wrong: 1})


def test_seed_as_whole_number_is_its_little_endian_form() -> None:
    assert new("klunker", seed=7).record()["seed"] == "07" + "00" * 31
    assert new("klunker", seed=0).record()["seed"] == "00" * 32
    assert new("klunker", seed=256).record()["seed"] == "0001" + "00" * 30
    assert new("klunker", seed=2**256 - 1).record()["seed"] == "ff" * 32


def test_seed_as_bytes_is_kept_in_order() -> None:
    assert new("klunker", seed=bytes(range(32))).record()["seed"] == bytes(range(32)).hex()


@every_game
def test_seed_decides_the_game(name: str) -> None:
    assert snapshot(new(name, seed=7)) == snapshot(new(name, seed=b"\x07" + bytes(31)))
    views = {
        json.dumps(new(name, seed=seed).view(0)["seats" if name != "alles-futsch" else "row"]) for seed in range(9)
    }
    assert len(views) == 9


@every_game
def test_seed_is_random_where_none_is_given(name: str) -> None:
    seeds = {brocante.new(name, players=3, **given).record()["seed"] for given in [{}, {}, {"seed": None}]}
    assert len(seeds) == 3
    assert all(re.fullmatch("[0-9a-f]{64}", seed) for seed in seeds)


@pytest.mark.parametrize(
    "wrong", [-1, 2**256, 7.0, "7", "00" * 32, b"", bytes(31), bytes(33), True, False, [7], float("nan")]
)
def test_seed_that_is_none(wrong: Any) -> None:
    with pytest.raises(SetupError, match=r"0 to 2\*\*256 - 1, or 32 bytes, or None"):
        new("klunker", seed=wrong)


def test_errors_are_value_errors() -> None:
    assert all(issubclass(error, ValueError) for error in (SetupError, IllegalMove, BadRecord))


# --- C1 Seats ---


@every_table
def test_c1_first_names_the_first_player(name: str, players: int) -> None:
    assert new(name, players).turn == 0
    assert [new(name, players, first=seat).turn for seat in range(players)] == list(range(players))


@every_table
def test_c1_seats_are_numbered_clockwise(name: str, players: int) -> None:
    game = new(name, players, first=players - 1)
    turns = []
    if name == "klunker":
        for _ in range(players):
            turns.append(game.turn)
            game.play(game.legal()[0])
            game.play("done")
    elif name == "alles-futsch":
        game.play(game.legal()[0])
        for bid in range(players):
            turns.append(game.turn)
            game.play(f"bid {bid + 1}")
    else:
        game.play("start blue")
        for _ in range(players):
            turns.append(game.turn)
            game.play(next(move for move in game.legal() if re.fullmatch(r"play \d+/\d+", move)))
    assert turns == [(players - 1 + seat) % players for seat in range(players)]


# --- C2 Moves are words ---


@pytest.mark.parametrize(
    ("name", "digest"),
    [("klunker", "3cc2334fb0e72486"), ("alles-futsch", "820f3cde50ffe830"), ("zwergezocken", "e0fe62d9103515ba")],
)
def test_c2_the_number_of_a_move_is_stable(name: str, digest: str) -> None:
    words = "\n".join(new(name).ruleset.move_words)
    assert hashlib.sha256(words.encode()).hexdigest()[:16] == digest


@every_game
def test_c2_the_legal_moves_can_be_played_and_all_others_are_refused(name: str) -> None:
    last_of_phase = {game.view(None)["phase"]: game.clone() for game in playing(new(name)) if game.legal()}
    for game in last_of_phase.values():
        before, legal = snapshot(game), set(game.legal())
        for move in game.ruleset.move_words:
            if move in legal:
                game.clone().play(move)
            else:
                with pytest.raises(IllegalMove, match=f"^'{re.escape(move)}' is not legal: .*[.] Legal now: .*[.]$"):
                    game.play(move)
        assert snapshot(game) == before


def test_c2_forced_moves_are_still_moves() -> None:
    game = new("alles-futsch")
    game.play(game.legal()[0])
    game.play("bid 200")
    assert (game.turn, game.legal()) == (1, ["pass"])
    game.play("pass")
    assert (game.turn, game.legal()) == (2, ["pass"])


# --- Playing ---

NOT_MOVES = [
    None,
    5,
    1.5,
    True,
    "",
    " ",
    "pass\n",
    "SHOW shoe",
    " done",
    b"done",
    ["done"],
    ("done",),
    {"move": "done"},
]


@every_game
@pytest.mark.parametrize("wrong", NOT_MOVES, ids=repr)
def test_play_what_is_no_move(name: str, wrong: Any) -> None:
    game = halfway(name)
    before = snapshot(game)
    with pytest.raises(
        IllegalMove, match=f"^{re.escape(repr(wrong))} is not a move of {game.ruleset.title}.* Legal now: "
    ):
        game.play(wrong)
    assert snapshot(game) == before


@every_game
def test_play_a_near_miss(name: str) -> None:
    game = new(name)
    move = game.legal()[0]
    for wrong in (move.upper(), f" {move}", f"{move} ", move[:-1], move.replace(" ", "")):
        with pytest.raises(IllegalMove, match=f"Did you mean '{re.escape(move)}'"):
            game.play(wrong)
    assert game.moves == []


def test_play_a_near_miss_of_a_word_alone() -> None:
    game = new("klunker")
    game.play(game.legal()[0])
    for wrong in (" done", "done ", "Done", "DONE", "dome"):
        with pytest.raises(IllegalMove, match="Did you mean 'done'"):
            game.play(wrong)


@pytest.mark.parametrize("wrong", ["bid 0", "bid 00", "bid 007"])
def test_play_a_number_that_is_none_is_not_answered_with_a_far_one(wrong: str) -> None:
    game = new("alles-futsch")
    game.play(game.legal()[0])
    with pytest.raises(IllegalMove) as refusal:
        game.play(wrong)
    hint = re.search(r"Did you mean '(.*?)'", str(refusal.value))
    assert hint is None or hint[1] in ("bid 1", "bid 7")


@every_game
def test_play_returns_nothing_and_adds_one_move(name: str) -> None:
    game = new(name)
    move = game.legal()[-1] if name != "alles-futsch" else game.legal()[2]
    assert game.play(move) is None  # type: ignore[func-returns-value]
    assert game.moves == [move]


@every_table
def test_play_after_the_end(name: str, players: int) -> None:
    game = brocante.replay(finished(name, players))
    before = snapshot(game)
    wrong: list[Any] = [game.moves[-1], game.moves[0], "", None]
    for move in wrong:
        with pytest.raises(IllegalMove, match=r"(?i)the game is over"):
            game.play(move)
    assert snapshot(game) == before
    assert (game.turn, game.legal()) == (None, [])


# --- Views ---


@every_game
@pytest.mark.parametrize("wrong", [-1, 3, 10**30, True, False, 0.0, "0", "None", [0], b"\0"])
def test_view_of_no_seat(name: str, wrong: Any) -> None:
    with pytest.raises(ValueError, match=f"0 to 2, or for a watcher, None; not {re.escape(repr(wrong))}"):
        new(name).view(wrong)


@every_game
def test_view_says_whose_it_is_and_what_of(name: str) -> None:
    game = halfway(name)
    for seat in (0, 1, 2, None):
        view = game.view(seat)
        assert (view["game"], view["rules"], view["players"]) == (name, RULESETS[name].version, 3)
        assert (view["seat"], view["turn"], view["result"]) == (seat, game.turn, None)
        assert view["options"] == game.options
    over = brocante.replay(finished(name))
    assert over.view(1)["result"] == over.result()
    assert over.view(1)["turn"] is None


@every_game
def test_what_a_game_gives_away_is_the_callers_own(name: str) -> None:
    for game in (halfway(name), brocante.replay(finished(name))):
        before = snapshot(game)
        given: list[Any] = [game.view(0), game.view(None), game.record(), game.legal(), game.moves, game.log(0)]
        for each in given:
            scramble(each)
        assert snapshot(game) == before


def test_boards_given_away_are_the_callers_own() -> None:
    boards = ["vase", "clock", "painting"]
    game = new("alles-futsch", boards=boards)
    boards.clear()
    game.view(0)["options"]["boards"].append("teapot")
    game.record()["options"]["boards"].append("sofa")
    assert game.record()["options"] == {"boards": ["vase", "clock", "painting"]}


# --- C5 What a seat may see ---


@every_table
def test_c5_the_seed_is_in_no_view(name: str, players: int) -> None:
    game = new(name, players, seed=bytes(range(100, 132)))
    for each in playing(game):
        for seat in [*range(players), None]:
            assert "seed" not in each.view(seat)
    told = json.dumps([game.log(None), game.options, game.result()])
    assert game.seed.hex() not in told


@pytest.mark.parametrize(("name", "players"), [(n, p) for n in ("klunker", "zwergezocken") for p in PLAYERS[n]])
def test_c5_a_seat_sees_its_own_hand_only_and_a_watcher_none(name: str, players: int) -> None:
    for game in playing(new(name, players)):
        for viewer in [*range(players), None]:
            for seat, shown in enumerate(game.view(viewer)["seats"]):
                assert (shown["hand"] is not None) == (seat == viewer)
                assert seat != viewer or sum(shown["hand"].values()) == shown["cards"]


@pytest.mark.parametrize("players", PLAYERS["zwergezocken"])
def test_c5_the_log_hides_cards_given_and_passed_from_the_others(players: int) -> None:
    game = brocante.replay(finished("zwergezocken", players))
    receiver, hidden = -1, set()
    for at, (entry, move) in enumerate(zip(game.log(None), game.moves, strict=True)):
        verb, what = move.split(maxsplit=1)
        seat, knowers = entry["seat"], set[int | None]({*range(players), None})
        if verb == "to":
            receiver = int(what)
        elif verb in ("give", "pass"):
            hidden.add(verb)
            knowers = {seat, receiver if verb == "give" else (seat + 1) % players}
        for viewer in [*range(players), None]:
            told = game.log(viewer)[at]
            assert (told["seat"], told["move"]) == (seat, move if viewer in knowers else f"{verb} ?")
            faces = [fact["face"] for fact in told["facts"] if fact["fact"] in ("gave", "passed")]
            assert viewer in knowers or not any(faces)
    assert hidden == {"give", "pass"}


# --- Results ---


@every_table
def test_c4_ranks_follow_from_standing_and_the_next_is_skipped(name: str, players: int) -> None:
    for seed in range(20):
        game = new(name, players, seed, **({"rounds": 1} if name == "zwergezocken" else {}))
        for _ in playing(game, seed):
            pass
        result = game.result()
        assert result is not None
        assert is_plain(result)
        assert list(result) == ["scores", "ranks"]
        scores, ranks = result["scores"], result["ranks"]
        assert len(scores) == len(ranks) == players
        assert ranks == [1 + sum(other < rank for other in ranks) for rank in ranks]
        best = min(scores) if name == "zwergezocken" else max(scores)
        assert all(scores[seat] == best for seat in range(players) if ranks[seat] == 1)


def test_c4_equal_standing_shares_a_rank() -> None:
    game = new("alles-futsch", first=2)
    for move in [game.legal()[0], "bid 200", "pass", "pass"]:
        game.play(move)
    assert game.result() == {"scores": [200, 200, 0], "ranks": [1, 1, 3]}


# --- C4 Records ---


@every_table
def test_c4_a_record_holds_the_whole_game(name: str, players: int) -> None:
    game = new(name, players, seed=7)
    assert game.record() == {
        "game": name,
        "rules": RULESETS[name].version,
        "players": players,
        "options": {},
        "seed": "07" + "00" * 31,
        "moves": [],
        "result": None,
    }
    moves: list[str] = []
    for each in playing(game):
        record = each.record()
        assert is_plain(record)
        assert list(record) == FIELDS
        assert record["moves"][:-1] == moves
        assert record["result"] == each.result()
        moves = record["moves"]
    assert game.record()["result"] is not None


@pytest.mark.parametrize(
    ("name", "options"),
    [
        *((name, {"first": 2}) for name in PLAYERS),
        ("klunker", {"unsold": "box"}),
        ("klunker", {"first": 1, "unsold": "box"}),
        ("alles-futsch", {"boards": ["sculpture", "painting", "furniture"]}),
        ("alles-futsch", {"boards": ["vase", "clock", "painting"], "money": "open"}),
        ("zwergezocken", {"swap": "ring"}),
        ("zwergezocken", {"limit": 0}),
        ("zwergezocken", {"rounds": 1}),
        ("zwergezocken", {"first": 1, "swap": "ring", "limit": 56, "rounds": 31}),
    ],
)
def test_c4_options_that_differ_from_the_defaults_are_in_the_record(name: str, options: dict[str, Any]) -> None:
    record = new(name, **options).record()
    assert record["options"] == options
    again = brocante.replay(json.loads(json.dumps(record)))
    assert again.options == new(name).options | options
    assert again.record() == record


@every_game
def test_c4_options_given_as_they_are_by_default_are_not_in_the_record(name: str) -> None:
    defaults = new(name).options
    assert new(name, **defaults).record()["options"] == {}
    for option, value in defaults.items():
        assert new(name, **{option: value}).record()["options"] == {}


def test_c4_the_default_boards_depend_on_the_number_of_players() -> None:
    assert new("alles-futsch", 5, boards=tuple(KINDS)).record()["options"] == {}
    assert new("alles-futsch", 2, boards=KINDS[:2]).record()["options"] == {}


@every_table
def test_c4_replaying_a_record_gives_the_same_game(name: str, players: int) -> None:
    record = finished(name, players)
    assert record["result"] is not None
    length = len(record["moves"])
    for moves in {0, 1, length // 3, length - 1}:
        part = record | {"moves": record["moves"][:moves], "result": None}
        game = brocante.replay(part)
        assert game.record() == part
        for move in record["moves"][moves:]:
            game.play(move)
        assert snapshot(game) == snapshot(brocante.replay(record))
        assert game.record() == record


@every_game
def test_c4_replaying_leaves_the_record_alone(name: str) -> None:
    record = finished(name)
    game = brocante.replay(record)
    assert record == finished(name)
    scramble(record)
    assert game.record() == finished(name)


@pytest.mark.parametrize("wrong", [None, 5, "", [], [finished], json.dumps({}), ("game",)])
def test_c4_replay_what_is_no_object(wrong: Any) -> None:
    with pytest.raises(BadRecord, match="with the fields game, rules, players, options, seed, moves, result"):
        brocante.replay(wrong)


@every_game
@pytest.mark.parametrize("field", FIELDS)
def test_c4_replay_without_a_field(name: str, field: str) -> None:
    record = finished(name)
    del record[field]
    with pytest.raises(BadRecord, match=f"lacks the field '{field}'"):
        brocante.replay(record)


@every_game
@pytest.mark.parametrize("field", ["date", "Game", "", 5])
def test_c4_replay_with_another_field(name: str, field: Any) -> None:
    with pytest.raises(BadRecord, match=f"no field {field!r}"):
        brocante.replay(finished(name) | {field: None})


@every_game
@pytest.mark.parametrize("names", [["Anna", None, "Bert"], ["Anna"], "Anna", None, {}, 5])
def test_c4_names_are_for_people_and_change_nothing(name: str, names: Any) -> None:
    record = finished(name)
    game = brocante.replay(record | {"names": names})
    assert snapshot(game) == snapshot(brocante.replay(record))
    assert game.record() == record


@every_game
@pytest.mark.parametrize(
    ("field", "values", "says"),
    [
        ("game", [None, 5, "", "clunker", ["klunker"], {}], "There is no game"),
        ("rules", [0, 3, -1, "1", 1.0, True, None, [1]], "Version .* of the rules of .* is not known here"),
        ("players", [0, 1, 6, 3.0, "3", True, None, [3], 10**30], "players, not"),
        ("options", [None, [], "first", 5, [["first", 0]], {5: 1}], "'options' must be an object"),
        ("options", [{"frist": 1}, {"game": "klunker"}, {"players": 4}, {"seed": 7}], "no (such )?option"),
        ("options", [{"first": True}, {"first": 3}, {"first": "0"}, {"first": None}], "first is a seat"),
        ("seed", [None, 7, b"\x07" * 32, [], "", "07", "0" * 63, "0" * 65], "64 lower-case hex digits"),
        ("seed", ["AB" * 32, "g" * 64, "0x" + "0" * 62, "07 " * 21 + "0", "0" * 64 + "\n"], "64 lower-case hex digits"),
        ("seed", ["٠" * 64, "0" * 63 + "０", "-" + "0" * 63], "64 lower-case hex digits"),
        ("moves", [None, 5, "pass", {}, True], "'moves' must be a list"),
    ],
)
def test_c4_replay_with_a_broken_field(name: str, field: str, values: list[Any], says: str) -> None:
    for value in values:
        with pytest.raises(BadRecord, match=says):
            brocante.replay(finished(name) | {field: value})


@every_game
def test_c4_replay_names_the_move_that_is_wrong_from_1(name: str) -> None:
    record = finished(name)
    for number in (1, 2, len(record["moves"]) // 2, len(record["moves"])):
        before = brocante.replay(record | {"moves": record["moves"][: number - 1], "result": None})
        not_now = next(words for words in before.ruleset.move_words if words not in before.legal())
        for wrong in (not_now, "shuffle", "", None, 5, [not_now], True):
            moves = [*record["moves"]]
            moves[number - 1] = wrong
            with pytest.raises(
                BadRecord, match=f"^Move {number} is wrong: {re.escape(repr(wrong))} is not .*Legal now"
            ):
                brocante.replay(record | {"moves": moves})


@every_game
def test_c4_replay_with_a_move_left_out(name: str) -> None:
    record = finished(name)
    with pytest.raises(BadRecord, match=r"^Move \d+ is wrong|^The result"):
        brocante.replay(record | {"moves": record["moves"][1:]})


@every_game
def test_c4_replay_with_moves_after_the_end(name: str) -> None:
    record = finished(name)
    number = len(record["moves"]) + 1
    for more in (record["moves"][-1], "", None):
        with pytest.raises(BadRecord, match=f"(?i)^Move {number} is wrong: .*the game is over"):
            brocante.replay(record | {"moves": [*record["moves"], more]})


@every_game
def test_c4_replay_with_a_result_too_early(name: str) -> None:
    record = finished(name)
    left = len(record["moves"]) - 1
    with pytest.raises(BadRecord, match=f"must be null: after move {left} the game is not over"):
        brocante.replay(record | {"moves": record["moves"][:left]})
    early: list[Any] = [{}, [], 0, False, "", {"scores": [], "ranks": []}, {"scores": [0] * 3, "ranks": [1] * 3}]
    for wrong in early:
        with pytest.raises(BadRecord, match="must be null: after move 0 the game is not over"):
            brocante.replay(record | {"moves": [], "result": wrong})


@every_table
def test_c4_replay_with_another_result(name: str, players: int) -> None:
    record = finished(name, players)
    scores, ranks = record["result"]["scores"], record["result"]["ranks"]
    others: list[Any] = [
        None,
        [],
        {},
        5,
        True,
        {"scores": scores},
        {"ranks": ranks},
        {"scores": ranks, "ranks": scores},
        {"scores": [scores[0] + 1, *scores[1:]], "ranks": ranks},
        {"scores": scores, "ranks": [rank + 1 for rank in ranks]},
        {"scores": scores[:-1], "ranks": ranks[:-1]},
        {"scores": [*scores, 0], "ranks": [*ranks, players + 1]},
        {"scores": scores, "ranks": ranks, "winner": 0},
        {"scores": scores, "ranks": [True if rank == 1 else rank for rank in ranks]},
        {"scores": scores, "ranks": [float(rank) for rank in ranks]},
        {"scores": [float(score) for score in scores], "ranks": ranks},
        {"scores": [str(score) for score in scores], "ranks": ranks},
        {"scores": None, "ranks": None},
    ]
    for wrong in others:
        with pytest.raises(BadRecord, match=r"^The result is wrong: the record says "):
            brocante.replay(record | {"result": wrong})


@every_game
def test_c4_replay_with_another_seed_or_number_of_players(name: str) -> None:
    record = finished(name)
    for change in ({"seed": "02" + "00" * 31}, {"players": 4}, {"options": {"first": 1}}):
        with pytest.raises(BadRecord):
            brocante.replay(record | change)


# --- Clones ---


@every_table
def test_clone_is_the_same_game(name: str, players: int) -> None:
    game = halfway(name, players)
    twin = game.clone()
    assert type(twin) is Game
    assert snapshot(twin) == snapshot(game)
    for _ in zip(playing(game, 3), playing(twin, 3), strict=True):
        assert (twin.moves[-1], twin.turn, twin.legal()) == (game.moves[-1], game.turn, game.legal())
    assert snapshot(twin) == snapshot(game)


@every_table
def test_clone_and_game_go_their_own_ways(name: str, players: int) -> None:
    game = halfway(name, players)
    before = snapshot(game)
    twin = game.clone()
    for _ in playing(twin):
        pass
    assert snapshot(game) == before
    over = snapshot(twin)
    assert over != before
    for _ in playing(game, 2):
        pass
    assert snapshot(twin) == over


@every_game
def test_clone_has_options_of_its_own(name: str) -> None:
    for change_twin in (True, False):
        game = new(name, first=1)
        twin = game.clone()
        changed, other = (twin, game) if change_twin else (game, twin)
        before = snapshot(other)
        scramble(changed.options)
        assert snapshot(other) == before


# --- Bots ---


@every_game
def test_bot_random_does_the_same_with_the_same_seed(name: str) -> None:
    def line(seed: int) -> list[str]:
        game, bot = new(name), brocante.bot("random", seed=seed)
        for _ in range(200):
            if game.turn is None:
                break
            game.play(bot.choose(game))
        return game.moves

    assert line(1) == line(1)
    assert len({tuple(line(seed)) for seed in range(5)}) == 5


def test_bot_random_without_a_seed_is_random() -> None:
    game = new("alles-futsch")
    game.play(game.legal()[0])
    bots = [brocante.bot("random"), brocante.bot("random", seed=None)]
    lines = [[bot.choose(game) for _ in range(20)] for bot in bots]
    assert lines[0] != lines[1]


def test_bot_random_plays_every_legal_move_at_times() -> None:
    game, bot = new("klunker"), brocante.bot("random", seed=1)
    assert {bot.choose(game) for _ in range(200)} == set(game.legal())


@every_game
def test_bot_chooses_and_does_not_play(name: str) -> None:
    game, bot = halfway(name), brocante.bot("random", seed=1)
    before = snapshot(game)
    assert bot.choose(game) in game.legal()
    assert snapshot(game) == before


@every_game
def test_bot_has_nothing_to_choose_after_the_end(name: str) -> None:
    with pytest.raises(ValueError, match="The game is over"):
        brocante.bot("random", seed=1).choose(brocante.replay(finished(name)))


@pytest.mark.parametrize("wrong", ["randon", "Random", "random "])
def test_bot_unknown_near_miss(wrong: str) -> None:
    with pytest.raises(SetupError, match=f"There is no bot '{wrong}'. Did you mean 'random'?"):
        brocante.bot(wrong)


@pytest.mark.parametrize("wrong", ["deep thought", "", None, 5, ["random"]])
def test_bot_unknown_names_those_there_are(wrong: Any) -> None:
    with pytest.raises(SetupError, match=r"The bots are .*random"):
        brocante.bot(wrong)


@pytest.mark.parametrize("settings", [{"sed": 1}, {"seed": 1, "simulations": 5}, {"seed": "x"}, {"seed": 1.5}])
def test_bot_with_settings_that_it_does_not_take(settings: dict[str, Any]) -> None:
    with pytest.raises(SetupError, match=r"'random'.*(sed|simulations|seed)") as refusal:
        brocante.bot("random", **settings)
    assert not re.search("__init__|operand", str(refusal.value))  # for people, not from inside


# --- NumPy's whole numbers are whole numbers ---


def test_numbers_of_numpy_are_taken_and_come_out_plain() -> None:
    four: Any = np.int64(4)
    seven: Any = np.uint8(7)
    game = brocante.new("zwergezocken", players=four, seed=seven, first=np.int8(2), limit=np.int32(20))
    assert game.record() == brocante.new("zwergezocken", 4, 7, first=2, limit=20).record()
    json.dumps([game.record(), game.view(four - 3)])


# --- A game is its own ---


@pytest.mark.parametrize("twin", [copy.copy, copy.deepcopy, lambda game: pickle.loads(pickle.dumps(game))])
def test_a_copied_game_is_a_game_of_its_own(twin: Any) -> None:
    game = halfway("klunker")
    before = snapshot(game)
    other = twin(game)
    assert snapshot(other) == before
    other.play(other.legal()[0])
    assert snapshot(game) == before


@pytest.mark.parametrize("name", ["options", "players", "seed", "turn"])
def test_what_a_game_was_dealt_with_cannot_be_changed(name: str) -> None:
    game = new("klunker")
    with pytest.raises(AttributeError):
        setattr(game, name, 3)
    game.options["unsold"] = "box"
    assert game.options["unsold"] == "pile"


@pytest.mark.parametrize("seat", [7, -1, "0", True])
def test_log_is_for_a_seat_or_a_watcher(seat: Any) -> None:
    with pytest.raises(ValueError, match="for a seat, 0 to"):
        new("klunker").log(seat)


def test_an_endless_move_is_not_quoted_at_length() -> None:
    with pytest.raises(IllegalMove) as refusal:
        new("klunker").play("show " * 10_000)
    assert len(str(refusal.value)) < 400
