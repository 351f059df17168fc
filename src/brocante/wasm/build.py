"""Write the rules as WebAssembly: `python -m brocante.wasm.build FOLDER` writes `rules.wasm` and `rules.json`, and for
analysis `analysis.wasm` and `analysis.json`, unless those that are there are built from the same sources.

It takes a process of its own, since Numba compiles for WebAssembly from then on. Two builds from the same sources are
equal to the byte.
"""

import hashlib
import sys
from pathlib import Path

import llvmlite
import msgspec
import numba
import numpy as np

from brocante.games.catalogue import RULESETS
from brocante.games.compiled import config
from brocante.wasm.analysis import analysis_description
from brocante.wasm.description import description
from brocante.wasm.exports import add_analysis, add_common, add_game
from brocante.wasm.module import module_of
from brocante.wasm.target import Library, aim_at_wasm

STACK = 64 * 1024  # bytes
ALIGNED = 16
FILES = ("rules.wasm", "rules.json", "analysis.wasm", "analysis.json")
GAMES = {name: rules for name, rules in RULESETS.items() if rules.package.startswith("brocante.")}


def sources() -> str:
    """A digest of what decides the outcome: rules, bots, analysis, the modules that build it, and the compilers."""
    digest = hashlib.sha256(f"{numba.__version__} {llvmlite.__version__} {np.__version__}".encode())
    package = Path(__file__).parents[1]
    for part in ("games", "bots", "analysis", "wasm", "bench/playouts.py", "table/setup.py", "table/views.py"):
        for path in sorted([package / part, *(package / part).rglob("*")]):
            if path.suffix in (".py", ".json"):
                digest.update(str(path.relative_to(package)).encode() + b"\0" + path.read_bytes())
    return digest.hexdigest()[:16]


def is_built(folder: Path) -> bool:
    """Whether the files there are built from the present sources."""
    if not all((folder / name).is_file() for name in FILES):
        return False
    built: dict[str, object] = msgspec.json.decode((folder / "rules.json").read_bytes(), type=dict)
    return built.get("sources") == sources()


def build(folder: Path) -> None:
    """Write all files."""
    config.BOUNDSCHECK = 0  # whatever the environment says: checks would raise, and nothing here can
    context = aim_at_wasm()
    rules, analysis = Library(context, "rules"), Library(context, "analysis")
    for game in GAMES.values():
        add_game(rules, game)
        add_analysis(analysis, game)
    add_common(rules)
    add_common(analysis)
    folder.mkdir(parents=True, exist_ok=True)
    heap = write_module(rules, folder / "rules.wasm")
    write(description(GAMES, sources(), rules.exports, stack=heap, heap=heap), folder / "rules.json")
    heap = write_module(analysis, folder / "analysis.wasm")
    write(analysis_description(GAMES, analysis.exports, stack=heap, heap=heap), folder / "analysis.json")


def write_module(library: Library, file: Path) -> int:
    """Write a module; the first free address, from which the stack grows down."""
    module = module_of(library.object_file(), library.exports)
    file.write_bytes(module.code)
    return -(-module.data_end // ALIGNED) * ALIGNED + STACK


def write(described: msgspec.Struct, file: Path) -> None:
    file.write_bytes(msgspec.json.encode(described))


if __name__ == "__main__":
    if len(sys.argv) != 2:
        sys.exit("Say which folder to write to: python -m brocante.wasm.build FOLDER")
    target = Path(sys.argv[1])
    if is_built(target):
        print(f"{target} is up to date.")
    else:
        build(target)
