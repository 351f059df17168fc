"""A game that everything else can find: complete, and installed."""

from importlib.metadata import entry_points

from brocante.games.catalogue import BROKEN, RULESETS
from brocante.games.compiled import GROUP
from brocante.games.contract import missing
from brocante.games.ruleset import Ruleset
from brocante.testing.failure import ensure


def the_game_is_complete(rules: Ruleset) -> None:
    """It has all that the contract asks for."""
    lacking = list(missing(rules))
    ensure(not lacking, f"The game {rules.name!r} lacks {'; '.join(lacking)}.")


def the_game_is_installed(rules: Ruleset) -> None:
    """An entry point names it. Machine code is kept by the sources of installed games: an edited rule of another game
    would meet old machine code."""
    reason = BROKEN.get(rules.name, f"no entry point {rules.name!r} of {GROUP} is found: install its package with pip")
    ensure(RULESETS.get(rules.name) is rules, f"The game {rules.name!r} cannot be played: {reason}.")
    named = [entry.name for entry in entry_points(group=GROUP)]
    ensure(rules.name in named, f"The game {rules.name!r} cannot be played: {reason}.")
