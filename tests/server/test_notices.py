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
from brocante.server.tokens import hashed
from brocante.table.awaited import awaited_after
from tests.server.conftest import Start
from tests.server.people import PATIENCE, Person, numbers, spelled
from tests.server.push_service import Browser, PushService, running_push_service
from tests.server.serving import Postgres, Serving, Stored, sqlite
from tests.server.test_database import on
from tests.server.test_wire import assert_closed_log, assert_closed_metrics, in_other_world

pytestmark = pytest.mark.anyio

FLAGS = ("--no-limits", "--logs", "--push-networks", "127.0.0.0/8,::1", "--contact", "mailto:operator@example.org")
LONGER_THAN_IT_TAKES = 4.0  # seconds in which a notice that is due would have come


@pytest.fixture(scope="module")
def service(tmp_path_factory: pytest.TempPathFactory) -> Iterator[PushService]:
    with running_push_service(tmp_path_factory.mktemp("push")) as running:
        yield running


@pytest.fixture(scope="module")
def telling_on_sqlite(tmp_path_factory: pytest.TempPathFactory, service: PushService) -> Iterator[Serving]:
    """A server that reaches the push service."""
    folder = tmp_path_factory.mktemp("telling")
    yield from started(folder, sqlite(folder))


@pytest.fixture(scope="module")
def telling_on_postgres(
    tmp_path_factory: pytest.TempPathFactory, postgres: Postgres, service: PushService
) -> Iterator[Serving]:
    yield from started(tmp_path_factory.mktemp("telling"), postgres.new_database())


def started(folder: Path, database: str) -> Iterator[Serving]:
    serving = Serving(folder, database, *FLAGS).start()
    yield serving
    serving.kill()


@pytest.fixture(params=["telling_on_sqlite", "telling_on_postgres"])
def telling(request: pytest.FixtureRequest) -> Serving:
    serving: Serving = request.getfixturevalue(request.param)
    return serving


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
        await play(self.person, self.table)

    async def tell(self, on: bool = True) -> Any:
        return await self.person.do(self.table, "tell_turns", on=on)

    @property
    def kinds(self) -> list[str]:
        return [message["kind"] for message in self.browser.messages if message["table"] == self.table]

    async def notices(self) -> list[Any]:
        """What is still to be told of this table."""
        stored = await Stored(self.person.server.database).rows("notices")
        return [row for row in stored if row.table_id == self.table]

    async def until_noted(self) -> None:
        """Until all that was sent is noted as sent."""
        async with asyncio.timeout(PATIENCE):
            while any(row.due is not None for row in await self.notices()):
                await asyncio.sleep(0.05)

    async def until_told(self, *kinds: str) -> None:
        await until(lambda: self.kinds == list(kinds), lambda: f"told {self.kinds}, not {kinds}")


async def play(person: Person, table: str) -> None:
    """Until it is somebody else's turn."""
    while True:
        shown = await person.get(f"/api/tables/{table}")
        legal = [move for view in shown["views"] for move in spelled(view["legal"])]
        if not legal:
            return
        assert (await person.do(table, "play", move=legal[0], version=shown["version"]))["type"] == "done"


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
    number = next(numbers)
    async with Person(servers[0], f"Anna {number}") as anna, Person(servers[1], f"Bert {number}") as bert:
        browsers = [await subscribed(anna, service), await subscribed(bert, service, "de")]
        table = await anna.open_table("alles-futsch", "me", "open", *bots)
        a, b = (Player(*each, table) for each in zip((anna, bert), browsers, strict=True))
        async with anna.at(table), bert.at(table):  # who is there need not be told that it begins
            await bert.do(table, "sit", name="Bert")
            for player in (a, b):
                assert (await player.tell())["type"] == "done"
        yield (a, b) if await a.has_turn() else (b, a)


async def hurry(database: str, tries: str = "tries") -> None:
    """Let what waits to be sent be due, as if it had been tried so often."""

    def due(connection: Connection) -> None:
        connection.exec_driver_sql(f"UPDATE notices SET due = 1, tries = {tries} WHERE due IS NOT NULL")

    await on(database, due)


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
    server = start(database, *FLAGS)
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


async def test_what_push_services_answer(telling_on_sqlite: Serving, service: PushService) -> None:
    database = telling_on_sqlite.database
    async with playing((telling_on_sqlite, telling_on_sqlite), service) as (one, other):
        other.browser.answers = [(503, ""), (429, "7")]
        await one.play()
        for tries in (1, 2):
            await until(lambda tries=tries: other.browser.asked == tries)  # type: ignore[misc]
            await until_waiting(other, tries)
            await hurry(database)
        await other.until_told("turn")
        await other.play()
        await one.until_told("turn")
        await other.until_told("turn", "over")

        other.browser.answers = [(500, "")] * 2  # it is given up in the end
        await one.play()
        await until(lambda: other.browser.asked == 5)
        await until_waiting(other, 1)
        await hurry(database, tries="7")
        await until(lambda: other.browser.asked == 6)
        await until_none(other)
        await other.play()
        await until(lambda: one.kinds.count("turn") == 2)

        other.browser.answers = [(403, "")]  # a refusal ends a notice, and not the subscription
        await one.play()
        await until(lambda: other.browser.asked == 7)
        await until_none(other)
        await other.play()
        await until(lambda: one.kinds.count("turn") == 3)
        assert (await other.person.get("/api/me/notices"))["browsers"] == 1

        other.browser.answers = [(410, "")]  # a subscription that has ended is dropped
        await one.play()
        await until(lambda: other.browser.asked == 8)
        await until_none(other)
        assert (await other.person.get("/api/me/notices"))["browsers"] == 0
        assert 'brocante_notices_total{how="gone",way="push"} 1.0' in await telling_on_sqlite.metrics()


async def until_waiting(player: Player, tries: int) -> None:
    """Until a notice that could not be sent waits to be tried again."""
    async with asyncio.timeout(PATIENCE):
        while not [row for row in await player.notices() if row.tries == tries]:
            await asyncio.sleep(0.05)
    await asyncio.sleep(
        0.5
    )  # it is the sender's until the answer is noted; were that slower, it is tried again by itself


async def until_none(player: Player) -> None:
    """Until there is nothing to tell a player."""
    guests = {row.name: row.id for row in await Stored(player.person.server.database).rows("guests")}
    async with asyncio.timeout(PATIENCE):
        while [row for row in await player.notices() if row.guest == guests[player.person.name]]:
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
