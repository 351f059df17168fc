"""boardgame.io's own server under the same load as ours: as many tables, sockets and seconds, on the same cores.

Its people are a Node process on socket.io-client, its transport, without the work of its browser client. A move of
theirs counts when the server has sent the state after it, which is before it is stored; one of ours when it is stored.
Its FlatFile storage writes files without waiting for the disk (no fsync), in memory nothing is stored at all.
"""

import os
import resource
import shutil
import subprocess
import time
from collections.abc import Iterator
from contextlib import contextmanager, nullcontext
from dataclasses import asdict
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from brocante.bench.boardgame import in_words
from brocante.bench.load import FILES, Idle, Load, Tell, cpu_seconds, memory
from brocante.bench.node import NodeProcess

FOLDER = Path(__file__).parent
FIND = "['boardgame.io/server', 'node-persist', 'socket.io-client'].forEach(require.resolve)"
WARM_UP = 5.0  # seconds until V8 has compiled what is called often; ours is compiled before it starts
FLAT_FILE, IN_MEMORY = "boardgame.io, FlatFile", "boardgame.io, in memory"


def missing() -> str | None:
    """Why boardgame.io's server cannot be measured here, or None."""
    node = shutil.which("node")
    if node is None:
        return "boardgame.io is left out: there is no Node on this machine."
    if subprocess.run([node, "-e", FIND], capture_output=True).returncode:
        return (
            "boardgame.io is left out: Node does not find it. Install it with npm and set NODE_PATH, or run make load."
        )
    return None


def script(name: str, core: int | None, *words: str) -> NodeProcess:
    return NodeProcess("node", FOLDER / name, *words, core=core)


def measure(tables: int, seconds: float, sockets: int, tell: Tell) -> dict[str, Any]:
    """Load on its server with FlatFile and in memory, then sockets at rest, in the form of our own report."""
    resource.setrlimit(resource.RLIMIT_NOFILE, (FILES, FILES))
    cores = sorted(os.sched_getaffinity(0))
    served, asked = (cores[0], cores[-1]) if len(cores) > 1 else (None, None)
    loads, seen = list[Load](), dict[str, Any]()
    for name in (FLAT_FILE, IN_MEMORY):
        with storage(name) as words, script("boardgame_server.cjs", served, *words) as server:
            ports = server.answer()
            with script("boardgame_people.cjs", asked) as people:
                for half in (False, True):
                    tell(f"{tables} tables on {name}{', at half that load' if half else ''}")
                    asked_for = loads[-1].moves_per_second / 2 if half else None
                    load, seen = under_load(name, server, people, ports, tables, seconds, asked_for)
                    loads.append(load)
    tell(f"{sockets} sockets at rest on boardgame.io")
    with storage(FLAT_FILE) as words, script("boardgame_server.cjs", served, *words) as server:
        ports = server.answer()
        with script("boardgame_people.cjs", asked) as people:
            idle = at_rest(FLAT_FILE, server, people, ports, sockets)
    return {
        "load": [asdict(each) for each in loads],
        "idle": [asdict(idle)],
        "seen_at_boardgame_io": in_words({"STRIP_SECRETS": seen}),
    }


@contextmanager
def storage(name: str) -> Iterator[tuple[str, ...]]:
    """Words for the server that tell where it stores."""
    with TemporaryDirectory(prefix="brocante-load-") if name == FLAT_FILE else nullcontext() as folder:
        yield (folder,) if folder else ()


def under_load(
    name: str,
    server: NodeProcess,
    people: NodeProcess,
    ports: dict[str, int],
    tables: int,
    seconds: float,
    asked_for: float | None,
) -> tuple[Load, dict[str, Any]]:
    """The load, and what players were sent of hidden things."""
    request = {**ports, "tables": tables, "warm_up": WARM_UP, "seconds": seconds, "asked_for": asked_for}
    people.ask(play=request)
    busy = cpu_seconds(server.pid)
    found = people.answer()
    busy = cpu_seconds(server.pid) - busy
    people.answer()  # all have left
    counted = sorted(found["latencies"])
    p50, p99 = (round(counted[int(share * (len(counted) - 1))], 2) for share in (0.5, 0.99))
    rate, cpu = round(len(counted) / found["took"], 1), round(1e6 * busy / len(counted), 1)
    return Load(name, tables, rate, p50, p99, cpu, asked_for), found["seen"]


def at_rest(name: str, server: NodeProcess, people: NodeProcess, ports: dict[str, int], sockets: int) -> Idle:
    """Sockets at matches where nothing happens, four at each."""
    people.ask(seat={**ports, "sockets": sockets})
    server.ask(collect=True)
    before = memory(server.pid)
    opened = people.ask(open=sockets)["opened"]
    time.sleep(1)
    server.ask(collect=True)
    return Idle(name, opened, round((memory(server.pid) - before) / opened, 1))


def beside(ours: dict[str, Any], theirs: dict[str, Any]) -> dict[str, Any]:
    """One report of both."""
    return {**ours, **theirs, "load": ours["load"] + theirs["load"], "idle": ours["idle"] + theirs["idle"]}


def in_short(report: dict[str, Any]) -> str:
    """How our server compares, on a wall clock and by its core alone, and what players were sent of hidden things."""
    most = {row["database"]: row for row in report["load"] if row["asked_for"] is None}
    ours = most["SQLite"]
    times = " and ".join(
        f"{ours['moves_per_second'] / most[name]['moves_per_second']:.1f} times those of {name} "
        f"({most[name]['cpu_per_move'] / ours['cpu_per_move']:.1f} times per second of the server's core)"
        for name in (FLAT_FILE, IN_MEMORY)
    )
    return f"Moves per second of ours on SQLite: {times}. {report['seen_at_boardgame_io']} {report['seen_at_brocante']}"
