"""A server forked from a process that has imported everything: it is there in a moment, and otherwise the same.

Servers that are started as a command, with all their imports, are in the tests of the command line and of workers.
"""

import os
import signal
import sys
from collections.abc import Sequence
from multiprocessing import get_context
from multiprocessing.connection import Connection
from pathlib import Path
from typing import TextIO

from brocante.cli import main

forking = get_context("forkserver")
forking.set_forkserver_preload(["tests.server.preloaded"])


class Forked:
    """`brocante` with these words: as much of `subprocess.Popen` as the tests use."""

    def __init__(self, words: Sequence[str], log: Path) -> None:
        ours, theirs = forking.Pipe(duplex=False)
        self._process = forking.Process(target=run, args=(list(words), theirs, log, dict(os.environ)))
        self._process.start()
        theirs.close()
        self.stdout: TextIO = os.fdopen(os.dup(ours.fileno()))
        ours.close()
        assert self._process.pid is not None
        self.pid: int = self._process.pid

    def poll(self) -> int | None:
        return self._process.exitcode

    def wait(self) -> int:
        self._process.join()
        assert self._process.exitcode is not None
        return self._process.exitcode

    def kill(self) -> None:
        self._process.kill()

    def send_signal(self, number: signal.Signals) -> None:
        os.kill(self.pid, number)


def run(words: list[str], out: Connection, log: Path, variables: dict[str, str]) -> None:
    os.environ.clear()
    os.environ.update(variables)
    os.dup2(out.fileno(), 1)
    os.dup2(os.open(log, os.O_WRONLY | os.O_APPEND | os.O_CREAT), 2)
    sys.stdout, sys.stderr = os.fdopen(1, "w"), os.fdopen(2, "w", buffering=1)
    out.close()
    main(words, prog_name="brocante")
