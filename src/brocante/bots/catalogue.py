"""The list of bots, by name."""

import inspect
from collections.abc import Callable
from typing import Any, Protocol

from brocante.bots.determinization import Thought
from brocante.bots.heuristic import Heuristic
from brocante.bots.levels import easy, expert, hard, medium
from brocante.bots.neural import Neural
from brocante.bots.random import Random
from brocante.bots.search import Search
from brocante.games.errors import SetupError
from brocante.games.game import Game
from brocante.games.spelling import near_miss


class Bot(Protocol):
    """Chooses moves, from what the seat to move may see."""

    def choose(self, game: Game) -> str:
        """The words of a move for the seat whose turn it is."""

    def explain(self, game: Game) -> list[Thought]:
        """What it thinks of each legal move of that seat, in their order."""


BOTS: dict[str, Callable[..., Bot]] = {
    "random": Random,
    "heuristic": Heuristic,
    "search": Search,
    "neural": Neural,
    "easy": easy,
    "medium": medium,
    "hard": hard,
    "expert": expert,
}


def bot(name: str, **settings: Any) -> Bot:
    """The bot of that name, with its settings.

    >>> import brocante
    >>> brocante.bot("randon")
    Traceback (most recent call last):
        ...
    brocante.games.errors.SetupError: There is no bot 'randon'. Did you mean 'random'? The bots are random, \
heuristic, search, neural, easy, medium, hard, expert.
    """
    if not isinstance(name, str) or name not in BOTS:
        raise SetupError(f"There is no bot {name!r}.{near_miss(name, BOTS)} The bots are {', '.join(BOTS)}.")
    known = list(inspect.signature(BOTS[name]).parameters)
    for setting in settings:
        if setting not in known:
            raise SetupError(
                f"The bot {name!r} has no setting {setting!r}.{near_miss(setting, known)} "
                f"Its settings are {', '.join(known)}."
            )
    try:
        return BOTS[name](**settings)
    except SetupError as error:
        raise SetupError(f"The bot {name!r} cannot be made: {error}") from None
