"""Write the rules as WebAssembly: `python -m brocante.wasm.build FOLDER` writes `rules.wasm` and `rules.json`, for
analysis `analysis.wasm` and `analysis.json`, and to `nets` in that folder a module and a net for each game and
`nets.json`, unless those that are there are built from the same sources.

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
from brocante.neural.file import has_net
from brocante.wasm.analysis import analysis_description
from brocante.wasm.description import NetDescription, NetsDescription, description
from brocante.wasm.exports import add_analysis, add_common, add_game
from brocante.wasm.module import module_of
from brocante.wasm.nets import add_net, net_description, net_desk, packed
from brocante.wasm.target import ALIGNED, Block, Library, WasmContext, aim_at_wasm

STACK = 64 * 1024  # bytes
GAMES = {name: rules for name, rules in RULESETS.items() if rules.package.startswith("brocante.")}


def sources() -> str:
    """A digest of what decides the outcome: rules, bots, nets, analysis, the builder, and the compilers."""
    digest = hashlib.sha256(f"{numba.__version__} {llvmlite.__version__} {np.__version__}".encode())
    package = Path(__file__).parents[1]
    parts = ("games", "bots", "neural", "analysis", "wasm", "bench/playouts.py", "table/setup.py", "table/views.py")
    for part in parts:
        for path in sorted([package / part, *(package / part).rglob("*")]):
            if path.suffix in (".py", ".json", ".bin"):
                digest.update(str(path.relative_to(package)).encode() + b"\0" + path.read_bytes())
    return digest.hexdigest()[:16]


def is_built(folder: Path) -> bool:
    """Whether the files there are built from the present sources."""
    last = folder / "nets" / "nets.json"  # what is written last
    if not all(path.is_file() for path in (folder / "rules.wasm", folder / "analysis.wasm", last)):
        return False
    built: dict[str, object] = msgspec.json.decode(last.read_bytes(), type=dict)
    return built.get("sources") == sources()


def build(folder: Path) -> None:
    """Write all files."""
    config.BOUNDSCHECK = 0  # whatever the environment says: checks would raise, and nothing here can
    context = aim_at_wasm()
    folder.mkdir(parents=True, exist_ok=True)
    build_rules(context, folder)
    build_analysis(context, folder)
    build_nets(context, folder / "nets")


def build_rules(context: WasmContext, folder: Path) -> None:
    """The rules of all games as one module."""
    library = Library(context, "rules")
    for rules in GAMES.values():
        add_game(library, rules)
    add_common(library)
    heap = write_module(library, folder / "rules.wasm")
    write(description(GAMES, sources(), library.exports, stack=heap, heap=heap), folder / "rules.json")


def build_analysis(context: WasmContext, folder: Path) -> None:
    """What analysis needs, of all games, as one module."""
    library = Library(context, "analysis")
    for rules in GAMES.values():
        add_analysis(library, rules)
    add_common(library)
    heap = write_module(library, folder / "analysis.wasm")
    write(analysis_description(GAMES, library.exports, stack=heap, heap=heap), folder / "analysis.json")


def build_nets(context: WasmContext, folder: Path) -> None:
    """A module for each game that has a net, and the net."""
    folder.mkdir(exist_ok=True)
    context.allow_vectors()
    games: dict[str, NetDescription] = {}
    for name, rules in GAMES.items():
        if has_net(rules):
            library, desk = Library(context, name), Block(net_desk(rules))
            add_net(library, desk)
            heap = write_module(library, folder / f"{name}.wasm")
            games[name] = net_description(desk, stack=heap, heap=heap)
            (folder / f"{name}.bin").write_bytes(packed(desk))
    write(NetsDescription(sources(), games), folder / "nets.json")


def write_module(library: Library, file: Path) -> int:
    """Write a module; the address behind its constants and its stack, which grows down from there."""
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
