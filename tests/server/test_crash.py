"""Nothing acknowledged is lost, and no game is stuck: kill -9 under load, a lost database, a full disk.

`BROCANTE_KILLS=20` kills each server twenty times (`make crash`); otherwise it is a few.
"""

import asyncio
import os
import random
import re
import resource
from typing import Any

import asyncpg
import httpx
import pytest
from click.testing import CliRunner
from websockets.exceptions import ConnectionClosed

import brocante
from brocante.cli import main
from brocante.games.catalogue import RULESETS
from brocante.server.ratings import COUNTING_LOCK
from brocante.table import events
from tests.server.conftest import Start
from tests.server.people import PATIENCE, PLAYERS, STYLE, AtTable, Person, new_id
from tests.server.serving import Postgres, Serving, Stored, sqlite
from tests.server.test_operate import command

pytestmark = pytest.mark.anyio

KILLS = int(os.environ.get("BROCANTE_KILLS", "3"))
MOVES = (1, 60)  # acknowledged between two kills


class Load:
    """Tables of each game with two people and bots, one after another, until it is enough."""

    def __init__(self, server: Serving, anna: Person, bert: Person, luck: random.Random) -> None:
        self.server, self.anna, self.bert, self.luck = server, anna, bert, luck
        self.enough = False
        self.lines: dict[str, list[AtTable]] = {}

    def acknowledged(self) -> int:
        return sum(len(line.acknowledged) for lines in self.lines.values() for line in lines)

    async def play(self, game: str) -> None:
        while not self.enough:
            table = await self._opened(game)
            lines = self.lines[table] = [self.anna.at(table), self.bert.at(table)]
            for line in lines:
                await line.resume()
            await asyncio.gather(*(line.play_through(self.luck, STYLE[game]) for line in lines))
            for line in lines:
                await line.close()

    async def _opened(self, game: str) -> str:
        """A table that is there and full, however often that has to be asked for."""
        bots = [{"kind": "bot", "level": "easy"}] * (PLAYERS[game] - 2)
        while True:
            try:
                table = await self.anna.open_table(game, "me", "open", *bots, counts=True)
                break
            except httpx.TransportError:
                await asyncio.sleep(0.1)
        while True:
            try:
                answer = await self.bert.do(table, "sit", name="Bert")
                assert answer.get("code") in (None, "not_waiting"), answer  # or it was heard before the crash
                return table
            except httpx.TransportError:
                await asyncio.sleep(0.1)


async def test_every_acknowledged_move_is_there_after_kills_at_random_moments(database: str, start: Start) -> None:
    luck = random.Random()
    server = start(database, "--no-limits")
    async with Person(server, "Anna") as anna, Person(server, "Bert") as bert:
        load = Load(server, anna, bert, luck)
        playing = [asyncio.create_task(load.play(game)) for game in RULESETS]
        for _ in range(KILLS):
            goal = load.acknowledged() + luck.randint(*MOVES)
            await until(lambda goal=goal: load.acknowledged() >= goal, playing)
            await asyncio.sleep(luck.random() * 0.02)
            server.kill()
            await asyncio.to_thread(server.start)
        load.enough = True
        await asyncio.gather(*playing)
        for table, lines in load.lines.items():
            await assert_nothing_lost(Stored(database), anna, table, lines)
        await assert_all_counted(database, set(load.lines))


async def until(met: Any, working: list[asyncio.Task[None]]) -> None:
    async with asyncio.timeout(PATIENCE):
        while not met():
            for task in working:
                if task.done():
                    task.result()
            await asyncio.sleep(0.005)


async def assert_nothing_lost(stored: Stored, person: Person, table: str, lines: list[AtTable]) -> None:
    """What was acknowledged is stored under its version; all saw the same game, and it is over."""
    happened = await stored.events(table)
    for line in lines:
        assert line.over
        for identity, version in line.acknowledged.items():
            event = happened[version - 1]
            assert isinstance(event, events.Moved)
            assert event.id == identity
    identities = [event.id for event in happened if isinstance(event, events.Moved) and event.id]
    assert len(identities) == len(set(identities)), "a move was made twice"
    record = await person.get(f"/api/tables/{table}/record")
    game = brocante.replay(record)
    for line in lines:
        for seat, view in line.views.items():
            assert view["log"] == [[entry["seat"], entry["move"], entry["facts"]] for entry in game.log(seat)]
            assert view["result"] == game.result()


