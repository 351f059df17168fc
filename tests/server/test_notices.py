"""People are told of their turns: by a real push service of the tests, which checks and decrypts what it gets."""

import asyncio
import json
import random
from collections.abc import AsyncIterator, Callable, Iterator
from contextlib import asynccontextmanager
from ipaddress import ip_network
from pathlib import Path
from typing import Any

import pytest
from cryptography.hazmat.primitives.asymmetric import ec
from sqlalchemy import Connection

from brocante.server import push
from brocante.server.deliver import Notice, PushServices, Subscription
from brocante.server.settings import Settings
from brocante.table.awaited import awaited_after
from tests.server.conftest import Start
from tests.server.people import PATIENCE, Person, spelled
from tests.server.push_service import Browser, PushService
from tests.server.serving import Postgres, Serving, Stored
from tests.server.test_database import on
from tests.server.test_wire import assert_closed_log, assert_closed_metrics, in_other_world

pytestmark = pytest.mark.anyio

FLAGS = ("--no-limits", "--logs", "--push-networks", "127.0.0.0/8,::1", "--contact", "mailto:operator@example.org")
LONGER_THAN_IT_TAKES = 4.0  # seconds in which a notice that is due would have come


@pytest.fixture
def service(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[PushService]:
    started = PushService(tmp_path)
    monkeypatch.setenv("SSL_CERT_FILE", str(started.certificate))
    yield started
    started.stop()


class Player:
    """A person at a table that may last days, who plays by HTTP, so that the table is in front of nobody."""

    def __init__(self, person: Person, browser: Browser, table: str) -> None:
        self.person, self.browser, self.table = person, browser, table

    async def shown(self) -> Any:
        return await self.person.get(f"/api/tables/{self.table}")

    async def has_turn(self) -> bool:
        shown = await self.shown()
        return any(view["legal"] for view in shown["views"])

    async def play(self) -> None:
        """Until it is somebody else's turn."""
        while True:
            shown = await self.shown()
            legal = [move for view in shown["views"] for move in spelled(view["legal"])]
            if not legal:
                return
            answer = await self.person.do(self.table, "play", move=legal[0], version=shown["version"])
            assert answer["type"] == "done"

    async def tell(self, on: bool = True) -> Any:
        return await self.person.do(self.table, "tell_turns", on=on)

    @property
    def kinds(self) -> list[str]:
        return [message["kind"] for message in self.browser.messages]

    async def until_told(self, *kinds: str) -> None:
        await until(lambda: self.kinds == list(kinds), lambda: f"told {self.kinds}, not {kinds}")


async def until(met: Callable[[], bool], otherwise: Callable[[], str] = str) -> None:
    try:
        async with asyncio.timeout(PATIENCE):
            while not met():
                await asyncio.sleep(0.05)
    except TimeoutError:
        raise AssertionError(otherwise()) from None


async def subscribed(person: Person, service: PushService, language: str = "en") -> Browser:
    ways = await person.get("/api/me/notices")
    browser = service.subscribe(ways["key"])
    answer = await person.http.put("/api/me/notices/push", json=browser.subscription(language))
    assert answer.status_code == 204, answer.text
    return browser


@asynccontextmanager
async def playing(
    servers: tuple[Serving, Serving], service: PushService, *bots: str
) -> AsyncIterator[tuple[Player, Player]]:
    """Whose turn it is, and the other; both want to be told from before the first move on."""
    async with Person(servers[0], "Anna") as anna, Person(servers[1], "Bert") as bert:
        browsers = [await subscribed(anna, service), await subscribed(bert, service, "de")]
        table = await anna.open_table("alles-futsch", "me", "open", *bots)
        a, b = (Player(*each, table) for each in zip((anna, bert), browsers, strict=True))
        async with anna.at(table), bert.at(table):  # who is there need not be told that it begins
            await bert.do(table, "sit", name="Bert")
            for player in (a, b):
                assert (await player.tell())["type"] == "done"
        yield (a, b) if await a.has_turn() else (b, a)


async def hurry(database: str) -> None:
    """Let what waits to be sent be due."""

    def due(connection: Connection) -> None:
        connection.exec_driver_sql("UPDATE notices SET due = 1 WHERE due IS NOT NULL")

    await on(database, due)


# --- One message for each turn ---


async def test_a_turn_is_told_once_and_taken_back_when_it_is_over(
    database: str, start: Start, service: PushService
) -> None:
    server = start(database, *FLAGS)
    async with playing((server, server), service) as (one, other):
        await one.play()
        await other.until_told("turn")
        shown = await other.shown()
        language = "de" if other.person.name == "Bert" else "en"
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
        secret = (await Stored(database).rows("secrets"))[0].secret
        told = [server.log(), await server.metrics()]
    assert_closed_log(told[0])
    assert_closed_metrics(told[1])
    assert 'brocante_notices_total{how="sent",way="push"} 5.0' in told[1]
    for hidden in (secret.hex(), push.encoded(secret), one.browser.endpoint, other.browser.endpoint, one.table):
        assert not any(hidden in text for text in told)


async def test_nobody_is_told_what_is_in_front_of_them(start: Start, database: str, service: PushService) -> None:
    server = start(database, *FLAGS)
    async with playing((server, server), service) as (one, other):
        async with other.person.at(other.table) as there:
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
        assert await Stored(database).rows("notices") == [
            row for row in await Stored(database).rows("notices") if row.kind != "over"
        ]


async def test_bots_move_on_so_that_somebody_can_be_told(start: Start, database: str, service: PushService) -> None:
    """Nobody is connected, and no clock runs; also after a restart."""
    server = start(database, *FLAGS)
    async with Person(server, "Anna") as anna:
        browser = await subscribed(anna, service)
        bots = [{"kind": "bot", "level": "easy"}] * 2
        table = await anna.open_table("alles-futsch", "me", *bots, options={"first": 0})
        player = Player(anna, browser, table)
        await player.tell()
        await player.play()
        server.kill()
        server.start()
        await player.until_told("turn")
        assert await player.has_turn()
        await until_no_bot_waits(database)


async def until_no_bot_waits(database: str) -> None:
    async with asyncio.timeout(PATIENCE):
        while [row for row in await Stored(database).rows("notices") if row.kind == "bot"]:
            await asyncio.sleep(0.1)


# --- Neither lost nor told twice ---


async def test_a_server_that_is_killed_loses_no_notice_and_sends_none_twice(
    database: str, start: Start, service: PushService
) -> None:
    server = start(database, *FLAGS)
    async with playing((server, server), service) as (one, other):
        await one.play()
        server.kill()  # before it is due
        assert other.kinds == []
        assert [row.kind for row in await Stored(database).rows("notices")] == ["turn"]
        server.start()
        await other.until_told("turn")
        await until_sent(database)
        server.kill()
        server.start()
        await asyncio.sleep(LONGER_THAN_IT_TAKES)
        assert other.kinds == ["turn"]


async def test_what_a_killed_server_was_sending_is_sent_again(
    start: Start, database: str, service: PushService
) -> None:
    """The same turn and the same topic: it takes the place of the first, if that has arrived."""
    server = start(database, *FLAGS)
    async with playing((server, server), service) as (one, other):
        await one.play()
        await other.until_told("turn")
        await until_sent(database)
        server.kill()

        def as_if_not_noted(connection: Connection) -> None:
            connection.exec_driver_sql("UPDATE notices SET due = 1")

        await on(database, as_if_not_noted)
        server.start()
        await other.until_told("turn", "turn")
        first, second = other.browser.received
        assert (first.message, first.topic) == (second.message, second.topic)


async def until_sent(database: str) -> None:
    async with asyncio.timeout(PATIENCE):
        while any(row.due is not None for row in await Stored(database).rows("notices")):
            await asyncio.sleep(0.05)


async def test_of_two_processes_one_sends(postgres: Postgres, start: Start, service: PushService) -> None:
    """And what is in front of somebody at one of them is not told by the other."""
    database = postgres.new_database()
    servers = start(database, *FLAGS), start(database, *FLAGS)
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


# --- What push services answer ---


async def test_what_push_services_answer(start: Start, database: str, service: PushService) -> None:
    server = start(database, *FLAGS)
    async with playing((server, server), service) as (one, other):
        other.browser.answers = [(503, ""), (429, "7")]
        await one.play()
        for tries in (1, 2):
            await until(lambda tries=tries: other.browser.asked == tries)  # type: ignore[misc]
            await until_waiting(database, tries)
            await hurry(database)
        await other.until_told("turn")
        await other.play()
        await one.until_told("turn")
        await other.until_told("turn", "over")

        other.browser.answers = [(500, "")] * 8  # it is given up in the end
        await one.play()
        for tries in range(1, 9):
            await until(lambda tries=tries: other.browser.asked == 4 + tries)  # type: ignore[misc]
            if tries < 8:
                await until_waiting(database, tries)
                await hurry(database)
        await until_none(database, other)
        await other.play()
        await one.until_told("turn", "over", "turn")

        other.browser.answers = [(403, "")]  # a refusal ends a notice, and not the subscription
        await one.play()
        await until(lambda: other.browser.asked == 13)
        await until_none(database, other)
        await other.play()
        await until(lambda: one.kinds.count("turn") == 3)

        other.browser.answers = [(410, "")]  # a subscription that has ended is dropped
        await one.play()
        await until(lambda: other.browser.asked == 14)
        async with asyncio.timeout(PATIENCE):
            while len(await Stored(database).rows("subscriptions")) > 1:
                await asyncio.sleep(0.05)
        assert (await other.person.get("/api/me/notices"))["browsers"] == 0
        assert 'brocante_notices_total{how="gone",way="push"} 1.0' in await server.metrics()


async def until_waiting(database: str, tries: int) -> None:
    """Until a notice that could not be sent waits to be tried again."""
    async with asyncio.timeout(PATIENCE):
        while True:
            clock = (await Stored(database).rows("uptime"))[0].ticks
            rows = [row for row in await Stored(database).rows("notices") if row.tries == tries and row.due]
            if rows and rows[0].due - clock < 50_000 * 3**tries:
                await asyncio.sleep(0.3)  # past the moment in which it is one process's to send
                return
            await asyncio.sleep(0.05)


async def until_none(database: str, player: Player) -> None:
    guests = {row.name: row.id for row in await Stored(database).rows("guests")}
    async with asyncio.timeout(PATIENCE):
        while [row for row in await Stored(database).rows("notices") if row.guest == guests[player.person.name]]:
            await asyncio.sleep(0.05)


async def test_a_host_by_name_is_reached_and_its_certificate_looked_at(service: PushService) -> None:
    services = PushServices(Settings("", push_networks=frozenset(map(ip_network, ("127.0.0.0/8", "::1/128")))))
    services.open(push.new_secret())
    browser = service.subscribe(services.vapid.public)
    keys = browser.subscription()["keys"]
    notice = Notice("turn", "AAAAAAAAAAAA", 3, "Klunker", "en")
    assert (await services.send(Subscription(browser.endpoint, **keys), notice)).how == "sent"
    elsewhere = browser.endpoint.replace("localhost", "127.0.0.1")  # the certificate is not for that
    assert (await services.send(Subscription(elsewhere, **keys), notice)).how == "later"
    strange = PushServices(Settings("", push_networks=frozenset(map(ip_network, ("127.0.0.0/8", "::1/128")))))
    strange.open(push.new_secret())
    assert (await strange.send(Subscription(browser.endpoint, **keys), notice)).how == "refused"
    outside = PushServices(Settings(""))
    outside.open(push.new_secret())
    assert (await outside.send(Subscription(browser.endpoint, **keys), notice)).how == "gone"
    assert browser.asked == 2
    for each in (services, strange, outside):
        await each.close()


# --- Who may ask, and for what ---


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
            assert not [each for each in shown["told"] if "told" in each["kind"]]  # nobody else need know
            assert (await bert.do(table, "tell_turns", on=True))["reason"] == "watching"


async def test_who_asks_to_be_told_no_more_is_not(start: Start, database: str, service: PushService) -> None:
    server = start(database, *FLAGS)
    async with playing((server, server), service) as (one, other):
        await other.tell(on=False)
        await one.play()
        await other.play()
        await one.until_told("turn")
        assert (await one.person.http.delete("/api/me/notices/push")).status_code == 204
        await one.play()
        await other.play()
        await asyncio.sleep(LONGER_THAN_IT_TAKES)
        assert (one.kinds, other.kinds) == (["turn"], [])
        assert await Stored(database).rows("notices") == []


async def test_other_devices_and_who_is_forgotten(start: Start, database: str, service: PushService) -> None:
    """Who moves is told by the browser of the new device, at the same tables, once it is subscribed there."""
    server = start(database, *FLAGS)
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
        guests = {row.guest for row in await Stored(database).rows("subscriptions")}
        assert len(guests) == 1
        assert not [row for row in await Stored(database).rows("notices") if row.guest not in guests and row.guest]


async def test_the_oldest_of_many_browsers_goes(server: Serving, service: PushService) -> None:
    async with Person(server, "Anna") as anna:
        body = service.subscribe((await anna.get("/api/me/notices"))["key"]).subscription()
        for number in range(7):
            body["endpoint"] = f"https://push.example.org/{random.randrange(10**12)}/{number}"
            assert (await anna.http.put("/api/me/notices/push", json=body)).status_code == 204
        assert (await anna.get("/api/me/notices"))["browsers"] == 5


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


# --- By the standards ---


def test_a_message_is_encrypted_as_in_rfc_8291() -> None:
    """Its appendix A."""
    own = ec.derive_private_key(
        int.from_bytes(push.decoded("yfWPiYE-n46HLnH0KqZOF1fJJU3MYrct3AELtAQ-oRw"), "big"), push.CURVE
    )
    sent = push.encrypted(
        b"When I grow up, I want to be a watermelon",
        "BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4",
        "BTBZMqHH6r4Tts7J_aSIgg",
        length=0,
        own=own,
        salt=push.decoded("DGv6ra1nlYgDCS1FRnbzlw"),
    )
    assert push.encoded(sent) == (
        "DGv6ra1nlYgDCS1FRnbzlwAAEABBBP4z9KsN6nGRTbVYI_c7VJSPQTBtkgcy27mlmlMoZIIgDll6e3vCYLocInmYWAmS6TlzAC8wEqKK6PBru3jl"
        "7A_yl95bQpu6cVPTpK4Mqgkf1CXztLVBSt2Ks3oZwbuwXPXLWyouBWLVWGNWQexSgSxsj_Qulcy4a-fN"
    )
