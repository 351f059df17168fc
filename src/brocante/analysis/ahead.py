"""The analyst of games that have a net: it thinks ahead as the expert does."""

from typing import Any

import numpy as np

from brocante.analysis.decisions import Analyst
from brocante.analysis.estimator import Estimator, Tried, tried_in
from brocante.analysis.playouts import NO_MOVE
from brocante.analysis.thinking_on import think_on
from brocante.bots.desk import desk_for
from brocante.bots.neural import CANDIDATES, settings_of
from brocante.bots.plan import plan, take_turns
from brocante.bots.tree import NODE
from brocante.games.chance import bits
from brocante.games.one import legal_of_one
from brocante.games.ruleset import Ruleset
from brocante.neural.file import net_of
from brocante.neural.net import Net


class ThinkingAhead:
    """Answers as an `Estimator` does, with a net. One thread uses it at a time."""

    of_a_game, of_a_decision = 50_000, 400

    def __init__(self, rules: Ruleset, net: Net) -> None:
        self._desk = desk_for(rules, net, settings_of(rules))

    def legal(self, root: Any) -> list[int]:
        """The legal moves, in the order of the rules page."""
        moves: list[int] = self._desk.moves[: legal_of_one(root, self._desk.moves)].tolist()
        return moves

    def explore(self, root: Any, seat: int, simulations: int, dice: Any, first: int = NO_MOVE) -> tuple[Any, Tried]:
        """As `Estimator.explore`; without a move, what is won in each simulation is not told."""
        nodes, won = np.zeros(simulations + 2, NODE), np.zeros(simulations)
        self._desk.root[:] = root
        self._desk.seed[0] = bits(dice)
        if first != NO_MOVE:
            think_on(self._desk, seat, first, nodes, won)
            return won, {}
        turns = np.zeros(simulations, np.int32)
        take_turns(min(CANDIDATES, len(self.legal(root))), simulations, turns)
        plan(self._desk, seat, nodes, 1, simulations, turns)
        return won, {move: (tries, min(max(mean, 0.0), 1.0)) for move, (tries, mean) in tried_in(nodes)}


def analyst_for(estimator: Estimator) -> Analyst:
    """Who judges the decisions of a game: with its net, if there is one."""
    net = net_of(estimator.rules)
    return estimator if net is None else ThinkingAhead(estimator.rules, net)
