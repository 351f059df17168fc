"""Brocante: three card games that went out of print, played by the rules, fast, with nothing leaked.

>>> import brocante
>>> game = brocante.new("klunker", players=4, seed=7)
>>> game.play(game.legal()[0])
>>> game.turn
0
"""

from typing import TYPE_CHECKING, Any

from brocante.games.catalogue import RULESETS
from brocante.games.errors import BadRecord, IllegalMove, SetupError
from brocante.games.game import Game, new
from brocante.games.record import replay

if TYPE_CHECKING:
    from collections.abc import Callable

    from brocante.analysis.objects import Analysis
    from brocante.bots.catalogue import Bot

__version__ = "0.1.0"
__all__ = ["BadRecord", "Game", "IllegalMove", "SetupError", "analyse", "bot", "games", "new", "replay"]


def games() -> dict[str, dict[str, Any]]:
    """What there is, by name: numbers of players, options with choices and defaults.

    >>> import brocante
    >>> list(brocante.games())
    ['klunker', 'alles-futsch', 'zwergezocken']
    >>> brocante.games()["klunker"]["options"]["unsold"]
    {'choices': ['pile', 'box'], 'default': 'pile'}
    """
    return {name: ruleset.describe() for name, ruleset in RULESETS.items()}


def bot(name: str, **settings: Any) -> "Bot":
    """The bot of that name, with its settings; SetupError says what there is.

    >>> import brocante
    >>> game = brocante.new("klunker", players=3, seed=7)
    >>> brocante.bot("heuristic", seed=1).choose(game) in game.legal()
    True
    """
    from brocante.bots.catalogue import bot as make  # who only plays need not wait for the bots

    return make(name, **settings)


def analyse(
    record: Any,
    simulations: int | None = None,
    seat: int | None = None,
    progress: "Callable[[int, int], object] | None" = None,
) -> "Analysis":
    """Explain a finished game, given as a record or as a game: what each decision cost, and what was luck.

    More simulations of each decision are more certain and take longer; without a number, it is some seconds for the
    whole game. With a seat, only its decisions are judged; luck is always that of all. `progress` gets how much is
    done, and of how much. BadRecord: it is no record of a finished game. SetupError: a wrong number of simulations, or
    no such seat.

    >>> import brocante
    >>> game = brocante.new("klunker", players=3, seed=7)
    >>> while game.turn is not None:
    ...     game.play(game.legal()[0])
    >>> analysis = brocante.analyse(game.record(), simulations=8, seat=0)
    >>> all(each.expected + each.cards + each.own + each.others == each.result for each in analysis.parts)
    True
    """
    from brocante.analysis.analyse import analyse as explain  # who only plays need not wait for it

    return explain(record, simulations, seat, progress)
