"""What is stored, and how: everything goes through one writer that commits what has gathered in one go.

An answer leaves only after its commit. On SQLite a commit is on the disk (WAL, synchronous FULL); on PostgreSQL it is
what that server promises, and other processes are told which table has which version, never more.
"""

import asyncio
import json
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Any, TypeVar

import asyncpg
import msgspec
from alembic import command
from alembic.config import Config
from alembic.migration import MigrationContext
from alembic.script import ScriptDirectory
from sqlalchemy import URL, Connection, Executable, make_url, select, text
from sqlalchemy.exc import ArgumentError, DBAPIError, SQLAlchemyError

from brocante.server import schema
from brocante.server.database import database_at, file_of
from brocante.server.sole import InUse, Sole

CHANNEL = "brocante"
MIGRATION_LOCK = 0x62726F63  # any number: of several processes that start at once, one migrates
SERVING_LOCK = 0x62726F64  # held by every process that serves a PostgreSQL database
REWRITTEN = 0  # in place of the number of an entry: those that there are have changed
MOST_NOTICES = 100  # tables in one NOTIFY, whose payload is at most 8000 bytes

# One statement for any number of entries, so that it is compiled once. Those that lose a race are left out.
APPEND = {
    "sqlite": text(
        "INSERT INTO entries (table_id, number, content) "
        "SELECT value ->> 0, value ->> 1, value ->> 2 FROM json_each(:batch) WHERE true "
        "ON CONFLICT DO NOTHING"
    ),
    "postgresql": text(
        "INSERT INTO entries (table_id, number, content) "
        "SELECT entry ->> 0, (entry ->> 1)::int, entry ->> 2 FROM json_array_elements(cast(:batch AS json)) AS entry "
        "ON CONFLICT DO NOTHING"
    ),
}
T = TypeVar("T")
Work = Callable[[Connection], object]
FAILURES = (SQLAlchemyError, OSError, asyncpg.PostgresError, asyncpg.InterfaceError)
CHECK = text("UPDATE alembic_version SET version_num = version_num")
NOTIFY = text("SELECT pg_notify(:channel, :payload)")


class Raced(Exception):
    """Of several entries one has lost its number to another process."""


class StoreError(Exception):
    """The database cannot be reached or cannot write. What was to be stored may or may not be: look before going on."""


class TooNew(StoreError):
    """The tables of the database are of a later version."""


@dataclass(slots=True)
class Write:
    """Something to be stored with the next commit: an entry, or any other statement."""

    done: "asyncio.Future[bool]"
    entry: tuple[str, int, str] | None = None
    statement: Executable | None = None
    also: Sequence[Work] = ()  # what is done with the entry or not at all
    changed: bool = True  # whether the statement has found anything to change


