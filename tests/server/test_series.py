"""Series and leagues: the next round opens by itself and once, results count once, nobody is waited for in vain."""

import asyncio
import json
import random
from typing import Any

import pytest
from sqlalchemy import text

from brocante.table.events import Sat
from tests.server.conftest import Start
from tests.server.people import PATIENCE, Person
from tests.server.serving import Postgres, Serving, Stored
from tests.server.test_crash import whose_turn
from tests.server.test_database import on
from tests.server.test_operate import command
from tests.server.test_two_processes import pair

__all__ = ["pair"]  # a fixture

pytestmark = pytest.mark.anyio
GAME = "alles-futsch"


async def open_series(host: Person, **more: Any) -> str:
    terms = {"game": GAME, "players": 3, "rounds": 2, "substitute": "easy", **more}
    return str((await host.post("/api/series/", terms, status=201))["id"])


async def see(person: Person, series: str) -> Any:
    return await person.get(f"/api/series/{series}")


async def play(person: Person, series: str) -> str:
    """Play the own game that is not over to its end; the table."""
    table = str((await see(person, series))["your_table"])
    async with person.at(table) as line:
        await line.play_on(random.Random(1), "any")
    return table


async def until(person: Person, series: str, met: Any) -> Any:
    async with asyncio.timeout(PATIENCE):
        while not met(shown := await see(person, series)):
            await asyncio.sleep(0.1)
    return shown


def totals(shown: Any) -> dict[str, int]:
    return {each["name"]: each["total"] for each in shown["people"]}


async def test_a_series_goes_on_by_itself_and_every_game_is_counted_once(database: str, start: Start) -> None:
    server = start(database, "--no-limits")
    async with Person(server, "Anna") as anna, Person(server, "Bert") as bert:
        series = await open_series(anna)
        assert (await see(bert, series))["free"] == 2
        joined = await bert.post(f"/api/series/{series}/join")
        assert [each["name"] for each in joined["people"]] == ["Anna", "Bert"]
        begun = await anna.post(f"/api/series/{series}/begin")
        assert (begun["status"], begun["round"], len(begun["rounds"][0])) == ("running", 1, 1)
        expected = {"Anna": 0, "Bert": 0}
        for number in range(1, 3):
            shown = await see(anna, series)
            assert shown["round"] == number
            tables = await asyncio.gather(play(anna, series), play(bert, series))
            server.kill()  # as soon as the last move was answered
            server.start()
            (ended,) = [row for row in await Stored(database).rows("outcomes") if row.table_id == tables[0]]
            for seat in json.loads(ended.seats):
                if seat.get("name") in expected:
                    expected[seat["name"]] += seat["place"]
            assert totals(await see(anna, series)) == expected
        over = await see(bert, series)
        assert (over["status"], over["your_table"]) == ("over", None)
        seats = [[seat.get("entrant") for seat in fixture["seats"]] for (fixture,) in over["rounds"]]
        assert seats[1] == [*seats[0][1:], seats[0][0]]
        assert len(await Stored(database).rows("fixtures")) == 2
        assert [each["status"] for each in await bert.get("/api/series/mine")] == ["over"]
        assert (await bert.do(tables[0], "offer_rematch"))["reason"] == "of_a_series"
        assert (await bert.post(f"/api/series/{series}/join", status=409))["reason"] == "series_over"


