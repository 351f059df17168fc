"""A program in Node that answers requests: a line of JSON each."""

import json
import os
import subprocess
from pathlib import Path
from types import TracebackType
from typing import Any, Self

from brocante.games.errors import SetupError


class NodeProcess:
    """The running program, on one core if one is named. As a context manager it ends with the block."""

    def __init__(self, node: str, script: Path, *arguments: str, core: int | None = None) -> None:
        self._process = subprocess.Popen(
            [node, "--expose-gc", script, *arguments],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
            env={**os.environ, "NODE_ENV": "production"},
            preexec_fn=(lambda: os.sched_setaffinity(0, {core})) if core is not None else None,
        )

    @property
    def pid(self) -> int:
        return self._process.pid

    def ask(self, **request: Any) -> dict[str, Any]:
        """Its answer to a request."""
        assert self._process.stdin is not None
        print(json.dumps(request), file=self._process.stdin, flush=True)
        return self.answer()

    def answer(self) -> dict[str, Any]:
        """The next line that it says."""
        assert self._process.stdout is not None
        line = self._process.stdout.readline()
        if not line:
            raise SetupError("A Node process has ended; what it said is above.")
        answer: dict[str, Any] = json.loads(line)
        return answer

    def close(self) -> None:
        """End the process."""
        self._process.kill()
        self._process.communicate()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None) -> None:
        self.close()
