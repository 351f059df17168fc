"""No guest keeps the bots of others waiting: shares of threads, bots that pause, and bounds for one guest."""

import asyncio
import sys
import threading
from collections.abc import Iterator
from contextlib import AsyncExitStack, contextmanager
from pathlib import Path

import pytest

from brocante.server.shares import Lane, Payer, Usage
from tests.server.conftest import Start
from tests.server.people import PATIENCE, AtTable, Person
from tests.server.serving import Serving, Stored, sqlite

pytestmark = pytest.mark.anyio

EXPERT, EASY = {"kind": "bot", "level": "expert"}, {"kind": "bot", "level": "easy"}


# --- Threads ---


@contextmanager
def one_thread() -> Iterator[Lane]:
    lane = Lane("quick", 1, Usage())
    yield lane
    lane.close()


class Busy:
    """Work that keeps the thread until it is told to end, and notes of what is done then, in its order."""

    def __init__(self, lane: Lane) -> None:
        self._lane, self._end, self._started = lane, threading.Event(), threading.Event()
        self.order: list[str] = []
        self._jobs = [lane.submit(self._wait, "busy", 0, Payer(("elsewhere",), "nobody", "none"))]
        assert self._started.wait(PATIENCE)

    def _wait(self) -> None:
        self._started.set()
        assert self._end.wait(PATIENCE)

    def ask(self, name: str, payer: Payer, rank: int = 0) -> None:
        self._jobs.append(self._lane.submit(lambda: self.order.append(name), name, rank, payer))

    def end(self) -> None:
        self._end.set()
        for job in self._jobs:
            job.result(PATIENCE)


def test_whoever_has_asked_for_much_waits_for_whoever_has_not() -> None:
    with one_thread() as lane:
        busy = Busy(lane)
        for number in range(20):
            busy.ask("much", Payer(("here",), "greedy", f"table {number}"))
        busy.ask("little", Payer(("there",), "modest", "another table"))
        busy.end()
    assert busy.order.index("little") == 1


def test_guests_of_one_address_and_tables_of_one_guest_take_turns() -> None:
    with one_thread() as lane:
        busy = Busy(lane)
        for _ in range(6):
            busy.ask("first", Payer(("here",), "greedy", "first"))
        for _ in range(6):
            busy.ask("second", Payer(("here",), "greedy", "second"))
        busy.ask("other", Payer(("here",), "modest", "third"))
        busy.end()
    assert busy.order.index("other") == 1
    assert busy.order.index("second") == 2
    assert set(busy.order[2:6]) == {"first", "second"}


def test_of_one_guest_what_takes_less_time_comes_first() -> None:
    with one_thread() as lane:
        busy = Busy(lane)
        busy.ask("expert", Payer(("here",), "guest", "one"), rank=1)
        busy.ask("hard", Payer(("here",), "guest", "two"), rank=0)
        busy.end()
    assert busy.order == ["hard", "expert"]


def test_an_onlooker_from_a_busy_address_does_not_make_a_table_wait() -> None:
    with one_thread() as lane:
        busy = Busy(lane)
        for number in range(5):
            busy.ask("much", Payer(("greedy",), "greedy", f"table {number}"))
        busy.ask("watched", Payer(("greedy", "modest"), "modest", "watched table"))
        busy.end()
    assert busy.order.index("watched") <= 1


def test_what_is_no_longer_wanted_is_not_done() -> None:
    with one_thread() as lane:
        busy = Busy(lane)
        unwanted = lane.submit(lambda: busy.order.append("unwanted"), "work", 0, Payer((), "", ""))
        assert unwanted.cancel()
        busy.ask("wanted", Payer((), "", ""))
        busy.end()
    assert busy.order == ["wanted"]


# --- Tables ---


