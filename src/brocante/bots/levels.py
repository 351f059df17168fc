"""Opponents people choose by name, from gentle to as strong as it gets."""

from collections.abc import Callable
from functools import cache
from typing import TYPE_CHECKING

from brocante.bots.determinization import Thought, checked_seed
from brocante.bots.heuristic import Heuristic, weight_sets
from brocante.bots.neural import Neural
from brocante.bots.rules_of_thumb import RulesOfThumb
from brocante.bots.search import Search
from brocante.games.game import Game
from brocante.games.ruleset import Ruleset
from brocante.neural.file import has_net

if TYPE_CHECKING:
    from brocante.bots.catalogue import Bot

BETTER, EXPERT = 200, 3000  # simulations without one
HASTY = "hasty"  # the weights of somebody who sees what a move brings now, and little of what follows
OVERLOOKED = 0.5  # of the moves, where a game has no such weights


class Level:
    """Plays each game as the bot that is right for it."""

    def __init__(self, bot_for: Callable[[Ruleset], "Bot"], seed: int | None) -> None:
        checked_seed(seed)
        self._bot_for = cache(bot_for)

    def _for(self, game: Game) -> "Bot":
        return self._bot_for(game.ruleset)

    def choose(self, game: Game) -> str:
        """The words of a move for the seat whose turn it is."""
        return self._for(game).choose(game)

    def explain(self, game: Game) -> list[Thought]:
        """Each legal move and what is expected of it."""
        return self._for(game).explain(game)


def easy(seed: int | None = None) -> Level:
    """Sees what a move brings now, and little of what follows; in a game without such weights it overlooks some of its
    moves."""

    def hasty(rules: Ruleset) -> "Bot":
        return Heuristic(seed, weights=HASTY) if HASTY in weight_sets(rules) else Heuristic(seed, overlooks=OVERLOOKED)

    return Level(hasty, seed)


def medium(seed: int | None = None) -> RulesOfThumb:
    """Plays by rules of thumb."""
    return RulesOfThumb(seed)


def hard(seed: int | None = None) -> Level:
    """Plays what the game's net finds best; without one it thinks ahead a little."""
    return Level(lambda rules: Neural(seed=seed) if has_net(rules) else Search(BETTER, seed=seed), seed)


def expert(seed: int | None = None) -> Level:
    """Thinks ahead with the game's net; without one, as long as people like to wait."""

    def ahead(rules: Ruleset) -> "Bot":
        return Neural(**rules.ahead._asdict(), seed=seed) if has_net(rules) else Search(EXPERT, seed=seed)

    return Level(ahead, seed)