class Store:
    """A database. `open` it, and `close` it."""

    def __init__(self, url: str) -> None:
        self.url = parsed(url)
        self.dialect = self.url.get_backend_name()
        self.is_shared = self.dialect == "postgresql"  # with other processes
        self._database = database_at(self.url)
        self._sole: Sole | None = None
        self._writes: list[Write] = []
        self._own: set[tuple[str, int]] = set()  # entries of this process whose notice is still to come back
        self._asked = asyncio.Event()
        self._closing = False
        self._loop = asyncio.get_running_loop()
        self._writer: asyncio.Task[None] | None = None
        self._listener: asyncio.Task[None] | None = None

    async def open(self) -> None:
        """Bring the database up to date and begin to write."""
        try:
            if file := file_of(self.url):
                self._sole = Sole(file)
            await self._database.run(migrate)
        except (SQLAlchemyError, OSError, InUse, TooNew) as error:
            await self._let_go()
            if isinstance(error, StoreError):
                raise
            raise StoreError(f"The database cannot be used: {reason(error)}") from error
        self._writer = asyncio.create_task(self._write())

    async def close(self) -> None:
        """Store what is still to be stored, and let go."""
        if self._listener:
            self._listener.cancel()
        if self._writer:
            self._closing = True
            self._asked.set()
            await self._writer
        await self._let_go()

    async def _let_go(self) -> None:
        await self._database.close()
        if self._sole:
            self._sole.close()
            self._sole = None

    # --- Writing ---

    async def append(self, table: str, number: int, content: str, also: Sequence[Work] = ()) -> bool:
        """Store what happened next at a table, and what follows from it; False if something else has that number."""
        return await self._ask(Write(self._loop.create_future(), entry=(table, number, content), also=also))

    async def write(self, statement: Executable) -> bool:
        """Store something else; whether that has changed anything."""
        return await self._ask(Write(self._loop.create_future(), statement=statement))

    async def check(self) -> None:
        """StoreError unless something can be stored: a row is written over with what it holds."""
        await self.write(CHECK)

    async def _ask(self, write: Write) -> bool:
        if self._closing:
            raise StoreError("The server is closing.")
        self._writes.append(write)
        self._asked.set()
        return await write.done

    async def _write(self) -> None:
        """Commit what has gathered, again and again; the last of it when the store closes."""
        while self._writes or not self._closing:
            await self._asked.wait()
            self._asked.clear()
            writes, self._writes = self._writes, []
            if writes:
                await self._commit(writes)

    async def _commit(self, writes: list[Write]) -> None:
        try:
            won = await self._database.run(partial(self._store, writes))
        except (Raced, *FAILURES) as error:
            self._own.difference_update(write.entry[:2] for write in writes if write.entry)
            if len(writes) > 1 and not lost(error):  # one of them is at fault: the others shall not suffer for it
                for write in writes:
                    await self._commit([write])
                return
            for write in writes:
                if not write.done.done():
                    write.done.set_exception(StoreError(reason(error)))
            return
        for write in writes:
            if not write.done.done():
                write.done.set_result(won if write.entry else write.changed)

    def _store(self, writes: list[Write], connection: Connection) -> bool:
        """Everything in one transaction; whether the entries have won their numbers. A table asks once at a time."""
        for write in writes:
            if write.statement is not None:
                write.changed = connection.execute(write.statement).rowcount > 0
        batch = [write.entry for write in writes if write.entry is not None]
        if not batch:
            return True
        stored = connection.execute(APPEND[self.dialect], {"batch": msgspec.json.encode(batch).decode()}).rowcount
        if stored < len(batch):
            if len(writes) > 1:
                raise Raced
            return False
        for write in writes:
            for work in write.also:
                work(connection)
        if self.is_shared:
            notices = [(table, number) for table, number, _ in batch]
            if self._listener:
                self._own.update(notices)
            for i in range(0, len(notices), MOST_NOTICES):
                payload = json.dumps(notices[i : i + MOST_NOTICES])
                connection.execute(NOTIFY, {"channel": CHANNEL, "payload": payload})
        return True

    # --- Reading ---

    async def rows(self, statement: Executable) -> Sequence[Any]:
        try:
            return await self._database.run(lambda connection: connection.execute(statement).all())
        except FAILURES as error:
            raise StoreError(reason(error)) from error

    async def run(self, work: Callable[[Connection], T]) -> T:
        """What some work of several statements gives, done in one transaction of its own."""
        try:
            return await self._database.run(work)
        except FAILURES as error:
            raise StoreError(reason(error)) from error

    async def entries_after(self, table: str, number: int) -> list[str]:
        """What happened at a table after so many entries."""
        columns = schema.entries.c
        found = select(columns.content).where(columns.table_id == table, columns.number > number)
        return [row.content for row in await self.rows(found.order_by(columns.number))]

    # --- Hearing of other processes ---

    async def announce_rewritten(self, tables: Sequence[str]) -> None:
        """Tell other processes that what is stored of some tables is no longer what they have read."""
        if self.is_shared:
            for i in range(0, len(tables), MOST_NOTICES):
                payload = json.dumps([(table, REWRITTEN) for table in tables[i : i + MOST_NOTICES]])
                await self.write(NOTIFY.bindparams(channel=CHANNEL, payload=payload))

    def listen(self, heard: Callable[[str, int], None], missed: Callable[[], Awaitable[None]]) -> None:
        """Be told of entries that any process has stored; `missed` is called when some may have gone unheard."""
        if self.dialect == "postgresql":
            self._listener = asyncio.create_task(self._listen(heard, missed))

    async def _listen(self, heard: Callable[[str, int], None], missed: Callable[[], Awaitable[None]]) -> None:
        def take(connection: object, process: int, channel: str, payload: object) -> None:
            for table, number in json.loads(str(payload)):
                if (table, number) in self._own:
                    self._own.discard((table, number))
                else:
                    heard(table, number)

        address = self.url.set(drivername="postgresql").render_as_string(hide_password=False)
        while True:
            try:
                connection = await asyncpg.connect(address)
                lost_connection = asyncio.Event()
                connection.add_termination_listener(lambda _, event=lost_connection: event.set())
                self._own.clear()  # their notices may have been missed
                await connection.execute(f"SELECT pg_advisory_lock_shared({SERVING_LOCK})")
                await connection.add_listener(CHANNEL, take)
                await missed()
                await lost_connection.wait()
            except (OSError, asyncpg.PostgresError, asyncpg.InterfaceError, StoreError):
                pass
            await asyncio.sleep(0.5)


