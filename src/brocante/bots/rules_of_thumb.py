"""Rules of thumb where a game has them, and a short search where it has none."""

from brocante.bots.determinization import Thought
from brocante.bots.heuristic import Heuristic
from brocante.bots.search import Search
from brocante.games.game import Game

A_FEW = 30  # simulations in place of rules of thumb


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
