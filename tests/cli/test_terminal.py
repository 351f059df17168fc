"""`brocante play` in a real terminal: whole games, and how one leaves."""

import re
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from brocante.games.catalogue import RULESETS
from tests.cli.commands import END, PROMPT, SLOW, at_table, brocante_, left

FOLLOWED = {
    "klunker": "  → Round 2 begins; first player is seat ",
    "alles-futsch": r"  → Seat . (\(you\) )?wins the auction and pays ",
    "zwergezocken": r"  → Seat . (\(you\) )?takes the trick",
}


@pytest.mark.parametrize("width", [80, 100])
@pytest.mark.parametrize("name", RULESETS)
def test_a_whole_game_by_always_answering_1(name: str, width: int, tmp_path: Path) -> None:
    child = at_table(name, "--seed", "12", "--seat", "1", width=width)
    shown = []
    while child.expect_exact([PROMPT, END]) == 0:
        shown += child.before.splitlines()
        child.sendline("1")
    shown += child.before.splitlines()
    assert re.search(FOLLOWED[name], "\n".join(shown))
    assert "seat 1 (you)" in child.before
    assert " won with " in child.before
    assert all(len(re.sub(r"\x1b\[[0-9;?]*[a-zA-Z]", "", line)) <= width for line in shown)
    path = tmp_path / "game.json"
    child.sendline(f"save {path}")
    child.expect_exact(END)
    child.sendline("1")
    child.expect_exact("The game is over")
    child.expect_exact(END)
    child.sendline("")
    assert left(child)[0] == 0
    assert brocante_("verify", str(path)).exit_code == 0


def test_words_in_a_terminal() -> None:
    child = at_table("klunker", "--players", "3", "--seed", "7")
    child.expect_exact(PROMPT)
    child.sendline("show shoe")
    child.expect_exact("There is no shoe in your hand")
    child.expect_exact(PROMPT)
    child.sendline("rules")
    child.expect_exact("K7.3 Score: bills.")
    child.expect_exact(PROMPT)
    child.sendline("show tiara")
    child.expect_exact("You: show tiara")
    child.expect_exact(PROMPT)
    child.sendline("done")
    child.expect("Seat 1: show .*Seat 2: show ")
    child.expect_exact(PROMPT)
    child.sendline("quit")
    assert left(child) == (0, "quit\r\nYou leave the table. Goodbye!\r\n")


def press(child: Any, key: str) -> tuple[int, str]:
    child.sendcontrol(key)
    code, shown = left(child)
    assert "Traceback" not in shown
    return code, re.sub(r"\x1b\[[0-9;?]*[a-zA-Z]", "", shown).replace("^C", "").strip()


def test_ctrl_c_leaves_with_130() -> None:
    child = at_table("klunker")
    child.expect_exact(PROMPT)
    assert press(child, "c") == (130, "You leave the table. Goodbye!")


def test_ctrl_d_leaves_with_0() -> None:
    child = at_table("klunker")
    child.expect_exact(PROMPT)
    assert press(child, "d") == (0, "The input has ended, so you leave the table. Goodbye!")


@pytest.mark.parametrize(("key", "code"), [("c", 130), ("d", 0)])
def test_leaving_at_the_end_of_a_game(key: str, code: int) -> None:
    child = at_table("alles-futsch", "--seed", "3")
    child.expect_exact(PROMPT)
    child.sendline("1")
    child.expect_exact(PROMPT)
    child.sendline("bid 200")
    child.expect_exact(END)
    assert press(child, key)[0] == code


def test_a_hint_says_that_it_takes_thought() -> None:
    child = at_table("klunker")
    child.expect_exact(PROMPT)
    child.sendline("?")
    child.expect_exact("The expert is thinking")
    child.expect_exact("The expert would play")
    child.expect_exact(PROMPT)
    assert press(child, "c") == (130, "You leave the table. Goodbye!")


def test_ctrl_c_while_a_bot_thinks() -> None:
    child = at_table("klunker", "--seat", "1", "--against", "search:simulations=50000")
    child.expect_exact("Seat 0 (search:simulations=50000) is thinking")
    code, shown = press(child, "c")
    assert code == 130
    assert shown.endswith("You leave the table. Goodbye!")


def test_ctrl_c_while_the_table_is_set() -> None:
    child = at_table("klunker")
    child.expect_exact("Setting the table")
    assert press(child, "c")[0] == 130


def test_ctrl_c_leaves_also_where_an_exception_would_be_lost() -> None:
    code = """
import contextlib, signal
from rich.console import Console
from brocante import terminal
with terminal.interruptible(Console()), contextlib.suppress(KeyboardInterrupt):
    signal.raise_signal(signal.SIGINT)
print("still here")
"""
    left = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, timeout=SLOW)
    assert (left.returncode, left.stdout.strip(), left.stderr) == (130, "You leave the table. Goodbye!", "")
