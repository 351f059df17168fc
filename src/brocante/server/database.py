"""The two kinds of databases. Work is plain code on a connection: it runs in a thread for SQLite, which is a library of
this process, and in the event loop for PostgreSQL, which answers over a socket."""

import asyncio
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any, Protocol, TypeVar

from sqlalchemy import URL, Connection, create_engine, event
from sqlalchemy.ext.asyncio import create_async_engine

from brocante.server.sole import make_private

T = TypeVar("T")

PATIENCE = 15  # seconds: a PostgreSQL that hangs is one that is lost
BUSY = 10  # seconds that SQLite waits for another process
THREADS = 4  # for SQLite


class Database(Protocol):
    """A database."""

    async def run(self, work: Callable[[Connection], T]) -> T:
        """What the work gives, done in one transaction that is committed."""

    async def close(self) -> None: ...


class Sqlite:
    """One thread hop for a whole transaction."""

    def __init__(self, url: URL) -> None:
        # The connection used last is taken first: it has the pages in its cache.
        self._engine = create_engine(url, connect_args={"timeout": BUSY}, pool_use_lifo=True)
        event.listen(self._engine, "connect", durable)
        if file := file_of(url):
            event.listen(self._engine, "do_connect", lambda *_: make_private(file))
        self._threads = ThreadPoolExecutor(THREADS, "sqlite")

    async def run(self, work: Callable[[Connection], T]) -> T:
        return await asyncio.get_running_loop().run_in_executor(self._threads, self._done, work)

    def _done(self, work: Callable[[Connection], T]) -> T:
        with self._engine.begin() as connection:
            return work(connection)

    async def close(self) -> None:
        await asyncio.to_thread(self._threads.shutdown)
        self._engine.dispose()


class Postgres:
    """The same work, each statement of which is awaited."""

    def __init__(self, url: URL) -> None:
        patience = {"timeout": PATIENCE, "command_timeout": PATIENCE}
        self._engine = create_async_engine(url.set(drivername="postgresql+asyncpg"), pool_size=5, connect_args=patience)

    async def run(self, work: Callable[[Connection], T]) -> T:
        async with self._engine.begin() as connection:
            return await connection.run_sync(work)

    async def close(self) -> None:
        await self._engine.dispose()


def durable(connection: Any, record: object) -> None:
    """Each connection to SQLite: what is committed is on the disk, and readers do not wait for the writer.

    What a statement needs to undo itself stays in memory, and pages that change again and again are copied from the
    log into the database only when they are many.
    """
    for pragma in ("journal_mode = WAL", "synchronous = FULL", "temp_store = MEMORY", "wal_autocheckpoint = 8000"):
        connection.execute(f"PRAGMA {pragma}")


def file_of(url: URL) -> Path | None:
    """The file of an SQLite database; None where it has none."""
    if url.get_backend_name() != "sqlite" or url.database in (None, "", ":memory:"):
        return None
    return Path(str(url.database))


def database_at(url: URL) -> Database:
    """The database of an address."""
    return Postgres(url) if url.get_backend_name() == "postgresql" else Sqlite(url)
