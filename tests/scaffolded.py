"""A package that `brocante new-game` has written, installed into an environment of its own."""

import os
import subprocess
import sysconfig
import venv
from pathlib import Path
from typing import NamedTuple

from brocante.scaffold import write_game

ROOT = Path(__file__).parents[1]
SLOW = 600  # seconds; machine code may have to be made


class Scaffolded(NamedTuple):
    """The package's folder, and the Python in whose environment it is installed."""

    folder: Path
    python: Path

    def run(self, *arguments: str, typed: str = "") -> subprocess.CompletedProcess[str]:
        """Run Python with these arguments in the package's folder; what it writes comes back, also if it fails."""
        return subprocess.run(
            [self.python, *arguments],
            cwd=self.folder,
            env=environment(),
            input=typed,
            capture_output=True,
            text=True,
            timeout=SLOW,
        )


def environment() -> dict[str, str]:
    """The variables of this process, but none that leads Python to other packages."""
    return {name: value for name, value in os.environ.items() if name not in ("PYTHONPATH", "PYTHONHOME")}


def scaffolded(name: str, into: Path) -> Scaffolded:
    """Write the package of a new game, and install it and Brocante. What they need is taken from the environment of
    this process, so that nothing is downloaded."""
    folder = write_game(name, into)
    venv.create(into / "env", with_pip=False)
    python = into / "env" / ("Scripts/python.exe" if os.name == "nt" else "bin/python")
    own = subprocess.check_output([python, "-c", "import sysconfig; print(sysconfig.get_path('purelib'))"], text=True)
    theirs = sysconfig.get_path("purelib")
    Path(own.strip(), "theirs.pth").write_text(f"import site; site.addsitedir({theirs!r})\n")
    install = [str(python), "-m", "pip", "--disable-pip-version-check", "install", "--quiet", "--no-deps"]
    for package in (ROOT, folder):
        command = [*install, "--no-build-isolation", "--ignore-installed", str(package)]
        subprocess.run(command, env=environment(), check=True, timeout=SLOW)
    return Scaffolded(folder, python)
