"""The games there are: found through the entry points `brocante.games`, ours and other people's."""

import copyreg
from importlib.metadata import EntryPoint, entry_points

from brocante.games.contract import missing
from brocante.games.errors import SetupError
from brocante.games.rules import register
from brocante.games.ruleset import Ruleset
from brocante.games.spelling import near_miss

GROUP = "brocante.games"


def load(entry: EntryPoint) -> Ruleset:
    """The game of an entry point, registered; SetupError says what it lacks."""
    ruleset = entry.load()
    if not isinstance(ruleset, Ruleset):
        raise SetupError(f"The entry point {entry.name!r} of {GROUP} must name a Ruleset; {entry.value!r} is not one.")
    return add(ruleset)


def add(ruleset: Ruleset) -> Ruleset:
    """Register a game, so that everything in this package can play it; SetupError says what it lacks."""
    lacking = list(missing(ruleset))
    if lacking:
        raise SetupError(f"The game {ruleset.name!r} lacks {'; '.join(lacking)}.")
    if RULESETS.get(ruleset.name, ruleset) is not ruleset:
        raise SetupError(f"There are two games of the name {ruleset.name!r}.")
    register(ruleset)
    RULESETS[ruleset.name] = ruleset
    return ruleset


RULESETS: dict[str, Ruleset] = {}
for _ruleset in sorted((load(entry) for entry in entry_points(group=GROUP)), key=lambda each: (each.shelf, each.name)):
    del RULESETS[_ruleset.name]  # in the order of the shelf
    RULESETS[_ruleset.name] = _ruleset
if not RULESETS:
    raise ImportError("No games are found: install Brocante with pip, so that its entry points are known.")


def ruleset(name: str) -> Ruleset:
    """The game of that name; SetupError if there is none."""
    if isinstance(name, str) and name in RULESETS:
        return RULESETS[name]
    raise SetupError(f"There is no game {name!r}.{near_miss(name, RULESETS)} The games are {', '.join(RULESETS)}.")


copyreg.pickle(Ruleset, lambda rules: (ruleset, (rules.name,)))  # to other processes a game is its name
