"""One way to compile: to machine code, without the GIL, kept on disk.

Numba keeps compiled code as long as the file of the *called* function is unchanged, and does not notice when a rule
inlined into it has changed. So the folder it is kept in is named after all sources that hold compiled code, those of
games from other packages included: an edited rule never meets old machine code, and several versions live side by side.
"""

import hashlib
import os
import shutil
import tempfile
from collections.abc import Callable, Iterator
from importlib.metadata import entry_points
from importlib.util import find_spec
from pathlib import Path
from typing import Any, TypeVar, cast

import numba

F = TypeVar("F", bound=Callable[..., object])

config: Any = numba.config  # fills itself from the environment, unseen by type checkers
njit: Any = numba.njit  # takes options its types do not tell of


GROUP = "brocante.games"  # the entry points of games
KEPT = 4  # folders of earlier versions that `tidy` leaves
# Modules that have one hold compiled code.
MARKS = (b"@compiled", b"@inlined", b"intrinsic(", b"@overload", b"@only_with")


def _sources() -> str:
    """A digest of every module that compiles something, and of what else changes the machine code: the words of a game
    decide where the numbers of its layout stand. Of games from other packages every module counts."""
    digest = hashlib.sha256(f"boundscheck {config.BOUNDSCHECK}".encode())
    ours = Path(__file__).parent.parent
    for package in (ours, *_other_packages()):
        for path in sorted(package.rglob("*.py")):
            source = path.read_bytes()
            if package != ours or path.name == "words.py" or any(mark in source for mark in MARKS):
                digest.update(str(path.relative_to(package)).encode() + b"\0" + source)
    return digest.hexdigest()[:16]


def _other_packages() -> Iterator[Path]:
    """The folders of packages that bring games of their own. Finding a top-level package does not import it."""
    for package in sorted({entry.module.split(".")[0] for entry in entry_points(group=GROUP)} - {"brocante"}):
        spec = find_spec(package)
        if spec is not None:
            yield from map(Path, spec.submodule_search_locations or ())


def _home() -> Path:
    """The first folder for caches that can be written: $BROCANTE_CACHE, the user's, else a new temporary one."""
    caches = os.environ.get("XDG_CACHE_HOME") or os.path.expanduser("~/.cache")
    for base in (os.environ.get("BROCANTE_CACHE"), os.path.join(caches, "brocante")):
        try:
            if base:
                os.makedirs(base, exist_ok=True)
                if os.access(base, os.W_OK):
                    return Path(base)
        except OSError:
            pass
    return Path(tempfile.mkdtemp(prefix="brocante-"))  # not shared: machine code is not taken from just anywhere


CACHE = _home() / _sources()


def compiled(function: F) -> F:
    """Compile a function of the rules, of a bot or of the lab; what it was compiled to is kept in `CACHE`.

    Without Numba's run time for memory (`_nrt`) a function that allocates does not compile, and none spends its time
    counting references to the arrays it is given. With NumPy's error model nothing raises, not even a division.
    """
    return _compiled(function, inline=False)


def inlined(function: F) -> F:
    """The same, always as a part of its caller: for the steps of a loop, since arrays take long to hand over."""
    return _compiled(function, inline=True)


def _compiled(function: F, inline: bool) -> F:
    theirs, config.CACHE_DIR = config.CACHE_DIR, str(CACHE)
    try:
        options = {"nogil": True, "cache": True, "error_model": "numpy", "_nrt": False, "forceinline": inline}
        return cast("F", njit(**options)(function))
    finally:
        config.CACHE_DIR = theirs


def straight(function: Callable[..., Any], *like: Any) -> Callable[..., Any]:
    """The machine code of a compiled function for arguments like these, for callers in Python who always bring the same
    types: Numba looks at types anew in every call, which takes longer than a move does."""
    dispatcher: Any = function
    code: Callable[..., Any] = dispatcher.compile(tuple(map(numba.typeof, like)))
    return code


def tidy() -> None:
    """Throw away what older versions left, but for the latest few, which may still be running."""
    folders = [path for path in CACHE.parent.iterdir() if path.is_dir() and path != CACHE]
    folders.sort(key=lambda path: path.stat().st_mtime, reverse=True)
    for path in folders[KEPT:]:
        shutil.rmtree(path, ignore_errors=True)
