"""How a check fails: a sentence that says what is wrong, in which game, after which move."""

from typing import NoReturn

from brocante.games.game import Game
from brocante.testing.deals import Deal


class CheckFailed(AssertionError):
    """A game does not hold what every game must."""


def ensure(holds: bool, what: str, deal: Deal | None = None, game: Game | None = None) -> None:
    """Fail with this sentence unless it holds."""
    if not holds:
        fail(what, deal, game)


def fail(what: str, deal: Deal | None = None, game: Game | None = None) -> NoReturn:
    """Fail with this sentence, and with what it takes to see it again."""
    after = ""
    if game is not None:
        last = f", the last of them {game.moves[-1]!r}" if game.move_count else ""
        after = f" After {game.move_count} moves{last}."
    raise CheckFailed(f"{what}{after}{f' Deal: {deal}.' if deal else ''}")
