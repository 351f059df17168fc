"""What operators do: backups and back, old tables, and people who want to be forgotten."""

import asyncio
import json
import random
import re
import sqlite3
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import Connection, text

import brocante
from brocante.server import schema
from tests.server.conftest import Start
from tests.server.people import PATIENCE, Person
from tests.server.serving import Postgres, Serving, Stored, run, sqlite
from tests.server.test_database import on

pytestmark = pytest.mark.anyio
EASY = {"kind": "bot", "level": "easy"}


async def command(*words: str, status: int = 0) -> str:
    """What the command `brocante` says."""
    done = await asyncio.to_thread(run, *words)
    assert done.returncode == status, done.stdout + done.stderr
    assert "Traceback" not in done.stderr
    return " ".join((done.stdout + done.stderr).split())


async def finished(person: Person, **more: Any) -> str:
    table = await person.open_table("alles-futsch", "me", EASY, **more)
    async with person.at(table) as line:
        await line.play_on(random.Random(1), "any")
    return table


async def everything(database: str) -> dict[str, list[Any]]:
    """All rows that do not change while nobody does anything."""
    stored = Stored(database)
    names = set(schema.metadata.tables) - {"deals", "uptime"}
    return {name: sorted(map(tuple, await stored.rows(name))) for name in names}


# --- Backups ---


