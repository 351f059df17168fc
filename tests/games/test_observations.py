"""Observations and information states: what they hold and what they tell apart."""

from typing import Any

import numpy as np
import pytest

import brocante
from brocante import Game
from brocante.games.information_state import in_words, information_state
from brocante.games.klunker.words import KINDS


def test_a_klunker_observation_begins_with_the_own_seat() -> None:
    game = brocante.new("klunker", players=3, seed=7)
    game.play("show monocle")
    layout = game.ruleset.layout
    numbers = game.observation(1)
    assert numbers.dtype == np.int16
    assert numbers.shape == (layout.size,)
    assert layout.part(numbers, "own_seat").tolist() == [0, 1, 0, 0, 0]
    assert layout.part(numbers, "turn").tolist() == [0, 0, 1, 0, 0]  # seat 0 sits second to the left of seat 1
    assert layout.part(numbers, "cards").tolist() == [6, 6, 5, 0, 0]
    assert layout.part(numbers, "window").tolist() == [[0] * 7, [0] * 7, [0, 0, 0, 0, 1, 0, 0], [0] * 7, [0] * 7]
    assert layout.part(np.stack([numbers, numbers]), "window").shape == (2, 5, 7)


def test_the_known_top_of_the_pile_is_in_the_order_it_will_be_drawn() -> None:
    game = brocante.new("klunker", players=3, seed=1)
    bot = brocante.bot("random", seed=5)
    shown = 0
    while game.turn is not None:
        known = game.view(0)["pile"]["known_top"]
        numbers = game.ruleset.layout.part(game.observation(2), "pile.known_top")
        assert [KINDS[number - 1] for number in numbers if number] == known[::-1]
        shown += len(known)
        game.play(bot.choose(game))
    assert shown, "no unsold card was put on the pile"


@pytest.mark.parametrize("seat", [-1, 3, None, True, 1.0])
def test_an_observation_is_for_a_seat(seat: Any) -> None:
    with pytest.raises(ValueError, match="An observation is for a seat, 0 to 2"):
        brocante.new("klunker", players=3, seed=7).observation(seat)


def test_who_is_not_told_a_card_has_the_same_information_state_whichever_it_was() -> None:
    """ZwergeZocken, Z5.2: a third seat does not see what is given; the receiver does."""
    game = given_by_hand()
    cards = [move for move in game.legal() if move.startswith("give")]
    worlds = []
    for card in cards[:2]:
        world = game.clone()
        world.play(card)
        worlds.append(world)
    giver, receiver = worlds[0].last_move(0)[0], int(game.position["receiver"])
    for seat in range(3):
        one, other = (information_state(world, seat) for world in worlds)
        assert (one == other) == (seat not in (giver, receiver))
    third = next(seat for seat in range(3) if seat not in (giver, receiver))
    assert in_words(game.ruleset, information_state(worlds[0], third))[-1].endswith("give ?")


def given_by_hand() -> Game:
    """A game in which a card is about to be given, and there are two to choose from."""
    for seed in range(100):
        game = brocante.new("zwergezocken", players=3, seed=seed)
        for wanted in ("start", "play give", "to"):
            moves = [move for move in game.legal() if move.startswith(wanted)]
            if moves:
                game.play(moves[0])
        if game.legal()[0].startswith("give") and len(game.legal()) > 1:
            return game
    raise AssertionError("nobody was dealt a give")
