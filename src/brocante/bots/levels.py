"""Opponents people choose by name, from gentle to as strong as it gets."""

from collections.abc import Callable
from typing import TYPE_CHECKING

from brocante.bots.determinization import Thought
from brocante.bots.heuristic import Heuristic, weight_sets
from brocante.bots.neural import Neural
from brocante.bots.rules_of_thumb import RulesOfThumb
from brocante.bots.search import Search
from brocante.games.game import Game
from brocante.games.ruleset import Ruleset
from brocante.neural.file import has_net

if TYPE_CHECKING:
    from brocante.bots.catalogue import Bot

AHEAD = 400  # simulations with a net
BETTER, EXPERT = 200, 3000  # simulations without one
HASTY = "hasty"  # the weights of somebody who sees what a move brings now, and little of what follows
OVERLOOKED = 0.5  # of the moves, where a game has no such weights


class Level:
    """Plays as one bot in games that have what it needs, and as another elsewhere."""

    def __init__(self, has: Callable[[Ruleset], bool], bot: "Bot", otherwise: "Bot") -> None:
        self._has, self._bot, self._otherwise = has, bot, otherwise

    def _for(self, game: Game) -> "Bot":
        return self._bot if self._has(game.ruleset) else self._otherwise

    def choose(self, game: Game) -> str:
        """The words of a move for the seat whose turn it is."""
        return self._for(game).choose(game)

    def explain(self, game: Game) -> list[Thought]:
        """Each legal move and what is expected of it."""
        return self._for(game).explain(game)


def easy(seed: int | None = None) -> Level:
    """Sees what a move brings now, and little of what follows; in a game without such weights it overlooks some of its
    moves."""
    hasty, careless = Heuristic(seed, weights=HASTY), Heuristic(seed, overlooks=OVERLOOKED)
    return Level(lambda rules: HASTY in weight_sets(rules), hasty, careless)


def medium(seed: int | None = None) -> RulesOfThumb:
    """Plays by rules of thumb."""
    return RulesOfThumb(seed)


def hard(seed: int | None = None) -> Level:
    """Plays what the game's net finds best; without one it thinks ahead a little."""
    return Level(has_net, Neural(seed=seed), Search(BETTER, seed=seed))


def expert(seed: int | None = None) -> Level:
    """Thinks ahead with the game's net; without one, as long as people like to wait."""
    return Level(has_net, Neural(AHEAD, seed=seed), Search(EXPERT, seed=seed))
