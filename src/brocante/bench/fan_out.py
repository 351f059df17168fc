"""What it costs that every process hears of every move: NOTIFY on one PostgreSQL, with more and more listeners.

    python -m brocante.bench.fan_out
    python -m brocante.bench.fan_out --postgres postgresql://user:password@host/name --json fan_out.json

One process stores moves as the server does: each transaction ends with a NOTIFY that names tables and versions. Other
processes listen: all of them on the one channel, or each on a channel of its own, over which tables are spread. They
take a notice apart as the server does, and no more: no rules, no sockets.
"""

import asyncio
import contextlib
import json
import multiprocessing
import os
import tempfile
import time
from collections.abc import Iterator
from dataclasses import asdict, dataclass
from datetime import UTC, datetime
from multiprocessing.connection import Connection
from pathlib import Path
from typing import Any

import asyncpg
import click
import uvloop
from rich.console import Console
from rich.table import Table

EMBEDDED = "embedded"
WARM_UP = 1.0  # seconds that do not count
ALL, SHARDS = "one for all", "one for each"
CONTENT = '{"move":"show shoe","seat":2,"id":"17","at":1763251200000}'  # of an entry, about as long as a real one
CREATE = "CREATE TABLE fan_out (table_id text, number int, content text, PRIMARY KEY (table_id, number))"
STORE = """
WITH stored AS (
    INSERT INTO fan_out SELECT entry ->> 0, (entry ->> 1)::int, $4 FROM json_array_elements($1::json) AS entry
) SELECT pg_notify($2, $3)
"""


@dataclass(frozen=True)
class FanOut:
    """A measurement; figures of listeners are means."""

    listeners: int
    channels: str
    commits_per_second: float  # each with one notice
    moves_per_commit: int
    heard_per_second: float  # notices, by each listener
    microseconds_to_hear: float | None  # of a listener's core, for each notice
    core_of_listener: float
    cores_of_postgres: float | None  # None if it is on another machine
    p99_delay_ms: float | None  # from the start of a commit to hearing of it


def channel(number: int) -> str:
    return f"fan_out_{number}"


# --- A listener, in a process of its own ---


class Listener:
    """Takes notices apart, and notes how long they took."""

    def __init__(self) -> None:
        self.delays: dict[int, float] = {}  # seconds, by number of the commit
        self._own = {("some other table", 1)}

    def hear(self, connection: object, process: int, channel: str, payload: object) -> None:
        commit, sent, notices = json.loads(str(payload))
        self.delays[commit] = time.time() - sent
        for table, number in notices:
            if (table, number) in self._own:
                self._own.discard((table, number))


async def listen(url: str, number: int, pipe: Connection) -> None:
    """Count from the first word on the pipe to the second, which has the numbers of the commits that count."""
    listener, connection = Listener(), await asyncpg.connect(url)
    await connection.add_listener(channel(number), listener.hear)
    pipe.send(True)
    await asyncio.to_thread(pipe.recv)
    busy = time.process_time()
    commits = await asyncio.to_thread(pipe.recv)
    while commits and commits[-1] not in listener.delays:
        await asyncio.sleep(0.1)
    pipe.send((time.process_time() - busy, [listener.delays[commit] for commit in commits]))
    await connection.close()


def in_process(url: str, number: int, pipe: Connection) -> None:
    uvloop.run(listen(url, number, pipe))


@contextlib.contextmanager
def listening(url: str, channels: list[int]) -> Iterator[list[Connection]]:
    """A listener for each number of a channel, once all are connected."""
    context = multiprocessing.get_context("spawn")
    pipes, children = [], []
    for number in channels:
        here, there = context.Pipe()
        children.append(context.Process(target=in_process, args=(url, number, there), daemon=True))
        children[-1].start()
        pipes.append(here)
    try:
        for pipe in pipes:
            pipe.recv()
        yield pipes
    finally:
        for child in children:
            child.join(10)
            child.kill()


# --- The writer ---


class Writer:
    """Stores moves at some rate, or as fast as it can; notices go to the channels in turn."""

    def __init__(self, connection: Any, channels: int, rate: float, moves: int) -> None:
        self._connection, self._channels, self._rate, self._moves = connection, channels, rate, moves
        self.commits = 0

    async def write(self, seconds: float) -> None:
        began = time.perf_counter()
        done, elapsed = 0, 0.0
        while (elapsed := time.perf_counter() - began) < seconds:
            if self._rate and done >= self._rate * elapsed:
                await asyncio.sleep(done / self._rate - elapsed)
                continue
            await self._commit()
            done += 1

    async def _commit(self) -> None:
        self.commits += 1
        batch = [(f"table-{each:06}", self.commits) for each in range(self._moves)]
        to = channel(self.commits % self._channels)
        notice = json.dumps([self.commits, time.time(), batch])
        await self._connection.execute(STORE, json.dumps(batch), to, notice, CONTENT)

    def sent_to(self, number: int, after: int) -> list[int]:
        """The commits that a channel was told of, those after a number."""
        return [commit for commit in range(after + 1, self.commits + 1) if commit % self._channels == number]


