"""The compiled loops of `playouts` for one game, number of players and set of options: coefficients and scratch."""

from collections.abc import Iterator
from typing import Any

import numpy as np

from brocante.analysis.coefficients import VECTORS, fit, units_of
from brocante.analysis.forecast import note_games
from brocante.analysis.playouts import DEAL, NO_MOVE, explore, follow, foresee
from brocante.bots.heuristic import USUAL, weights_of
from brocante.bots.search import BY_CHANCE
from brocante.bots.tree import CHANCE_MOVES, CUT, DEEPEST, NODE
from brocante.games.chance import new_dice
from brocante.games.facts import ROOM, Told, telling_type, told_in, without_facts
from brocante.games.one import legal_of_one
from brocante.games.rules import redeal
from brocante.games.ruleset import Ruleset
from brocante.games.seats import MOST_SEATS

# Chances at true positions are those of players who overlook things: with all hands known, among players who never err,
# a single card would decide everything.
OVERLOOKED, AHEAD = 0.2, 1.0  # moves that look best, and stages that a playout goes on for
EXACT = 2.0**30  # chances are whole multiples of 1 / EXACT, so that their sums have no rounding errors
GAMES, STAGES = 1000, 40  # that coefficients are fitted to; later stages count as the last
FITTING_DICE = 1
REMEMBERED = 100  # sets of coefficients: options are chosen by others on a server

Tried = dict[int, tuple[int, float]]  # by move: how often it was tried, and its mean

_coefficients: dict[tuple[Ruleset, int, str], Any] = {}


