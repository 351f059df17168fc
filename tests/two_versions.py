"""The scaffold's game in two versions: by the second, five cards are dealt to each seat instead of four."""

import hashlib
import shutil
import sys
from pathlib import Path
from typing import NamedTuple

from brocante import scaffold
from brocante.scaffold import module_of, write_game

PLAYERS = 2
CARDS = 24
DEALT = {1: 4, 2: 5}  # cards in a hand at first, by version


class Package(NamedTuple):
    """A folder to import from, and what is in it."""

    folder: Path
    game: str

    @property
    def module(self) -> str:
        return module_of(self.game)

    @property
    def command(self) -> tuple[str, ...]:
        """The command `brocante`, with this game among the others. It is no entry point, so that machine code of the
        other games is not made anew."""
        code = (
            f"import sys; sys.path.insert(0, {str(self.folder)!r})\n"
            "from brocante.games.catalogue import add\n"
            f"from {self.module} import RULESET; add(RULESET)\n"
            "from brocante.cli import main; main()"
        )
        return (sys.executable, "-c", code)


def package(into: Path, version: int) -> Package:
    """Write the package as it is when that version is the latest. Version 2 keeps the folder of version 1."""
    source = Path(scaffold.__file__).parent / "src"
    digest = hashlib.sha256(b"".join(path.read_bytes() for path in sorted(source.rglob("*.template"))))
    name = f"stairs-{digest.hexdigest()[:8]}"  # machine code that was kept of another scaffold is never met
    folder = write_game(name, into) / "src"
    module = module_of(name)
    current = folder / module
    if version == 1:
        mark(current, module, "alone")
    else:
        earlier = folder / module / "version_1"
        shutil.copytree(current, folder / "earlier")
        shutil.move(folder / "earlier", earlier)
        mark(earlier, module, "earlier")
        for path in earlier.glob("*.py"):
            path.write_text(path.read_text().replace(f"from {module} import", f"from {module}.version_1 import"))
        mark(current, module, "later")
        edit(current / "rules.py", "KINDS, COPIES, HAND = 8, 3, 4\n", "KINDS, COPIES, HAND = 8, 3, 5\n")
        edit(current / "__init__.py", "    version=1,\n", "    version=2,\n    earlier=(version_1.RULESET,),\n")
        edit(current / "__init__.py", "refusals, rules, words\n", "refusals, rules, version_1, words\n")
    return Package(folder, name)


def mark(folder: Path, module: str, name: str) -> None:
    """Compiled code tells games, and versions of one, apart by the fields of their positions."""
    edit(folder / "rules.py", f'("{module}", np.int8)', f'("{module}_{name}", np.int8)')


def edit(path: Path, old: str, new: str) -> None:
    text = path.read_text()
    assert text.count(old) == 1, (path, old)
    path.write_text(text.replace(old, new))
