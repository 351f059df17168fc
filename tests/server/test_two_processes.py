"""Two server processes on one PostgreSQL: any of them serves any table, and of moves that race exactly one wins."""

import asyncio
import json
import random
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager
from typing import Any

import asyncpg
import pytest

import brocante
from brocante.table import events
from tests.server.people import PATIENCE, PLAYERS, STYLE, Person, new_id
from tests.server.serving import Postgres, Serving, Stored

pytestmark = pytest.mark.anyio


@pytest.fixture(scope="module")
def pair(postgres: Postgres, tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[Serving, Serving]]:
    database, folder = postgres.new_database(), tmp_path_factory.mktemp("pair")
    servers = Serving(folder, database, "--no-limits"), Serving(folder, database, "--no-limits")
    for server in servers:
        server.start()
    yield servers
    for server in servers:
        server.kill()


@asynccontextmanager
async def guest_of_both(pair: tuple[Serving, Serving], name: str) -> AsyncIterator[tuple[Person, Person]]:
    """One person, who speaks to either process."""
    async with Person(pair[0], name) as here, Person(pair[1], "") as there:
        there.http.cookies.update(here.http.cookies)
        yield here, there


@pytest.mark.parametrize("game", ["klunker", "zwergezocken"])
async def test_players_of_one_table_are_spread_over_both(pair: tuple[Serving, Serving], game: str) -> None:
    async with Person(pair[0], "Anna") as anna, Person(pair[1], "Bert") as bert:
        bots = [{"kind": "bot", "level": "easy"}] * (PLAYERS[game] - 2)
        table = await anna.open_table(game, "me", "open", *bots)
        await bert.do(table, "sit", name="Bert")
        async with anna.at(table) as a, bert.at(table) as b:
            await asyncio.gather(a.play_on(random.Random(1), STYLE[game]), b.play_on(random.Random(2), STYLE[game]))
            assert a.version == b.version
        records = [await person.get(f"/api/tables/{table}/record") for person in (anna, bert)]
        assert records[0] == records[1]
        result = brocante.replay(records[0]).result()
        assert a.views[0]["result"] == b.views[1]["result"] == result


async def test_of_moves_that_race_exactly_one_wins(pair: tuple[Serving, Serving]) -> None:
    async with guest_of_both(pair, "Anna") as (here, there):
        table = await here.open_table("alles-futsch", "me", {"kind": "me", "name": "Berta"})
        luck = random.Random(4)
        races = 0
        async with here.at(table) as a, there.at(table) as b:
            while races < 60:
                await asyncio.gather(a.until_turn(), b.until_turn())
                await asyncio.gather(*(level(one, other) for one, other in ((a, b), (b, a))))
                if a.over:
                    break
                legal = a.legal()
                moves = [luck.choice(legal[:3]) for _ in range(4)]
                version, seat = a.version, a.seat_to_move
                answers = await asyncio.gather(
                    *(
                        line.ask("play", id=new_id(), move=move, version=version, seat=seat)
                        for line, move in zip((a, b, a, b), moves, strict=True)
                    )
                )
                assert sorted(answer.get("code", "done") for answer in answers) == ["done", "stale", "stale", "stale"]
                races += 1
            happened = await Stored(pair[0].database).events(table)
            assert sum(isinstance(event, events.Moved) for event in happened) == races


async def level(one: Any, other: Any) -> None:
    await one.until(lambda: one.version >= other.version)


async def test_the_same_move_sent_to_both_is_made_once_and_answered_twice(pair: tuple[Serving, Serving]) -> None:
    async with guest_of_both(pair, "Anna") as (here, there):
        table = await here.open_table("alles-futsch", "me", {"kind": "me", "name": "Berta"})
        async with here.at(table) as a, there.at(table) as b:
            for _ in range(20):
                await asyncio.gather(a.until_turn(), b.until_turn())
                await asyncio.gather(level(a, b), level(b, a))
                wish: dict[str, Any] = {
                    "id": new_id(),
                    "move": a.legal()[0],
                    "version": a.version,
                    "seat": a.seat_to_move,
                }
                answers = await asyncio.gather(a.ask("play", **wish), b.ask("play", **wish))
                assert answers[0] == answers[1]
                assert answers[0]["type"] == "done"
                for line in (a, b):
                    await line.seen(answers[0]["version"])


async def test_who_moves_where_the_news_has_not_come_yet_is_not_refused(pair: tuple[Serving, Serving]) -> None:
    """A client that has seen a version at one process may use it at the other at once."""
    async with guest_of_both(pair, "Anna") as (here, there):
        table = await here.open_table("alles-futsch", "me", {"kind": "me", "name": "Berta"})
        await there.get(f"/api/tables/{table}")
        async with here.at(table) as a:
            for number in range(30):
                seat = await a.until_turn()
                if seat is None:
                    break
                person = (here, there)[number % 2]
                answer = await person.do(table, "play", move=a.legal()[0], version=a.version, seat=seat)
                assert answer["type"] == "done", answer
                await a.seen(answer["version"])


