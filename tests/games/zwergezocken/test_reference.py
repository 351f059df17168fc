"""ZwergeZocken beside a second reading of its rules."""

from typing import Any

from brocante import Game
from brocante.games.zwergezocken.words import FACES, WORDS
from tests.games.readings import both_agree, open_hands, pile
from tests.games.zwergezocken.reference import ZwergeZocken


def facts(game: Game) -> dict[str, Any]:
    view, position = game.view(None), game.position
    seats = view["seats"]
    return {
        "hands": open_hands(game),
        "pile": pile(game, FACES),
        "trick": [[card["seat"], card["face"]] for card in view["trick"]],
        "taken": [seat["taken"] for seat in seats],
        "sets": [[int(position["set_seat"][i]), WORDS[position["set_lay"][i]]] for i in range(position["sets"])],
        "totals": [seat["total"] for seat in seats],
        "shown": [seat["last_hand"] for seat in seats],
        **{key: view[key] for key in ("discarded", "chip", "round", "leader", "phase")},
    }


def test_both_readings_of_the_rules_agree() -> None:
    both_agree("zwergezocken", ZwergeZocken, facts)
