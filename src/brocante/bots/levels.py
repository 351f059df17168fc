"""Opponents people choose by name, from gentle to as strong as it gets."""

from brocante.bots.determinization import Thought
from brocante.bots.heuristic import Heuristic
from brocante.bots.search import Search
from brocante.games.game import Game

BETTER, EXPERT = 200, 3000  # simulations
A_FEW = 30  # simulations in place of rules of thumb
OVERLOOKED = 0.5  # of the moves, where somebody begins


class RulesOfThumb:
    """Plays by the game's heuristic; in a game that has none, by a short search."""

    def __init__(self, seed: int | None = None) -> None:
        self._heuristic, self._search = Heuristic(seed), Search(A_FEW, seed=seed)

    def _for(self, game: Game) -> Heuristic | Search:
        return self._search if game.ruleset.heuristic is None else self._heuristic

    def choose(self, game: Game) -> str:
        """The words of a move for the seat whose turn it is."""
        return self._for(game).choose(game)

    def explain(self, game: Game) -> list[Thought]:
        """Each legal move and what is expected of it."""
        return self._for(game).explain(game)


def easy(seed: int | None = None) -> Heuristic:
    """Knows the rules of thumb but overlooks some of its moves; in a game without heuristic it plays any move."""
    return Heuristic(seed, overlooks=OVERLOOKED)


def medium(seed: int | None = None) -> RulesOfThumb:
    """Plays by rules of thumb."""
    return RulesOfThumb(seed)


def hard(seed: int | None = None) -> Search:
    """Thinks ahead a little."""
    return Search(BETTER, seed=seed)


def expert(seed: int | None = None) -> Search:
    """Thinks ahead as long as people like to wait."""
    return Search(EXPERT, seed=seed)