def parsed(url: str) -> URL:
    """The address of a database; StoreError if it is not one of ours."""
    try:
        address = make_url(url)
    except ArgumentError:
        raise StoreError("A database is named as sqlite:///FILE or postgresql://USER:PASSWORD@HOST/NAME.") from None
    if address.get_backend_name() not in APPEND:
        raise StoreError(f"A database is sqlite:///FILE or postgresql://…, not {address.get_backend_name()}://….")
    return address


def migrate(connection: Connection) -> None:
    """Bring the tables of a database up to date; TooNew if a newer Brocante has done so already."""
    if connection.dialect.name == "postgresql":
        connection.execute(text(f"SELECT pg_advisory_xact_lock({MIGRATION_LOCK})"))
    config = alembic_config(connection)
    schema_of(connection)
    command.upgrade(config, "head")


def alembic_config(connection: Connection) -> Config:
    """What Alembic must know: where the migrations are, and on which connection they run."""
    config = Config()
    config.set_main_option("script_location", str(Path(__file__).parent / "migrations"))
    config.attributes["connection"] = connection
    return config


def schema_of(connection: Connection) -> tuple[str | None, list[str]]:
    """The schema that a database has (None: it is empty), and all that are known, the latest first."""
    known = [script.revision for script in ScriptDirectory.from_config(alembic_config(connection)).walk_revisions()]
    revision = MigrationContext.configure(connection).get_current_revision()
    if revision is not None and revision not in known:
        raise TooNew(
            "The database cannot be used: a newer Brocante has written it"
            f" (schema {revision}; this one knows {known[0]} and earlier). Nothing was changed."
            " Install that version or a later one: pip install --upgrade brocante."
        )
    return revision, known


def must_be_current(connection: Connection) -> None:
    """StoreError if the tables of a database are not those of this version."""
    revision, known = schema_of(connection)
    if revision != known[0]:
        raise StoreError(
            f"The database has schema {revision or 'none'}, not {known[0]}: start a server of this version once."
        )


def lost(error: Exception) -> bool:
    """Whether the database itself is out of reach, rather than one statement wrong."""
    if isinstance(error, Raced):
        return False
    return not isinstance(error, DBAPIError) or error.connection_invalidated or "IntegrityError" not in repr(error)


def reason(error: BaseException) -> str:
    """What went wrong, in the database's own words: without the statement and what was to be stored."""
    cause = getattr(error, "orig", None) or error
    return str(cause).splitlines()[0] if str(cause) else type(cause).__name__
