"""The command `brocante`: by Click alone, or as a process in a pseudo-terminal."""

import os
import signal
import sys
from typing import Any

import pexpect
from click.testing import CliRunner, Result

from brocante.cli import main

COMMAND = [sys.executable, "-m", "brocante.cli"]
PROMPT = "Your move: "
END = "to leave: "
SLOW = 120  # seconds; machine code may have to be made first


def brocante_(*words: str, typed: str | bytes = "") -> Result:
    return CliRunner().invoke(main, words, input=typed)


def at_table(*words: str, width: int = 80) -> Any:
    """`brocante play …` in a pseudo-terminal."""
    child = pexpect.spawn(
        COMMAND[0],
        [*COMMAND[1:], "play", *words],
        dimensions=(50, width),
        timeout=SLOW,
        encoding="utf-8",
        env={**os.environ, "TERM": "xterm", "PAGER": "cat"},
    )
    child.delaybeforesend = None
    return child


def left(child: Any) -> tuple[int, str]:
    """The exit code, and all that was still shown."""
    child.expect(pexpect.EOF)
    child.close()
    if child.signalstatus == signal.SIGINT:  # how Python may end after Ctrl-C in an import; shells read it as 130
        return 128 + signal.SIGINT, child.before
    assert child.signalstatus is None
    return child.exitstatus, child.before
