"""What holds in every game of ZwergeZocken, whatever is played, and needs its rulebook."""

import pytest
from hypothesis import given

from brocante import Game
from brocante.games.zwergezocken.rules import COPIES, FACES, LAY, LIGHT_HATS, OVER, copies_in_set
from brocante.games.zwergezocken.words import WORDS
from brocante.testing.deals import Deal, played, playing
from tests.strategies import deals

pytestmark = pytest.mark.boundscheck


def cards(game: Game) -> list[int]:
    """How many of each face there are anywhere."""
    position = game.position
    faces = [0] * FACES
    piles = [position["hand"], position["taken"], [position["discarded"]]]
    if position["phase"] == OVER:
        piles.append(position["shown"])
    for pile in piles:
        for each in pile:
            for face, count in enumerate(each):
                faces[face] += int(count)
    for face in [*position["trick"][: position["trick_size"]], *position["pile"][: position["pile_size"]]]:
        faces[face] += 1
    for laid in position["set_lay"][: position["sets"]]:
        for face in range(FACES):
            faces[face] += int(copies_in_set(laid - LAY, face))
    return faces


@given(deals("zwergezocken"))
def test_cards_are_conserved(deal: Deal) -> None:
    expected = (COPIES - (LIGHT_HATS if deal.players == 3 else 0)).tolist()
    for game, _, _ in playing(deal):
        assert cards(game) == expected
    assert cards(played(deal)) == expected


@given(deals("zwergezocken"))
def test_sizes_agree_with_cards(deal: Deal) -> None:
    for game, _, _ in playing(deal):
        position = game.position
        assert position["hand"].sum(axis=1).tolist() == position["hand_size"].tolist()
        assert (position["known"] <= position["hand"][:, None, :]).all(), "nobody knows more than there is"


@given(deals("zwergezocken"))
def test_legal_moves_are_in_the_stated_order(deal: Deal) -> None:
    for _, legal, _ in playing(deal):
        assert legal == sorted(legal, key=lambda move: (move.startswith("play "), WORDS.index(move)))
