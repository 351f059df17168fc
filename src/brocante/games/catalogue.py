"""The list of games: to add one, add its folder here."""

import copyreg
import difflib
from collections.abc import Iterable

from brocante.games import alles_futsch, klunker, zwergezocken
from brocante.games.errors import SetupError
from brocante.games.rules import register
from brocante.games.ruleset import Ruleset

RULESETS = {ruleset.name: ruleset for ruleset in (klunker.RULESET, alles_futsch.RULESET, zwergezocken.RULESET)}

for _ruleset in RULESETS.values():
    register(_ruleset.rules, _ruleset.observation, _ruleset.hunch, _ruleset.outlook)


def near_miss(word: object, known: Iterable[str]) -> str:
    """« Did you mean …? » where a known word is close to the one given, else nothing."""
    close = difflib.get_close_matches(str(word).lower(), list(known), n=1)
    return f" Did you mean {close[0]!r}?" if close else ""


def ruleset(name: str) -> Ruleset:
    """The game of that name; SetupError if there is none."""
    if isinstance(name, str) and name in RULESETS:
        return RULESETS[name]
    raise SetupError(f"There is no game {name!r}.{near_miss(name, RULESETS)} The games are {', '.join(RULESETS)}.")


copyreg.pickle(Ruleset, lambda rules: (ruleset, (rules.name,)))  # to other processes a game is its name
