"""The public list, and many people behind one address."""

import asyncio
from pathlib import Path
from typing import Any

import pytest

from brocante.server import hub
from brocante.server.lobby import MOST_WAITING
from tests.server.conftest import Start
from tests.server.people import PATIENCE, Person
from tests.server.serving import Serving, sqlite

pytestmark = pytest.mark.anyio

SEATS = [{"kind": "me"}, {"kind": "open"}, {"kind": "open"}]


async def listed(person: Person) -> set[str]:
    return {each["id"] for each in await person.get("/api/tables/")}


async def test_a_waiting_table_leaves_the_list_without_its_host_and_comes_back_with_them(
    start: Start, tmp_path: Path
) -> None:
    server = start(sqlite(tmp_path), "--no-limits", "--waiting", str(2 * hub.SWEEP / 60))
    async with Person(server, "Anna") as anna, Person(server, "Bert") as bert, Person(server, "") as nobody:
        kept = await anna.open_table("klunker", "me", "open", "open", public=True)
        left = await bert.open_table("klunker", "me", "open", "open", public=True)
        assert await listed(nobody) == {kept, left}
        async with anna.at(kept), nobody.at(left):
            async with asyncio.timeout(2 * hub.SWEEP + PATIENCE):
                while await listed(nobody) != {kept}:
                    await asyncio.sleep(0.5)
            await asyncio.sleep(hub.SWEEP)
            assert await listed(nobody) == {kept}
        assert {each["id"] for each in await bert.get("/api/tables/mine")} == {left}  # it is still there
        async with bert.at(left), asyncio.timeout(2 * hub.SWEEP + PATIENCE):
            while left not in await listed(nobody):
                await asyncio.sleep(0.5)


async def test_one_guest_cannot_fill_the_list(server: Serving) -> None:
    body: dict[str, Any] = {"game": "klunker", "seats": SEATS, "public": True}
    async with Person(server, "Mallory") as mallory, Person(server, "Anna") as anna:
        answers = await asyncio.gather(*(mallory.http.post("/api/tables/", json=body) for _ in range(20)))
        opened = [answer.json()["id"] for answer in answers if answer.status_code == 201]
        assert len(opened) == MOST_WAITING
        refused = await mallory.post("/api/tables/", body, status=429)
        assert (refused["code"], refused["reason"], refused["values"]) == (
            "too_many",
            "too_many_waiting",
            {"most": MOST_WAITING},
        )
        assert str(MOST_WAITING) in refused["text"]
        await mallory.post("/api/tables/", {**body, "public": False}, status=201)
        await anna.post("/api/tables/", body, status=201)
        for seat in (1, 2):
            await mallory.do(opened[0], "put_bot", seat=seat)  # it begins, and makes room
        async with asyncio.timeout(PATIENCE):
            while (await mallory.http.post("/api/tables/", json=body)).status_code != 201:
                await asyncio.sleep(0.1)


async def test_thirty_people_behind_one_address_come_in_and_open_tables(limited: Serving) -> None:
    """Each gives a name twice, opens tables, and makes links; nobody is slowed down by the others."""
    people = [Person(limited, f"Guest {number}", address="10.9.0.1") for number in range(30)]

    async def comes_in(person: Person) -> None:
        async with person:
            assert (await person.http.put("/api/me/", json={"name": person.name})).status_code == 200
            for _ in range(3):
                table = await person.open_table("klunker", "me", "open", "open")
            for _ in range(3):
                await person.post(f"/api/tables/{table}/seats/0/link", status=201)

    await asyncio.gather(*map(comes_in, people))


async def test_giving_a_name_and_opening_tables_have_limits_of_their_own(limited: Serving) -> None:
    body = {"game": "klunker", "seats": SEATS}
    async with Person(limited, "Anna", address="10.9.0.2") as anna, Person(limited, "B", address="10.9.0.2") as bert:
        named = [(await anna.http.put("/api/me/", json={"name": "Anna"})).status_code for _ in range(40)]
        assert set(named) == {200, 429}
        await anna.post("/api/tables/", body, status=201)
        assert (await bert.http.put("/api/me/", json={"name": "Bert"})).status_code == 200  # at the same address


async def test_an_address_is_limited_also_where_each_comes_with_another_cookie(limited: Serving) -> None:
    async with Person(limited, "", address="10.9.0.3") as many:
        statuses = set()
        for number in range(900):
            cookie = {"Cookie": f"brocante_guest=made-up-{number}"}
            answer = await many.http.post("/api/links", json={"token": "x"}, headers=cookie)
            statuses.add(answer.status_code)
            if 429 in statuses:
                break
        assert statuses == {401, 429}
