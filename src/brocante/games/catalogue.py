"""The games there are: found through the entry points `brocante.games`, ours and other people's.

A game that cannot be loaded does not stop the others: `BROKEN` keeps the reason, which `brocante games` shows, and a
SetupError when the game is asked for by name.
"""

import copyreg
from importlib.metadata import EntryPoint, entry_points

from brocante.games.compiled import GROUP
from brocante.games.contract import missing
from brocante.games.errors import SetupError
from brocante.games.options import is_whole
from brocante.games.rules import register
from brocante.games.ruleset import Ruleset
from brocante.games.spelling import near_miss

RULESETS: dict[str, Ruleset] = {}
BROKEN: dict[str, str] = {}  # why a game cannot be loaded, by the name of its entry point


def load(entry: EntryPoint) -> Ruleset:
    """The game of an entry point, registered; SetupError says what it lacks."""
    try:
        ruleset = entry.load()
    except Exception as error:
        raise SetupError(f"{entry.value} cannot be imported: {type(error).__name__}: {error}") from error
    if not isinstance(ruleset, Ruleset):
        raise SetupError(f"The entry point {entry.name!r} of {GROUP} must name a Ruleset; {entry.value!r} is not one.")
    if ruleset.name != entry.name:
        raise SetupError(f"The entry point {entry.name!r} of {GROUP} names the game {ruleset.name!r}.")
    return add(ruleset)


def add(ruleset: Ruleset) -> Ruleset:
    """Register a game, so that everything in this package can play it; SetupError says what it lacks."""
    for version in ruleset.versions.values():
        lacking = list(missing(version))
        if lacking:
            raise SetupError(f"The game {ruleset.name!r} lacks {'; '.join(lacking)}.")
    if any(each.name != ruleset.name or each.version >= ruleset.version for each in ruleset.earlier):
        raise SetupError(f"Earlier versions of {ruleset.name!r} must have its name and a lower number.")
    if RULESETS.get(ruleset.name, ruleset) is not ruleset:
        raise SetupError(f"There are two games of the name {ruleset.name!r}.")
    for version in ruleset.versions.values():
        register(version)
    RULESETS[ruleset.name] = ruleset
    return ruleset


def load_all() -> None:
    """Load the game of every entry point, and put them in the order of the shelf."""
    for entry in entry_points(group=GROUP):
        try:
            load(entry)
        except SetupError as error:
            BROKEN[entry.name] = str(error)
    for each in sorted(RULESETS.values(), key=lambda each: (each.shelf, each.name)):
        RULESETS[each.name] = RULESETS.pop(each.name)


load_all()
if not RULESETS:
    raise ImportError("No games are found: install Brocante with pip, so that its entry points are known.")


def ruleset(name: str, version: int | None = None) -> Ruleset:
    """The game of that name, by the latest version of its rules or by an earlier one; SetupError if there is none, or
    if it is broken.

    >>> ruleset("zwergezocken", 1).checked_options(3, {"limit": 1000})["limit"]
    1000
    >>> ruleset("zwergezocken", 9)
    Traceback (most recent call last):
        ...
    brocante.games.errors.SetupError: Version 9 of the rules of ZwergeZocken is not known here; known: 1, 2. A newer \
Brocante may know it.
    """
    if isinstance(name, str) and name in RULESETS:
        return RULESETS[name] if version is None else version_of(RULESETS[name], version)
    if isinstance(name, str) and name in BROKEN:
        raise SetupError(f"The game {name!r} cannot be played. {BROKEN[name]}", "no_such_game")
    known = f"The games are {', '.join(RULESETS)}."
    raise SetupError(f"There is no game {name!r}.{near_miss(name, RULESETS)} {known}", "no_such_game")


def version_of(rules: Ruleset, version: int) -> Ruleset:
    """A version of a game's rules; SetupError if it is not kept."""
    if not is_whole(version) or version not in rules.versions:
        known = ", ".join(map(str, rules.versions))
        raise SetupError(
            f"Version {version!r} of the rules of {rules.title} is not known here; known: {known}. "
            "A newer Brocante may know it."
        )
    return rules.versions[version]


# To other processes a game is its name and the version of its rules.
copyreg.pickle(Ruleset, lambda rules: (ruleset, (rules.name, rules.version)))
