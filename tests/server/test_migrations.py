"""Databases of every earlier schema, with data in them, are brought up to date, and what was begun is played on.

`schemas/REVISION.json` has the rows that a server of that schema has stored: a finished table, running ones and a
waiting one. A new migration needs a file of the schema before it, written by a server of that version.
"""

import asyncio
import json
import random
from pathlib import Path
from typing import Any

import pytest
from alembic import command
from alembic.script import ScriptDirectory
from sqlalchemy import Connection, MetaData, text

import brocante
from brocante.server.store import alembic_config, migrate
from tests.server.conftest import Start
from tests.server.people import COOKIE, Person
from tests.server.serving import sqlite
from tests.server.test_database import on

pytestmark = pytest.mark.anyio

FOLDER = Path(__file__).parent / "schemas"
FILES = sorted(FOLDER.glob("*.json"))


def decoded(value: Any) -> Any:
    return bytes.fromhex(value["hex"]) if isinstance(value, dict) else value


async def at_schema(database: str, revision: str, rows: dict[str, list[dict[str, Any]]]) -> None:
    """Fill a database as a server of that schema has left it."""

    def fill(connection: Connection) -> None:
        command.upgrade(alembic_config(connection), revision)
        for table, stored in rows.items():
            for row in stored:
                names = ", ".join(row)
                marks = ", ".join(f":{name}" for name in row)
                values = {name: decoded(value) for name, value in row.items()}
                connection.execute(text(f"INSERT INTO {table} ({names}) VALUES ({marks})"), values)

    await on(database, fill)


async def test_there_is_data_of_every_earlier_schema(tmp_path: Path) -> None:
    def revisions(connection: Connection) -> list[str]:
        return [each.revision for each in ScriptDirectory.from_config(alembic_config(connection)).walk_revisions()]

    latest, *earlier = await on(sqlite(tmp_path), revisions)
    assert set(earlier) <= {path.stem for path in FILES} <= {latest, *earlier}


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
async def test_what_was_begun_at_an_earlier_schema_is_played_on(path: Path, database: str, start: Start) -> None:
    then = json.loads(path.read_text())
    await at_schema(database, path.stem, then["rows"])
    server = start(database, "--no-limits")
    async with Person(server, "") as anna, Person(server, "") as bert:
        for name, person in (("Anna", anna), ("Bert", bert)):
            person.http.cookies.set(COOKIE, then["secrets"][name])
            assert (await person.get("/api/me/"))["name"] == name
        record = await anna.get(f"/api/tables/{then['over']}/record")
        assert record["options"]["limit"] == 10**9
        assert brocante.replay(record).result() == record["result"]
        told = (await anna.get(f"/api/tables/{then['over']}"))["told"]
        assert [line["text"] for line in told if line["kind"] == "said"] == ["Well played!"]

        for table in then["running"]:
            shown = await anna.get(f"/api/tables/{table}")
            assert shown["table"]["status"] == "running"
            async with anna.at(table) as a, bert.at(table) as b:
                await asyncio.gather(a.play_on(random.Random(1), "busy"), b.play_on(random.Random(2), "busy"))
            finished = await bert.get(f"/api/tables/{table}/record")
            assert {**brocante.replay(finished).record(), "names": finished["names"]} == finished

        await bert.do(then["waiting"], "sit", name="Bert")
        shown = await anna.get(f"/api/tables/{then['waiting']}")
        assert [seat["kind"] for seat in shown["table"]["seats"]] == ["person", "person", "program"]
        assert shown["table"]["status"] == "running"
        assert {each["id"] for each in await anna.get("/api/tables/mine")} >= {then["over"], then["waiting"]}


async def test_the_way_back_keeps_what_the_earlier_schema_has(database: str) -> None:
    """Step by step from the latest schema to that before outcomes, and up again: no row of what stays is touched."""
    latest = FILES[-1]
    await at_schema(database, latest.stem, json.loads(latest.read_text())["rows"])

    def rows(connection: Connection) -> dict[str, list[dict[str, Any]]]:
        reflected = MetaData()
        reflected.reflect(connection)
        found = {name: connection.execute(table.select()).mappings() for name, table in reflected.tables.items()}
        return {name: sorted((dict(row) for row in each), key=repr) for name, each in found.items()}

    def up(connection: Connection) -> Any:
        command.upgrade(alembic_config(connection), "head")
        moved = "INSERT INTO moves (guest, hash, made) SELECT id, token_hash, 1 FROM guests"
        connection.execute(text(moved))
        return rows(connection)

    def back(connection: Connection) -> Any:
        command.downgrade(alembic_config(connection), "-1")
        return rows(connection)

    before = await on(database, up)
    assert all(before[name] for name in ("outcomes", "deals", "attempts", "ratings", "board", "moves"))
    whole = before
    while "outcomes" in before:
        after = await on(database, back)
        for name, kept in after.items():
            if name != "alembic_version":
                assert kept == [{column: row[column] for column in kept[0]} for row in before[name]], name
        before = after
    await on(database, migrate)
    again = await on(database, rows)
    for name in ("guests", "tables", "entries", "members", "keys"):
        assert again[name] == whole[name]
    assert [again[name] for name in ("outcomes", "deals", "attempts", "ratings", "moves")] == [[]] * 5
