"""A program in Node that answers requests: a line of JSON each."""

import json
import os
import subprocess
from pathlib import Path
from typing import Any


class NodeProcess:
    """The running program."""

    def __init__(self, node: str, script: Path, *arguments: str) -> None:
        self._process = subprocess.Popen(
            [node, script, *arguments],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
            env={**os.environ, "NODE_ENV": "production"},
        )

    def ask(self, **request: Any) -> dict[str, Any]:
        """Its answer to a request."""
        assert self._process.stdin is not None
        assert self._process.stdout is not None
        print(json.dumps(request), file=self._process.stdin, flush=True)
        answer: dict[str, Any] = json.loads(self._process.stdout.readline())
        return answer

    def close(self) -> None:
        """End the process."""
        self._process.communicate()
