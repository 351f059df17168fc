"""A guest moves to another device."""

import asyncio

import pytest

from tests.server.people import Person
from tests.server.serving import Serving
from tests.server.test_operate import finished

pytestmark = pytest.mark.anyio


async def test_another_device_is_the_guest_and_the_old_one_nobody(server: Serving) -> None:
    async with Person(server, "Anna") as old, Person(server, "Somebody") as new, Person(server, "Mallory") as mallory:
        table = await old.open_table("klunker", "me", "open", "open")
        over = await finished(old)
        first = (await old.post("/api/me/move", status=201))["token"]
        link = (await old.post("/api/me/move", status=201))["token"]
        assert (await mallory.post("/api/me/move/claim", {"token": first}, status=401))["reason"] == "link_used"
        before = old.secret
        assert await new.post("/api/me/move/claim", {"token": link}) == {"name": "Anna"}
        assert new.secret not in ("", before)
        assert [each["id"] for each in await new.get("/api/me/games")] == [over]
        assert table in [each["id"] for each in await new.get("/api/tables/mine")]
        assert (await new.do(table, "switch_chat", on=False))["type"] == "done"  # the host's rights, too
        assert await old.get("/api/me/") is None
        assert (await mallory.post("/api/me/move/claim", {"token": link}, status=401))["reason"] == "link_used"
        assert await mallory.get("/api/me/") == {"name": "Mallory"}


async def test_of_two_claims_one_is_let_in(server: Serving) -> None:
    async with Person(server, "Anna") as anna, Person(server, "B") as one, Person(server, "C") as other:
        link = (await anna.post("/api/me/move", status=201))["token"]
        claims = [each.http.post("/api/me/move/claim", json={"token": link}) for each in (one, other)]
        answers = [answer.status_code for answer in await asyncio.gather(*claims)]
        assert sorted(answers) == [200, 401]
