"""The compiled rules beside a second, slow and independent reading of a rules page: the same in every move."""

from collections.abc import Callable
from typing import Any

from hypothesis import given

from brocante import Game
from brocante.games.chance import finish_shuffle
from brocante.testing.deals import Deal, playing
from tests.strategies import deals

Facts = Callable[[Game], dict[str, Any]]


def both_agree(name: str, reference_of: Any, facts: Facts) -> None:
    """Play games by both: turns, legal moves, facts and results are the same. `facts` gives what the reference calls
    so, from our views and position."""

    @given(deals(name))
    def agree(deal: Deal) -> None:
        reference = reference_of(deal.players, deal.seed, **deal.options)
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


def pile(game: Game, names: Any) -> list[str]:
    """The pile as it would be, were it shuffled at once and not card by card."""
    position = game.position
    finish_shuffle(position)
    return [names[card] for card in position["pile"][: position["pile_size"]]]


def open_hands(game: Game) -> list[dict[str, int]]:
    return [game.view(seat)["seats"][seat]["hand"] for seat in range(game.players)]
