"""Klunker beside a second reading of its rules."""

from typing import Any

from brocante import Game
from brocante.games.klunker.words import KINDS
from tests.games.klunker.reference import Klunker
from tests.games.readings import both_agree, open_hands, pile


def facts(game: Game) -> dict[str, Any]:
    view = game.view(None)
    seats = view["seats"]
    return {
        "hands": open_hands(game),
        "windows": [seat["window"] for seat in seats],
        "safes": [seat["safe"] for seat in seats],
        "bills": [seat["bills"] for seat in seats],
        "known": [seat["known"] for seat in seats],
        "known_top": len(view["pile"]["known_top"]),
        "pile": pile(game, KINDS),
        **{key: view[key] for key in ("box", "first", "phase")},
    }


def test_both_readings_of_the_rules_agree() -> None:
    both_agree("klunker", Klunker, facts)
