"""Observations and information states: what they hold, what they tell apart, and what the page says of them."""

import json
import random
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import brocante
from brocante import Game
from brocante.games.catalogue import RULESETS
from brocante.games.information_state import in_words, information_state, most_things
from brocante.games.klunker.words import KINDS
from brocante.games.reference import page
from tests.strategies import Deal, choose, deals, playing

PAGE = Path(__file__).parents[2] / "docs" / "observations.md"


def seen(game: Game, seat: int) -> str:
    """The table as a seat sees it. The order of the row and of the discards is told by the moves, not by the
    observation; secret money is told by the payments."""
    table = game.table(seat)
    for heap in ("row", "discards"):
        table[heap] = sorted(table.get(heap, []))
    for number, each in enumerate(table["seats"]):
        if "money" in each:
            each["money"] = int(game.position["money"][number])
    return json.dumps(table)


def test_the_page_says_what_the_layouts_say() -> None:
    assert PAGE.read_text(encoding="utf-8") == page()


@pytest.mark.parametrize("rules", RULESETS.values(), ids=RULESETS)
def test_every_index_has_a_name_of_its_own(rules: Any) -> None:
    layout = rules.layout
    assert len(layout.labels()) == len(set(layout.labels())) == layout.size
    assert layout.starts[layout.blocks[-1].name] + layout.blocks[-1].size == layout.size


def test_a_klunker_observation_begins_with_the_own_seat() -> None:
    game = brocante.new("klunker", players=3, seed=7)
    game.play("show monocle")
    layout = game.ruleset.layout
    numbers = game.observation(1)
    assert numbers.dtype == np.int16
    assert numbers.shape == (layout.size,)
    assert layout.part(numbers, "own seat").tolist() == [0, 1, 0, 0, 0]
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
        numbers = game.ruleset.layout.part(game.observation(2), "known top")
        assert [KINDS[number - 1] for number in numbers if number] == known[::-1]
        shown += len(known)
        game.play(bot.choose(game))
    assert shown, "no unsold card was put on the pile"


@pytest.mark.parametrize("seat", [-1, 3, None, True, 1.0])
def test_an_observation_is_for_a_seat(seat: Any) -> None:
    with pytest.raises(ValueError, match="An observation is for a seat, 0 to 2"):
        brocante.new("klunker", players=3, seed=7).observation(seat)


@given(deals())
def test_an_observation_tells_apart_what_looks_different(deal: Deal) -> None:
    """Nothing a seat sees of the table is missing: equal numbers, equal views."""
    looks: dict[bytes, str] = {}
    for game, _, _ in playing(deal):
        for seat in range(game.players):
            looks_like = seen(game, seat)
            assert looks.setdefault(game.observation(seat).tobytes(), looks_like) == looks_like


def history(game: Game, seat: int) -> list[tuple[str, Any]]:
    """What a seat has seen: the table after each move, and the log as it was told then."""
    return [(seen(then, seat), then.log(seat)[-1:]) for then in game.since_the_deal()]


@given(deals(), st.integers(0, 2**32))
def test_information_states_differ_exactly_where_histories_do(deal: Deal, luck: int) -> None:
    """Games that share a deal and part ways somewhere; each seat's histories compared at every length."""
    states: dict[tuple[int, tuple[int, ...]], list[tuple[str, Any]]] = {}
    for branch in range(4):
        game, dice = deal.game(), random.Random(luck)
        parts_at = dice.randrange(30)
        for number in range(40):
            if game.turn is None:
                break
            if number == parts_at:
                dice = random.Random(branch)
            game.play(choose(game.legal(), deal.style, dice))
        for seat in range(game.players):
            whole, past = information_state(game, seat), history(game, seat)
            assert len(whole) <= most_things(game.ruleset, game.players, game.options)
            assert len(in_words(game.ruleset, whole)) == len(whole)
            known = states.setdefault((seat, tuple(whole)), past)
            assert known == past
    pasts = [json.dumps([seat, past]) for (seat, _), past in states.items()]
    assert len(set(pasts)) == len(pasts), "one history, two information states"


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


@given(deals())
def test_no_game_is_longer_than_the_longest(deal: Deal) -> None:
    game = deal.game()
    moves, _ = game.ruleset.longest(game.players, game.options)
    assert sum(1 for _ in playing(deal)) <= moves
