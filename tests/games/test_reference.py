"""The compiled rules beside a second, slow and independent reading of the rules pages: the same in every move."""

from typing import Any

import pytest
from hypothesis import given

from brocante import Game
from brocante.games.chance import finish_shuffle
from tests.reference.alles_futsch import AllesFutsch
from tests.reference.klunker import Klunker
from tests.reference.zwergezocken import ZwergeZocken
from tests.strategies import Deal, deals, playing

REFERENCES: dict[str, Any] = {"klunker": Klunker, "alles-futsch": AllesFutsch, "zwergezocken": ZwergeZocken}


def pile(game: Game, names: Any) -> list[str]:
    """The pile as it would be, were it shuffled at once and not card by card."""
    position = game.position
    finish_shuffle(position)
    return [names[card] for card in position["pile"][: position["pile_size"]]]


def open_hands(game: Game) -> list[dict[str, int]]:
    return [game.view(seat)["seats"][seat]["hand"] for seat in range(game.players)]


def facts(game: Game) -> dict[str, Any]:
    """What the references call facts, from our views and position."""
    view, words = game.view(None), game.ruleset.words
    seats = view["seats"]
    if game.name == "klunker":
        return {
            "hands": open_hands(game),
            "windows": [seat["window"] for seat in seats],
            "safes": [seat["safe"] for seat in seats],
            "bills": [seat["bills"] for seat in seats],
            "known": [seat["known"] for seat in seats],
            "known_top": len(view["pile"]["known_top"]),
            "pile": pile(game, words.KINDS),
            **{key: view[key] for key in ("box", "first", "phase")},
        }
    if game.name == "alles-futsch":
        money = [game.view(seat)["seats"][seat]["money"] for seat in range(game.players)]
        auction = view["phase"] == "auction"  # the reference forgets the bidding when it is over
        return {
            "money": money,
            "stones": [seat["stones"] for seat in seats],
            "pile": pile(game, words.CARDS),
            "bid": view["bid"] if auction else 0,
            "bidder": view["bidder"] if auction else None,
            "out": [number for number, seat in enumerate(seats) if seat["out"]],
            **{key: view[key] for key in ("row", "discards", "card", "objects", "in_charge", "phase", "bankrupt")},
        }
    position = game.position
    return {
        "hands": open_hands(game),
        "pile": pile(game, words.FACES),
        "trick": [[card["seat"], card["face"]] for card in view["trick"]],
        "taken": [seat["taken"] for seat in seats],
        "sets": [[int(position["set_seat"][i]), words.WORDS[position["set_lay"][i]]] for i in range(position["sets"])],
        "totals": [seat["total"] for seat in seats],
        "shown": [seat["last_hand"] for seat in seats],
        **{key: view[key] for key in ("discarded", "chip", "round", "leader", "phase")},
    }


@pytest.mark.parametrize("name", REFERENCES)
def test_both_readings_of_the_rules_agree(name: str) -> None:
    @given(deals(name))
    def agree(deal: Deal) -> None:
        reference = REFERENCES[name](deal.players, deal.seed, **deal.options)
        game = deal.game()
        for game, legal, move in playing(deal):
            assert game.turn == reference.turn
            assert legal == reference.legal()
            assert facts(game) == reference.facts()
            reference.play(move)
        assert reference.turn is None
        assert game.result() == reference.result()
        assert facts(game) == reference.facts()

    agree()
