"""The bot that plays any legal move."""

from brocante.bots.determinization import Determinization, Thought, checked_seed
from brocante.games.chance import roll
from brocante.games.game import Game


class Random:
    """Every legal move is equally likely. The same seed makes the same choices.

    >>> import brocante
    >>> bot = brocante.bot("random", seed=1)
    >>> bot.choose(brocante.new("zwergezocken", players=3, seed=7)).split()[0]
    'start'
    """

    def __init__(self, seed: int | None = None) -> None:
        self._dice = checked_seed(seed)

    def choose(self, game: Game) -> str:
        """The words of a move for the seat whose turn it is."""
        decision = Determinization(game, self._dice)
        return decision.words(int(roll(self._dice, decision.count)))

    def explain(self, game: Game) -> list[Thought]:
        """Each legal move, with no visits and nothing expected."""
        decision = Determinization(game, self._dice)
        return [Thought(decision.words(i), 0, 0.0) for i in range(decision.count)]
