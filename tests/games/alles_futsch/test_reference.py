"""Alles futsch! beside a second reading of its rules."""

from typing import Any

from brocante import Game
from brocante.games.alles_futsch.words import CARDS
from tests.games.alles_futsch.reference import AllesFutsch
from tests.games.readings import both_agree, pile


def facts(game: Game) -> dict[str, Any]:
    view = game.view(None)
    seats = view["seats"]
    auction = view["phase"] == "auction"  # the reference forgets the bidding when it is over
    return {
        "money": [game.view(seat)["seats"][seat]["money"] for seat in range(game.players)],
        "stones": [seat["stones"] for seat in seats],
        "pile": pile(game, CARDS),
        "bid": view["bid"] if auction else 0,
        "bidder": view["bidder"] if auction else None,
        "out": [number for number, seat in enumerate(seats) if seat["out"]],
        **{key: view[key] for key in ("row", "discards", "card", "objects", "in_charge", "phase", "bankrupt")},
    }


def test_both_readings_of_the_rules_agree() -> None:
    both_agree("alles-futsch", AllesFutsch, facts)
