"""All that a database holds in one file, and back: while it is used, and from either kind of database to either.

A backup is an SQLite database with the same tables. So it can be looked into, served as it is, and restored to
PostgreSQL too.
"""

import os
import sqlite3
import tempfile
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager
from functools import partial
from pathlib import Path
from typing import TypeVar

from sqlalchemy import Connection, Engine, create_engine, func, select, text

from brocante.server import schema
from brocante.server.database import database_at, file_of
from brocante.server.sole import InUse, Sole, make_private
from brocante.server.store import FAILURES, SERVING_LOCK, StoreError, migrate, must_be_current, parsed, reason

T = TypeVar("T")

ROWS = 1000  # that are copied at once
PAGES = 2000  # of SQLite that are copied at once: others may write in between


async def back_up(url: str, file: Path) -> dict[str, int]:
    """Write a backup of a database, as it is at one moment, to a file; how many rows of each table it has.

    The file is there whole or not at all.
    """
    with reasons_given(), beside(file) as unfinished:
        source = file_of(parsed(url))
        if source is not None:
            if not source.exists():
                raise StoreError(f"There is no database {source}.")
            copy_sqlite(source, unfinished)
            check(unfinished)
        else:
            await work_on(f"sqlite:///{unfinished}", migrate)
            await work_on(url, must_be_current)
            await work_on(url, partial(read_all, unfinished))
        counts = count(unfinished)
        os.replace(unfinished, file)
    return counts


async def restore(url: str, file: Path, replace: bool) -> dict[str, int]:
    """Fill a database from a backup; how many rows of each table it has then.

    What is there is kept unless it is to be replaced. A backup of an earlier version is brought up to date on the way.
    """
    with reasons_given(), beside(file) as current:
        if not file.is_file():
            raise StoreError(f"There is no file {file}.")
        copy_sqlite(file, current)
        check(current)
        await work_on(f"sqlite:///{current}", migrate)
        target = file_of(parsed(url))
        if target is not None:
            with closing(Sole(target)):
                await work_on(url, migrate)
                await work_on(url, partial(must_be_empty, replace))
                copy_sqlite(current, target)
        else:
            await work_on(url, migrate)
            await work_on(url, partial(write_all, current, replace))
        return count(current)


async def work_on(url: str, work: Callable[[Connection], T]) -> T:
    """Do something in one transaction."""
    database = database_at(parsed(url))
    try:
        return await database.run(work)
    finally:
        await database.close()


@contextmanager
def reasons_given() -> Iterator[None]:
    """Whatever goes wrong is told as a StoreError."""
    try:
        yield
    except (*FAILURES, sqlite3.Error, InUse) as error:
        raise StoreError(f"The database cannot be used: {reason(error)}") from error


# --- SQLite files ---


@contextmanager
def beside(file: Path) -> Iterator[Path]:
    """A new private file in the same folder, which is deleted if it is still there in the end."""
    handle, name = tempfile.mkstemp(prefix=f".{file.name}-", dir=file.parent)
    os.close(handle)
    try:
        yield Path(name)
    finally:
        for each in (name, f"{name}-wal", f"{name}-shm", f"{name}-journal"):
            Path(each).unlink(missing_ok=True)


def copy_sqlite(source: Path, target: Path) -> None:
    make_private(target)
    with closing(sqlite3.connect(source)) as old, closing(sqlite3.connect(target)) as new:
        old.backup(new, pages=PAGES, sleep=0.01)
        new.execute("PRAGMA journal_mode = DELETE")  # all in one file


def check(file: Path) -> None:
    """StoreError if it is not a whole database of ours."""
    try:
        with closing(sqlite3.connect(file)) as connection:
            (found,) = connection.execute("PRAGMA integrity_check").fetchone()
            tables = {name for (name,) in connection.execute("SELECT name FROM sqlite_master")}
    except sqlite3.DatabaseError as error:
        raise StoreError(f"It is no SQLite database: {error}.") from None
    if found != "ok":
        raise StoreError(f"It is damaged: {found}.")
    if not {"alembic_version", "tables", "entries"} <= tables:
        raise StoreError("It is no database of Brocante.")


def count(file: Path) -> dict[str, int]:
    with closing(sqlite3.connect(file)) as connection:
        return {
            name: connection.execute(f'SELECT count(*) FROM "{name}"').fetchone()[0] for name in schema.metadata.tables
        }


# --- PostgreSQL ---


def read_all(file: Path, connection: Connection) -> None:
    """Copy all rows of PostgreSQL, as they are at one moment, to an SQLite file that has the tables."""
    connection.execute(text("SET TRANSACTION ISOLATION LEVEL REPEATABLE READ, READ ONLY"))
    with engine_of(file) as engine, engine.begin() as copy:
        pour(connection, copy)


def write_all(file: Path, replace: bool, connection: Connection) -> None:
    """Fill PostgreSQL from an SQLite file, in one transaction."""
    if not connection.execute(text(f"SELECT pg_try_advisory_xact_lock({SERVING_LOCK})")).scalar():
        raise InUse("servers use it now. Stop them first.")
    must_be_empty(replace, connection)
    with engine_of(file) as engine, engine.connect() as copy:
        pour(copy, connection)


def pour(source: Connection, target: Connection) -> None:
    """Copy all rows of all tables, in the place of those that are there."""
    for table in reversed(schema.metadata.sorted_tables):
        target.execute(table.delete())
    for table in schema.metadata.sorted_tables:
        streamed = source.execution_options(stream_results=True, yield_per=ROWS)
        for rows in streamed.execute(select(table)).partitions():
            target.execute(table.insert(), [row._asdict() for row in rows])


@contextmanager
def engine_of(file: Path) -> Iterator[Engine]:
    engine = create_engine(f"sqlite:///{file}")
    try:
        yield engine
    finally:
        engine.dispose()


def must_be_empty(replace: bool, connection: Connection) -> None:
    if replace:
        return
    for table in (schema.guests, schema.tables):
        if connection.execute(select(func.count()).select_from(table)).scalar():
            raise StoreError("The database is not empty. Name another one, or replace what it holds with --replace.")