class Estimator:
    """Chances to win in one game as players by rules of thumb would go on with it. One thread uses it at a time."""

    of_a_game, of_a_decision = 120_000, 2000

    def __init__(self, rules: Ruleset, players: int, options: dict[str, Any]) -> None:
        self.rules, self.players = rules, players
        self._fresh = rules.fresh(players, options)
        self._weights = weights_of(rules, USUAL)
        self._units = units_of(rules)
        self._as_search, self._overlooking = as_search(rules), overlooking(rules)
        self._tree_room = (
            np.zeros(rules.move_count, np.int32),
            np.zeros(DEEPEST, np.int32),
            np.zeros(DEEPEST, np.int8),
        )
        self._worlds = np.zeros(2, rules.position_type)
        self._telling = np.zeros(1, telling_type(rules.position_type))
        self._moves, self._scores = rules.scratch(), np.zeros(rules.most_legal)
        self._cards = np.zeros(rules.card_count, np.int8)
        self._outcome, self._shares = np.zeros((2, MOST_SEATS), np.int64), np.zeros(MOST_SEATS)
        self._counts = np.zeros((len(self._units) + 1, MOST_SEATS))
        self._coefficients = self._found(options)

    def _found(self, options: dict[str, Any]) -> Any:
        """The coefficients of the forecast, which are found once for each number of players and set of options."""
        if self.rules.evaluation is None:
            return np.zeros((STAGES, len(self._counts)))  # playouts go on to the end
        key = (self.rules, self.players, repr(sorted(options.items())))
        found = _coefficients.get(key)
        if found is None:
            found = self._fitted()
            if len(_coefficients) >= REMEMBERED:
                _coefficients.clear()
            _coefficients[key] = found
        return found

    def _fitted(self) -> Any:
        noted, shares = np.zeros((GAMES, STAGES, *self._counts.shape)), np.zeros((GAMES, MOST_SEATS))
        dice, room = new_dice(FITTING_DICE), (self._moves, self._scores, self._outcome)
        note_games(self._fresh, self._worlds, self._weights, self._units, dice, *room, noted, shares)
        features = len(self._counts)
        found = np.zeros((STAGES, features))
        vectors, curve, chances = np.zeros((VECTORS, features)), np.zeros((features, features)), np.zeros(MOST_SEATS)
        fit(noted, shares, self.players, vectors, curve, chances, found)
        return found

    def _model(self, playing: Any) -> tuple[Any, Any, Any, Any]:
        return self._weights, playing, self._units, self._coefficients

    @property
    def _results(self) -> tuple[Any, Any, Any]:
        return self._outcome, self._counts, self._shares

    def at_the_start(self, playouts: int, dice: Any) -> Any:
        """Each seat's chance to win before the cards are dealt."""
        return self._follow(self._fresh, DEAL, playouts, dice)

    def chances(self, positions: Any, playouts: int, dice: Any, move: int = NO_MOVE) -> Any:
        """Each seat's chance to win at the true position, an array with one: all hands as they are, the cards to come
        unknown. With a move: when it has been played, but what it draws is not known yet."""
        return self._follow(positions, move, playouts, dice)

    def _follow(self, start: Any, move: int, playouts: int, dice: Any) -> Any:
        wins = np.zeros(MOST_SEATS)
        room = (self._moves, self._scores)
        follow(start, self._worlds, move, playouts, *self._model(self._overlooking), dice, *room, *self._results, wins)
        return exact(wins[: self.players] / playouts)

    def known_to(self, positions: Any, seat: int, dice: Any) -> Any:
        """The position as the seat may know it: everything hidden from it is dealt anew."""
        root = positions.copy()
        redeal(root[0], seat, dice, self._cards)
        return root

    def legal(self, root: Any) -> list[int]:
        """The legal moves, in the order of the rules page."""
        moves: list[int] = self._moves[: legal_of_one(root, self._moves)].tolist()
        return moves

    def explore(self, root: Any, seat: int, simulations: int, dice: Any, first: int = NO_MOVE) -> tuple[Any, Tried]:
        """The search of the bots from what the seat knows, or from there after a move: what the seat wins in each
        simulation, and how often each move was tried with what mean."""
        won, nodes = np.zeros(simulations), np.zeros(simulations + 1, NODE)
        room = (self._moves, self._cards, self._scores)
        explore(
            root,
            self._worlds,
            seat,
            first,
            nodes,
            *self._tree_room,
            *self._model(self._as_search),
            dice,
            new_dice(0),
            *room,
            *self._results,
            won,
        )
        return won, dict(tried_in(nodes))

    def foresee(
        self, root: Any, seat: int, move: int, horizon: int, worlds: int, dice: Any
    ) -> list[tuple[tuple[Told, ...], float]]:
        """In each of some worlds the facts that follow from a move, and the seat's chance to win there."""
        told, sizes, won = np.zeros((worlds, ROOM), np.int32), np.zeros(worlds, np.int32), np.zeros(worlds)
        plain = without_facts(self._telling, self.rules.position_type)
        room = (self._moves, self._cards, self._scores)
        foresee(
            root,
            self._telling,
            plain,
            seat,
            move,
            horizon,
            *self._model(self._as_search),
            dice,
            new_dice(0),
            *room,
            *self._results,
            told,
            sizes,
            won,
        )
        return [(told_in(told[i, : sizes[i]]), float(won[i])) for i in range(worlds)]


def as_search(rules: Ruleset) -> Any:
    """The settings of the search."""
    return np.array(list((rules.evaluation.SEARCH if rules.evaluation else BY_CHANCE).values()), np.float64)


def overlooking(rules: Ruleset) -> Any:
    """The settings of playouts at true positions."""
    settings = as_search(rules)
    settings[CHANCE_MOVES], settings[CUT] = OVERLOOKED, min(AHEAD, settings[CUT])
    return settings


def tried_in(nodes: Any) -> Iterator[tuple[int, tuple[int, float]]]:
    """The moves below the root of a tree: how often each was tried, and with what mean."""
    child = int(nodes[0]["child"])
    while child:
        visits = int(nodes[child]["visits"])
        yield int(nodes[child]["move"]), (visits, float(nodes[child]["value"]) / visits)
        child = int(nodes[child]["sibling"])


def exact(chances: Any) -> Any:
    """Numbers whose sums and differences are exact, whatever their order."""
    return np.round(chances * EXACT) / EXACT


def share_of_win(ranks: list[int]) -> Any:
    """What each seat has won: a shared win counts its share."""
    won = np.array(ranks) == 1
    return exact(won / won.sum())
