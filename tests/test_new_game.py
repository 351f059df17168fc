"""`brocante new-game`: a package that works at once, in an environment of its own."""

import json
import re
import subprocess
import sys
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from brocante.cli import main
from brocante.scaffold import write_game
from brocante.testing.clauses import clauses
from tests.scaffolded import ROOT, Scaffolded, scaffolded

NAME = "high-stairs"


@pytest.fixture(scope="module")
def package(tmp_path_factory: pytest.TempPathFactory) -> Scaffolded:
    return scaffolded(NAME, tmp_path_factory.mktemp("scaffold"))


def new_game(*words: str) -> Result:
    return CliRunner().invoke(main, ["new-game", *words])


def test_it_says_how_to_install_test_and_play(tmp_path: Path) -> None:
    result = new_game(NAME, "--into", str(tmp_path))
    assert result.exit_code == 0
    commands = re.findall(r"(?m)^  (.*)", result.output)
    assert commands == [f"cd {tmp_path / NAME}", "pip install --editable '.[test]'", "pytest", f"brocante play {NAME}"]
    readme = (tmp_path / NAME / "README.md").read_text()
    assert "\n".join(commands[1:]) in readme
    page = (ROOT / "docs" / "new-game.md").read_text()
    assert (
        "\n".join(["brocante new-game three-bags", "cd three-bags", *commands[1:3], "brocante play three-bags"]) in page
    )


@pytest.mark.parametrize(
    ("name", "said"),
    [
        ("High Stairs", "as in 'high-stairs'"),
        ("high_stairs", "as in 'high-stairs'"),
        ("high--stairs", "as in 'high-stairs'"),
        ("7up", "as in 'up'"),
        ("", "as in 'three-bags'"),
        ("../stairs", "as in 'stairs'"),
        ("a" * 41, f"as in '{'a' * 40}'"),
        ("klunker", "There is a game 'klunker' already."),
        ("import", "Python or Brocante has something else of that name"),
        ("json", "Python or Brocante has something else of that name"),
        ("brocante", "Python or Brocante has something else of that name"),
        ("common", "Python or Brocante has something else of that name"),
    ],
)
def test_what_cannot_be_a_name_is_said(name: str, said: str, tmp_path: Path) -> None:
    result = new_game("--into", str(tmp_path), "--", name)
    assert result.exit_code == 2
    assert said in " ".join(result.stderr.split())
    assert list(tmp_path.iterdir()) == []


def test_a_folder_that_is_there_is_not_overwritten(tmp_path: Path) -> None:
    (tmp_path / NAME).mkdir()
    result = new_game(NAME, "--into", str(tmp_path))
    assert result.exit_code == 2
    assert "is there already, and is not overwritten" in result.stderr
    assert list((tmp_path / NAME).iterdir()) == []


def test_nothing_of_the_templates_is_left(tmp_path: Path) -> None:
    folder = write_game(NAME, tmp_path)
    files = [path for path in folder.rglob("*") if path.is_file()]
    assert len(files) == 11
    for path in files:
        assert not re.search("GAME_|template", str(path.relative_to(folder)) + path.read_text())


def test_every_clause_of_the_scaffold_has_a_test_and_is_cited(tmp_path: Path) -> None:
    folder = write_game(NAME, tmp_path)
    rules = folder / "src" / "high_stairs"
    numbered = [clause for clause in clauses((rules / "rules.md").read_text()) if "." in clause]
    assert len(numbered) == 7
    for clause in numbered:
        assert f"def test_{clause.lower().replace('.', '_')}_" in (folder / "tests" / "test_high_stairs.py").read_text()
        assert clause in (rules / "rules.py").read_text()


def test_the_scaffold_is_clean(tmp_path: Path) -> None:
    """As clean as our own code is."""
    folder = write_game(NAME, tmp_path)
    for command in (["ruff", "check", "--extend-select", "E,W,UP,B,SIM,C4"], ["ruff", "format", "--check"]):
        done = subprocess.run([sys.executable, "-m", *command, "."], cwd=folder, capture_output=True, text=True)
        assert done.returncode == 0, done.stdout


def test_its_own_tests_pass(package: Scaffolded) -> None:
    done = package.run("-m", "pytest", "-q", "-p", "no:cacheprovider")
    assert done.returncode == 0, done.stdout + done.stderr