async def test_nobody_waits_for_who_leaves_or_does_not_come(server: Serving) -> None:
    """Six play at two tables; one leaves, one is removed, one never comes. What bots come to is theirs, and marked."""
    people = [await Person(server, name).__aenter__() for name in ("Anna", "Bert", "Cleo", "Dora", "Emil", "Fritz")]
    anna, bert, cleo, dora, emil, fritz = people
    series = await open_series(anna, league=True, patience=8, count="points", clock={"bank": 600})
    for each in people[1:5]:
        await each.post(f"/api/series/{series}/join")
    refused = await anna.post(f"/api/series/{series}/begin", status=409)
    assert (refused["reason"], refused["values"]) == ("too_few_people", {"least": 6, "n": 5})
    await fritz.post(f"/api/series/{series}/join")
    begun = await anna.post(f"/api/series/{series}/begin")
    assert sorted(len(fixture["seats"]) for fixture in begun["rounds"][0]) == [3, 3]
    numbers = {each["name"]: each["number"] for each in begun["people"]}
    await bert.post(f"/api/series/{series}/leave")
    assert (await cleo.post(f"/api/series/{series}/remove/{numbers['Dora']}", status=403))["code"] == "not_the_host"
    await anna.post(f"/api/series/{series}/remove/{numbers['Dora']}")
    await asyncio.gather(*(play(each, series) for each in (anna, cleo, emil)))
    second = await until(anna, series, lambda shown: shown["round"] == 2)  # by themselves: Fritz has never come
    states = {each["name"]: (each["state"], each["bots"]) for each in second["people"]}
    assert states["Fritz"] == ("away", 1)
    assert states["Bert"] == ("left", 1)
    assert states["Dora"] == ("removed", 1)
    assert states["Anna"] == ("in", 0)
    assert (await dora.post(f"/api/series/{series}/join", status=403))["reason"] == "removed_from_series"
    await asyncio.gather(*(play(each, series) for each in (anna, cleo, emil)))
    over = await until(anna, series, lambda shown: shown["status"] == "over")
    bots = {each["name"]: each["bots"] for each in over["people"]}
    assert (bots["Bert"], bots["Dora"], bots["Fritz"]) == (2, 2, 2)
    sums = {
        number: sum(
            seat["score"]
            for tables in over["rounds"]
            for each in tables
            for seat in each["seats"]
            if seat["entrant"] == number
        )
        for number in numbers.values()
    }
    assert {each["number"]: each["total"] for each in over["people"]} == sums
    ranks = [each["rank"] for each in over["people"]]
    assert ranks == sorted(ranks)
    for each in people:
        await each.http.aclose()


async def test_whoever_comes_later_has_the_place_of_a_bot_from_the_next_game_on(server: Serving) -> None:
    async with Person(server, "Anna") as anna, Person(server, "Bert") as bert, Person(server, "Cleo") as cleo:
        closed, series = await open_series(anna, players=2), await open_series(anna, players=2, anyone=True, rounds=3)
        for each in (closed, series):
            await anna.post(f"/api/series/{each}/begin")
        assert (await bert.post(f"/api/series/{closed}/join", status=409))["reason"] == "series_begun"
        assert (await see(bert, series))["free"] == 1
        joined = await bert.post(f"/api/series/{series}/join")
        assert (joined["free"], joined["your_table"]) == (0, None)
        assert (await cleo.post(f"/api/series/{series}/join", status=409))["reason"] == "series_full"
        await play(anna, series)
        shown = await see(bert, series)
        assert [each["kind"] for each in (await bert.get(f"/api/tables/{shown['your_table']}"))["table"]["seats"]] == [
            *("person", "person")
        ]
        worst = max(seat["place"] for seat in shown["rounds"][0][0]["seats"])
        assert totals(shown)["Bert"] == worst
        await bert.post(f"/api/series/{series}/leave")  # and comes back before the next game
        assert (await bert.post(f"/api/series/{series}/join"))["people"]
        await play(anna, series)
        shown = await see(bert, series)
        assert shown["round"] == 3
        assert shown["your_table"] is not None


