"""What holds in every game of Alles futsch!, whatever is played, and needs its rulebook."""

from typing import Any

import pytest
from hypothesis import given

from brocante import Game
from brocante.games.alles_futsch.rules import CARDS, SEATS
from brocante.games.alles_futsch.words import KINDS
from brocante.testing.deals import Deal, played, playing
from tests.strategies import deals

pytestmark = pytest.mark.boundscheck


def cards(game: Game) -> list[int]:
    """The cards there are anywhere."""
    position = game.position
    found = [*position["row"][: position["row_size"]], *position["pile"][: position["pile_size"]]]
    found += [*position["discards"][: position["discards_size"]]]
    if position["card"] >= 0:
        found.append(position["card"])
    return sorted(map(int, found))


@given(deals("alles-futsch"))
def test_cards_are_conserved(deal: Deal) -> None:
    for game, _, _ in playing(deal):
        assert cards(game) == list(range(CARDS))
    assert cards(played(deal)) == list(range(CARDS))


@given(deals("alles-futsch"))
def test_money_changes_only_by_what_the_clauses_say(deal: Deal) -> None:
    for game, _, move in playing(deal):
        before, seat = game.position, game.turn
        assert seat is not None
        after = game.clone()
        after.play(move)
        change = (after.position["money"].astype(int) - before["money"]).tolist()
        money, stones = before["money"].astype(int), before["stone"]
        expected = [0] * SEATS
        words = move.split()
        if words[0] == "pass" and before["still_in"] == 2:  # A2.3
            expected[before["bidder"]] = -before["bid"]
        elif words[0] == "keep" and stones[seat][KINDS.index(words[1])] == 2:  # A3.1
            expected[seat] = 30
        elif words[0] == "sell":  # A3.3
            buyer, held = int(words[3]), stones[int(words[3])][KINDS.index(words[1])]
            expected[seat] = min(20, money[buyer])
            expected[buyer] = -expected[seat]
            if money[buyer] > 20:
                if held == 2:
                    expected[buyer] += 30
                elif held > 2:
                    expected[buyer] -= min(10, money[buyer] - 20)
        assert change == expected
        assert (after.position["money"][: game.players] > 0).all() or after.turn is None
        assert after.position["money"].max() <= 320 * game.players


def place_in_order(move: str) -> tuple[Any, ...]:
    """Where the rules page puts a move among others that can be legal with it."""
    words = move.split()
    if words[0] in ("keep", "sell"):
        return (KINDS.index(words[1]), words[0] == "sell", int(words[3]) if words[0] == "sell" else 0)
    return (words[0] == "bid", int(words[1]) if words[0] == "bid" else 0)


@given(deals("alles-futsch"))
def test_legal_moves_are_in_the_stated_order(deal: Deal) -> None:
    for game, legal, _ in playing(deal):
        if legal[0].startswith("offer"):
            assert [move.removeprefix("offer ") for move in legal] == game.view(None)["row"]
        else:
            assert legal == sorted(legal, key=place_in_order)
