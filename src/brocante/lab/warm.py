"""Compile everything once, in set-up, so that nobody waits for it in front of a table."""

from collections.abc import Callable, Iterator
from functools import partial

import numpy as np

from brocante.games.catalogue import RULESETS
from brocante.games.chance import new_dice
from brocante.games.game import new
from brocante.games.rules import redeal
from brocante.games.ruleset import Ruleset
from brocante.lab.playouts import fresh, random_games, roll_many, scratch


def steps() -> Iterator[tuple[str, Callable[[], object]]]:
    """What there is to compile: a name for people, and a call that compiles it."""
    yield "chance", partial(roll_many, new_dice(1), 1)
    for rules in RULESETS.values():
        yield f"{rules.title}: the rules", partial(play_a_little, rules)
        yield f"{rules.title}: whole games", partial(play_whole_games, rules)


def play_a_little(rules: Ruleset) -> None:
    """All that a person's game calls: each function of the rules, and refusals."""
    game = new(rules.name, players=rules.players[-1], seed=1)
    for _ in range(4):
        for move in set(range(rules.rules.MOVES)) - set(game.legal_numbers()):
            rules.why.why_not(game.position, move)
        game.play(game.legal()[0])
    rules.rules.result(game.position, *np.zeros((2, game.players), np.int64))
    redeal(game.position, 0, new_dice(1), np.zeros(rules.rules.CARDS, np.int8))


def play_whole_games(rules: Ruleset) -> None:
    position = fresh(rules, rules.players[0])
    random_games(position, position.copy(), 1, new_dice(1), scratch(rules))
