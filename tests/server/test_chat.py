"""Chat with strangers: newcomers get the last of it, the host keeps it in order, and watchers look like watchers."""

import json
import sys
from typing import Any

import pytest

from brocante.table.shown import MOST_LINES
from tests.server.conftest import Start
from tests.server.people import AtTable, Person
from tests.server.serving import Serving, sqlite

pytestmark = pytest.mark.anyio

WITHOUT_PAUSES = (
    sys.executable,
    "-c",
    "from brocante.server import requests; requests.RATE_LIMITS.clear(); from brocante.cli import main; main()",
)


def lines(told: list[dict[str, Any]]) -> list[str]:
    return [each["text"] for each in told if each["kind"] == "said"]


async def chatter(start: Start, folder: Any, count: int) -> tuple[Serving, list[str]]:
    """A server at which nobody is too fast, and what is said."""
    server = start(sqlite(folder), "--no-limits", command=WITHOUT_PAUSES)
    return server, [f"Line {number}" for number in range(count)]


async def test_newcomers_get_the_last_lines_and_the_rest_on_request(start: Start, tmp_path: Any) -> None:
    server, said = await chatter(start, tmp_path, 2 * MOST_LINES + 7)
    async with Person(server, "Anna") as anna, Person(server, "") as nobody:
        table = await anna.open_table("klunker", "me", "open", "open")
        async with anna.at(table) as a:
            early = ""
            for number, text in enumerate(said):
                answer = await a.ask("say", text=text)
                if number == 3:
                    early = answer["version"]
            await a.seen(answer["version"])
            assert lines(a.told) == said  # whoever was there has heard everything
            assert not any("earlier" in json.loads(frame) for frame in a.frames)
        shown = await nobody.get(f"/api/tables/{table}")
        assert lines(shown["told"]) == said[-MOST_LINES:]
        read, before = lines(shown["told"]), shown["earlier"]
        pages = 0
        while before is not None:
            page = await nobody.get(f"/api/tables/{table}/chat", params={"before": before})
            read, before, pages = lines(page["lines"]) + read, page["earlier"], pages + 1
            assert len(page["lines"]) <= MOST_LINES
        assert (read, pages) == (said, 2)
        for since, missing in ((early, True), (answer["version"] - 3, False)):
            async with nobody.at(table, since=since) as late:
                await late.until(lambda late=late: bool(late.told))  # type: ignore[misc]
                assert lines(late.told) == (said[-MOST_LINES:] if missing else said[-3:])
                assert ("earlier" in json.loads(late.frames[0])) == missing
        for wrong in ("-1", "x", ""):
            await nobody.get(f"/api/tables/{table}/chat", params={"before": wrong}, status=400)


async def test_much_that_happens_beside_the_game_is_not_sent_without_end(start: Start, tmp_path: Any) -> None:
    server, _ = await chatter(start, tmp_path, 0)
    async with Person(server, "Anna") as anna, Person(server, "") as nobody:
        table = await anna.open_table("klunker", "open", "open", "open")
        async with anna.at(table) as a:
            for number in range(500):
                answer = await a.ask("switch_chat", on=bool(number % 2))
            await a.seen(answer["version"])
        shown = await nobody.get(f"/api/tables/{table}")
        assert len(shown["told"]) == 400
        assert shown["told"][-1]["version"] == shown["version"] == 500


async def test_the_host_mutes_a_watcher_and_a_player_and_lets_them_write_again(server: Serving) -> None:
    async with Person(server, "Anna") as anna, Person(server, "Bert") as bert, Person(server, "Watcher") as watcher:
        table = await anna.open_table("klunker", "me", "open", "open")
        await bert.do(table, "sit", name="Bert", seat=1)
        async with anna.at(table) as a, bert.at(table) as b, watcher.at(table) as w:
            await w.ask("say", text="Buy my watches!")
            await a.until(lambda: bool(lines(a.told)))
            spam = a.told[-1]
            assert "seat" not in spam
            for line in (b, w):
                assert (await line.ask("mute", speaker=spam["speaker"]))["code"] == "not_the_host"
            assert (await a.ask("mute", speaker=spam["speaker"]))["type"] == "done"
            refused = await w.ask("say", text="More watches!")
            assert (refused["code"], refused["reason"]) == ("chat_is_off", "muted")
            assert (await b.ask("say", text="Thanks."))["type"] == "done"
            await b.until(lambda: b.table["muted"] == [spam["speaker"]])
            assert (await a.ask("mute", speaker=spam["speaker"], on=False))["type"] == "done"
            assert (await w.ask("say", text="Sorry."))["type"] == "done"
            assert (await a.ask("mute", seat=1))["type"] == "done"
            assert (await b.ask("say", text="Me too?"))["reason"] == "muted"
            assert (await a.ask("mute", seat=2))["reason"] == "nobody_there"
            for wrong in ({"seat": 0}, {"speaker": 99}, {}):
                assert (await anna.do(table, "mute", **wrong))["code"] == "bad_request"
            assert [seat["kind"] for seat in b.table["seats"]] == ["person", "person", "open"]  # who is muted stays


