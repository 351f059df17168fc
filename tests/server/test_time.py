"""Games are timed by a clock that nobody can set, and that stands still while the server does."""

import asyncio
import json
import os
import signal
import sqlite3
import sys
import time
from pathlib import Path
from typing import Any

import pytest

from brocante.table import events
from tests.server.conftest import Start
from tests.server.people import Person
from tests.server.serving import Stored, sqlite

pytestmark = pytest.mark.anyio

BANK = 60  # seconds
BERTA = {"kind": "me", "name": "Berta"}

# A server whose wall clock is off by as many seconds as a file says: time is read at one place, and changed there.
SHIFTED = """
import pathlib, sys, time
true = time.time_ns
time.time_ns = lambda: true() + int(float(pathlib.Path({file!r}).read_text()) * 10**9)
from brocante.cli import main
main()
"""


def left(clock: dict[str, Any]) -> int:
    """Milliseconds of the seat to move."""
    return int(clock["left"][clock["turn"]])


async def test_time_that_the_server_was_stopped_goes_off_no_clock(database: str, start: Start) -> None:
    server = start(database, "--no-limits")
    async with Person(server, "Anna") as anna:
        began = time.monotonic()
        table = await anna.open_table("alles-futsch", "me", BERTA, clock={"bank": BANK})
        async with anna.at(table) as a:
            await a.until(lambda: bool(a.clock))
            shown = len(a.frames)
            os.kill(server.pid, signal.SIGSTOP)
            await asyncio.sleep(5)
            os.kill(server.pid, signal.SIGCONT)
            await a.until(lambda: len(a.frames) > shown)  # it says by itself how the clock stands
            news = json.loads(a.frames[-1])
            assert set(news) == {"type", "version", "clock"}
            awake = time.monotonic() - began - 5
            for clock in (news["clock"], (await anna.get(f"/api/tables/{table}"))["clock"]):
                assert 1000 * (BANK - awake - 2) <= left(clock) <= 1000 * BANK
            awake = time.monotonic() - began - 5 + 2
            assert (await a.play())["type"] == "done"
        moved = [each for each in await Stored(database).events(table) if isinstance(each, events.Moved)]
        assert [each.spent < 1000 * awake + 1000 for each in moved] == [True]


async def test_nobody_loses_by_time_while_the_server_is_stopped(start: Start, tmp_path: Path) -> None:
    server = start(sqlite(tmp_path), "--no-limits")
    async with Person(server, "Anna") as anna:
        table = await anna.open_table("alles-futsch", "me", BERTA, clock={"bank": 4})
        async with anna.at(table) as a:
            await a.until(lambda: bool(a.clock))
            os.kill(server.pid, signal.SIGSTOP)
            await asyncio.sleep(6)
            os.kill(server.pid, signal.SIGCONT)
            await a.ask("ping")
            assert not any(each["kind"] == "time_out" for each in a.told)
            await a.until(lambda: any(each["kind"] == "time_out" for each in a.told))  # but it goes on from there


async def test_a_turn_goes_on_after_a_restart_from_where_it_was(database: str, start: Start) -> None:
    server = start(database, "--no-limits")
    async with Person(server, "Anna") as anna:
        began = time.monotonic()
        table = await anna.open_table("alles-futsch", "me", BERTA, clock={"bank": BANK})
        opened = time.monotonic()
        await asyncio.sleep(1.5)
        thought = time.monotonic() - opened
        await asyncio.to_thread(server.stop)
        stopped = time.monotonic()
        await asyncio.sleep(3)
        await asyncio.to_thread(server.start)
        started = time.monotonic()
        clock = (await anna.get(f"/api/tables/{table}"))["clock"]
        running = stopped - began + time.monotonic() - started
        assert 1000 * (BANK - running - 2) < left(clock) <= 1000 * (BANK - thought) + 50
        await asyncio.to_thread(server.kill)  # what was not stored is given back
        await asyncio.to_thread(server.start)
        again = (await anna.get(f"/api/tables/{table}"))["clock"]
        assert 1000 * (BANK - running - 10) < left(again) <= 1000 * (BANK - thought) + 50


async def test_setting_the_wall_clock_changes_no_game(start: Start, tmp_path: Path) -> None:
    shift = tmp_path / "shift"
    shift.write_text("0")
    command = (sys.executable, "-c", SHIFTED.format(file=str(shift)))
    database = sqlite(tmp_path)
    server = start(database, "--no-limits", command=command)
    began = time.monotonic()
    async with Person(server, "Anna") as anna:
        table = await anna.open_table("alles-futsch", "me", BERTA, clock={"bank": BANK})
        async with anna.at(table) as a:
            for turned in (7200, -86_400, 10**7, -(10**8)):
                await a.until_turn()
                shift.write_text(str(turned))
                assert 1000 * (BANK - (time.monotonic() - began) - 2) < left(await told_now(anna, table))
                assert (await a.play())["type"] == "done"
                assert not any(each["kind"] == "time_out" for each in a.told)
            await a.ask("say", text="What time is it?")
            await a.until(lambda: bool(a.told))
            assert a.told[-1]["at"] < 1000 * (time.time() - 10**7)  # it is shown as the clock has it
        shift.write_text(str(10**8))
        await asyncio.to_thread(server.stop)
        await asyncio.to_thread(server.start)
        clock = await told_now(anna, table)
        assert left(clock) > 1000 * (BANK - (time.monotonic() - began) - 2)
    moved = [each for each in await Stored(database).events(table) if isinstance(each, events.Moved)]
    assert len(moved) == 4
    assert sum(each.spent for each in moved) <= 1000 * (time.monotonic() - began)


async def told_now(person: Person, table: str) -> dict[str, Any]:
    clock: dict[str, Any] = (await person.get(f"/api/tables/{table}"))["clock"]
    return clock


async def test_what_older_versions_have_stored_is_read(start: Start, tmp_path: Path) -> None:
    """Without the clock of games, and with ids of moves alone."""
    database = sqlite(tmp_path)
    server = start(database, "--no-limits")
    async with Person(server, "Anna") as anna:
        table = await anna.open_table("alles-futsch", "me", BERTA, clock={"bank": BANK})
        async with anna.at(table) as a:
            seat = await a.until_turn()
            wish = {"do": "play", "id": "once", "move": a.legal()[0], "version": a.version, "seat": seat}
            answer = await anna.post(f"/api/tables/{table}/do", wish)
            await a.ask("say", text="Hello")
        await asyncio.to_thread(server.stop)
        file = sqlite3.connect(database.removeprefix("sqlite:///"))
        for name in ("$.tick", "$.by"):
            file.execute("UPDATE entries SET content = json_remove(content, ?)", (name,))
        file.commit()
        file.close()
        await asyncio.to_thread(server.start)
        shown = await anna.get(f"/api/tables/{table}")
        assert left(shown["clock"]) > 1000 * (BANK - 5)
        assert [each["text"] for each in shown["told"] if each["kind"] == "said"] == ["Hello"]
        assert await anna.post(f"/api/tables/{table}/do", wish) == answer
        assert (await anna.post(f"/api/tables/{table}/do", {**wish, "move": "pass"}))["code"] == "id_used"
        async with anna.at(table) as a:
            assert (await a.play())["type"] == "done"
