"""The bot that thinks ahead: tree search over worlds dealt anew from what its seat may know."""

import json
import math
import threading
import time
from concurrent.futures import ThreadPoolExecutor
from functools import cache
from typing import Any

import numpy as np

from brocante.bots.determinization import Determinization, Thought, checked_seed
from brocante.bots.heuristic import USUAL, weights_of
from brocante.bots.tree import DEEPEST, NODE, children_of, think
from brocante.games.chance import bits, new_dice
from brocante.games.errors import SetupError
from brocante.games.game import Game
from brocante.games.options import is_whole
from brocante.games.ruleset import Ruleset
from brocante.games.seats import MOST_SEATS

BATCH = 100  # simulations between looks at the clock and at who wants to stop
MOST_SIMULATIONS = 1_000_000  # of one choice: nodes are allocated ahead, 32 bytes each

# In a game without evaluation: playouts by chance to the end, and the rank there as reward.
BY_CHANCE = {"explore": 0.7, "chance_moves": 1.0, "cut": 1e9, "scale": 1.0, "wide": 4.0, "widen": 1.0}


def is_number(value: object) -> bool:
    return isinstance(value, int | float) and not isinstance(value, bool) and math.isfinite(value)


def worths_of(rules: Ruleset) -> Any:
    """What a game's evaluation finds things worth, as the array that compiled code takes; without evaluation it is room
    for scores (`evaluate_by_rank`)."""
    if rules.evaluation is None:
        return np.zeros(MOST_SEATS)
    worths = _worths(rules)
    return np.array([worths[name] for name in rules.evaluation.WORTHS], np.float64)


@cache
def _worths(rules: Ruleset) -> dict[str, float]:
    worths: dict[str, float] = json.loads(rules.data("worths.json"))
    return worths


class Search:
    """Thinks for a number of `simulations` (then the same seed gives the same move on every machine) or `seconds`.

    >>> import brocante
    >>> game = brocante.new("klunker", players=3, seed=7)
    >>> brocante.bot("search", simulations=50, seed=1).choose(game) in game.legal()
    True
    """

    def __init__(
        self,
        simulations: int = 1000,
        seconds: float | None = None,
        seed: int | None = None,
        threads: int = 1,
        weights: str = USUAL,
        explore: float | None = None,
        random_playouts: bool = False,
        to_the_end: bool = False,
    ) -> None:
        if not is_whole(simulations) or not 1 <= simulations <= MOST_SIMULATIONS:
            raise SetupError(f"simulations is a whole number, 1 to {MOST_SIMULATIONS}; not {simulations!r}.")
        if seconds is not None and not (is_number(seconds) and 0 < seconds <= 3600):
            raise SetupError(f"seconds is a number above 0, or None to count simulations; not {seconds!r}.")
        if explore is not None and not (is_number(explore) and 0 <= explore <= 100):
            raise SetupError(f"explore is a number from 0 to 100, or None for the game's own; not {explore!r}.")
        for name, value in (("random_playouts", random_playouts), ("to_the_end", to_the_end)):
            if not isinstance(value, bool):
                raise SetupError(f"{name} is true or false; not {value!r}.")
        if not is_whole(threads) or not 1 <= threads <= 256:
            raise SetupError(f"threads is a whole number, 1 to 256; not {threads!r}.")
        self._dice = checked_seed(seed)
        self._simulations, self._seconds, self._threads = simulations, seconds, threads
        self._weights, self._explore = weights, explore
        self._random_playouts, self._to_the_end = random_playouts, to_the_end

    def choose(self, game: Game) -> str:
        """The words of a move for the seat whose turn it is. A forced move costs nothing."""
        seat = Determinization(game, self._dice)
        if seat.count == 1:
            return seat.words(0)
        thoughts = self._thoughts(seat)
        return max(thoughts, key=lambda thought: (thought.visits, thought.expected)).move

    def explain(self, game: Game) -> list[Thought]:
        """Each legal move, how often it was looked at, and the reward expected of it: from 0, far behind, to 1."""
        return self._thoughts(Determinization(game, self._dice))

    def _thoughts(self, seat: Determinization) -> list[Thought]:
        share = -(-self._simulations // self._threads)
        trees = [Tree(seat, self, new_dice(int(bits(self._dice))), share) for _ in range(self._threads)]
        stop = threading.Event()
        with ThreadPoolExecutor(self._threads) as pool:
            try:
                list(pool.map(lambda tree: tree.grow(self._seconds, stop), trees))
            finally:
                stop.set()  # so that who is interrupted need not wait for the end of the thought
        visits, values = sum(tree.root_figures() for tree in trees)
        expected = values / np.maximum(visits, 1)
        return [Thought(seat.words(i), int(visits[i]), float(expected[i])) for i in range(seat.count)]

    def settings_for(self, rules: Ruleset) -> Any:
        """The settings of the tree, as the array that compiled code takes."""
        own = dict(BY_CHANCE if rules.evaluation is None else rules.evaluation.SEARCH)
        if self._explore is not None:
            own["explore"] = self._explore
        if self._random_playouts:
            own["chance_moves"] = 1.0
        if self._to_the_end:
            own["cut"] = 1e9
        return np.array(list(own.values()), np.float64)

    def weights_for(self, rules: Ruleset) -> Any:
        """The weights of the rules of thumb, as the array that compiled code takes."""
        return weights_of(rules, self._weights)


class Tree:
    """One tree and the scratch it grows with."""

    def __init__(self, seat: Determinization, search: Search, dice: Any, simulations: int) -> None:
        rules = seat.rules
        self._seat, self._simulations = seat, simulations
        self._nodes = np.zeros(simulations + 1, NODE)
        self._used = 1
        self._arguments = (
            np.zeros(rules.move_count, np.int32),
            np.zeros(DEEPEST, np.int32),
            np.zeros(DEEPEST, np.int8),
            search.weights_for(rules),
            worths_of(rules),
            search.settings_for(rules),
            dice,
            rules.scratch(),
            np.zeros(rules.card_count, np.int8),
            np.zeros(rules.most_legal, np.float64),
            np.zeros((2, MOST_SEATS), np.float64),
        )
        self._world = seat.positions.copy()

    def grow(self, seconds: float | None, stop: threading.Event) -> None:
        """Simulate as often as asked, or until the time is up."""
        if seconds is None:
            for done in range(0, self._simulations, BATCH):
                if stop.is_set():
                    return
                self._simulate(min(BATCH, self._simulations - done))
            return
        end = time.monotonic() + seconds
        while time.monotonic() < end and not stop.is_set():
            if self._used + BATCH >= len(self._nodes):
                self._nodes = np.concatenate([self._nodes, np.zeros(len(self._nodes) + BATCH, NODE)])
            self._simulate(BATCH)

    def _simulate(self, simulations: int) -> None:
        self._used = think(
            self._seat.positions, self._world, self._seat.number, self._nodes, self._used, simulations, *self._arguments
        )

    def root_figures(self) -> Any:
        """Visits and values of each legal move, in their order."""
        return np.array(children_of(self._nodes, self._seat.moves[: self._seat.count], "visits", "value"))
