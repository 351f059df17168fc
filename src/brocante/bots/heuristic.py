"""The bot that goes by rules of thumb: each game's `heuristic`, with weights found by `brocante tune`."""

import json
from functools import cache
from math import isfinite
from typing import Any

import numpy as np

from brocante.bots.determinization import Determinization, Thought, checked_seed, share
from brocante.games.chance import roll
from brocante.games.compiled import compiled
from brocante.games.errors import SetupError
from brocante.games.game import Game
from brocante.games.rules import heuristic
from brocante.games.ruleset import Ruleset
from brocante.games.spelling import near_miss

USUAL = "tuned"  # the set of weights that bots take unless told otherwise


@cache
def weight_sets(rules: Ruleset) -> dict[str, dict[str, float]]:
    """The sets of weights that come with a game, by name; none where it has no heuristic."""
    return {} if rules.heuristic is None else json.loads(rules.data("weights.json"))


def weights_of(rules: Ruleset, weights: str | dict[str, float]) -> Any:
    """A set of weights as the array that compiled code takes; an empty one where the game has no heuristic."""
    if rules.heuristic is None:
        if weights != USUAL:
            raise SetupError(f"{rules.title} has no heuristic, so there are no weights {weights!r}.")
        return np.zeros(0)
    if isinstance(weights, str):
        sets = weight_sets(rules)
        if weights not in sets:
            known = ", ".join(sets)
            raise SetupError(f"There are no weights {weights!r}.{near_miss(weights, sets)} There are {known}.")
        weights = sets[weights]
    if not isinstance(weights, dict) or set(weights) != set(rules.heuristic.WEIGHTS):
        raise SetupError(f"Weights for {rules.title} are {', '.join(rules.heuristic.WEIGHTS)}.")
    for name, weight in weights.items():
        if not isinstance(weight, int | float) or not isfinite(weight):
            raise SetupError(f"The weight {name!r} is a number, not {weight!r}.")
    return np.array([weights[name] for name in rules.heuristic.WEIGHTS], np.float64)


@compiled
def best(scores: Any, count: int, dice: Any) -> int:
    """Which of the moves looks best; among equals, dice decide."""
    top, equals = 0, 1
    for i in range(1, count):
        if scores[i] > scores[top]:
            top, equals = i, 1
        elif scores[i] == scores[top]:
            equals += 1
            if roll(dice, equals) == 0:
                top = i
    return top


class Heuristic:
    """Plays what looks best. With `overlooks`, each move goes unseen with that probability, as people miss things.
    In a game without heuristic all moves look the same, and dice decide."""

    def __init__(self, seed: int | None = None, weights: str = USUAL, overlooks: float = 0.0) -> None:
        if not isinstance(overlooks, int | float) or not 0 <= overlooks < 1:
            raise SetupError(f"overlooks is a probability, from 0 to below 1; not {overlooks!r}.")
        self._dice = checked_seed(seed)
        self._weights = weights
        self._overlooks = float(overlooks)

    def choose(self, game: Game) -> str:
        """The words of a move for the seat whose turn it is."""
        seat = Determinization(game, self._dice)
        scores = self._scores(seat)
        if self._overlooks:
            unseen = np.array([share(self._dice) < self._overlooks for _ in range(seat.count)])
            if not unseen.all():
                scores[unseen] = -np.inf
        return seat.words(int(best(scores, seat.count, self._dice)))

    def explain(self, game: Game) -> list[Thought]:
        """Each legal move and how good it looks."""
        seat = Determinization(game, self._dice)
        return [Thought(seat.words(i), 0, float(score)) for i, score in enumerate(self._scores(seat))]

    def _scores(self, seat: Determinization) -> Any:
        scores = np.zeros(seat.count)
        heuristic(seat.position, seat.moves, seat.count, weights_of(seat.rules, self._weights), scores)
        return scores
