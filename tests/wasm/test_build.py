"""The rules as WebAssembly: what the module has and needs, that builds are equal, and what is said when one fails."""

import gzip
import json
import subprocess
import sys
import zipfile
import zlib
from pathlib import Path
from typing import Any

import numba
import pytest
from numba.core import codegen, cpu
from numba.core.registry import cpu_target

from brocante.games.refusals import Why
from brocante.neural.file import bytes_of, read
from brocante.server.settings import CLIENT
from brocante.wasm import target
from brocante.wasm.build import GAMES
from brocante.wasm.exports import prefix
from brocante.wasm.module import (
    EXPORT,
    IMPORT,
    IMPORTS,
    MAGIC,
    BadObject,
    exports_of,
    imports_of,
    leb,
    module_of,
    sections,
)
from brocante.wasm.target import changed_parts
from brocante.wasm.translate import Scope, Untranslatable
from tests.wasm.building import ROOT, build

OF_A_GAME = (
    "deal",
    "play",
    "legal",
    "result",
    "redeal",
    "observe_public",
    "observe_private",
    "observe",
    "heuristic",
    "think",
    "random_games",
)
OF_AN_ANALYSIS = ("deal", "play", "legal", "result", "redeal", "note_games", "fit", "follow", "explore", "foresee")
COMMON = ["best", "bits", "roll"]
MOST = 60 * 1024  # bytes of rules, description and worker, compressed
OF_A_NET = ["prepare", "weigh", "begin", "plan", "think_on"]
MOST_OF_A_NET = 400_000  # bytes of a module and its net, compressed


def described(rules: Path, module: str = "rules") -> dict[str, Any]:
    found: dict[str, Any] = json.loads((rules / f"{module}.json").read_text())
    return found


@pytest.mark.parametrize(("module", "names"), [("rules", OF_A_GAME), ("analysis", OF_AN_ANALYSIS)])
def test_the_module_exports_what_is_listed_and_nothing_else(rules: Path, module: str, names: tuple[str, ...]) -> None:
    listed = [prefix(game) + name for game in GAMES for name in names] + COMMON
    assert exports_of((rules / f"{module}.wasm").read_bytes()) == listed
    assert described(rules, module)["exports"] == listed


@pytest.mark.parametrize("module", ["rules", "analysis"])
def test_the_module_needs_only_memory_and_a_stack_pointer(rules: Path, module: str) -> None:
    found = dict(sections((rules / f"{module}.wasm").read_bytes()))
    assert list(imports_of(found[IMPORT])) == IMPORTS
    assert set(found) <= {1, IMPORT, 3, EXPORT, 10, 11, 12}  # types, functions, code, constants: no start, no table


def test_another_build_is_equal_to_the_byte(rules: Path, tmp_path: Path) -> None:
    build(tmp_path)
    names = [path.relative_to(tmp_path) for path in tmp_path.rglob("*") if path.is_file()]
    assert len(names) == 4 + 2 * len(GAMES) + 1
    for name in names:
        assert (tmp_path / name).read_bytes() == (rules / name).read_bytes()


@pytest.mark.parametrize("game", GAMES)
def test_a_module_with_a_net_needs_and_exports_no_more(rules: Path, game: str) -> None:
    module = (rules / "nets" / f"{game}.wasm").read_bytes()
    assert exports_of(module) == OF_A_NET
    assert list(imports_of(dict(sections(module))[IMPORT])) == IMPORTS


@pytest.mark.parametrize("game", GAMES)
def test_a_net_and_its_module_are_small(rules: Path, game: str) -> None:
    nets = rules / "nets"
    module, net = gzip.compress((nets / f"{game}.wasm").read_bytes()), (nets / f"{game}.bin").read_bytes()
    assert len(module) + len(net) <= MOST_OF_A_NET


@pytest.mark.parametrize("game", GAMES)
def test_the_file_of_a_net_is_what_the_package_has(rules: Path, game: str) -> None:
    """All arrays of the game's own file, in its order, but for what fills up to the next one."""
    packed = zlib.decompress((rules / "nets" / f"{game}.bin").read_bytes())
    at = 0
    for array in read(bytes_of(GAMES[game]), game)[1].values():
        at = packed.index(array.tobytes(), at) + array.nbytes


def test_the_description_gives_the_positions_of_python(rules: Path) -> None:
    for name, ruleset in GAMES.items():
        game = described(rules)["games"][name]
        assert game["position"]["size"] == ruleset.position_type.itemsize
        assert list(game["position"]["fields"]) == list(ruleset.position_type.names or ())
        assert game["moves"] == ruleset.move_count == len(ruleset.move_words)
        assert game["players"] == list(ruleset.players)