async def test_two_processes_open_the_next_round_once(pair: tuple[Serving, Serving], postgres: Postgres) -> None:
    """Tables of a round that end at the same moment, each at another process."""
    people = [await Person(pair[number % 2], f"P{number}").__aenter__() for number in range(6)]
    series = await open_series(people[0], league=True, rounds=3)
    for each in people[1:]:
        await each.post(f"/api/series/{series}/join")
    await people[0].post(f"/api/series/{series}/begin")
    for _ in range(3):
        await asyncio.gather(*(play(each, series) for each in people))
    over = await see(people[1], series)
    assert over["status"] == "over"
    stored = Stored(pair[0].database)
    fixtures = [row for row in await stored.rows("fixtures") if row.series_id == series]
    assert sorted((row.round, row.number) for row in fixtures) == [(r, n) for r in range(3) for n in range(2)]
    opened = [row for row in await stored.rows("tables") if f'"series":"{series}"' in row.setup]
    assert sorted(row.id for row in opened) == sorted(row.table_id for row in fixtures)
    assert all(each["games"] == 3 for each in over["people"])
    for each in people:
        await each.http.aclose()


async def test_joining_at_the_same_moment_takes_each_place_once(database: str, start: Start) -> None:
    server = start(database, "--no-limits")
    people = [await Person(server, f"P{number}").__aenter__() for number in range(6)]
    series = await open_series(people[0], players=3)
    answers = await asyncio.gather(*(each.http.post(f"/api/series/{series}/join") for each in people[1:]))
    assert sorted(answer.status_code for answer in answers) == [200, 200, 409, 409, 409]
    assert len(await Stored(database).rows("entrants")) == 3
    begun = await asyncio.gather(*(people[0].http.post(f"/api/series/{series}/begin") for _ in range(3)))
    assert sorted(answer.status_code for answer in begun) == [200, 409, 409]
    assert len(await Stored(database).rows("fixtures")) == 1
    for each in people:
        await each.http.aclose()


async def test_what_is_shown_of_a_series_depends_on_no_game_that_is_not_over(server: Serving) -> None:
    """Two worlds: while cards are dealt and played, not a byte of it changes; no id, secret or seed is in it."""
    async with Person(server, "Anna") as anna, Person(server, "Bert") as bert, Person(server, "") as nobody:
        series = await open_series(anna, game="klunker")
        await bert.post(f"/api/series/{series}/join")
        await anna.post(f"/api/series/{series}/begin")
        readers = (anna, bert, nobody)
        before = [(await each.http.get(f"/api/series/{series}")).text for each in readers]
        table = (await see(anna, series))["your_table"]
        async with anna.at(table) as a, bert.at(table) as b:
            assert a.table.get("series") in (None, series)
            for _ in range(6):
                await (await whose_turn(a, b)).play()
            assert a.table["series"] == series
            assert [(await each.http.get(f"/api/series/{series}")).text for each in readers] == before
        (anna_listed,) = await anna.get("/api/series/mine")
        assert (anna_listed["id"], anna_listed["your_table"]) == (series, table)
        assert await nobody.get("/api/series/mine") == []
        stored = Stored(server.database)
        secrets = [row.seed.hex() for row in await stored.rows("tables")] + [
            row.id for row in await stored.rows("guests")
        ]
        bodies = "".join(body for each in readers for body in each.bodies if '"rounds"' in body)
        assert bodies
        assert not [each for each in (*secrets, anna.secret, bert.secret) if each in bodies]


