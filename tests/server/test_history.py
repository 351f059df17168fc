"""Games that somebody has finished: stored with the move that ends them, and listed for those who played."""

import asyncio
import json
import random
from typing import Any

import pytest

from brocante.table.events import Moved
from tests.server.conftest import Start
from tests.server.people import PATIENCE, Person
from tests.server.serving import Serving, Stored
from tests.server.test_database import on
from tests.server.test_operate import finished

pytestmark = pytest.mark.anyio
EASY = {"kind": "bot", "level": "easy"}


async def test_a_finished_game_is_listed_for_those_who_played(server: Serving) -> None:
    async with Person(server, "Anna") as anna, Person(server, "Bert") as bert, Person(server, "Carla") as carla:
        table = await anna.open_table("klunker", "me", "open", EASY)
        assert await anna.get("/api/me/games") == []
        await bert.do(table, "sit", name="Bertie")
        await carla.do(table, "say", text="I watch")
        async with anna.at(table) as a, bert.at(table) as b:
            await asyncio.gather(a.play_on(random.Random(1), "busy"), b.play_on(random.Random(2), "busy"))
        record = await anna.get(f"/api/tables/{table}/record")
        (game,) = await anna.get("/api/me/games")
        assert (game["id"], game["game"]) == (table, "klunker")
        assert [seat["place"] for seat in game["seats"]] == record["result"]["ranks"]
        assert [seat["score"] for seat in game["seats"]] == record["result"]["scores"]
        assert [seat.get("name", seat.get("level")) for seat in game["seats"]] == ["Anna", "Bertie", "easy"]
        assert [seat.get("yours", False) for seat in game["seats"]] == [True, False, False]
        (theirs,) = await bert.get("/api/me/games")
        assert [seat.get("yours", False) for seat in theirs["seats"]] == [False, True, False]
        assert await anna.get("/api/me/games?after=1") == []
        assert await carla.get("/api/me/games") == []  # who only watched
        assert "guest" not in json.dumps(game)
    async with Person(server, "") as nobody:
        assert await nobody.get("/api/me/games") == []


async def resign(person: Person, table: str) -> None:
    """Bots play on, to the end."""
    await person.do(table, "resign")
    async with asyncio.timeout(PATIENCE):
        while (await person.get(f"/api/tables/{table}"))["table"]["status"] != "over":
            await asyncio.sleep(0.05)


async def test_who_resigned_is_named_and_marked(server: Serving) -> None:
    async with Person(server, "Anna") as anna:
        table = await anna.open_table("alles-futsch", "me", EASY)
        await resign(anna, table)
        (game,) = await anna.get("/api/me/games")
        own = game["seats"][0]
        assert (own["kind"], own["name"], own["resigned"], own["yours"]) == ("person", "Anna", True, True)


async def test_an_outcome_is_stored_with_the_move_that_ends_the_game(database: str, start: Start) -> None:
    """And made up for where an older version has stored the game."""
    server = start(database, "--no-limits")
    async with Person(server, "Anna") as anna:
        table = await finished(anna)
        server.kill()  # as soon as the move has been answered
        (row,) = await Stored(database).rows("outcomes")
        last = [event for event in await Stored(database).events(table) if isinstance(event, Moved)][-1]
        assert (row.table_id, row.finished) == (table, last.at)
        await on(database, forget_outcomes)
        server.start()
        await anna.get(f"/api/tables/{table}")  # which notes that it is over, if that was lost
        (game,) = await anna.get("/api/me/games")
        assert (game["id"], game["at"]) == (table, row.finished)
        assert [tuple(each) for each in await Stored(database).rows("outcomes")] == [tuple(row)]


def forget_outcomes(connection: Any) -> None:
    connection.exec_driver_sql("DELETE FROM outcomes")


async def test_who_is_forgotten_is_in_no_list_of_the_others(server: Serving) -> None:
    async with Person(server, "Anna") as anna, Person(server, "Bert") as bert:
        table = await anna.open_table("alles-futsch", "me", "open")
        await bert.do(table, "sit", name="Bert")
        async with anna.at(table) as a, bert.at(table) as b:
            await asyncio.gather(a.play_on(random.Random(1), "any"), b.play_on(random.Random(2), "any"))
        before = await bert.get("/api/me/games")
        assert (await anna.http.delete("/api/me/")).status_code == 200
        after = await bert.get("/api/me/games")
        names = [seat["name"] for seat in after[0]["seats"]]
        assert names == ["—", "Bert"]
        assert [seat["place"] for seat in after[0]["seats"]] == [seat["place"] for seat in before[0]["seats"]]