def test_rules_and_description_leave_room_for_a_worker(rules: Path) -> None:
    weight = sum(len(gzip.compress((rules / name).read_bytes())) for name in ("rules.wasm", "rules.json"))
    assert weight <= MOST - 10 * 1024, weight


@pytest.mark.skipif(not (CLIENT / "rules").is_dir(), reason="The client has not been built with the rules.")
def test_a_wheel_carries_the_rules(tmp_path: Path) -> None:
    command = [sys.executable, "-m", "hatchling", "build", "--target", "wheel", "--directory", str(tmp_path)]
    subprocess.run(command, cwd=ROOT, check=True, capture_output=True, timeout=300)
    (wheel,) = tmp_path.glob("*.whl")
    names = zipfile.ZipFile(wheel).namelist()
    assert {"brocante/client/rules/rules.wasm", "brocante/client/rules/rules.json"} <= set(names)


# --- A Numba that has changed ---


def test_numbas_inner_parts_are_as_expected() -> None:
    assert list(changed_parts()) == []


def test_a_part_that_is_gone_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delattr(codegen.CPUCodegen, "_init")
    version = numba.__version__
    assert list(changed_parts()) == [
        f"Numba {version}: CPUCodegen._init is missing (LLVM's target machine is chosen there)."
    ]


def test_a_part_that_takes_something_else_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(cpu.CPUContext, "post_lowering", lambda self, module: None)
    assert [change.split(": ", 1)[1] for change in changed_parts()] == [
        "CPUContext.post_lowering takes (self module), not (self mod library) (Numba's run time is not linked in)."
    ]


def test_a_build_with_such_a_numba_stops_before_it_changes_anything(monkeypatch: pytest.MonkeyPatch) -> None:
    context = cpu_target.target_context
    monkeypatch.delattr(codegen.CPUCodegen, "_init")
    with pytest.raises(SystemExit, match=r"cannot be built as WebAssembly with this Numba:\n.*_init is missing"):
        target.aim_at_wasm()
    assert cpu_target.target_context is context


# --- An object that is not what is expected ---


def object_with(imports: list[tuple[str, str, int]]) -> bytes:
    bodies = {2: b"\0\1", 3: b"\x7f\1", 0: b"\0"}
    listed = [
        leb(len(module)) + module.encode() + leb(len(name)) + name.encode() + bytes([kind]) + bodies[kind]
        for module, name, kind in imports
    ]
    section = leb(len(listed)) + b"".join(listed)
    return MAGIC + bytes([IMPORT]) + leb(len(section)) + section


def test_an_object_that_imports_more_is_refused() -> None:
    with pytest.raises(BadObject, match=r"import .*'malloc'.*: something they call was not compiled with them"):
        module_of(object_with([*IMPORTS, ("env", "malloc", 0)]), [])


def test_a_function_that_is_not_there_is_named() -> None:
    with pytest.raises(BadObject, match="not in the object: klunker_deal"):
        module_of(object_with(IMPORTS), ["klunker_deal"])


def test_what_is_not_webassembly_is_refused() -> None:
    with pytest.raises(BadObject, match="not WebAssembly"):
        module_of(b"\x7fELF" + bytes(20), [])


# --- Parts that are translated ---


def why_not(position: Any, move: int) -> Why:
    for card in position["hand"]:
        if card == move:
            return Why("held", None, {"card": int(card)})
    return Why("other", "K1") if move in {1, 2} else Why("none")


def with_something_new(position: Any) -> int:
    with open(position) as file:
        return len(file.read())


def test_plain_functions_are_translated() -> None:
    scope = Scope()
    assert scope.name_of(why_not, "why_not") == "why_not"
    assert scope.written == [
        "function why_not(position: any, move: any): any {\n"
        "  let card: any\n"
        '  for (card of position["hand"]) {\n'
        "    if ((card === move)) {\n"
        '      return reason("held", null, { "card": card })\n'
        "    }\n"
        "  }\n"
        '  return ((included(move, new Set([1, 2]))) ? reason("other", "K1") : reason("none"))\n'
        "}"
    ]


def test_what_cannot_be_translated_is_refused_with_its_place() -> None:
    with pytest.raises(Untranslatable, match=r"test_build\.py:\d+: there is no translation of 'with open"):
        Scope().name_of(with_something_new, "with_something_new")
