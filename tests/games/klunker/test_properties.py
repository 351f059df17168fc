"""What holds in every game of Klunker, whatever is played, and needs its rulebook."""

import pytest
from hypothesis import given

from brocante import Game
from brocante.games.chance import finish_shuffle
from brocante.games.klunker.rules import COPIES, KINDS
from brocante.games.klunker.words import WORDS
from brocante.testing.deals import Deal, played, playing
from tests.strategies import deals

pytestmark = pytest.mark.boundscheck


def cards(game: Game) -> list[int]:
    """How many of each kind there are anywhere."""
    position = game.position
    kinds = [0] * KINDS
    for place in ("hand", "window", "safe"):
        for seat in range(position["players"]):
            for kind, count in enumerate(position[place][seat]):
                kinds[kind] += int(count)
    for kind in range(KINDS):
        kinds[kind] += int(position["box"][kind]) + int(position["money"][kind])
    for kind in [*position["pile"][: position["pile_size"]], *position["starting_bill"][: position["players"]]]:
        kinds[kind] += 1
    return kinds


@given(deals("klunker"))
def test_cards_are_conserved(deal: Deal) -> None:
    for game, _, _ in playing(deal):
        assert cards(game) == COPIES.tolist()
    assert cards(played(deal)) == COPIES.tolist()


@given(deals("klunker"))
def test_sizes_agree_with_cards(deal: Deal) -> None:
    for game, _, _ in playing(deal):
        position = game.position
        assert position["hand"].sum(axis=1).tolist() == position["hand_size"].tolist()
        assert position["window"].sum(axis=1).tolist() == position["window_size"].tolist()
        assert (position["known"] <= position["hand"]).all()
        finish_shuffle(position)
        assert 0 <= position["known_top"] <= position["pile_size"]


@given(deals("klunker"))
def test_legal_moves_are_in_the_stated_order(deal: Deal) -> None:
    for _, legal, _ in playing(deal):
        assert legal == sorted(legal, key=lambda move: (move in ("done", "pass", "decline"), WORDS.index(move)))
