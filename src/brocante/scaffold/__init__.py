"""A package with a game of its own, written from the templates in this folder: a start for other games."""

import keyword
import re
import sys
from collections.abc import Iterator
from datetime import date
from importlib.resources import files
from importlib.resources.abc import Traversable
from pathlib import Path

from brocante.games.catalogue import BROKEN, RULESETS
from brocante.games.errors import SetupError

SUFFIX = ".template"
LONGEST = 40  # letters of a name
TAKEN = {"brocante", "common", "tests"}  # `brocante rules common` shows the clauses common to all games


def checked_name(name: str) -> str:
    """The name of a new game; SetupError says why it cannot be one.

    >>> checked_name("Three bags")
    Traceback (most recent call last):
        ...
    brocante.games.errors.SetupError: 'Three bags' cannot be a game's name: use small letters, digits and single \
hyphens, and begin with a letter, as in 'three-bags'.
    """
    if not re.fullmatch("[a-z][a-z0-9]*(-[a-z0-9]+)*", name) or len(name) > LONGEST:
        near = re.sub("[^a-z0-9]+", "-", name.lower()).strip("-0123456789")[:LONGEST].strip("-")
        raise SetupError(
            f"{name!r} cannot be a game's name: use small letters, digits and single hyphens, and begin with a letter, "
            f"as in {near or 'three-bags'!r}."
        )
    if name in RULESETS or name in BROKEN:
        raise SetupError(f"There is a game {name!r} already.")
    module = module_of(name)
    if keyword.iskeyword(module) or module in sys.stdlib_module_names or module in TAKEN:
        raise SetupError(f"{name!r} cannot be a game's name: Python or Brocante has something else of that name.")
    return name


def module_of(name: str) -> str:
    """The Python package of a game.

    >>> module_of("three-bags")
    'three_bags'
    """
    return name.replace("-", "_")


def title_of(name: str) -> str:
    """
    >>> title_of("three-bags")
    'Three bags'
    """
    return name.replace("-", " ").capitalize()


def write_game(name: str, into: Path) -> Path:
    """Write the package of a new game into a folder of its own within `into`; SetupError if there is one already."""
    fill = {
        "GAME_NAME": checked_name(name),
        "GAME_MODULE": module_of(name),
        "GAME_TITLE": title_of(name),
        "GAME_YEAR": str(date.today().year),
    }
    folder = into / name
    if folder.exists():
        raise SetupError(f"{folder} is there already, and is not overwritten.")
    for path, text in templates(files(__name__)):
        target = folder / filled(path, fill)
        target.parent.mkdir(parents=True, exist_ok=True)
        target.write_text(filled(text, fill), encoding="utf-8")
    return folder


def templates(folder: Traversable, at: str = "") -> Iterator[tuple[str, str]]:
    """The path of each file to write, and its text."""
    for entry in folder.iterdir():
        if entry.is_dir():
            yield from templates(entry, f"{at}{entry.name}/")
        elif entry.name.endswith(SUFFIX):
            yield at + entry.name.removesuffix(SUFFIX), entry.read_text(encoding="utf-8")


def filled(text: str, fill: dict[str, str]) -> str:
    """A text with the words of this game in place of those of the template."""
    for word, own in fill.items():
        text = text.replace(word, own)
    return text
