"""Who may ask to be told of turns, for which browsers and tables, and how that ends."""

import asyncio
import json
import random
from typing import Any

import pytest

from brocante.server import push
from brocante.server.tokens import hashed
from tests.server.people import Person
from tests.server.push_service import PushService
from tests.server.serving import Serving, Stored
from tests.server.told import LONGER_THAN_IT_TAKES, Player, playing, subscribed

pytestmark = pytest.mark.anyio


async def test_what_makes_no_sense_is_refused_and_changes_nothing(server: Serving, service: PushService) -> None:
    async with Person(server, "Anna") as anna, Person(server, "") as nobody:
        key = (await anna.get("/api/me/notices"))["key"]
        good = service.subscribe(key).subscription()
        good["endpoint"] = "https://push.example.org/abc"
        keys = good["keys"]
        wrong: list[tuple[dict[str, Any], str]] = [
            ({"endpoint": each}, "no_push_service")
            for each in (
                "http://push.example.org/abc",
                "https://127.0.0.1/abc",
                "https://[::1]/abc",
                "https://10.0.0.7/abc",
                "https://169.254.169.254/latest",
                "https://[::ffff:10.0.0.7]/abc",
                "https://localhost/abc",
                "https://database.internal/abc",
                "https://anna@push.example.org/abc",
                "https://8.8.8.8:5432/abc",
                "https://push.example.org:99999/abc",
                "file:///etc/passwd",
                "nonsense",
            )
        ]
        wrong += [
            ({"keys": {**keys, "p256dh": keys["p256dh"][:-4]}}, "no_push_keys"),
            ({"keys": {**keys, "p256dh": push.encoded(b"\4" + b"\1" * 64)}}, "no_push_keys"),
            ({"keys": {**keys, "auth": "AAAA"}}, "no_push_keys"),
            ({"keys": {**keys, "auth": "ä" * 22}}, "no_push_keys"),
        ]
        for change, reason in wrong:
            answer = await anna.http.put("/api/me/notices/push", json={**good, **change})
            assert (answer.status_code, answer.json()["reason"]) == (400, reason), change
        for change in ({"endpoint": 7}, {"keys": {}}, {"language": "xx"}, {"endpoint": "https://" + "a" * 3000}):
            answer = await anna.http.put("/api/me/notices/push", json={**good, **change})
            assert answer.status_code == 400
        assert (await nobody.http.put("/api/me/notices/push", json=good)).status_code == 401
        assert (await anna.get("/api/me/notices"))["browsers"] == 0


async def test_somebody_elses_subscription_is_refused(server: Serving, service: PushService) -> None:
    async with Person(server, "Anna") as anna, Person(server, "Mallory") as mallory:
        body = service.subscribe((await anna.get("/api/me/notices"))["key"]).subscription()
        body["endpoint"] = f"https://push.example.org/{random.randrange(10**12)}"
        for _ in range(2):  # once more is the same
            assert (await anna.http.put("/api/me/notices/push", json=body)).status_code == 204
        others = service.subscribe("").subscription()["keys"]
        for stolen in (body, {**body, "keys": others}):
            refused = await mallory.http.put("/api/me/notices/push", json=stolen)
            assert (refused.status_code, refused.json()["reason"]) == (403, "subscription_taken")
        stored = [row for row in await Stored(server.database).rows("subscriptions") if body["endpoint"] in row.content]
        assert [json.loads(row.content)["auth"] for row in stored] == [body["keys"]["auth"]]
        assert (await mallory.get("/api/me/notices"))["browsers"] == 0
        assert (await anna.get("/api/me/notices"))["browsers"] == 1


async def test_who_may_be_told_at_which_table(server: Serving) -> None:
    async with Person(server, "Anna") as anna, Person(server, "Bert") as bert:
        for clock, told in ((None, False), ({"bank": 24 * 3600}, False), ({"bank": 600}, None)):
            table = await anna.open_table("klunker", "me", "open", "open", clock=clock)
            assert (await anna.get(f"/api/tables/{table}"))["table"]["tells_turns"] is told
            answer = await anna.do(table, "tell_turns", on=True)
            assert answer.get("reason") == (None if told is False else "too_short")
            assert (await anna.get(f"/api/tables/{table}"))["table"]["tells_turns"] is (told is False or None)
            shown = await bert.get(f"/api/tables/{table}")
            assert shown["table"]["tells_turns"] is None
            assert not [each for each in shown.get("told", []) if "told" in each["kind"]]  # nobody else need know
            assert (await bert.do(table, "tell_turns", on=True))["reason"] == "watching"


async def test_who_asks_to_be_told_no_more_is_not(telling_on_sqlite: Serving, service: PushService) -> None:
    async with playing((telling_on_sqlite, telling_on_sqlite), service) as (one, other):
        await other.tell(on=False)
        await one.play()
        await other.play()
        await one.until_told("turn")
        assert (await one.person.http.delete("/api/me/notices/push")).status_code == 204
        await one.play()
        await other.play()
        await asyncio.sleep(LONGER_THAN_IT_TAKES)
        assert (one.kinds, other.kinds) == (["turn"], [])
        assert await one.notices() == []


async def test_other_devices_and_who_is_forgotten(telling_on_sqlite: Serving, service: PushService) -> None:
    """Who moves is told by the browser of the new device, at the same tables, once it is subscribed there."""
    server = telling_on_sqlite
    async with playing((server, server), service) as (one, other), Person(server, "Phone") as phone:
        link = (await other.person.post("/api/me/move", status=201))["token"]
        await phone.post("/api/me/move/claim", {"token": link})
        assert (await phone.get("/api/me/notices"))["browsers"] == 0
        moved = Player(phone, await subscribed(phone, service), other.table)
        assert (await moved.shown())["table"]["tells_turns"] is True
        await one.play()
        await moved.until_told("turn")
        assert other.kinds == []
        assert (await phone.http.delete("/api/me/")).status_code == 200
        stored = [row.content for row in await Stored(server.database).rows("subscriptions")]
        assert not any(moved.browser.endpoint in each for each in stored)
        assert any(one.browser.endpoint in each for each in stored)
        assert hashed(moved.browser.endpoint) not in {row.target for row in await other.notices()}


async def test_the_oldest_of_many_browsers_goes(server: Serving, service: PushService) -> None:
    async with Person(server, "Anna") as anna:
        body = service.subscribe((await anna.get("/api/me/notices"))["key"]).subscription()
        for number in range(7):
            body["endpoint"] = f"https://push.example.org/{random.randrange(10**12)}/{number}"
            assert (await anna.http.put("/api/me/notices/push", json=body)).status_code == 204
        assert (await anna.get("/api/me/notices"))["browsers"] == 5
