"""`brocante --workers N`: one command, several processes, one port; each of them may die."""

import asyncio
import os
import random
import signal
import socket
from pathlib import Path

import pytest

from tests.server.conftest import Start
from tests.server.people import PATIENCE, Person
from tests.server.serving import Postgres, Serving, Stored, run, sqlite
from tests.server.test_crash import Load, assert_nothing_lost, until

pytestmark = pytest.mark.anyio
WORKERS = 2


def workers_of(supervisor: int) -> set[int]:
    """The processes that serve."""
    children = Path(f"/proc/{supervisor}/task/{supervisor}/children").read_text().split()
    return {int(child) for child in children if "spawn_main" in command_of(int(child))}


def command_of(process: int) -> str:
    try:
        return Path(f"/proc/{process}/cmdline").read_text()
    except OSError:
        return ""


async def until_so(server: Serving, number: int, without: set[int]) -> set[int]:
    async with asyncio.timeout(PATIENCE):
        while len(found := workers_of(server.pid)) != number or found & without:
            await asyncio.sleep(0.05)
    return found


async def test_each_worker_is_killed_under_load_and_nobody_loses_more_than_a_reconnect(
    postgres: Postgres, start: Start
) -> None:
    database, luck = postgres.new_database(), random.Random()
    server = start(database, "--workers", str(WORKERS), "--no-limits", "--logs")
    async with Person(server, "Anna") as anna, Person(server, "Bert") as bert:
        load = Load(server, anna, bert, luck)
        playing = [asyncio.create_task(load.play(game)) for game in ("klunker", "alles-futsch")]
        first = await until_so(server, WORKERS, set())
        killed: set[int] = set()
        for worker in first:
            goal = load.acknowledged() + 20
            await until(lambda goal=goal: load.acknowledged() >= goal, playing)
            os.kill(worker, signal.SIGKILL)
            killed.add(worker)
            goal = load.acknowledged() + 20  # the other one serves on
            await until(lambda goal=goal: load.acknowledged() >= goal, playing)
            await until_so(server, WORKERS, killed)
        load.enough = True
        await asyncio.gather(*playing)
        for table, lines in load.lines.items():
            await assert_nothing_lost(Stored(database), anna, table, lines)
    assert server.log().count('"event": "worker_died"') == len(killed)
    others = workers_of(server.pid)
    assert server.stop() == 0
    assert not any(command_of(worker) for worker in others)


async def test_both_workers_serve(postgres: Postgres, start: Start) -> None:
    server = start(postgres.new_database(), "--workers", str(WORKERS), "--no-limits")
    served: set[int] = set()
    workers = await until_so(server, WORKERS, set())
    async with asyncio.timeout(PATIENCE):
        while served != workers:
            async with Person(server, "Anna") as anna:
                table = await anna.open_table("klunker", "me", "open", "open")
                lines = [anna.at(table) for _ in range(8)]
                for line in lines:
                    await line.connect()
                served |= {worker for worker in workers if sockets_of(worker) > 4}
                for line in lines:
                    await line.close()


def sockets_of(process: int) -> int:
    return sum("socket:" in os.readlink(each) for each in Path(f"/proc/{process}/fd").iterdir() if each.is_symlink())


async def test_workers_end_when_their_supervisor_is_killed(postgres: Postgres, start: Start) -> None:
    server = start(postgres.new_database(), "--workers", str(WORKERS))
    workers = await until_so(server, WORKERS, set())
    server.kill()
    async with asyncio.timeout(PATIENCE):
        while any(command_of(worker) for worker in workers):
            await asyncio.sleep(0.05)
    with socket.socket() as door:
        door.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        door.bind(("127.0.0.1", server.port))  # the port is free again


def test_several_processes_on_one_sqlite_file_are_refused(tmp_path: Path) -> None:
    result = run("--workers", "2", "--port", "0", "--database", sqlite(tmp_path))
    assert result.returncode == 2
    assert "Several processes need PostgreSQL" in " ".join(result.stderr.split())
    assert list(tmp_path.iterdir()) == []
