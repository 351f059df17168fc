"""What `brocante` says of itself: help, games, rules, and why the tables cannot be opened."""

import json
import re
import urllib.request
from pathlib import Path

import pexpect
import pytest

import brocante
from brocante.cli import main
from brocante.games.catalogue import RULESETS
from tests.cli.commands import COMMAND, SLOW, brocante_

# --- Help ---


def test_alone_it_opens_the_tables_and_prints_their_address(tmp_path: Path) -> None:
    child = pexpect.spawn(
        COMMAND[0], [*COMMAND[1:], "--port", "0", "--database", f"sqlite:///{tmp_path}/t.db"], timeout=SLOW
    )
    child.expect(rb"The tables are open: (http://localhost:\d+/)")
    with urllib.request.urlopen(child.match[1].decode() + "health") as answer:
        assert answer.read() == b"ok"
    child.sendintr()
    child.expect("The tables are closed")
    child.expect(pexpect.EOF)
    child.close()
    assert child.exitstatus == 0


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["--database", "sqlite:////nowhere/t.db"], "The database cannot be used: unable to open"),
        (["--database", "mysql://x/y"], "not mysql"),
        (["--database", "nonsense"], "A database is named as sqlite:///FILE"),
        (["--host", "no.such.host.invalid"], "cannot be used"),
    ],
)
def test_what_cannot_be_served_is_said_in_a_sentence(words: list[str], said: str) -> None:
    result = brocante_("--port", "0", *words)
    assert result.exit_code == 1
    assert result.output.startswith("Error: ")
    assert said in result.output


@pytest.mark.parametrize("words", [[], *([name] for name in main.commands)])
def test_every_command_helps_with_an_example(words: list[str]) -> None:
    result = brocante_(*words, "--help")
    assert result.exit_code == 0
    assert re.search(r"Examples?:\n +.*" + " ".join(["brocante", *words]), result.output)


def test_version() -> None:
    assert brocante_("--version").output == f"brocante, version {brocante.__version__}\n"


def test_games_are_listed_for_people_and_programs() -> None:
    listed = brocante_("games").output
    assert all(word in listed for word in [*RULESETS, "2 to 5", "pile or box", "swap", "55"])
    assert json.loads(brocante_("games", "--json").output) == brocante.games()


# --- Rules ---


@pytest.mark.parametrize("name", [*RULESETS, "common"])
def test_rules_are_plain_when_piped(name: str) -> None:
    folder = "" if name == "common" else name.replace("-", "_")
    page = Path(brocante.__file__).parent.joinpath("games", folder, "rules.md").read_text()
    assert brocante_("rules", name).output == page


def test_rules_are_laid_out_in_a_terminal() -> None:
    shown, code = pexpect.run(
        " ".join([*COMMAND, "rules", "klunker"]), withexitstatus=True, encoding="utf-8", timeout=SLOW
    )
    assert code == 0
    assert "K3.1 From the first player" in shown
    assert "## K3" not in shown


@pytest.mark.parametrize("words", [["rules", "clunker"], ["play", "clunker"]])
def test_an_unknown_game_is_a_clean_error(words: list[str]) -> None:
    result = brocante_(*words)
    assert result.exit_code == 2
    assert "There is no game 'clunker'. Did you mean 'klunker'?" in result.stderr
