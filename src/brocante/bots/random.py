"""The bot that plays any legal move."""

import secrets

from brocante.games.chance import new_dice, roll
from brocante.games.errors import IllegalMove, SetupError
from brocante.games.game import Game
from brocante.games.ruleset import is_whole


class Random:
    """Every legal move is equally likely. The same seed makes the same choices.

    >>> import brocante
    >>> bot = brocante.bot("random", seed=1)
    >>> bot.choose(brocante.new("zwergezocken", players=3, seed=7))
    'start blue'
    """

    def __init__(self, seed: int | None = None) -> None:
        if seed is not None and not is_whole(seed):
            raise SetupError(f"seed is a whole number, or None for a random one; not {seed!r}.")
        self._dice = new_dice(secrets.randbits(64) if seed is None else seed)

    def choose(self, game: Game) -> str:
        """The words of a move for the seat whose turn it is."""
        moves = game.legal()
        if not moves:
            raise IllegalMove("The game is over: there is no move to choose.")
        return moves[int(roll(self._dice, len(moves)))]