async def test_what_makes_no_sense_is_refused_and_changes_nothing(server: Serving) -> None:
    async with Person(server, "Anna") as anna, Person(server, "Bert") as bert, Person(server, "") as nobody:
        for wrong in (
            {"players": 9},
            {"rounds": 0},
            {"rounds": 21},
            {"patience": 0},
            {"count": "luck"},
            {"game": "bridge"},
        ):
            body = {"game": GAME, "players": 3, "rounds": 2, **wrong}
            refused = await anna.post("/api/series/", body, status=400)
            assert refused["text"]
        await nobody.post("/api/series/", {"game": GAME, "players": 3, "rounds": 2}, status=401)
        assert await anna.get("/api/series/mine") == []
        await anna.get("/api/series/AAAAAAAAAAAA", 404)
        await anna.get("/api/series/x", 400)
        for wish in ("join", "leave", "begin", "remove/1"):
            assert (await anna.post(f"/api/series/AAAAAAAAAAAA/{wish}", status=404))["reason"] == "no_such_series"
        series = await open_series(anna)
        assert (await bert.post(f"/api/series/{series}/begin", status=403))["reason"] == "not_host_of_series"
        assert (await bert.post(f"/api/series/{series}/leave", status=404))["reason"] == "not_in_series"
        assert (await anna.post(f"/api/series/{series}/remove/9", status=404))["reason"] == "no_such_entrant"
        await nobody.post(f"/api/series/{series}/join", status=401)
        await bert.post(f"/api/series/{series}/join")
        await bert.post(f"/api/series/{series}/join")  # asked twice, in once
        await anna.post(f"/api/series/{series}/remove/2")
        assert [each["name"] for each in (await see(anna, series))["people"]] == ["Anna"]
        assert (await bert.http.delete(f"/api/series/{series}")).status_code == 403
        for _ in range(9):
            await open_series(anna)
        refused = await anna.post("/api/series/", {"game": GAME, "players": 3, "rounds": 2}, status=429)
        assert refused["reason"] == "too_many_series"
        assert len(await anna.get("/api/series/mine")) == 10
        assert (await anna.http.delete(f"/api/series/{series}")).status_code == 204
        await anna.get(f"/api/series/{series}", 404)
        begun = await open_series(anna)
        await anna.post(f"/api/series/{begun}/begin")
        table = (await see(anna, begun))["your_table"]
        assert (await anna.http.delete(f"/api/series/{begun}")).status_code == 204
        async with anna.at(table) as line:
            await line.play_on(random.Random(1), "any")
        shown = await see(anna, begun)
        assert (shown["status"], shown["round"], shown["people"][0]["games"]) == ("over", 1, 1)


async def test_joining_has_a_rate_limit(limited: Serving) -> None:
    async with Person(limited, "Anna", address="10.0.0.77") as anna:
        series = await open_series(anna)
        answers = [await anna.http.post(f"/api/series/{series}/join") for _ in range(30)]
        assert {answer.status_code for answer in answers} == {200, 429}


async def test_who_is_forgotten_is_nobody_in_series_and_old_ones_go(database: str, start: Start, tmp_path: Any) -> None:
    server = start(database, "--no-limits")
    async with Person(server, "Anna") as anna, Person(server, "Bertrand") as bert:
        waiting = await open_series(bert)
        series = await open_series(bert)
        await anna.post(f"/api/series/{series}/join")
        await bert.post(f"/api/series/{series}/begin")
        table = (await see(anna, series))["your_table"]
        (guest,) = [row.id for row in await Stored(database).rows("guests") if row.name == "Bertrand"]
        assert guest in {event.guest for event in await Stored(database).events(table) if isinstance(event, Sat)}
        assert (await bert.http.delete("/api/me/")).status_code == 200
        await anna.get(f"/api/series/{waiting}", 404)
        shown = await see(anna, series)
        assert [(each["name"], each["state"]) for each in sorted(shown["people"], key=lambda each: each["number"])] == [
            *(("—", "left"), ("Anna", "in"))
        ]
        await play(anna, series)  # a bot plays on for whom nobody knows any more
        assert (await until(anna, series, lambda each: each["round"] == 2))["host"] == "—"
        for name in ("series", "entrants", "fixtures", "tables", "entries", "outcomes", "members"):
            assert not [row for row in await Stored(database).rows(name) if guest in str(row) or "Bertrand" in str(row)]
        await on(database, lambda each: [each.execute(text(f"UPDATE {old}")) for old in ("series SET changed = 1",)])
        server.kill()
        said = await command("prune", "--older", "1d", "--records", str(tmp_path), "--database", database)
        assert "1 series" in said
        for name in ("series", "entrants", "fixtures"):
            assert await Stored(database).rows(name) == []
