"""The bot that has taught itself: a small net for each game, trained by `brocante train`."""

from pathlib import Path
from typing import Any

import numpy as np

from brocante.bots.desk import desk_for
from brocante.bots.determinization import Determinization, Thought, checked_seed
from brocante.bots.plan import plan, take_turns
from brocante.bots.rules_of_thumb import RulesOfThumb
from brocante.bots.search import BATCH, MOST_SIMULATIONS, is_number
from brocante.bots.tree import NODE, children_of
from brocante.games.chance import bits
from brocante.games.errors import SetupError
from brocante.games.game import Game
from brocante.games.options import is_whole
from brocante.games.ruleset import Ahead, Ruleset
from brocante.neural.file import net_in, net_of
from brocante.neural.net import Net, room_for
from brocante.neural.odds import drawn, weigh

EXPLORE, CANDIDATES, TRUST, HEURISTICS = 0.2, 8, 3.0, Ahead().heuristics  # of thinking ahead: see `bots/plan.py`


def settings_of(rules: Ruleset) -> Any:
    """How the expert of a game thinks ahead."""
    return np.array([EXPLORE, TRUST, rules.ahead.heuristics])


def net_for(rules: Ruleset, file: str | None) -> Net | None:
    """The net in the file, or else the one that comes with the game, if there is one."""
    return net_of(rules) if file is None else net_in(Path(file), rules)


class Neural:
    """Plays what its net finds best, at once; with `sampled`, each move as often as the net would. With `simulations`
    it thinks ahead. In a game without a net it plays by rules of thumb.

    >>> import brocante
    >>> game = brocante.new("klunker", players=3, seed=7)
    >>> brocante.bot("neural").choose(game) in game.legal()
    True
    """

    def __init__(
        self,
        simulations: int = 0,
        seed: int | None = None,
        sampled: bool = False,
        net: str | None = None,
        explore: float = EXPLORE,
        candidates: int = CANDIDATES,
        trust: float = TRUST,
        heuristics: float = HEURISTICS,
    ) -> None:
        if not is_whole(simulations) or not 0 <= simulations <= MOST_SIMULATIONS:
            raise SetupError(f"simulations is a whole number, 0 to {MOST_SIMULATIONS}; not {simulations!r}.")
        if not isinstance(sampled, bool):
            raise SetupError(f"sampled is true or false; not {sampled!r}.")
        if net is not None and not isinstance(net, str):
            raise SetupError(f"net is the path of a file, or None for the net of the game; not {net!r}.")
        for name, value in (("explore", explore), ("trust", trust)):
            if not is_number(value) or not 0 <= value <= 100:
                raise SetupError(f"{name} is a number from 0 to 100; not {value!r}.")
        if not is_whole(candidates) or not 1 <= candidates <= MOST_SIMULATIONS:
            raise SetupError(f"candidates is a whole number, 1 to {MOST_SIMULATIONS}; not {candidates!r}.")
        if not is_number(heuristics) or not 0 <= heuristics <= 1:
            raise SetupError(f"heuristics is a share, from 0 to 1; not {heuristics!r}.")
        self._dice, self._simulations, self._sampled, self._file = checked_seed(seed), simulations, sampled, net
        self._settings = np.array([explore, trust, heuristics], np.float64)
        self._candidates = candidates
        self._instead = RulesOfThumb(seed)

    def choose(self, game: Game) -> str:
        """The words of a move for the seat whose turn it is. A forced move costs nothing."""
        net = net_for(game.ruleset, self._file)
        if net is None:
            return self._instead.choose(game)
        seat = Determinization(game, self._dice)
        if seat.count == 1:
            return seat.words(0)
        if self._simulations:
            thoughts = self._plan(seat, net)
            return max(thoughts, key=lambda thought: (thought.visits, thought.expected)).move
        chances, total, best = self._weigh(seat, net)
        return seat.words(int(drawn(chances, seat.count, total, self._dice)) if self._sampled else best)

    def explain(self, game: Game) -> list[Thought]:
        """Each legal move and how likely the net is to play it; or, after thinking ahead, how often it was tried and
        the share of wins expected of it."""
        net = net_for(game.ruleset, self._file)
        if net is None:
            return self._instead.explain(game)
        seat = Determinization(game, self._dice)
        if self._simulations:
            return self._plan(seat, net)
        chances, total, _ = self._weigh(seat, net)
        return [Thought(seat.words(i), 0, int(chances[i]) / total) for i in range(seat.count)]

    def _weigh(self, seat: Determinization, net: Net) -> tuple[Any, int, int]:
        chances = np.zeros(seat.count, np.int64)
        total, best = weigh(seat.positions, net, room_for(seat.rules, net), seat.moves, chances)
        return chances, int(total), int(best)

    def _plan(self, seat: Determinization, net: Net) -> list[Thought]:
        nodes, used = np.zeros(self._simulations + 1, NODE), 1
        turns = np.zeros(self._simulations, np.int32)
        take_turns(min(self._candidates, seat.count), self._simulations, turns)
        desk = desk_for(seat.rules, net, self._settings)
        desk.root[:] = seat.positions
        desk.seed[0] = bits(self._dice)
        for done in range(0, self._simulations, BATCH):  # so that who is interrupted need not wait for the end
            used = plan(desk, seat.number, nodes, used, min(BATCH, self._simulations - done), turns)
        visits, values = children_of(nodes, seat.moves[: seat.count], "visits", "value")
        expected = np.clip(values / np.maximum(visits, 1), 0, 1)  # a net may expect a little more than all
        return [Thought(seat.words(i), int(visits[i]), float(expected[i])) for i in range(seat.count)]
