"""What others notice when one guest does all they can to keep a server busy.

One guest opens tables of expert bots and watches them all. Meanwhile another plays against an easy bot: how long it
takes to answer, and how long a ping takes, is measured from outside.
"""

import asyncio
import contextlib
import json
import tempfile
import time
from dataclasses import asdict, dataclass
from typing import Any

from rich.table import Table
from websockets.asyncio.client import ClientConnection

from brocante.bench.load import Person, Tell, percentile, running
from brocante.games.catalogue import RULESETS
from brocante.machine import machine

FIRST = next(iter(RULESETS.values()))
MEASURED = ("an easy bot's move", "a ping")
PAUSE = 0.1  # seconds between two moves, or two pings


@dataclass(frozen=True)
class Noticed:
    """Milliseconds, of so many."""

    what: str
    number: int
    p50: float
    p99: float
    most: float


async def play_again_and_again(hostile: Person, level: str, number: int) -> None:
    """Games of bots without a pause, one after the other."""
    games = list(RULESETS)
    while True:
        game = games[number % len(games)]
        number += 1
        seats = [{"kind": "bot", "level": level}] * RULESETS[game].players[1]
        with contextlib.suppress(RuntimeError):  # refused: too many at once
            table = (await hostile.ask("POST", "/api/tables", {"game": game, "seats": seats, "delay": False}))["id"]
            async with hostile.sit_down(table) as socket:
                async for frame in socket:
                    if '"status":"over"' in str(frame):
                        break
        await asyncio.sleep(1)


async def ping(person: Person, table: str, took: list[float]) -> None:
    async with person.sit_down(table) as socket:
        await socket.recv()
        while True:
            began = time.perf_counter()
            await socket.send('{"do": "ping", "id": "p"}')
            while '"done"' not in str(await socket.recv()):
                pass
            took.append(time.perf_counter() - began)
            await asyncio.sleep(PAUSE)


async def play(person: Person, took: list[float]) -> None:
    """Games against easy bots: the time that each of their moves takes."""
    while True:
        seats = [{"kind": "me"}, *[{"kind": "bot", "level": "easy"}] * (FIRST.players[0] - 1)]
        body = {"game": FIRST.name, "seats": seats, "delay": False}
        table = (await person.ask("POST", "/api/tables", body))["id"]
        async with person.sit_down(table) as socket:
            await play_one(socket, took)


async def play_one(socket: ClientConnection, took: list[float]) -> None:
    sent, since = 0, 0.0
    async for data in socket:
        message = json.loads(data)
        if message["type"] != "news" or not message.get("views"):
            continue
        (view,) = message["views"]
        if since:
            took.append(time.perf_counter() - since)
        since = 0.0
        if view["result"]:
            return
        if view["legal"]:
            await asyncio.sleep(PAUSE)
            move = view["legal"][0]
            words = move if isinstance(move, str) else f"{move['words']} {move['least']}"
            sent += 1
            await socket.send(json.dumps({"do": "play", "id": str(sent), "move": words, "version": message["version"]}))
        else:
            since = time.perf_counter()  # from here on the bot thinks


def noticed(what: str, took: list[float]) -> Noticed:
    if not took:
        return Noticed(what, 0, float("inf"), float("inf"), float("inf"))
    return Noticed(what, len(took), percentile(took, 0.5), percentile(took, 0.99), percentile(took, 1))


async def attacked(port: int, tables: int, seconds: float, tell: Tell) -> list[Noticed]:
    hostile, other = Person(port, "10.0.0.1"), Person(port, "10.0.0.2")
    for person in (hostile, other):
        await person.ask("PUT", "/api/me", {"name": "Somebody"})
    shown: list[Noticed] = []
    body = {"game": FIRST.name, "seats": [{"kind": "open"}] * FIRST.players[0]}
    waiting = (await other.ask("POST", "/api/tables", body))["id"]
    for number, level, when in (
        (0, "", "in peace"),
        (tables, "expert", f"beside {tables} tables of experts"),
        (tables, "easy", f"beside {tables} tables of easy bots"),
    ):
        attack = [asyncio.create_task(play_again_and_again(hostile, level, each)) for each in range(number)]
        moves: list[float] = []
        pings: list[float] = []
        measured = [asyncio.create_task(ping(other, waiting, pings)), asyncio.create_task(play(other, moves))]
        tell(when)
        await asyncio.sleep(number)  # until all tables have begun: they cannot be opened faster
        moves.clear()
        pings.clear()
        ended, _ = await asyncio.wait([*attack, *measured], timeout=seconds, return_when=asyncio.FIRST_EXCEPTION)
        for task in (*attack, *measured):
            task.cancel()
        await asyncio.gather(*attack, *measured, return_exceptions=True)
        for task in ended:
            task.result()
        shown += [noticed(f"{what}, {when}", took) for what, took in zip(MEASURED, (moves, pings), strict=True)]
    return shown


def measure(tables: int, seconds: float, tell: Tell) -> dict[str, Any]:
    """On SQLite, with the cores there are."""
    with (
        tempfile.TemporaryDirectory(prefix="brocante-hostile-") as folder,
        running(f"sqlite:///{folder}/tables.db", None, "--proxies", "127.0.0.1") as (port, _),
    ):
        return {**machine(), "hostile": [asdict(each) for each in asyncio.run(attacked(port, tables, seconds, tell))]}


def table(report: dict[str, Any]) -> Table:
    shown = Table("what others notice", "measured", "p50 ms", "p99 ms", "most ms")
    for row in report["hostile"]:
        shown.add_row(row["what"], str(row["number"]), *(f"{row[each]:.1f}" for each in ("p50", "p99", "most")))
    return shown
