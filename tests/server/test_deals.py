"""The deal of the day: one for everyone, one attempt each, its seed secret until the day is over."""

import asyncio
import hashlib
import random
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest
from sqlalchemy import text

from brocante.table.events import Moved
from tests.server.conftest import Start
from tests.server.people import Person
from tests.server.serving import Serving, Stored
from tests.server.test_database import on

pytestmark = pytest.mark.anyio
GAME = "alles-futsch"


def day(later: int = 0) -> str:
    return (datetime.now(UTC) + timedelta(later)).date().isoformat()


async def play_deal(person: Person, luck: int = 1) -> str:
    """Today's deal from the deal to its end."""
    table = str((await person.post(f"/api/deals/{day()}/{GAME}", status=201))["id"])
    async with person.at(table) as line:
        await line.play_on(random.Random(luck), "thrifty")
    return table


def of(shown: dict[str, Any], game: str = GAME) -> dict[str, Any]:
    (deal,) = [each for each in shown["deals"] if each["game"] == game]
    return dict(deal)


async def test_everyone_has_the_same_cards_and_the_same_bots(server: Serving) -> None:
    stored = Stored(server.database)
    async with Person(server, "Anna") as anna, Person(server, "Bert") as bert:
        tables = [await play_deal(anna), await play_deal(bert)]
        assert tables[0] != tables[1]
        moves = [[each.move for each in await stored.events(name) if isinstance(each, Moved)] for name in tables]
        assert moves[0] == moves[1]
        assert len(moves[0]) > 10
        shown = of(await anna.get("/api/deals"))
        assert [seat["kind"] for seat in shown["seats"]] == ["me", "bot", "bot"]
        assert shown["table"] == tables[0]
        listed = [(each["name"], each.get("yours", False)) for each in shown["results"]]
        assert {("Anna", True), ("Bert", False)} <= set(listed)
        (row,) = [row for row in await stored.rows("outcomes") if row.table_id == tables[0]]
        own = next(each for each in shown["results"] if each.get("yours"))
        assert f'"place":{own["place"]},"score":{own["score"]}' in row.seats
        assert [(each["day"], each["table"]) for each in await anna.get("/api/deals/mine")] == [(day(), tables[0])]


async def test_what_is_played_stands_and_nothing_of_the_cards_is_shown_before_the_day_is_over(server: Serving) -> None:
    async with Person(server, "Anna") as anna:
        table = str((await anna.post(f"/api/deals/{day()}/{GAME}", status=201))["id"])
        async with anna.at(table) as line:
            await line.play()
            assert line.views[0]["undo"] is None
            assert (await line.ask("undo"))["reason"] == "stands"
            await line.until_turn()
            assert (await line.ask("ask_hint"))["code"] == "no_hints"
            await line.play_on(random.Random(3), "thrifty")
            assert line.table["deal"] == day()
            assert line.table["seed"] is None
            frames = "".join(line.frames)
        for path in ("record", "replay"):
            assert (await anna.get(f"/api/tables/{table}/{path}", 409))["reason"] == "deal_sealed"
        tomorrow = await anna.get(f"/api/deals/{day(1)}")
        assert [deal["seed"] for deal in tomorrow["deals"]] == [None] * 3
        assert [deal["results"] for deal in tomorrow["deals"]] == [[]] * 3
        seeds = [row.seed.hex() for row in await Stored(server.database).rows("deals")]
        assert len(seeds) == 6
        for seed in seeds:
            assert seed not in frames + "".join(anna.bodies)
        assert (await anna.get(f"/api/deals/{day(2)}"))["deals"] == []
        assert (await anna.get("/api/deals/2026-02-30", 400))["reason"] == "no_such_day"


async def test_there_is_one_attempt_and_the_next_day_the_seed(database: str, start: Start) -> None:
    server = start(database, "--no-limits")
    async with Person(server, "Anna") as anna, Person(server, "Bert") as bert, Person(server, "") as nobody:
        await nobody.post(f"/api/deals/{day()}/{GAME}", status=401)
        assert (await anna.post(f"/api/deals/{day(-1)}/{GAME}", status=409))["reason"] == "other_day"
        assert (await anna.post(f"/api/deals/{day()}/bridge", status=400))["reason"] == "no_such_deal"
        forged = {
            "place": 1,
            "score": 999,
            "table": "AAAAAAAAAAAA",
            "result": {"ranks": [1, 2, 3], "scores": [999, 0, 0]},
        }
        both = [anna.post(f"/api/deals/{day()}/{GAME}", forged, status=201) for _ in range(4)]
        names = {answer["id"] for answer in await asyncio.gather(*both)}
        assert len(names) == 1
        assert of(await anna.get("/api/deals"))["results"] == []  # what a client says of a result is not heard
        for path in ("/api/me/games", f"/api/me/games/{min(names)}", f"/api/ratings/{GAME}", "/api/deals/mine"):
            assert (await anna.http.post(path, json=forged)).status_code == 405
        async with anna.at(*names) as line:
            await line.play()
        server.kill()
        server.start()
        table = await play_deal(anna)
        assert {table} == names
        assert await play_deal(anna) == table  # which is over
        before = of(await anna.get("/api/deals"))
        assert ["table" in each for each in before["results"]] == [False]

        await on(database, lambda connection: move_days(connection, day(), day(-1)))
        shown = await bert.get(f"/api/deals/{day(-1)}")
        assert shown["today"] == day()
        deal = of(shown)
        assert deal["commitment"] == before["commitment"] == hashlib.sha256(bytes.fromhex(deal["seed"])).hexdigest()
        assert [(each["name"], each["table"]) for each in deal["results"]] == [("Anna", table)]
        server.kill()
        server.start()  # a server that holds the table reads its setup once
        record = await bert.get(f"/api/tables/{table}/record")
        assert (record["seed"], record["names"][0]) == (deal["seed"], "Anna")

        # A clock that was set back: the seed is known by now, so nothing that is played counts.
        await on(database, lambda connection: move_days(connection, day(-1), day()))
        assert (await bert.post(f"/api/deals/{day()}/{GAME}", status=409))["reason"] == "deal_revealed"

        assert (await anna.http.delete("/api/me/")).status_code == 200
        assert of(await bert.get("/api/deals"))["results"] == []
        assert await Stored(database).rows("attempts") == []


def move_days(connection: Any, old: str, new: str) -> None:
    """As if the clock had gone on, or been set back."""
    connection.execute(text("DELETE FROM deals WHERE day = :new"), {"new": new})
    for table in ("deals", "attempts"):
        connection.execute(text(f"UPDATE {table} SET day = :new WHERE day = :old"), {"new": new, "old": old})
    connection.execute(text("UPDATE tables SET setup = replace(setup, :old, :new)"), {"new": new, "old": old})
