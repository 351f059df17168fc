"""The database: what migrations make is what the program expects, and no secret is kept in it."""

import asyncio
import os
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from alembic import command
from alembic.autogenerate import compare_metadata
from alembic.config import Config
from alembic.migration import MigrationContext
from sqlalchemy import Connection, insert, inspect, text

import brocante.server
from brocante.server import schema
from brocante.server.database import database_at
from brocante.server.store import Store, StoreError, migrate, parsed
from tests.server.conftest import Start
from tests.server.people import Person
from tests.server.serving import Serving, Stored, run, sqlite

pytestmark = pytest.mark.anyio


async def on(database: str, work: Callable[[Connection], Any]) -> Any:
    opened = database_at(parsed(database))
    try:
        return await opened.run(work)
    finally:
        await opened.close()


def tables(connection: Connection) -> set[str]:
    return set(inspect(connection).get_table_names()) - {"alembic_version"}


async def test_migrations_make_what_the_program_expects(database: str) -> None:
    def differences(connection: Connection) -> Any:
        migrate(connection)
        return compare_metadata(MigrationContext.configure(connection, opts={"compare_type": True}), schema.metadata)

    assert await on(database, differences) == []
    assert await on(database, tables) == set(schema.metadata.tables)


async def test_migrations_go_back_and_forth(database: str) -> None:
    def back(connection: Connection) -> None:
        config = Config()
        config.set_main_option("script_location", str(Path(brocante.server.__file__).parent / "migrations"))
        config.attributes["connection"] = connection
        command.downgrade(config, "base")

    for _ in range(2):
        await on(database, migrate)
        assert await on(database, tables) == set(schema.metadata.tables)
        await on(database, back)
        assert await on(database, tables) == set()
    await on(database, migrate)
    await on(database, migrate)  # nothing to do is no mistake


async def test_keys_of_older_versions_end_or_stay_one_for_a_seat(database: str) -> None:
    """Links did not say whose they were; of tokens for one seat there could be two."""

    def at(version: str) -> Callable[[Connection], None]:
        def go(connection: Connection) -> None:
            config = Config()
            config.set_main_option("script_location", str(Path(brocante.server.__file__).parent / "migrations"))
            config.attributes["connection"] = connection
            command.upgrade(config, version)

        return go

    def fill(connection: Connection) -> None:
        add = text("INSERT INTO keys (hash, kind, table_id, seat) VALUES (:hash, :kind, 't', :seat)")
        for name, kind, seat in ((b"a", "seat", 0), (b"b", "program", 1), (b"c", "program", 1), (b"d", "program", 2)):
            connection.execute(add, {"hash": 32 * name, "kind": kind, "seat": seat})
        opened = text("INSERT INTO tables VALUES ('t', :setup, :seed, 77, true, 'waiting')")
        connection.execute(opened, {"setup": '{"host": "anna"}', "seed": bytes(32)})

    def read(connection: Connection) -> Any:
        keys = connection.execute(schema.keys.select().order_by(schema.keys.c.seat)).all()
        tables = connection.execute(schema.tables.select()).all()
        return [(row.hash[:1], row.seat, row.since) for row in keys], [(row.host, row.seen) for row in tables]

    await on(database, at("0001"))
    await on(database, fill)
    await on(database, at("0002_keys"))
    assert await on(database, read) == ([(b"c", 1, 0), (b"d", 2, 0)], [("anna", 77)])


async def test_of_two_entries_with_one_number_the_first_stays(database: str) -> None:
    store = Store(database)
    await store.open()
    try:
        assert await store.append("t", 1, '"ä\\u0000"')
        assert not await store.append("t", 1, "other")
        assert await store.append("t", 2, "next")
        assert await store.entries_after("t", 0) == ['"ä\\u0000"', "next"]
        assert await store.entries_after("t", 1) == ["next"]
    finally:
        await store.close()


async def test_an_entry_that_loses_its_number_does_not_spoil_those_committed_with_it(database: str) -> None:
    store = Store(database)
    await store.open()
    try:
        assert await store.append("t", 1, "first")
        batch = [store.append("s", 1, "one"), store.append("t", 1, "late"), store.append("u", 1, "one")]
        assert await asyncio.gather(*batch) == [True, False, True]
        assert [await store.entries_after(table, 0) for table in "stu"] == [["one"], ["first"], ["one"]]
    finally:
        await store.close()