def test_its_types_are_right(package: Scaffolded) -> None:
    done = package.run("-m", "mypy", "--strict", "src", "tests")
    assert done.returncode == 0, done.stdout


def test_it_is_listed_and_played_in_the_terminal(package: Scaffolded) -> None:
    listed = json.loads(package.run("-m", "brocante.cli", "games", "--json").stdout)
    assert listed[NAME]["players"] == [2, 3, 4, 5]
    assert list(listed) == ["klunker", "alles-futsch", "zwergezocken", NAME]
    words = ["play", NAME, "--players", "3", "--seed", "4", "--against", "random,easy"]
    done = package.run("-m", "brocante.cli", *words, typed="?\n" + "1\n" * 80)
    assert "The expert would play `" in done.stdout
    assert re.search(r"\n> seat 0 \(you\) +4\n    hand: \d", done.stdout)
    assert re.search(r"\n  → Seat . (\(you\) )?has no cards left and wins\n", done.stdout)
    assert " won with 0." in done.stdout
    rules = package.run("-m", "brocante.cli", "rules", NAME).stdout
    assert rules == (package.folder / "src" / "high_stairs" / "rules.md").read_text()


def test_two_games_of_one_scaffold_do_not_get_in_each_others_way(package: Scaffolded, tmp_path: Path) -> None:
    """Their positions have the same fields but one, by which compiled code tells them apart."""
    other = write_game("low-stairs", tmp_path) / "src"
    rules = other / "low_stairs" / "rules.py"
    rules.write_text(rules.read_text().replace("8, 3, 4\n", "8, 3, 5\n"))
    code = (
        f"import sys; sys.path.append({str(other)!r})\n"
        "import brocante, low_stairs\n"
        "from brocante.games.catalogue import add\n"
        "add(low_stairs.RULESET)\n"
        f"print([brocante.new(name, 2).view(None)['pile'] for name in ({NAME!r}, 'low-stairs')])"
    )
    assert package.run("-c", code).stdout == "[16, 14]\n"


def test_an_edited_rule_never_meets_old_machine_code(package: Scaffolded) -> None:
    """Machine code is kept by the sources of outside games too, and they are not imported to find that out."""
    code = (
        "import sys, runpy, importlib.util\n"
        "brocante = importlib.util.find_spec('brocante').submodule_search_locations[0]\n"
        "print(runpy.run_path(f'{brocante}/games/compiled.py')['CACHE'].name, 'high_stairs' in sys.modules)\n"
        "import brocante; print(brocante.new('high-stairs', players=2, seed=1).view(None)['pile'])"
    )
    before, pile = package.run("-c", code).stdout.splitlines()
    assert (before.split()[1], pile) == ("False", "16")
    found = package.run("-c", "import high_stairs.rules; print(high_stairs.rules.__file__)").stdout.strip()
    source = Path(found).read_text()
    try:
        Path(found).write_text(source.replace("KINDS, COPIES, HAND = 8, 3, 4\n", "KINDS, COPIES, HAND = 8, 3, 5\n"))
        after, pile = package.run("-c", code).stdout.splitlines()
        assert after != before
        assert pile == "14"
    finally:
        Path(found).write_text(source)


def test_a_broken_package_does_not_stop_the_others(package: Scaffolded) -> None:
    """It is reported when it is asked for, and where games are listed."""
    found = package.run("-c", "import high_stairs.words; print(high_stairs.words.__file__)").stdout.strip()
    source = Path(found).read_text()
    try:
        for broken, reason in {
            source.replace("WORDS = ", "SENTENCES = "): "The game 'high-stairs' lacks WORDS in words.py",
            "import nowhere": "high_stairs:RULESET cannot be imported: ModuleNotFoundError: No module named 'nowhere'",
        }.items():
            Path(found).write_text(broken)
            listed = package.run("-m", "brocante.cli", "games")
            assert (listed.returncode, "klunker" in listed.stdout, NAME in listed.stdout) == (0, True, False)
            assert f"The game 'high-stairs' cannot be played. {reason}" in listed.stderr
            asked = package.run("-m", "brocante.cli", "play", NAME)
            assert asked.returncode == 2
            assert reason in " ".join(asked.stderr.split())
    finally:
        Path(found).write_text(source)
