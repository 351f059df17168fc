"""The two-worlds test (C5): deal anew all that is hidden from a seat, and nothing it is shown changes by a byte.

World A is the game as it is. World B has everything hidden from the seat dealt anew: cards, the seed, and in the log
the cards the seat may not know. View, log, observation, legal moves, what `redeal` makes for the seat, and the choice
of every bot must be the same in both; and B must be another world wherever there is something to hide.
"""

import json
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import brocante
from brocante import Game
from brocante.bots.catalogue import BOTS
from brocante.games.chance import new_dice
from brocante.games.game import numbers_of
from brocante.games.rules import redeal
from tests.strategies import Deal, deals, played, playing

pytestmark = pytest.mark.boundscheck

SCRATCH = np.zeros(128, np.int8)

# Thinking takes time: bots that do are asked less often, or given less of it.
SETTINGS: dict[str, dict[str, Any]] = {"search": {"simulations": 20}}
ASKED_EVERY = {"hard": 150, "expert": 1500}  # moves; the others every ninth


def other_world(game: Game, seat: int | None, luck: int) -> Game:
    """The same game as far as the seat can know, with all it cannot know dealt anew."""
    world = game.clone()
    world._seed = bytes(32)
    redeal(world._position, -1 if seat is None else seat, new_dice(luck), SCRATCH)
    for number, told in enumerate(game.log(seat)):
        if told["move"].endswith("?"):
            verb = told["move"].split()[0]
            faces = [move for words, move in numbers_of(game.ruleset).items() if words.split()[0] == verb]
            entry = world._log[number]
            world._log[number] = entry._replace(move=faces[(entry.move + 1 + luck) % len(faces)])
    return world


def as_bytes(data: Any) -> bytes:
    return json.dumps(data).encode()


def redealt(game: Game, seat: int | None, luck: int) -> bytes:
    position = game.position
    redeal(position, -1 if seat is None else seat, new_dice(luck), SCRATCH)
    return bytes(position.tobytes())


def thoughts(name: str, game: Game, luck: int) -> Any:
    """What a fresh bot thinks of the moves, and which it chooses."""
    bot = brocante.bot(name, seed=luck, **SETTINGS.get(name, {}))
    return bot.explain(game), bot.choose(game)


@given(deals(), st.integers(0, 2**31))
def test_c5_nothing_a_seat_is_shown_depends_on_what_is_hidden_from_it(deal: Deal, luck: int) -> None:
    for game, legal, _ in playing(deal):
        if len(game.moves) % 5 and game.view(None)["phase"] not in ("pass", "give", "selling"):
            continue  # every phase is met; the rare ones always
        for seat in [None, *range(game.players)]:
            world = other_world(game, seat, luck + len(game.moves))
            assert as_bytes(world.view(seat)) == as_bytes(game.view(seat))
            assert as_bytes(world.log(seat)) == as_bytes(game.log(seat))
            assert redealt(world, seat, luck) == redealt(game, seat, luck)
            if seat is not None:
                assert world.observation(seat).tobytes() == game.observation(seat).tobytes()
            if seat == game.turn:
                assert world.legal() == legal


@given(deals(), st.integers(0, 2**31))
def test_c5_no_bot_chooses_by_what_is_hidden_from_its_seat(deal: Deal, luck: int) -> None:
    for game, _, _ in playing(deal):
        asked = [name for name in BOTS if (len(game.moves) + luck) % ASKED_EVERY.get(name, 9) == 0]
        world = other_world(game, game.turn, luck) if asked else game
        for name in asked:
            assert thoughts(name, world, luck) == thoughts(name, game, luck)


@given(deals())
def test_c5_the_end_of_a_game_hides_what_was_hidden(deal: Deal) -> None:
    game = played(deal)
    for seat in [None, *range(game.players)]:
        world = other_world(game, seat, 1)
        assert as_bytes(world.view(seat)) == as_bytes(game.view(seat))


@given(deals())
def test_the_other_world_is_another_world(deal: Deal) -> None:
    """Were `redeal` to do nothing, the tests above could not fail."""
    game = deal.game()
    worlds = {other_world(game, 0, luck).position.tobytes() for luck in range(8)}
    assert len(worlds) == 8
    for world in [other_world(game, 0, luck) for luck in range(8)]:
        hidden = [key for key in ("hand", "pile") if key in (world.position.dtype.names or ())]
        if any((world.position[key] != game.position[key]).any() for key in hidden):
            return
    raise AssertionError("eight worlds dealt anew, and no hidden card differs")


@given(deals(), st.integers(0, 2**31))
def test_a_redealt_world_can_be_played_on_to_its_end(deal: Deal, luck: int) -> None:
    """What is dealt anew fits the rules: same numbers of cards, and the game goes on."""
    for game, _, _ in playing(deal):
        if len(game.moves) % 40 == 11:
            world = other_world(game, game.turn, luck)
            bot = brocante.bot("random", seed=luck)
            while world.turn is not None:
                world.play(bot.choose(world))
            assert world.result() is not None
