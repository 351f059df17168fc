"""People are told of their turns, once each: by a real push service, which checks and decrypts what it gets."""

import asyncio
import random

import pytest
from sqlalchemy import Connection

from brocante.server import push
from brocante.table.awaited import awaited_after
from tests.server.conftest import TELLING, Start
from tests.server.people import Person
from tests.server.push_service import PushService
from tests.server.serving import Postgres, Serving, Stored
from tests.server.test_database import on
from tests.server.test_wire import assert_closed_log, assert_closed_metrics, in_other_world
from tests.server.told import LONGER_THAN_IT_TAKES, Player, playing, until

pytestmark = pytest.mark.anyio

# --- One message for each turn ---


async def test_a_turn_is_told_once_and_taken_back_when_it_is_over(telling: Serving, service: PushService) -> None:
    async with playing((telling, telling), service) as (one, other):
        await one.play()
        await other.until_told("turn")
        shown = await other.shown()
        language = "de" if other.person.name.startswith("Bert") else "en"
        (pushed,) = other.browser.received
        assert pushed.message == {
            "kind": "turn",
            "table": other.table,
            "turn": shown["version"],
            "game": "Alles futsch!",
            "language": language,
        }
        assert (pushed.ttl, pushed.urgency) == (7 * 24 * 3600, "normal")
        assert other.table not in pushed.topic
        assert one.kinds == []  # who is not to move is told nothing
        await other.play()
        await one.until_told("turn")
        await other.until_told("turn", "over")
        await one.play()
        await other.until_told("turn", "over", "turn")
        received = [*one.browser.received, *other.browser.received]
        assert len({each.length for each in received}) == 1, "the length tells nothing"
        assert len({each.topic for each in received}) == 1
        assert not service.refused
        secret = (await Stored(telling.database).rows("secrets"))[0].secret
        told = [telling.log(), await telling.metrics()]
    assert_closed_log(told[0])
    assert_closed_metrics(told[1])
    assert 'brocante_notices_total{how="sent",way="push"}' in told[1]
    for hidden in (secret.hex(), push.encoded(secret), one.browser.endpoint, other.browser.endpoint, one.table):
        assert not any(hidden in text for text in told)


async def test_nobody_is_told_what_is_in_front_of_them(telling_on_sqlite: Serving, service: PushService) -> None:
    async with (
        playing((telling_on_sqlite, telling_on_sqlite), service) as (one, other),
        other.person.at(other.table) as there,
    ):
        await one.play()
        await there.until_turn()
        await asyncio.sleep(LONGER_THAN_IT_TAKES)
        assert other.kinds == []
        await there.ask("look", on=False)
        await other.play()
        await one.until_told("turn")
        await one.play()
        await other.until_told("turn")
        await there.ask("look", on=True)  # the page takes the message away, and no second one is needed
        await other.play()
        await one.until_told("turn", "over", "turn")
        assert other.kinds == ["turn"]


# --- Neither lost nor told twice ---


async def test_a_server_that_is_killed_loses_no_notice_and_sends_none_twice(
    database: str, start: Start, service: PushService
) -> None:
    server = start(database, *TELLING)
    async with playing((server, server), service) as (one, other):
        bots = [{"kind": "bot", "level": "easy"}] * 2
        quiet = await one.person.open_table("alles-futsch", "me", *bots, options={"first": 0})
        beside_bots = Player(one.person, one.browser, quiet)
        await beside_bots.tell()
        await one.play()
        await beside_bots.play()
        server.kill()  # before anything is due, and while a bot thinks
        assert other.kinds == []
        assert [row.kind for row in await other.notices()] == ["turn"]
        server.start()
        await other.until_told("turn")
        await beside_bots.until_told("turn")  # bots move on where nobody is connected and no clock runs
        assert await beside_bots.has_turn()
        await other.until_noted()
        await beside_bots.until_noted()
        server.kill()
        server.start()
        await asyncio.sleep(LONGER_THAN_IT_TAKES)
        assert (other.kinds, beside_bots.kinds) == (["turn"], ["turn"])

        def as_if_not_noted(connection: Connection) -> None:
            connection.exec_driver_sql("UPDATE notices SET due = 1")

        await on(database, as_if_not_noted)  # as after a crash between a push service's answer and the note of it
        await other.until_told("turn", "turn")
        first, second = other.browser.received
        assert (first.message, first.topic) == (second.message, second.topic)  # it takes the place of the first


async def test_of_two_processes_one_sends(postgres: Postgres, start: Start, service: PushService) -> None:
    """And what is in front of somebody at one of them is not told by the other."""
    database = postgres.new_database()
    servers = start(database, *TELLING), start(database, *TELLING)
    async with playing(servers, service) as (one, other):
        for _ in range(3):
            await one.play()
            await until(lambda: other.kinds.count("turn") == one.kinds.count("turn") + 1)
            await other.play()
            await until(lambda: other.kinds.count("turn") == one.kinds.count("turn"))
        await until(lambda: other.kinds == ["turn", "over"] * 3)
        assert one.kinds == [*["turn", "over"] * 2, "turn"]
        async with other.person.at(other.table) as there:
            await one.play()
            await there.until_turn()
            await asyncio.sleep(LONGER_THAN_IT_TAKES)
            assert other.kinds.count("turn") == 3
    keys = {row.secret for row in await Stored(database).rows("secrets")}
    assert len(keys) == 1


# --- Nothing hidden ---


async def test_whose_turn_is_told_does_not_depend_on_what_is_hidden(server: Serving) -> None:
    async with Person(server, "Anna") as anna:
        table = await anna.open_table("klunker", *["me"] * 3)
        async with anna.at(table) as a:
            await a.play_on(random.Random(3), "busy", 40)
        whole = await Stored(server.database).table(table)
        growing = await Stored(server.database).table(table, 0)
        for event in whole.events:
            after = awaited_after(growing, event)
            for luck in range(2) if growing.game else ():
                assert in_other_world(growing, 0, luck).awaited == growing.awaited
            growing.apply(event)
            assert after == growing.awaited
