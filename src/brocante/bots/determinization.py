"""What a bot is given: the position as the seat to move may know it, with everything hidden dealt anew."""

import secrets
from typing import Any, NamedTuple

import numpy as np

from brocante.games.chance import bits, new_dice
from brocante.games.errors import IllegalMove, SetupError
from brocante.games.game import Game
from brocante.games.options import is_whole
from brocante.games.rules import legal, redeal


class Thought(NamedTuple):
    """What a bot thinks of a legal move: how often it tried the move, and what it expects of it."""

    move: str
    visits: int
    expected: float


class Determinization:
    """A position that agrees with all that the seat to move knows, and its legal moves. The true one stays hidden."""

    def __init__(self, game: Game, dice: Any) -> None:
        if game.turn is None:
            raise IllegalMove("The game is over: there is no move to choose.")
        self.rules = game.ruleset
        self.number = game.turn
        self.positions = np.zeros(1, self.rules.position_type)
        self.positions[0] = game.position
        self.position = self.positions[0]
        self.moves = self.rules.scratch()
        redeal(self.position, self.number, dice, np.zeros(self.rules.card_count, np.int8))
        self.count = int(legal(self.position, self.moves))

    def words(self, index: int) -> str:
        """The words of the legal move with this index."""
        words: str = self.rules.move_words[self.moves[index]]
        return words


def checked_seed(seed: int | None) -> Any:
    """Dice for a bot; the same seed makes the same choices."""
    if seed is not None and not is_whole(seed):
        raise SetupError(f"seed is a whole number, or None for a random one; not {seed!r}.")
    return new_dice(secrets.randbits(64) if seed is None else seed)


def share(dice: Any) -> float:
    """A number from 0 to below 1."""
    return int(bits(dice)) / 2**64
