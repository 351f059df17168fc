"""Rules of thumb of Alles futsch!: what anyone who knows the game would do, whatever the weights.
Each position leaves no doubt."""

from typing import Any

import pytest

import brocante
from brocante import Game
from tests.games.alles_futsch.test_clauses import won


def chosen(game: Game) -> str:
    return brocante.bot("heuristic", seed=1).choose(game)


@pytest.mark.parametrize("players", [2, 4, 5])
def test_never_bids_its_last_money(players: int) -> None:
    for seed in range(10):
        game = brocante.new("alles-futsch", players=players, seed=seed)
        while game.turn is not None:
            move = chosen(game)
            money = game.view(game.turn)["seats"][game.turn]["money"]
            if move.startswith("bid") and len(game.legal()) > 1:
                assert int(move.removeprefix("bid ")) < money
            game.play(move)


def test_ruins_another_when_that_wins() -> None:
    stones = {0: {"painting": 3}, 1: {"painting": 1}, 2: {"painting": 1}}
    everyone_collects_it = ["vase", "clock", "furniture"]

    def to_sell(**money: Any) -> Game:
        return won("painting+painting+painting", stones=stones, boards=everyone_collects_it, **money)

    assert chosen(to_sell(cash={0: 150, 1: 100, 2: 15})) == "sell painting to 2"
    assert chosen(to_sell(cash={0: 50, 1: 190, 2: 15})) == "sell painting to 1"  # who would win if seat 2 were ruined