async def test_the_time_a_turn_has_taken_counts_also_where_the_table_is_new(pair: tuple[Serving, Serving]) -> None:
    async with guest_of_both(pair, "Anna") as (here, there):
        table = await here.open_table("alles-futsch", "me", {"kind": "me", "name": "Berta"}, clock={"bank": 60})
        await asyncio.sleep(1.5)
        clocks = [(await person.get(f"/api/tables/{table}"))["clock"] for person in (here, there)]
        assert all(clock["left"][clock["turn"]] <= 58_500 for clock in clocks)


async def test_a_new_name_is_known_to_both_at_once(pair: tuple[Serving, Serving]) -> None:
    async with guest_of_both(pair, "Anna") as (here, there):
        table = await here.open_table("klunker", "open", "open", "open")
        for person, name in ((here, "Annabel"), (there, "Anne")):
            assert (await person.http.put("/api/me/", json={"name": name})).status_code == 200
            for each in (here, there):
                assert (await each.get("/api/me/"))["name"] == name
                await each.do(table, "say", text="Who am I?")
                shown = await each.get(f"/api/tables/{table}")
                assert shown["told"][-1]["name"] == name


async def test_a_process_that_lost_its_ear_hears_of_everything_again(
    pair: tuple[Serving, Serving], postgres: Postgres
) -> None:
    async with guest_of_both(pair, "Anna") as (here, there):
        table = await here.open_table("alles-futsch", "me", {"kind": "me", "name": "Berta"})
        async with here.at(table) as a, there.at(table) as b:
            await asyncio.gather(a.until_turn(), b.until_turn())
            postgres.tell("SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE query ILIKE 'LISTEN%';")
            answer = await a.play()
            assert answer["type"] == "done"
            await b.until(lambda: b.version == answer["version"])


async def test_a_rematch_offered_at_both_begins_once(pair: tuple[Serving, Serving]) -> None:
    async with Person(pair[0], "Anna") as anna, Person(pair[1], "Bert") as bert:
        table = await anna.open_table("alles-futsch", "me", "open")
        await bert.do(table, "sit", name="Bert")
        async with anna.at(table) as a, bert.at(table) as b:
            await asyncio.gather(a.play_on(random.Random(1), "any"), b.play_on(random.Random(2), "any"))
            await asyncio.gather(a.ask("offer_rematch"), b.ask("offer_rematch"))
            for line in (a, b):
                await line.until(lambda line=line: line.table["next_table"] is not None)  # type: ignore[misc]
            assert a.table["next_table"] == b.table["next_table"]
        async with asyncio.timeout(PATIENCE):
            while len(await anna.get("/api/tables/mine")) != 2:
                await asyncio.sleep(0.05)
        assert len(await bert.get("/api/tables/mine")) == 2


async def test_when_one_process_dies_the_bots_of_its_tables_are_played_by_the_other(
    pair: tuple[Serving, Serving],
) -> None:
    async with guest_of_both(pair, "Anna") as (here, there):
        table = await here.open_table("zwergezocken", *[{"kind": "bot", "level": "hard"}] * 3)
        async with there.at(table) as watching:
            await watching.until(lambda: bool(watching.views) and len(watching.views[None]["log"]) > 3)
            pair[0].kill()
            await watching.until(lambda: watching.over)
    pair[0].start()


async def test_what_is_notified_is_tables_and_versions_and_nothing_else(pair: tuple[Serving, Serving]) -> None:
    heard: list[str] = []
    listening: Any = await asyncpg.connect(pair[0].database)
    await listening.add_listener("brocante", lambda _connection, _process, _channel, payload: heard.append(payload))
    async with Person(pair[0], "Anna") as anna:
        table = await anna.open_table("alles-futsch", "me", {"kind": "me", "name": "Berta"})
        async with anna.at(table) as a:
            await a.ask("say", text="Whispered")
            for _ in range(10):
                await a.play()
            version = a.version
        async with asyncio.timeout(PATIENCE):
            while [table, version] not in [notice for payload in heard for notice in json.loads(payload)]:
                await asyncio.sleep(0.02)
    await listening.close()
    notices = [notice for payload in heard for notice in json.loads(payload)]
    assert all(len(notice) == 2 and isinstance(notice[0], str) and isinstance(notice[1], int) for notice in notices)
    assert [number for name, number in notices if name == table] == list(range(1, (version or 0) + 1))