@pytest.fixture(params=["sqlite", "postgresql"])
def another(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    """One more database with nothing in it, of each kind."""
    if request.param == "sqlite":
        return sqlite(tmp_path)
    postgres: Postgres = request.getfixturevalue("postgres")
    return postgres.new_database()


async def test_a_backup_made_while_people_play_is_restored_to_either_kind_of_database(
    database: str, another: str, start: Start, tmp_path: Path
) -> None:
    server = start(database, "--no-limits")
    file = tmp_path / "backup.db"
    async with Person(server, "Anna") as anna:
        over = await finished(anna)
        record = await anna.get(f"/api/tables/{over}/record")
        running = await anna.open_table(
            "zwergezocken", "me", {"kind": "me", "name": "Béa"}, EASY, options={"rounds": 4}
        )
        async with anna.at(running) as line:
            playing = asyncio.create_task(line.play_on(random.Random(2), "busy"))
            await line.until(lambda: bool(line.version and line.version > 10))
            before = line.version or 0
            said = await command("backup", str(file), "--database", database)
            await playing
        assert "2 tables, 1 guest" in said
        assert file.stat().st_mode & 0o777 == 0o600
        assert [path.name for path in tmp_path.iterdir() if "backup" in path.name] == ["backup.db"]
        server.stop()

        assert "2 tables, 1 guest" in await command("restore", str(file), "--database", another)
        again = start(another, "--no-limits")
        async with Person(again, "") as back:
            back.http.cookies.update(anna.http.cookies)
            assert (await back.get("/api/me/"))["name"] == "Anna"
            assert await back.get(f"/api/tables/{over}/record") == record
            async with back.at(running) as line:
                await line.until(lambda: line.version is not None)
                assert (line.version or 0) >= before
                await line.play_on(random.Random(3), "busy")
            played = await back.get(f"/api/tables/{running}/record")
            assert {**brocante.replay(played).record(), "names": ["Anna", "Béa", None]} == played
        happened = await Stored(another).events(running)
        assert happened[:before] == (await Stored(database).events(running))[:before]


async def test_what_is_there_is_not_overwritten_unless_asked_for(database: str, start: Start, tmp_path: Path) -> None:
    server = start(database, "--no-limits")
    file = tmp_path / "backup.db"
    async with Person(server, "Anna") as anna:
        await anna.open_table("klunker", "me", "open", "open")
        await command("backup", str(file), "--database", database)
        await anna.open_table("klunker", "me", "open", "open")
        used = await command("restore", str(file), "--replace", "--database", database, status=1)
        assert "Another server, process" in used or "servers use it now" in used
        server.stop()
    before = await everything(database)
    assert "The database is not empty" in await command("restore", str(file), "--database", database, status=1)
    assert await everything(database) == before
    assert "1 table, 1 guest" in await command("restore", str(file), "--replace", "--database", database)
    assert len((await everything(database))["tables"]) == 1


async def test_a_file_that_is_no_backup_changes_nothing(tmp_path: Path) -> None:
    database, broken, newer = sqlite(tmp_path), tmp_path / "broken.db", tmp_path / "newer.db"
    assert "There is no file" in await command("restore", str(broken), "--database", database, status=1)
    broken.write_bytes(b"no database" * 1000)
    assert "cannot be used: file is not a database" in await command(
        "restore", str(broken), "--database", database, status=1
    )
    with sqlite3.connect(tmp_path / "other.db") as other:
        other.execute("CREATE TABLE notes (id INTEGER)")
    assert "no database of Brocante" in await command(
        "restore", str(tmp_path / "other.db"), "--database", database, status=1
    )
    await command("restore", str(await a_backup(tmp_path)), "--database", f"sqlite:///{newer}")
    with sqlite3.connect(newer) as connection:
        connection.execute("UPDATE alembic_version SET version_num = '9999'")
    assert "a newer Brocante has written it" in await command("restore", str(newer), "--database", database, status=1)
    assert not Path(database.removeprefix("sqlite:///")).exists()
    assert "There is no database" in await command("backup", str(tmp_path / "x"), "--database", database, status=1)
    assert not (tmp_path / "x").exists()


async def a_backup(tmp_path: Path) -> Path:
    """A backup of a database with nothing in it."""
    server = Serving(tmp_path, sqlite(tmp_path)).start()
    server.stop()
    file = tmp_path / "empty.db"
    await command("backup", str(file), "--database", server.database)
    return file


# --- Old tables ---


async def age(database: str, days: int, *tables: str) -> None:
    """Let everything at some tables have happened so many days earlier; for all guests too."""
    earlier = days * 24 * 3600 * 1000

    def shift(connection: Connection) -> None:
        connection.execute(text("UPDATE guests SET created = created - :earlier"), {"earlier": earlier})
        for table in tables:
            named = {"id": table, "earlier": earlier}
            connection.execute(text("UPDATE tables SET created = created - :earlier WHERE id = :id"), named)
            for number, content in connection.execute(
                text("SELECT number, content FROM entries WHERE table_id = :id"), {"id": table}
            ).all():
                event = json.loads(content)
                event["at"] -= earlier
                connection.execute(
                    text("UPDATE entries SET content = :content WHERE table_id = :id AND number = :number"),
                    {"content": json.dumps(event), "id": table, "number": number},
                )

    await on(database, shift)


async def test_old_tables_go_and_finished_ones_are_written_to_records_first(
    database: str, start: Start, tmp_path: Path
) -> None:
    server, records = start(database, "--no-limits"), tmp_path / "records"
    async with Person(server, "Anna") as anna, Person(server, "Bert") as bert:
        old, late = await finished(anna, counts=True), await finished(anna)
        unfinished = await bert.open_table("klunker", "me", "open", "open")
        assert (await bert.http.put("/api/ratings/listed", json={"on": True})).status_code == 200
        day = (await anna.get("/api/deals"))["day"]
        deal = (await anna.post(f"/api/deals/{day}/klunker", status=201))["id"]
        kept = await anna.get(f"/api/tables/{old}/record")
        server.stop()
        await age(database, 400, old, late, unfinished, deal)
        server.start()
        await anna.do(late, "say", text="Do you remember?")  # something has happened there since
        before = await everything(database)
        words = ("prune", "--older", "1y", "--records", str(records), "--database", database)
        said = await command(*words, "--dry-run")
        assert said == "Would remove 1 finished table, 2 unfinished tables and 0 guests."
        assert await everything(database) == before
        assert not records.exists()
        said = await command(*words)
        assert said == f"Removed 1 finished table (records in {records}), 2 unfinished tables and 1 guest."
        assert json.loads((records / f"{old}.json").read_text()) == brocante.replay(kept).record()  # no names
        assert ": good: " in await command("verify", str(records / f"{old}.json"))
        after = await everything(database)
        assert [row[0] for row in after["tables"]] == [late]
        assert {row[0] for row in after["entries"]} == {late}
        assert [row[2] for row in after["guests"]] == ["Anna"]
        assert (after["attempts"], after["board"], len(after["ratings"])) == ([], [], 1)
        counted = {row[0]: row for row in after["outcomes"]}
        assert set(counted) == {old, late}  # ratings are made of the old one, which names nobody any more
        assert "Anna" not in repr(counted[old])
        assert "1 game, 1 rating: all as stored." in await command("ratings", "--check", "--database", database)
        assert await command(*words) == "Removed 0 finished tables, 0 unfinished tables and 0 guests."
    assert "as 90d, 12w, 6m or 1y" in await command("prune", "--older", "soon", status=2)


async def test_retention_is_a_setting_of_the_server(start: Start, tmp_path: Path) -> None:
    database = sqlite(tmp_path)
    server = start(database, "--no-limits", "--logs", "--keep", "90d", "--records", str(tmp_path / "records"))
    async with Person(server, "Anna") as anna:
        old, new = await finished(anna), await finished(anna)
        server.stop()
        await age(database, 91, old)
        server.start()
        async with asyncio.timeout(PATIENCE):
            while (tmp_path / "records" / f"{old}.json") not in (tmp_path / "records").glob("*"):
                await asyncio.sleep(0.05)
            while len((await everything(database))["tables"]) != 1:
                await asyncio.sleep(0.05)
        assert [each["id"] for each in await anna.get("/api/tables/mine")] == [new]


# --- People who want to be forgotten ---


async def a_life(anna: Person, bert: Person) -> tuple[str, str, str]:
    """A finished table that counts, a running one and one that waits, with Anna and what she wrote; Bert is there too.
    She is listed, has begun a deal of the day, and is about to move to another device."""
    over = await finished(anna, counts=True)
    await anna.do(over, "say", text="That was Annas last word")
    assert (await anna.http.put("/api/ratings/listed", json={"on": True})).status_code == 200
    await anna.post("/api/me/move", status=201)
    await anna.post(f"/api/deals/{(await anna.get('/api/deals'))['day']}/klunker", status=201)
    running = await bert.open_table("alles-futsch", "me", "open")
    await anna.do(running, "sit", name="Annabel")
    await anna.do(running, "say", text="Good luck from Anna")
    await bert.do(running, "say", text="Thank you")
    waiting = await bert.open_table("klunker", "me", "open", "open")
    await anna.do(waiting, "sit", name="Annie")
    return over, running, waiting


async def assert_forgotten(database: str, guest: str, secret: str) -> None:
    rows = repr(await everything(database))
    for trace in (guest, secret, "Anna", "Annie", "last word", "Good luck"):
        assert trace not in rows, trace
    assert "Thank you" in rows
    assert "1 game, 0 ratings: all as stored." in await command("ratings", "--check", "--database", database)


async def id_of(database: str, name: str) -> str:
    (guest,) = [row.id for row in await Stored(database).rows("guests") if row.name == name]
    return str(guest)


async def test_a_person_is_forgotten_when_they_ask(database: str, start: Start) -> None:
    server = start(database, "--no-limits")
    async with Person(server, "Anna") as anna, Person(server, "Bert") as bert:
        over, running, waiting = await a_life(anna, bert)
        record = await bert.get(f"/api/tables/{over}/record")
        guest, secret = await id_of(database, "Anna"), anna.secret
        async with bert.at(running) as watching:
            await watching.until(lambda: bool(watching.views))
            assert (await anna.http.delete("/api/me/")).status_code == 200
            assert not anna.secret
            await assert_forgotten(database, guest, secret)
            await watching.play_on(random.Random(1), "any")  # a bot plays on
        for name in (over, running, waiting):
            shown = json.dumps(await bert.get(f"/api/tables/{name}"))
            assert "Ann" not in shown
        assert "Anna" in record["names"]
        kept = ["—" if name == "Anna" else name for name in record["names"]]
        assert await bert.get(f"/api/tables/{over}/record") == {**record, "names": kept}
        assert (await bert.get(f"/api/tables/{waiting}"))["table"]["seats"][1]["kind"] == "open"
        anna.http.cookies.set("brocante_guest", secret)  # who kept the secret is nobody
        assert await anna.get("/api/me/") is None
        assert await anna.get("/api/tables/mine") == []
        await anna.post("/api/tables/", {"game": "klunker", "seats": [{"kind": "me"}] * 3}, status=401)
        server.stop()
        server.start()
        assert "Ann" not in json.dumps(await bert.get(f"/api/tables/{over}"))


async def test_an_operator_forgets_a_guest(database: str, start: Start) -> None:
    server = start(database, "--no-limits")
    async with Person(server, "Anna") as anna, Person(server, "Bert") as bert, Person(server, "Anna"):
        _, running, _ = await a_life(anna, bert)
        guest = (await anna.get(f"/api/tables/{running}"))["table"]["seats"][1]
        assert guest["name"] == "Annabel"
        secret = anna.secret
        if database.startswith("sqlite"):
            refused = await command("forget", "Anna", "--database", database, status=1)
            assert "Another server, process" in refused
            server.stop()
        assert "There is no guest 'Carla'" in await command("forget", "Carla", "--database", database, status=1)
        several = await command("forget", "Anna", "--database", database, status=1)
        ids = [word for word in several.split() if re.fullmatch("id:.+", word)]
        assert len(ids) == 2
        assert "4 tables" in several
        rows = await Stored(database).rows("members")
        of_anna = next(each for each in ids if any(row.guest == each[3:] for row in rows))
        assert "Forgotten, at 4 tables." in await command("forget", of_anna, "--database", database)
        assert "Forgotten, at 0 tables." in await command("forget", "Anna", "--database", database)
        await assert_forgotten(database, of_anna[3:], secret)
        if server.process is not None and server.process.poll() is not None:
            server.start()
        async with asyncio.timeout(PATIENCE):
            while "Ann" in json.dumps(await bert.get(f"/api/tables/{running}")):
                await asyncio.sleep(0.05)
        async with bert.at(running) as line:
            await line.play_on(random.Random(1), "any")  # a bot plays on


def test_every_column_that_names_a_guest_is_known() -> None:
    """Whoever adds one must say in `server/forget.py` what becomes of it."""
    named = {
        (table.name, column.name)
        for table in schema.metadata.tables.values()
        for column in table.columns
        if column.name in ("guest", "host", "owner")
    }
    assert named == {
        ("members", "guest"),
        ("keys", "guest"),
        ("attempts", "guest"),
        ("ratings", "guest"),
        ("board", "guest"),
        ("moves", "guest"),
        ("notices", "guest"),
        ("subscriptions", "guest"),
        ("entrants", "guest"),
        ("series", "host"),
        ("tables", "host"),
    }