async def test_who_is_removed_loses_lines_and_seat_before_the_game(server: Serving) -> None:
    async with Person(server, "Anna") as anna, Person(server, "Bert") as bert, Person(server, "") as nobody:
        table = await anna.open_table("klunker", "me", "open", "open")
        await bert.do(table, "sit", name="Bert", seat=1)
        async with anna.at(table) as a, bert.at(table) as b:
            await b.ask("say", text="Something foul")
            await a.ask("say", text="Enough.")
            await a.until(lambda: len(lines(a.told)) == 2)
            assert (await b.ask("remove", seat=0))["code"] == "not_the_host"
            assert (await a.ask("remove", seat=0))["reason"] == "not_yourself"
            assert (await a.ask("remove", seat=1))["type"] == "done"
            await b.until(lambda: any(each["kind"] == "removed" for each in b.told))
            assert b.told[-1]["speaker"] == b.told[-3]["speaker"]  # so that clients drop these lines
            assert (await b.ask("say", text="Foul again"))["reason"] == "muted"
            assert (await b.ask("sit", name="Bert"))["reason"] == "removed"
        shown = await nobody.get(f"/api/tables/{table}")
        assert [seat["kind"] for seat in shown["table"]["seats"]] == ["person", "open", "open"]
        assert lines(shown["told"]) == ["Enough."]
        page = await nobody.get(f"/api/tables/{table}/chat", params={"before": 1000})
        assert lines(page["lines"]) == ["Enough."]
        assert "foul" not in json.dumps([shown, page])


async def test_in_the_game_a_player_who_is_removed_from_the_chat_plays_on(server: Serving) -> None:
    async with Person(server, "Anna") as anna, Person(server, "Bert") as bert:
        table = await anna.open_table("alles-futsch", "me", "open", options={"first": 1})
        await bert.do(table, "sit", name="Bert")
        async with anna.at(table) as a, bert.at(table) as b:
            assert (await a.ask("remove", seat=1))["type"] == "done"
            assert (await b.ask("say", text="Hello?"))["reason"] == "muted"
            await b.until_turn()
            assert (await b.play())["type"] == "done"


async def test_a_watcher_does_not_look_like_a_player(server: Serving) -> None:
    async with Person(server, "Anna") as anna, Person(server, "Anna") as other:
        table = await anna.open_table("klunker", "me", {"kind": "me", "name": "Carl"}, "open")
        async with anna.at(table) as a, other.at(table) as o:
            await a.ask("say", text="It is me.")
            await o.ask("say", text="No, it is me.")
            await a.until(lambda: len(lines(a.told)) == 2)
            true, false = [each for each in a.told if each["kind"] == "said"]
            assert (true["seat"], true["name"]) == (0, "Anna")
            assert "seat" not in false
            assert true["speaker"] != false["speaker"]


async def test_two_at_one_device_speak_as_the_one_whose_turn_it_is(server: Serving) -> None:
    async with Person(server, "Anna") as anna:
        table = await anna.open_table("alles-futsch", "me", {"kind": "me", "name": "Berta"}, options={"first": 1})
        async with anna.at(table) as both:
            await said(both, "My turn")
            assert (both.told[-1]["seat"], both.told[-1]["name"]) == (1, "Berta")


async def said(line: AtTable, text: str) -> None:
    await line.ask("say", text=text)
    await line.until(lambda: text in lines(line.told))
