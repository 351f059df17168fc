"""An id means the same request once, for every request that changes something: also after a restart, and everywhere."""

import asyncio
import random
from typing import Any, get_args

import pytest

from brocante.server.messages import Change
from tests.server.conftest import Start
from tests.server.people import Person
from tests.server.serving import Serving, Stored
from tests.server.test_two_processes import guest_of_both, pair

__all__ = ["pair"]  # a fixture

pytestmark = pytest.mark.anyio

# For each request: the same in other words, and something else.
SAME: dict[str, tuple[dict[str, Any], dict[str, Any]]] = {
    "sit": ({"name": " Bert "}, {"name": "Berta"}),
    "leave": ({}, {"seat": 0}),
    "put_bot": ({}, {"level": "hard"}),
    "play": ({"version": 0}, {"move": "something else"}),
    "undo": ({}, {"seat": 3}),
    "answer_undo": ({}, {"agrees": True}),
    "resign": ({}, {"seat": 3}),
    "come_back": ({}, {"seat": 3}),
    "say": ({"text": " Hello  there\n"}, {"text": "Good bye"}),
    "switch_chat": ({}, {"on": True}),
    "mute": ({}, {"on": False}),
    "remove": ({}, {"seat": 0}),
    "offer_rematch": ({}, {}),
    "tell_turns": ({}, {"on": False}),
}


async def granted(anna: Person, bert: Person, wish: str) -> tuple[Person, str, dict[str, Any], dict[str, Any]]:
    """A table at which this request is granted: who has sent it, the table, the request and its answer."""
    if wish in ("sit", "leave", "put_bot", "say", "switch_chat", "mute", "remove", "tell_turns"):
        table = await anna.open_table("klunker", "me", "open", "open", "open")
        sender = bert if wish in ("sit", "leave", "say") else anna
        if wish != "sit":
            await bert.do(table, "sit", name="Bert", seat=1)
        requests: dict[str, dict[str, Any]] = {
            "sit": {"name": "Bert"},
            "leave": {},
            "put_bot": {"seat": 2, "level": "easy"},
            "say": {"text": "Hello there"},
            "switch_chat": {"on": False},
            "mute": {"seat": 1},
            "remove": {"seat": 1},
            "tell_turns": {"on": True},
        }
        fields = requests[wish]
    elif wish == "answer_undo":
        table = await anna.open_table("alles-futsch", "me", "open", options={"first": 0})
        await bert.do(table, "sit", name="Bert", seat=1)
        async with anna.at(table) as a:
            await a.until_turn()
            await a.play()
            await a.ask("undo")
        sender, fields = bert, {"agrees": False}
    else:
        clock = {"bank": 0.05} if wish == "come_back" else None
        other = {"kind": "bot", "level": "easy"} if wish == "resign" else {"kind": "me", "name": "Berta"}
        table = await anna.open_table("alles-futsch", "me", other, clock=clock)
        sender, fields = anna, {}
        async with anna.at(table) as a:
            await a.until_turn()
            if wish == "play":
                fields = {"move": a.legal()[0], "version": a.version, "seat": a.seat_to_move}
            elif wish == "undo":
                await a.play()
                await a.play()
                fields = {"seat": a.views[0]["log"][-1][0]}
            elif wish == "come_back":
                await a.until(lambda: any(seat.get("away") for seat in a.table["seats"]))
                fields = {"seat": next(i for i, seat in enumerate(a.table["seats"]) if seat.get("away"))}
            elif wish == "offer_rematch":
                await a.play_on(random.Random(1), "thrifty")
    request = {"do": wish, "id": "once", **fields}
    answer = await sender.post(f"/api/tables/{table}/do", request)
    assert answer["type"] == "done", answer
    return sender, table, request, answer


async def repeated(person: Person, server: Serving, table: str, request: dict[str, Any], answer: Any) -> None:
    """The same request is answered in the same way and happens once; another under its id is refused."""
    wish = request["do"]
    happened = len([event for event in await Stored(server.database).events(table) if event.id == "once"])
    same, other = SAME[wish]
    for again in (request, {**request, **same}):
        assert await person.post(f"/api/tables/{table}/do", again) == answer
    else_ = {**request, **other} if other else {"do": "say", "id": "once", "text": "Hm"}
    refused = await person.post(f"/api/tables/{table}/do", else_)
    assert (refused.get("code"), refused.get("reason")) == ("id_used", "id_used")
    events = await Stored(server.database).events(table)
    assert len([event for event in events if event.id == "once"]) == happened == 1


