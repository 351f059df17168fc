"""The site is built without a warning: every link leads somewhere, every page is reached."""

import importlib
import inspect
import re
import subprocess
import sys
from importlib.util import find_spec
from pathlib import Path
from typing import Any

import brocante
from brocante.server.reference import page

ROOT = Path(__file__).parents[1]
REFERENCE = (ROOT / "docs" / "reference.md").read_text(encoding="utf-8")


def test_the_site_is_built_and_its_links_lead_somewhere(tmp_path: Path) -> None:
    command = [sys.executable, "-m", "mkdocs", "build", "--strict", "--quiet", "--site-dir", str(tmp_path)]
    built = subprocess.run(command, cwd=ROOT, capture_output=True, text=True)
    assert built.returncode == 0, built.stderr
    reference = (tmp_path / "reference.html").read_text(encoding="utf-8")
    for name in ("brocante.new", "brocante.games.game.Game.play", "brocante.envs.vector.VectorEnv.step"):
        assert f'id="{name}"' in reference
    assert "K3.1" in (tmp_path / "rules" / "klunker.html").read_text(encoding="utf-8")
    pages = {str(path.relative_to(ROOT / "docs")) for path in (ROOT / "docs").rglob("*.md")}
    menu = (ROOT / "mkdocs.yml").read_text(encoding="utf-8")
    assert [page for page in sorted(pages) if page not in menu] == []


def test_the_page_of_the_servers_interface_says_what_the_server_says() -> None:
    assert (ROOT / "docs" / "api.md").read_text(encoding="utf-8") == page()


def thing(path: str) -> Any:
    """A module, class or function by its full name."""
    try:
        return importlib.import_module(path)
    except ModuleNotFoundError:
        module, name = path.rsplit(".", 1)
        return getattr(importlib.import_module(module), name)


def without_a_word(of: Any, path: str) -> list[str]:
    """What is public there and says nothing of itself."""
    silent = [] if inspect.getdoc(of) else [path]
    for name, member in vars(of).items():
        if name.startswith("_") or (inspect.ismodule(of) and getattr(member, "__module__", None) != of.__name__):
            continue  # private, or only used there
        if inspect.isclass(member):
            silent += without_a_word(member, f"{path}.{name}")
        elif (inspect.isroutine(member) or isinstance(member, property)) and not inspect.getdoc(member):
            silent.append(f"{path}.{name}")
    return silent


def test_everything_public_is_in_the_reference_and_has_a_docstring() -> None:
    told = dict.fromkeys(re.findall(r"(?m)^::: (\S+)", REFERENCE))
    if find_spec("numba_cuda") is None:
        for path in ("brocante.envs.gpu", "brocante.envs.gpu_random"):
            del told[path]  # cannot be imported without
    assert [path for path in told if thing(path) is None] == []
    for name in brocante.__all__:
        public = getattr(brocante, name)
        paths = {f"brocante.{name}", f"{public.__module__}.{name}", public.__module__}
        assert paths & told.keys() or re.search(rf"members: \[.*\b{name}\b", REFERENCE), name
    assert [silent for path in told if path != "brocante" for silent in without_a_word(thing(path), path)] == []
