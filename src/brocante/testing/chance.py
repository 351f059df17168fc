"""Explicit chance: drawn card by card, a game is the same as by its seed."""

from collections import Counter
from math import isclose

import numpy as np

from brocante.envs.explicit import Play
from brocante.games.chance import below
from brocante.games.game import Game
from brocante.games.information_state import information_state
from brocante.testing.deals import Deal, playing
from brocante.testing.failure import ensure, fail


class Seed:
    """What a seed draws (C3), worked out apart from the rules: which of the cards that chance may choose from."""

    def __init__(self, game: Game) -> None:
        self._words = game.ruleset.fresh(game.players)[0]
        self._words["key"] = np.frombuffer(game.seed, "<i4")
        self._pile: list[int] = []

    def draw(self, cards: list[int]) -> int:
        """One of these cards, which lie in the pile as they lay before it was shuffled, or as far as it was."""
        if Counter(cards) != Counter(self._pile):  # another pile: the words that belong to the last one are used up
            for left in range(len(self._pile), 1, -1):
                below(self._words, left)
            self._pile = list(cards)
        last = len(self._pile) - 1
        at = int(below(self._words, last + 1)) if last else 0
        self._pile[at], self._pile[last] = self._pile[last], self._pile[at]
        return self._pile.pop()


def explicit_chance_gives_the_same_game(deal: Deal) -> None:
    """`brocante.envs.explicit.Play` with the cards that the seed draws shows every seat the same at every step."""
    options = deal.rules.checked_options(deal.players, deal.options)
    play, seed = Play(deal.rules, deal.players, options), None
    game = deal.game()
    for game, _, move in playing(deal):
        seed = seed or Seed(game)
        draw_all(deal, game, play, seed)
        looks_the_same(deal, game, play)
        play.go_on(deal.rules.move_words.index(move))
    draw_all(deal, game, play, seed or Seed(game))
    looks_the_same(deal, game, play)
    ensure(play.over, "The game is over, and with explicit chance it is not.", deal, game)


def draw_all(deal: Deal, game: Game, play: Play, seed: Seed) -> None:
    """Draw what the seed draws, as long as chance is to draw."""
    while play.waiting:
        odds = play.odds()
        ensure(isclose(sum(chance for _, chance in odds), 1), f"The odds do not add up to 1: {odds}.", deal, game)
        card = seed.draw(play.cards())
        if card not in play.legal():
            fail(f"Chance cannot draw card {card}, which the seed draws.", deal, game)
        play.go_on(card)


def looks_the_same(deal: Deal, game: Game, play: Play) -> None:
    """Turn, legal moves and what every seat sees."""
    turn = None if play.over else play.turn
    ensure(turn == game.turn, f"With explicit chance seat {turn} is to move, by the seed {game.turn}.", deal, game)
    ensure(play.legal() == sorted(game.legal_numbers()), "With explicit chance other moves are legal.", deal, game)
    for seat in range(game.players):
        row = np.zeros(deal.rules.layout.size, np.float32)
        play.observe(seat, row)
        same = bool((row == game.observation(seat)).all())
        ensure(same, f"With explicit chance seat {seat} sees something else.", deal, game)
    if game.move_count % 20 == 0:
        same = play.information_state(0) == information_state(game, 0)
        ensure(same, "With explicit chance seat 0 has another information state.", deal, game)