async def measure(
    url: str, listeners: int, channels: str, rate: float, moves: int, seconds: float, folder: Path | None
) -> FanOut:
    numbers = [0] * listeners if channels == ALL else list(range(listeners))
    connection = await asyncpg.connect(url)
    await connection.execute("DROP TABLE IF EXISTS fan_out")
    await connection.execute(CREATE)
    writer = Writer(connection, len(set(numbers)), rate, moves)
    with listening(url, numbers) as pipes:
        await writer.write(WARM_UP)
        for pipe in pipes:
            pipe.send("begin")
        before, busy, began = writer.commits, cpu_of_postgres(folder), time.perf_counter()
        await writer.write(seconds)
        commits, busy, took = writer.commits - before, cpu_of_postgres(folder) - busy, time.perf_counter() - began
        for number, pipe in zip(numbers, pipes, strict=True):
            pipe.send(writer.sent_to(number, after=before))
        shares: list[tuple[float, list[float]]] = [pipe.recv() for pipe in pipes]
    await connection.close()
    cpu = sum(share for share, _ in shares)
    delays = sorted(delay for _, several in shares for delay in several)
    heard = len(delays)
    return FanOut(
        listeners,
        channels,
        commits_per_second=round(commits / took, 1),
        moves_per_commit=moves,
        heard_per_second=round(heard / listeners / took, 1),
        microseconds_to_hear=round(1e6 * cpu / heard, 1) if heard else None,
        core_of_listener=round(cpu / listeners / took, 4),
        cores_of_postgres=round(busy / took, 3) if folder else None,
        p99_delay_ms=round(1000 * delays[int(0.99 * (len(delays) - 1))], 1) if delays else None,
    )


def cpu_of_postgres(folder: Path | None) -> float:
    """Seconds that all processes of the PostgreSQL in a folder have used, those that have ended included."""
    if folder is None:
        return 0.0
    first = int((folder / "postmaster.pid").read_text().split()[0])
    ticks = 0
    for path in Path("/proc").glob("[0-9]*/stat"):
        with contextlib.suppress(OSError):  # it has just ended
            fields = path.read_text().rsplit(")", 1)[1].split()
            if int(path.parent.name) == first:
                ticks += sum(map(int, fields[11:15]))  # its own, and those of its children that have ended
            elif int(fields[1]) == first:
                ticks += sum(map(int, fields[11:13]))
    return ticks / os.sysconf("SC_CLK_TCK")


def table(rows: list[FanOut]) -> Table:
    shown = Table(
        *("listeners", "channels", "commits/s", "notices/s heard by each", "µs to hear one", "core of each"),
        *("cores of PostgreSQL", "µs of PostgreSQL per commit", "p99 delay ms"),
    )
    for row in rows:
        postgres = row.cores_of_postgres
        shown.add_row(
            str(row.listeners),
            row.channels,
            f"{row.commits_per_second:.0f}",
            f"{row.heard_per_second:.0f}",
            str(row.microseconds_to_hear),
            f"{row.core_of_listener:.1%}",
            str(postgres),
            "" if postgres is None else f"{1e6 * postgres / row.commits_per_second:.0f}",
            str(row.p99_delay_ms),
        )
    return shown


@click.command()
@click.option("--postgres", metavar="URL", default=EMBEDDED, show_default=True, help="Where to store.")
@click.option(
    "--listeners", "numbers", type=click.IntRange(min=1), multiple=True, default=(1, 4, 16), show_default=True
)
@click.option("--rate", type=float, default=200, show_default=True, help="Commits per second; 0: as many as it can.")
@click.option("--moves", type=click.IntRange(1, 100), default=1, show_default=True, help="Of each commit.")
@click.option("--seconds", type=float, default=8, show_default=True, help="Of each measurement.")
@click.option("--json", "file", type=click.Path(dir_okay=False, path_type=Path), help="Also write the figures there.")
def main(postgres: str, numbers: tuple[int, ...], rate: float, moves: int, seconds: float, file: Path | None) -> None:
    """Measure what it costs that every process hears of every move."""
    from brocante.bench.load import embedded_postgres  # not in listeners: they would start slowly
    from brocante.machine import machine

    console = Console()
    with tempfile.TemporaryDirectory(prefix="brocante-fan-out-") as folder, console.status("Measuring …"):
        embedded = postgres == EMBEDDED
        url, own = (embedded_postgres(Path(folder)), Path(folder) / "postgres") if embedded else (postgres, None)
        rows = [
            asyncio.run(measure(url, listeners, channels, rate, moves, seconds, own))
            for listeners in numbers
            for channels in (ALL, SHARDS)
        ]
    about = {**machine(), "date": datetime.now(UTC).date().isoformat(), "load_average": os.getloadavg()[0]}
    console.print(table(rows))
    console.print(about)
    if file:
        file.write_text(json.dumps({**about, "fan_out": [asdict(row) for row in rows]}, indent=2) + "\n")


if __name__ == "__main__":
    main()
