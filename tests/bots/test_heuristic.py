"""Rules of thumb: what anyone who knows the game would do, whatever the weights. Each position leaves no doubt."""

from typing import Any

import pytest

import brocante
from brocante import Game
from tests.games.test_alles_futsch_clauses import won
from tests.games.test_klunker_clauses import klunker
from tests.games.test_zwergezocken_clauses import table


def chosen(game: Game) -> str:
    return brocante.bot("heuristic", seed=1).choose(game)


# --- Klunker ---


@pytest.mark.parametrize("kind", ["stud", "tiara", "necklace"])
def test_klunker_buys_the_window_that_completes_four_of_a_kind(kind: str) -> None:
    windows = {0: {"shoe": 1}, 1: {"tooth": 1}, 2: {kind: 1}}
    game = klunker(phase="purchases", passed=range(3), hands={}, windows=windows, safes={0: {kind: 3}})
    assert chosen(game) == "buy 2"


def test_klunker_stores_the_fourth_of_a_kind() -> None:
    windows = {seat: {"shoe": 1} for seat in range(3)}
    hands = {0: {"stud": 1, "earring": 1, "tooth": 1}}
    game = klunker(phase="safes", hands=hands, windows=windows, safes={0: {"stud": 3}})
    assert chosen(game) == "store stud"


def test_klunker_declines_rather_than_pay_for_what_spoils_the_safe() -> None:
    windows = {1: {"shoe": 1, "tooth": 1, "stud": 1, "earring": 1}}
    game = klunker(phase="purchases", passed=range(3), hands={}, windows=windows, safes={0: {"tiara": 3}})
    assert chosen(game) == "decline"


def test_klunker_sells_first_what_brings_more() -> None:
    safe = {"stud": 3, "necklace": 3, "shoe": 1}
    game = klunker(phase="purchases", passed=range(3), windows={0: {"stud": 1, "necklace": 1}}, safes={0: safe})
    game.play("buy 0")
    assert chosen(game) == "sell necklace"  # four bills for these in any order, and for studs one more afterwards


# --- Alles futsch! ---


@pytest.mark.parametrize("players", [2, 4, 5])
def test_alles_futsch_never_bids_its_last_money(players: int) -> None:
    for seed in range(10):
        game = brocante.new("alles-futsch", players=players, seed=seed)
        while game.turn is not None:
            move = chosen(game)
            money = game.view(game.turn)["seats"][game.turn]["money"]
            if move.startswith("bid") and len(game.legal()) > 1:
                assert int(move.removeprefix("bid ")) < money
            game.play(move)


def test_alles_futsch_ruins_another_when_that_wins() -> None:
    stones = {0: {"painting": 3}, 1: {"painting": 1}, 2: {"painting": 1}}
    everyone_collects_it = ["vase", "clock", "furniture"]

    def to_sell(**money: Any) -> Game:
        return won("painting+painting+painting", stones=stones, boards=everyone_collects_it, **money)

    assert chosen(to_sell(cash={0: 150, 1: 100, 2: 15})) == "sell painting to 2"
    assert chosen(to_sell(cash={0: 50, 1: 190, 2: 15})) == "sell painting to 1"  # who would win if seat 2 were ruined


# --- ZwergeZocken ---


def last_to_play(hand: str) -> Game:
    """Seat 2 is the last to play to 9/1 and 1/9, chip yellow."""
    game = table("9/1 3/7 3/7", "1/9 4/6 4/6", hand)
    game.play("play 9/1")
    game.play("play 1/9")
    return game


def test_zwergezocken_ducks_when_last_and_can() -> None:
    assert chosen(last_to_play("10/0 2/8 6/4")) in ("play 2/8", "play 6/4")


def test_zwergezocken_turns_the_chip_rather_than_take_the_trick() -> None:
    assert chosen(last_to_play("10/0 blue 10/0")) == "play blue"  # the 1/9 takes it then


@pytest.mark.parametrize("hand", ["3/7 3/7 3/7 10/0", "8/2 8/2 rainbow 0/10", "8/2 8/2 8/2 8/2 quad-high draw give"])
def test_zwergezocken_lays_the_largest_set(hand: str) -> None:
    game = table(hand, "1/9 4/6 4/6", "9/1 6/4 6/4")
    sets = [move for move in game.legal() if move.startswith("lay")]
    assert chosen(game) == max(sets, key=lambda move: int(move.split("x")[1][0]) + move.count("+"))