def test_every_request_that_changes_something_is_here() -> None:
    assert set(SAME) == {each.__struct_config__.tag for each in get_args(Change)}


@pytest.mark.parametrize("wish", SAME)
async def test_a_request_sent_again_happens_once_and_another_under_its_id_is_refused(
    server: Serving, wish: str
) -> None:
    async with Person(server, "Anna") as anna, Person(server, "Bert") as bert:
        sender, table, request, answer = await granted(anna, bert, wish)
        await repeated(sender, server, table, request, answer)
        other = bert if sender is anna else anna
        answers = await other.post(f"/api/tables/{table}/do", {"do": "say", "id": "once", "text": "An id is my own"})
        assert answers.get("code") in (None, "chat_is_off")  # not id_used


async def test_it_holds_across_a_restart(database: str, start: Start) -> None:
    server = start(database, "--no-limits")
    async with Person(server, "Anna") as anna, Person(server, "Bert") as bert:
        all_of_them = [await granted(anna, bert, wish) for wish in SAME]
        server.kill()
        await asyncio.to_thread(server.start)
        for sender, table, request, answer in all_of_them:
            await repeated(sender, server, table, request, answer)


async def test_it_holds_at_two_processes(pair: tuple[Serving, Serving]) -> None:
    async with guest_of_both(pair, "Anna") as (here, there):
        for _ in range(10):
            table = await here.open_table("klunker", "open", "open", "open", "me")
            await there.get(f"/api/tables/{table}")
            for request in (
                {"do": "sit", "id": "a", "name": "Bert"},
                {"do": "say", "id": "b", "text": "Hello"},
                {"do": "put_bot", "id": "c", "seat": 2},
            ):
                path = f"/api/tables/{table}/do"
                first, second = await asyncio.gather(here.post(path, request), there.post(path, request))
                assert first == second
                assert first["type"] == "done"
            changed = {"do": "sit", "id": "a", "name": "Carl"}
            for person in (here, there):
                assert (await person.post(f"/api/tables/{table}/do", changed))["code"] == "id_used"
            assert len(await Stored(pair[0].database).events(table)) == 3


async def test_a_program_and_its_host_have_ids_of_their_own(server: Serving) -> None:
    async with Person(server, "Anna") as anna:
        table = await anna.open_table("alles-futsch", {"kind": "program"}, "me")
        token = (await anna.post(f"/api/tables/{table}/seats/0/token", status=201))["token"]
        headers = {"Authorization": f"Bearer {token}"}
        said = {"do": "say", "id": "1", "text": "I think"}
        first = await anna.post("/api/program/do", said, headers=headers)
        assert await anna.post("/api/program/do", said, headers=headers) == first
        token = (await anna.post(f"/api/tables/{table}/seats/0/token", status=201))["token"]
        headers = {"Authorization": f"Bearer {token}"}
        assert await anna.post("/api/program/do", said, headers=headers) == first  # the seat's, not the token's
        assert (await anna.post("/api/program/do", {**said, "text": "So"}, headers=headers))["code"] == "id_used"
        assert (await anna.post(f"/api/tables/{table}/do", {**said, "text": "Do you?"}))["type"] == "done"
        told = (await anna.get(f"/api/tables/{table}"))["told"]
        assert [each["text"] for each in told if each["kind"] == "said"] == ["I think", "Do you?"]


async def test_a_refused_request_leaves_its_id_free(server: Serving) -> None:
    async with Person(server, "Anna") as anna:
        table = await anna.open_table("klunker", "me", "open", "open")
        path = f"/api/tables/{table}/do"
        assert (await anna.post(path, {"do": "sit", "id": "x", "name": "B", "seat": 0}))["code"] == "seat_taken"
        assert (await anna.post(path, {"do": "sit", "id": "x", "name": "B", "seat": 1}))["type"] == "done"
