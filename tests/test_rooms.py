"""Games know nothing of each other, and nothing outside its folder knows a game: neither its modules nor its name."""

import ast
from collections.abc import Iterator
from itertools import permutations
from pathlib import Path

import grimp
import pytest

import brocante
from brocante.games.catalogue import RULESETS

ROOT = Path(brocante.__file__).parent
GAMES = {name: rules.package for name, rules in RULESETS.items() if rules.package.startswith("brocante.")}


@pytest.fixture(scope="module")
def graph() -> grimp.ImportGraph:
    return grimp.build_graph("brocante", cache_dir=None)


def test_no_game_imports_another(graph: grimp.ImportGraph) -> None:
    assert len(GAMES) > 1
    for importer, imported in permutations(GAMES.values(), 2):
        assert not graph.find_shortest_chains(importer, imported, as_packages=True)


def test_nothing_imports_a_game_but_itself(graph: grimp.ImportGraph) -> None:
    for package in GAMES.values():
        own = {package, *graph.find_descendants(package)}
        for module in own:
            assert graph.find_modules_that_directly_import(module) <= own


def words_in(source: str) -> Iterator[str]:
    """The texts of a module that are more than documentation."""
    tree = ast.parse(source)
    docstrings = {
        id(node.body[0].value)
        for node in ast.walk(tree)
        if isinstance(node, ast.Module | ast.ClassDef | ast.FunctionDef | ast.AsyncFunctionDef)
        and node.body
        and isinstance(node.body[0], ast.Expr)
    }
    for node in ast.walk(tree):
        if isinstance(node, ast.Constant) and isinstance(node.value, str) and id(node) not in docstrings:
            yield node.value


def test_nothing_outside_its_folder_names_a_game() -> None:
    folders = [ROOT / package.removeprefix("brocante.").replace(".", "/") for package in GAMES.values()]
    for path in ROOT.rglob("*.py"):
        if not any(path.is_relative_to(folder) for folder in folders):
            assert not set(GAMES) & set(words_in(path.read_text(encoding="utf-8"))), path
