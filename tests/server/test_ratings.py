"""Ratings: by games that were agreed to count, counted once, and the same again from what is stored."""

import asyncio
import json
import random
from typing import Any

import pytest
from sqlalchemy import text

from brocante.arena.anchors import LEVELS, anchors
from brocante.arena.report import Rating
from brocante.games.catalogue import RULESETS
from brocante.server.ratings import START, rated
from brocante.table.outcome import Finisher
from tests.server.conftest import Start
from tests.server.people import Person
from tests.server.serving import Serving, Stored
from tests.server.test_database import on
from tests.server.test_history import resign
from tests.server.test_operate import command

pytestmark = pytest.mark.anyio
GAME = "alles-futsch"
EASY = {"kind": "bot", "level": "easy"}
CERTAIN = Rating(30.0, 2.0)


def person(place: int, **more: Any) -> Finisher:
    return Finisher("person", place, 0, "Anna", "a", **more)


def bot(place: int) -> Finisher:
    return Finisher("bot", place, 0, level="medium")


def test_the_bots_are_fixed_anchors_in_every_game_and_the_strong_ones_stand_above_the_weak() -> None:
    assert set(anchors()) == set(RULESETS)
    for levels in anchors().values():
        assert tuple(levels) == LEVELS
        assert all(rating.sigma < START.sigma for rating in levels.values())
        easy, medium, hard, expert = (levels[level].mu for level in LEVELS)
        assert easy < min(medium, hard, expert)
        assert medium < min(hard, expert)


def test_who_wins_gains_who_loses_loses_and_bots_stay_as_they_are() -> None:
    medium = anchors()[GAME]["medium"]
    won, _ = rated(GAME, (person(1), bot(2)), (START, medium))
    lost, same = rated(GAME, (person(2), bot(1)), (START, medium))
    assert won.mu > START.mu > lost.mu
    assert won.sigma < START.sigma
    assert same == medium
    gave_up, _ = rated(GAME, (person(1, resigned=True), bot(2)), (START, medium))
    away, _ = rated(GAME, (person(1, away=True), bot(2)), (START, medium))
    assert gave_up == away == lost


def test_guests_made_up_for_the_purpose_move_nobody() -> None:
    """Neither somebody with a certain rating nor another beginner."""
    for before in (CERTAIN, START):
        after, _ = rated(GAME, (person(1), person(2)), (before, START))
        assert after == before
    _, beginner = rated(GAME, (person(1), person(2)), (CERTAIN, START))
    assert beginner.mu < START.mu


async def play(table: str, *people: Person) -> None:
    async def one(each: Person, luck: int) -> None:
        async with each.at(table) as line:
            await line.play_on(random.Random(luck), "any")

    await asyncio.gather(*(one(each, luck) for luck, each in enumerate(people)))


def own_seat(game: dict[str, Any]) -> dict[str, Any]:
    (seat,) = [seat for seat in game["seats"] if seat.get("yours")]
    return dict(seat)


async def rating_of(who: Person) -> Any:
    return (await who.get(f"/api/ratings/{GAME}"))["own"]


async def test_a_game_counts_if_that_was_agreed_and_is_counted_once(database: str, start: Start) -> None:
    server = start(database, "--no-limits")
    async with Person(server, "Anna") as anna, Person(server, "Bert") as bert:
        await play(await anna.open_table(GAME, "me", EASY), anna)
        assert await rating_of(anna) is None
        table = await anna.open_table(GAME, "me", "open", EASY, counts=True)
        await bert.do(table, "sit", name="Bert")
        await play(table, anna, bert)
        server.kill()  # as soon as the last move was answered
        server.start()
        first = await rating_of(anna)
        assert (first["games"], first["provisional"]) == (1, True)
        assert (await rating_of(bert))["games"] == 1
        await play(await anna.open_table(GAME, "me", EASY, counts=True), anna)
        second = await rating_of(anna)
        assert second["games"] == 2
        for who, games in ((anna, 3), (bert, 1)):
            listed = await who.get("/api/me/games")
            assert len(listed) == games
            assert listed == [await who.get(f"/api/me/games/{game['id']}") for game in listed]
            seats = [seat for game in listed for seat in game["seats"]]
            assert all(seat.get("yours") for seat in seats if "rating" in seat)  # each learns of their own
        *changes, uncounted = [own_seat(game) for game in await anna.get("/api/me/games")]
        last, one = (seat["rating"] for seat in changes)
        assert "rating" not in uncounted
        assert one["before"] == {"mu": START.mu, "sigma": START.sigma}
        assert one["after"] == last["before"] == {"mu": first["mu"], "sigma": first["sigma"]}
        assert last["after"] == {"mu": second["mu"], "sigma": second["sigma"]}
        await bert.get(f"/api/me/games/{(await anna.get('/api/me/games'))[0]['id']}", 404)

        stored = sorted(map(tuple, await Stored(database).rows("ratings")))
        assert len(stored) == 2
        assert "2 games, 2 ratings: all as stored." in await command("ratings", "--check", "--database", database)
        await on(database, lambda connection: connection.execute(text("UPDATE ratings SET mu = mu + 1")))
        assert "2 not as stored" in await command("ratings", "--check", "--database", database, status=1)
        await command("ratings", "--database", database)
        assert sorted(map(tuple, await Stored(database).rows("ratings"))) == stored

        assert (await anna.http.delete("/api/me/")).status_code == 200
        assert "2 games, 1 rating: all as stored." in await command("ratings", "--check", "--database", database)
        (row,) = await Stored(database).rows("ratings")
        assert tuple(row) in stored


async def test_what_a_game_that_counts_forbids(server: Serving) -> None:
    async with Person(server, "Anna") as anna, Person(server, "Bert") as bert:
        for seats in ([{"kind": "me"}] * 2, [{"kind": "me"}, {"kind": "program"}]):
            refused = await anna.post("/api/tables/", {"game": GAME, "seats": seats, "counts": True}, status=400)
            assert refused["reason"] == "cannot_count"
        table = await anna.open_table(GAME, "me", "open", EASY, counts=True)
        assert (await anna.do(table, "sit", name="Anna again"))["reason"] == "one_seat"
        link = await anna.post(f"/api/tables/{table}/seats/0/link", status=201)
        await bert.do(table, "sit", name="Bert")
        assert (await bert.post("/api/links", {"token": link["token"]}, status=409))["reason"] == "one_seat"
        async with anna.at(table) as line:
            await line.until(lambda: bool(line.views))
            assert line.table["counts"]
            assert not line.table["hints"]
            assert (await line.ask("undo"))["reason"] == "stands"


async def test_only_who_wants_to_is_listed(server: Serving) -> None:
    async with Person(server, "Zoe") as zoe, Person(server, "Yann") as yann:
        table = await zoe.open_table(GAME, "me", EASY, counts=True)
        await resign(zoe, table)

        async def names() -> list[str]:
            return [each["name"] for each in (await yann.get(f"/api/ratings/{GAME}"))["people"]]

        assert "Zoe" not in await names()
        assert (await zoe.http.put("/api/ratings/listed", json={"on": True})).status_code == 200
        assert "Zoe" in await names()
        shown = await zoe.get(f"/api/ratings/{GAME}")
        assert shown["listed"]
        assert shown["own"]["mu"] < START.mu  # who resigns has the last place
        assert "guest" not in json.dumps(shown)
        await zoe.http.put("/api/ratings/listed", json={"on": False})
        assert "Zoe" not in await names()
        await zoe.get("/api/ratings/bridge", 404)