async def test_an_easy_bot_does_not_wait_for_the_experts_of_another_guest(server: Serving) -> None:
    """Counted in moves, not in time: how many the experts make while it thinks."""
    async with Person(server, "Greta") as greedy, Person(server, "Anna") as anna, AsyncExitStack() as stack:
        watched: list[AtTable] = []
        for _ in range(16):
            table = await greedy.open_table("klunker", *[EXPERT] * 4, delay=False)
            watched.append(await stack.enter_async_context(greedy.at(table)))
        for each in watched:
            await each.until(lambda each=each: bool(each.views))  # type: ignore[misc]
        meanwhile: list[int] = []
        own = await anna.open_table("alles-futsch", "me", EASY)
        async with anna.at(own) as a:
            while len(meanwhile) < 12 and await a.until_turn() is not None:
                before = sum(each.version or 0 for each in watched)
                await a.play()
                await a.until_turn()
                meanwhile.append(sum(each.version or 0 for each in watched) - before)
    assert sorted(meanwhile)[len(meanwhile) // 2] <= 3, meanwhile


async def test_bots_move_only_while_somebody_is_there(server: Serving) -> None:
    async with Person(server, "Anna") as anna:
        table = await anna.open_table("klunker", *[{"kind": "bot", "level": "hard"}] * 4, delay=False)
        stored = Stored(server.database)
        await asyncio.sleep(1)
        assert len(await stored.events(table)) == 1  # the game has begun
        async with anna.at(table) as watching:
            await watching.until(lambda: (watching.version or 0) > 4)
        await asyncio.sleep(0.5)  # what was being stored is stored
        seen = len(await stored.events(table))
        await asyncio.sleep(1.5)
        assert len(await stored.events(table)) == seen
        async with anna.at(table) as watching:
            await watching.until(lambda: (watching.version or 0) > seen + 2)


async def test_bots_go_on_for_a_while_for_somebody_who_asks_by_http(server: Serving) -> None:
    async with Person(server, "Anna") as anna:
        table = await anna.open_table("alles-futsch", *[EASY] * 2, delay=False)
        await anna.get(f"/api/tables/{table}")
        async with asyncio.timeout(PATIENCE):
            while len(await Stored(server.database).events(table)) < 5:
                await asyncio.sleep(0.05)


async def test_bots_go_on_while_somebodys_clock_will_run(server: Serving) -> None:
    async with Person(server, "Anna") as anna:
        table = await anna.open_table(
            "klunker", EASY, EASY, EASY, "me", clock={"bank": 600}, options={"first": 0}, delay=False
        )
        async with asyncio.timeout(PATIENCE):
            while len(await Stored(server.database).events(table)) < 4:
                await asyncio.sleep(0.05)


FEW = """
import brocante.server.house as house, brocante.server.hub as hub, brocante.table.room as room
from brocante.server.rate_limit import RateLimit
hub.MOST_RUNNING, house.HINTS, room.MOST_SAID = 2, RateLimit("few", at_once=2, per_second=0), 3
from brocante.cli import main
main()
"""


async def test_a_guest_has_only_so_many_tables_hints_and_lines_of_chat(start: Start, tmp_path: Path) -> None:
    server = start(sqlite(tmp_path), command=(sys.executable, "-c", FEW))
    async with Person(server, "Anna") as anna, Person(server, "Bert") as bert:
        tables = [await anna.open_table("alles-futsch", "me", {"kind": "me", "name": "Berta"}) for _ in range(3)]
        async with anna.at(tables[0]) as a, anna.at(tables[1]) as b:
            body = {"game": "alles-futsch", "seats": [{"kind": "me"}, {"kind": "bot"}]}
            refused = await anna.post("/api/tables/", body, status=429)
            assert (refused["reason"], refused["values"]) == ("too_many_tables", {"most": 2})
            third = anna.at(tables[2])
            await third.connect()
            with pytest.raises(Exception, match="already have 2 tables"):
                await third.until(lambda: bool(third.frames))
            await bert.post("/api/tables/", body, status=201)
            for each in (a, b):
                assert (await each.ask("ask_hint"))["type"] == "hint"
            assert (await b.ask("ask_hint"))["reason"] == "too_many_hints"
            said = [await a.ask("say", text="Hello") for _ in range(3)]
            assert [each.get("reason") for each in said] == [None, None, "too_much_said"]
            assert (await a.play())["type"] == "done"


FAILS_ONCE = """
import brocante.server.house as house
made, failures = house.bot, [ValueError("a mistake in a bot")]
def bot(level, **more):
    if level == "easy" and failures:
        raise failures.pop()
    return made(level, **more)
house.bot = bot
from brocante.cli import main
main()
"""


async def test_a_bot_that_failed_is_asked_again_when_somebody_comes(start: Start, tmp_path: Path) -> None:
    server = start(sqlite(tmp_path), "--no-limits", "--logs", command=(sys.executable, "-c", FAILS_ONCE))
    async with Person(server, "Anna") as anna:
        table = await anna.open_table("alles-futsch", EASY, "me", seed=1)
        async with anna.at(table) as line:
            async with asyncio.timeout(PATIENCE):
                while '"mistake"' not in server.log():
                    if line.seat_to_move is not None:
                        await line.play()
                    await asyncio.sleep(0.05)
            assert line.seat_to_move is None
            async with anna.at(table):
                assert await line.until_turn() is not None