async def assert_all_counted(database: str, tables: set[str]) -> None:
    """Every finished game counts once, and the ratings are what the games give."""
    outcomes = await Stored(database).rows("outcomes")
    assert {row.table_id for row in outcomes} == tables
    assert sorted(row.counted for row in outcomes) == list(range(1, len(tables) + 1))
    assert "all as stored." in await command("ratings", "--check", "--database", database)


async def test_a_kill_in_the_middle_of_counting_leaves_no_half_counted_game(postgres: Postgres, start: Start) -> None:
    """The move that ends the game is written and its ratings are not yet, when the server dies."""
    database = postgres.new_database()
    server = start(database, "--no-limits")
    async with Person(server, "Anna") as anna:
        table = await anna.open_table("alles-futsch", "me", {"kind": "bot", "level": "easy"}, counts=True)
        beside = await asyncpg.connect(database)
        await beside.execute(f"SELECT pg_advisory_lock({COUNTING_LOCK})")
        async with anna.at(table) as line:
            playing = asyncio.create_task(line.play_through(random.Random(1), "any"))
            waits = "SELECT count(*) FROM pg_locks WHERE locktype = 'advisory' AND NOT granted"
            async with asyncio.timeout(PATIENCE):
                while not await beside.fetchval(waits):
                    await asyncio.sleep(0.02)
            server.kill()
            await beside.close()
            assert await Stored(database).rows("outcomes") == []
            assert await Stored(database).rows("ratings") == []
            await asyncio.to_thread(server.start)
            await playing
            await assert_nothing_lost(Stored(database), anna, table, [line])
        await assert_all_counted(database, {table})
        (rating,) = await Stored(database).rows("ratings")
        assert rating.games == 1


async def test_a_lost_database_is_said_so_and_the_game_goes_on_when_it_is_back(
    own_postgres: Postgres, start: Start
) -> None:
    server = start(own_postgres.new_database(), "--no-limits")
    async with Person(server, "Anna") as anna, Person(server, "Bert") as bert:
        table = await anna.open_table("alles-futsch", "me", "open", {"kind": "bot", "level": "easy"})
        await bert.do(table, "sit", name="Bert")
        async with anna.at(table) as a, bert.at(table) as b:
            line = await whose_turn(a, b)
            version, move, seat = line.version, line.legal()[0], line.seat_to_move
            identity = new_id()
            own_postgres.stop()
            try:
                refused = await line.ask("play", id=identity, move=move, version=version, seat=seat)
                assert (refused["code"], refused["version"]) == ("not_stored", version)
                assert (await anna.http.get("/ready")).status_code == 503
                assert (await anna.http.get("/health")).status_code == 200
                assert (await anna.http.put("/api/me/", json={"name": "Annabel"})).status_code == 503
                assert (await anna.http.get("/api/tables/")).status_code == 503
                body = {"game": "klunker", "seats": [{"kind": "me"}] * 3}
                assert (await anna.post("/api/tables/", body, status=503))["code"] == "not_stored"
                assert (await bert.get(f"/api/tables/{table}"))["version"] == version  # what is known is still shown
                stranger = AtTable(server, "AAAAAAAAAAAA", "some secret")
                await stranger.connect()
                with pytest.raises(ConnectionClosed) as closed:
                    await stranger.until(lambda: False)
                assert closed.value.rcvd is not None
                assert closed.value.rcvd.code == 1013  # try again
            finally:
                own_postgres.start()
            await until_ready(anna)
            again = await line.ask("play", id=identity, move=move, version=version, seat=seat)
            assert again["type"] == "done"
            await asyncio.gather(a.play_on(random.Random(1), "thrifty"), b.play_on(random.Random(2), "thrifty"))
            assert a.over
            assert b.over


async def whose_turn(*lines: AtTable) -> AtTable:
    async with asyncio.timeout(PATIENCE):
        while True:
            for line in lines:
                if line.seat_to_move is not None:
                    return line
            await asyncio.sleep(0.01)