async def test_one_wrong_statement_does_not_spoil_what_is_committed_with_it(database: str) -> None:
    store = Store(database)
    await store.open()
    row = {"id": "g", "token_hash": b"x", "name": "Anna", "created": 1}
    try:
        await store.write(insert(schema.guests).values(row))
        results = await asyncio.gather(
            store.append("t", 1, "one"),
            store.write(insert(schema.guests).values(row)),
            store.append("u", 1, "one"),
            return_exceptions=True,
        )
        assert results[0] is True
        assert isinstance(results[1], StoreError)
        assert results[2] is True
    finally:
        await store.close()


async def test_sqlite_is_on_the_disk_when_it_says_so(tmp_path: Path) -> None:
    def pragmas(connection: Connection) -> list[Any]:
        return [connection.execute(text(f"PRAGMA {name}")).scalar() for name in ("journal_mode", "synchronous")]

    assert await on(f"sqlite:///{tmp_path / 'x.db'}", pragmas) == ["wal", 2]


async def test_secrets_are_kept_as_hashes_only(server: Serving) -> None:
    async with Person(server, "Anna") as anna:
        table = await anna.open_table("alles-futsch", "me", {"kind": "program"})
        link = (await anna.post(f"/api/tables/{table}/seats/0/link", status=201))["token"]
        token = (await anna.post(f"/api/tables/{table}/seats/1/token", status=201))["token"]
        stored = Stored(server.database)
        everything = "".join([repr(row) for name in schema.metadata.tables for row in await stored.rows(name)])
        file = Path(server.database.removeprefix("sqlite:///"))
        raw = b"".join(each.read_bytes() for each in file.parent.glob(f"{file.name}*"))
        for secret in (anna.secret, link, token):
            assert secret not in everything
            assert secret.encode() not in raw
        assert table.encode() in raw


async def test_a_database_of_a_newer_version_is_said_so_and_left_as_it_is(database: str) -> None:
    def newer(connection: Connection) -> None:
        migrate(connection)
        connection.execute(text("UPDATE alembic_version SET version_num = '9999'"))
        connection.execute(text("CREATE TABLE later (id INTEGER)"))

    await on(database, newer)
    result = await asyncio.to_thread(run, "--port", "0", "--database", database)
    assert result.returncode == 1
    assert "a newer Brocante has written it (schema 9999; this one knows" in result.stderr
    assert "pip install --upgrade brocante" in result.stderr
    assert "Traceback" not in result.stderr
    assert "later" in await on(database, tables)


# --- One process on one SQLite file, and nobody else reads it ---


def files_of(database: str) -> dict[str, str]:
    """The permissions of a database's files."""
    file = Path(database.removeprefix("sqlite:///"))
    found = file.parent.glob(f"{file.name}*")
    return {each.name.removeprefix(file.name): oct(each.stat().st_mode & 0o777) for each in found}


async def test_nobody_else_reads_the_files_of_a_database(start: Start, tmp_path: Path) -> None:
    database = sqlite(tmp_path)
    old = os.umask(0)  # as careless as can be
    try:
        server = start(database)
    finally:
        os.umask(old)
    async with Person(server, "Anna"):
        assert files_of(database) == dict.fromkeys(("", "-wal", "-shm", ".lock"), "0o600")
    server.kill()
    for name in files_of(database):
        Path(database.removeprefix("sqlite:///") + name).chmod(0o644)  # as earlier versions have left them
    server.start()
    async with Person(server, "Bert"):
        assert files_of(database) == {"": "0o600", "-wal": "0o600", "-shm": "0o600", ".lock": "0o644"}


async def test_a_second_server_on_one_sqlite_file_is_refused_also_after_a_kill(start: Start, tmp_path: Path) -> None:
    database = sqlite(tmp_path)
    first = start(database, "--no-limits")
    for _ in range(2):
        refused = await asyncio.to_thread(run, "--port", "0", "--database", database)
        assert refused.returncode == 1
        assert f"Another server, process {first.pid}, uses" in refused.stderr
        assert "PostgreSQL" in refused.stderr
        async with Person(first, "Anna") as anna:
            await anna.open_table("klunker", "me", "open", "open")
        first.kill()
        first.start()
