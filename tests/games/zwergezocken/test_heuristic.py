"""Rules of thumb of ZwergeZocken: what anyone who knows the game would do, whatever the weights.
Each position leaves no doubt."""

import pytest

import brocante
from brocante import Game
from tests.games.zwergezocken.test_clauses import table


def chosen(game: Game) -> str:
    return brocante.bot("heuristic", seed=1).choose(game)


def last_to_play(hand: str) -> Game:
    """Seat 2 is the last to play to 9/1 and 1/9, chip yellow."""
    game = table("9/1 3/7 3/7", "1/9 4/6 4/6", hand)
    game.play("play 9/1")
    game.play("play 1/9")
    return game


def test_ducks_when_last_and_can() -> None:
    assert chosen(last_to_play("10/0 2/8 6/4")) in ("play 2/8", "play 6/4")


def test_turns_the_chip_rather_than_take_the_trick() -> None:
    assert chosen(last_to_play("10/0 blue 10/0")) == "play blue"  # the 1/9 takes it then


@pytest.mark.parametrize("hand", ["3/7 3/7 3/7 10/0", "8/2 8/2 rainbow 0/10", "8/2 8/2 8/2 8/2 quad-high draw give"])
def test_lays_the_largest_set(hand: str) -> None:
    game = table(hand, "1/9 4/6 4/6", "9/1 6/4 6/4")
    sets = [move for move in game.legal() if move.startswith("lay")]
    assert chosen(game) == max(sets, key=lambda move: int(move.split("x")[1][0]) + move.count("+"))
