"""The analyst of games that have a net: it thinks ahead as the expert does."""

from typing import Any

import numpy as np

from brocante.analysis.decisions import Analyst
from brocante.analysis.estimator import Estimator, Tried, tried_in
from brocante.analysis.playouts import NO_MOVE
from brocante.analysis.thinking_on import think_on
from brocante.bots.heuristic import USUAL, weights_of
from brocante.bots.neural import CANDIDATES, EXPLORE, TRUST
from brocante.bots.plan import plan, take_turns
from brocante.bots.tree import DEEPEST, NODE
from brocante.games.chance import bits
from brocante.games.one import legal_of_one
from brocante.games.ruleset import Ruleset
from brocante.games.seats import MOST_SEATS
from brocante.neural.file import net_of
from brocante.neural.net import Net, room_for


class ThinkingAhead:
    """Answers as an `Estimator` does, with a net. One thread uses it at a time."""

    of_a_game, of_a_decision = 50_000, 400

    def __init__(self, rules: Ruleset, net: Net) -> None:
        self._net, self._room = net, room_for(rules, net)
        self._world = np.zeros(1, rules.position_type)
        self._slots, self._path = np.zeros(rules.move_count, np.int32), np.zeros(DEEPEST, np.int32)
        self._settings = np.array([EXPLORE, TRUST, rules.ahead.heuristics])
        self._moves, self._first_moves = rules.scratch(), rules.scratch()
        self._cards = np.zeros(rules.card_count, np.int8)
        self._chances, self._likes = np.zeros(rules.most_legal, np.int64), np.zeros(rules.most_legal)
        self._weights, self._scores = weights_of(rules, USUAL), np.zeros(rules.most_legal)
        self._habits, self._ranks = np.zeros(MOST_SEATS, np.int8), np.zeros((2, MOST_SEATS), np.int32)

    def legal(self, root: Any) -> list[int]:
        """The legal moves, in the order of the rules page."""
        moves: list[int] = self._moves[: legal_of_one(root, self._moves)].tolist()
        return moves

    def explore(self, root: Any, seat: int, simulations: int, dice: Any, first: int = NO_MOVE) -> tuple[Any, Tried]:
        """As `Estimator.explore`; without a move, what is won in each simulation is not told."""
        nodes, won = np.zeros(simulations + 2, NODE), np.zeros(simulations)
        tree: Any = (self._slots, self._path, self._settings, np.uint64(bits(dice)), np.zeros(1, np.uint64))
        others: Any = (self._weights, self._scores, self._habits, self._ranks, self._net, self._room)
        if first != NO_MOVE:
            given: Any = (*tree, self._moves, self._cards, self._chances, *others, won)
            think_on(root, self._world, seat, first, nodes, *given)
            return won, {}
        turns = np.zeros(simulations, np.int32)
        take_turns(min(CANDIDATES, len(self.legal(root))), simulations, turns)
        given = (*tree, self._moves, self._first_moves, self._cards, self._chances, self._likes, *others)
        plan(root, self._world, seat, nodes, 1, simulations, turns, *given)
        return won, {move: (tries, min(max(mean, 0.0), 1.0)) for move, (tries, mean) in tried_in(nodes)}


def analyst_for(estimator: Estimator) -> Analyst:
    """Who judges the decisions of a game: with its net, if there is one."""
    net = net_of(estimator.rules)
    return estimator if net is None else ThinkingAhead(estimator.rules, net)
