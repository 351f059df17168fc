"""What push services answer, whom the server talks to, and what it sends them."""

import asyncio
from ipaddress import ip_network

import pytest
from cryptography.hazmat.primitives.asymmetric import ec

from brocante.server import push
from brocante.server.deliver import Notice, PushServices, Subscription
from brocante.server.settings import Settings
from tests.server.people import PATIENCE
from tests.server.push_service import PushService
from tests.server.serving import Serving, Stored
from tests.server.told import Player, hurry, playing, until

pytestmark = pytest.mark.anyio

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