async def until_ready(person: Person) -> None:
    async with asyncio.timeout(PATIENCE):
        while (await person.http.get("/ready")).status_code != 200:
            await asyncio.sleep(0.05)


@pytest.mark.skipif(not hasattr(resource, "prlimit"), reason="only Linux limits the files of a running process")
async def test_a_full_disk_is_said_so_and_the_game_goes_on_when_there_is_room(tmp_path: Any, start: Start) -> None:
    """No file of the server's may grow any more, which is what a full disk is to it; then files may grow again."""
    server = start(sqlite(tmp_path), "--no-limits")
    async with Person(server, "Anna") as anna:
        table = await anna.open_table("alles-futsch", "me", {"kind": "bot", "level": "easy"}, substitute="easy")
        async with anna.at(table) as a:
            await a.play()
            await a.until_turn()
            version, move = a.version, a.legal()[0]
            resource.prlimit(server.pid, resource.RLIMIT_FSIZE, (0, resource.RLIM_INFINITY))
            refused = await a.ask("play", id="m", move=move, version=version)
            assert (refused["code"], refused["version"]) == ("not_stored", version)
            said = await a.ask("say", text="Is anybody there?")
            assert said["code"] == "not_stored"
            await asyncio.sleep(1.1)  # that something could be stored a moment ago counts no longer
            assert (await anna.http.get("/ready")).status_code == 503
            assert (await anna.http.put("/api/me/", json={"name": "Annabel"})).status_code == 503
            assert (await anna.get(f"/api/tables/{table}"))["version"] == version
            resource.prlimit(server.pid, resource.RLIMIT_FSIZE, (resource.RLIM_INFINITY, resource.RLIM_INFINITY))
            assert (await a.ask("play", id="m", move=move, version=version))["type"] == "done"
            assert (await anna.http.get("/ready")).status_code == 200
            await a.play_on(random.Random(1), "thrifty", 5)
            await a.until_turn()
        assert (await anna.get("/api/me/"))["name"] == "Anna"
        await assert_bots_wait_for_room(server, anna)


async def assert_bots_wait_for_room(server: Serving, person: Person) -> None:
    """A bot that cannot store its move tries again now and then, and nobody has to do anything."""
    table = await person.open_table("klunker", *[{"kind": "bot", "level": "hard"}] * 3)
    async with person.at(table) as watching:
        await watching.until(lambda: bool(watching.views))
        resource.prlimit(server.pid, resource.RLIMIT_FSIZE, (0, resource.RLIM_INFINITY))
        await asyncio.sleep(1)  # what was being stored is stored or not
        version, thoughts = watching.version, await bot_thoughts(server)
        await asyncio.sleep(3)
        assert watching.version == version
        assert await bot_thoughts(server) <= thoughts + 4
        resource.prlimit(server.pid, resource.RLIMIT_FSIZE, (resource.RLIM_INFINITY, resource.RLIM_INFINITY))
        await watching.until(lambda: watching.version is not None and watching.version > (version or 0) + 3)


async def bot_thoughts(server: Serving) -> float:
    """How often bots have thought so far."""
    found = re.search(r"^brocante_thoughts_total (\S+)", await server.metrics(), re.MULTILINE)
    assert found is not None
    return float(found[1])


def test_a_database_may_be_named_by_the_environment_so_that_nobody_reads_its_password() -> None:
    result = CliRunner().invoke(main, ["--port", "0"], env={"BROCANTE_DATABASE": "mysql://anna:secret@host/x"})
    assert result.exit_code == 1
    assert "not mysql://" in result.output
    assert "secret" not in result.output


@pytest.mark.parametrize(
    "address", ["sqlite:////no/such/folder/x.db", "mysql://x/y", "nonsense", "postgresql://nobody@127.0.0.1:1/x"]
)
def test_a_database_that_cannot_be_used_is_said_so_before_anybody_comes(address: str) -> None:
    result = CliRunner().invoke(main, ["--port", "0", "--database", address])
    assert result.exit_code == 1
    assert "database" in result.output
    assert "Traceback" not in result.output
