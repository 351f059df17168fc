"""Rules of thumb of Klunker: what anyone who knows the game would do, whatever the weights.
Each position leaves no doubt."""

import pytest

import brocante
from brocante import Game
from tests.games.klunker.test_clauses import klunker


def chosen(game: Game) -> str:
    return brocante.bot("heuristic", seed=1).choose(game)


@pytest.mark.parametrize("kind", ["stud", "tiara", "necklace"])
def test_buys_the_window_that_completes_four_of_a_kind(kind: str) -> None:
    windows = {0: {"shoe": 1}, 1: {"tooth": 1}, 2: {kind: 1}}
    game = klunker(phase="purchases", passed=range(3), hands={}, windows=windows, safes={0: {kind: 3}})
    assert chosen(game) == "buy 2"


def test_stores_the_fourth_of_a_kind() -> None:
    windows = {seat: {"shoe": 1} for seat in range(3)}
    hands = {0: {"stud": 1, "earring": 1, "tooth": 1}}
    game = klunker(phase="safes", hands=hands, windows=windows, safes={0: {"stud": 3}})
    assert chosen(game) == "store stud"


def test_declines_rather_than_pay_for_what_spoils_the_safe() -> None:
    windows = {1: {"shoe": 1, "tooth": 1, "stud": 1, "earring": 1}}
    game = klunker(phase="purchases", passed=range(3), hands={}, windows=windows, safes={0: {"tiara": 3}})
    assert chosen(game) == "decline"


def test_sells_first_what_brings_more() -> None:
    safe = {"stud": 3, "necklace": 3, "shoe": 1}
    game = klunker(phase="purchases", passed=range(3), windows={0: {"stud": 1, "necklace": 1}}, safes={0: safe})
    game.play("buy 0")
    assert chosen(game) == "sell necklace"  # four bills for these in any order, and for studs one more afterwards
