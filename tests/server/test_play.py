"""Whole games over real sockets, and all that people and programs can do at a table."""

import asyncio
import hashlib
import json
import random
from pathlib import Path
from typing import Any

import httpx
import pytest

import brocante
from brocante.games.catalogue import RULESETS
from tests.server.conftest import Start
from tests.server.people import COOKIE, OPTIONS, PATIENCE, PLAYERS, STYLE, AtTable, Person, new_id, spelled
from tests.server.serving import Serving, Stored, sqlite
from tests.strategies import choose

pytestmark = pytest.mark.anyio


@pytest.mark.parametrize("game", RULESETS)
async def test_people_a_bot_and_a_watcher_at_a_whole_game(server: Serving, game: str) -> None:
    people = PLAYERS[game] - 1
    async with Person(server, "Anna") as anna, Person(server, "Bert") as bert, Person(server, "") as stranger:
        table = await anna.open_table(game, "me", *["open"] * (people - 1), {"kind": "bot", "level": "easy"})
        for number in range(people - 1):
            answer = await bert.do(table, "sit", name=f"Bert {number}")
            assert answer["type"] == "done"
        async with anna.at(table) as a, bert.at(table) as b, stranger.at(table) as watcher:
            await asyncio.gather(
                a.play_on(random.Random(1), STYLE[game]),
                b.play_on(random.Random(2), STYLE[game]),
                watcher_waits(watcher),
            )
            assert a.table["seats"][0]["yours"]
            assert not b.table["seats"][0].get("yours")
            assert list(watcher.views) == [None]
            result = watcher.views[None]["result"]
            assert result == a.views[0]["result"] == b.views[1]["result"]
        record = await stranger.get(f"/api/tables/{table}/record")
        replayed = brocante.replay(record)
        assert record == {**replayed.record(), "names": [seat.get("name") for seat in a.table["seats"]]}
        assert record["names"] == ["Anna", *[f"Bert {number}" for number in range(people - 1)], None]
        assert replayed.result() == result
        assert [[line["seat"], line["move"], line["facts"]] for line in replayed.log(0)] == a.views[0]["log"]
        assert hashlib.sha256(bytes.fromhex(record["seed"])).hexdigest() == a.table["commitment"]
        assert a.table["seed"] == record["seed"]
        assert a.table["options"] == replayed.options
        for seat in (None, 0, people):
            parameters = {} if seat is None else {"seat": seat}
            shown = await stranger.get(f"/api/tables/{table}/replay", params=parameters)
            assert shown["record"] == record
            assert len(shown["steps"]) == 1 + len(record["moves"])
            assert shown["steps"][-1]["position"] == replayed.table(seat)
            assert [step["move"][1] for step in shown["steps"][1:]] == [line["move"] for line in replayed.log(seat)]


async def watcher_waits(watcher: AtTable) -> None:
    await watcher.until(lambda: watcher.over)


async def test_a_table_of_bots_plays_by_itself(server: Serving) -> None:
    async with Person(server, "Anna") as anna:
        table = await anna.open_table("zwergezocken", *[{"kind": "bot", "level": "easy"}] * 3)
        async with anna.at(table) as watching:
            await watching.until(lambda: watching.over)
        assert brocante.replay(await anna.get(f"/api/tables/{table}/record")).result() is not None


async def test_who_comes_back_is_told_only_what_is_missing(server: Serving) -> None:
    async with Person(server, "Anna") as anna:
        table = await anna.open_table("alles-futsch", "me", {"kind": "me", "name": "Berta"})
        async with anna.at(table) as steady, anna.at(table) as shaky:
            luck = random.Random(1)
            for number in range(15):
                await steady.play(choose(steady.legal(), "thrifty", luck))
                if number == 9:
                    await shaky.close()
            await steady.ask("say", text="Where are you?")
            heard, seen = len(shaky.frames), shaky.version
            assert seen is not None
            await shaky.resume()
            await shaky.until(lambda: shaky.version == steady.version)
            (frame,) = (frame for frame in shaky.frames[heard:] if '"type":"present"' not in frame)
            news = json.loads(frame)
            assert [told["text"] for told in news["told"]] == ["Where are you?"]
            assert news["views"][0]["log_from"] > 0
            assert [view["log"] for view in shaky.views.values()] == [view["log"] for view in steady.views.values()]
        async with anna.at(table, since=steady.version) as late:
            await late.ask("ping")
            told = [frame for frame in late.frames if '"type":"present"' not in frame]
            assert len(told) == 1  # there was nothing to tell
        async with anna.at(table, since=10_000) as confused:
            await confused.until(lambda: confused.table != {})
            assert confused.version == steady.version


async def test_two_people_at_one_device_have_a_seat_each(server: Serving) -> None:
    async with Person(server, "Anna") as anna:
        table = await anna.open_table("alles-futsch", "me", {"kind": "me", "name": "Berta"})
        async with anna.at(table) as both:
            await both.until(lambda: bool(both.views))
            assert [seat["name"] for seat in both.table["seats"]] == ["Anna", "Berta"]
            assert list(both.views) == [0, 1, None]  # between them, what anybody may see
            async with Person(server, "") as nobody:
                (watched,) = (await nobody.get(f"/api/tables/{table}"))["views"]
            assert both.views[None] == watched
            await both.play_on(random.Random(3), "thrifty")
            assert both.over


async def test_a_move_sent_again_is_answered_again_and_made_once(server: Serving) -> None:
    async with Person(server, "Anna") as anna:
        table = await anna.open_table("alles-futsch", "me", {"kind": "me", "name": "Berta"})
        async with anna.at(table) as both:
            await both.play()
            seat = await both.until_turn()
            wish = {"move": both.legal()[0], "version": both.version}
            first = await both.ask("play", id="once", seat=seat, **wish)
            again = await both.ask("play", id="once", seat=seat, **wish)
            unnamed = await both.ask("play", id="once", **wish)  # by now it is the other's turn
            by_http = await anna.post(f"/api/tables/{table}/do", {"do": "play", "id": "once", "seat": seat, **wish})
            assert first["type"] == "done"
            assert first == again == unnamed == by_http
            await both.until(lambda: both.version == first["version"])
            assert len(both.views[seat]["log"]) == 2
            assert both.seat_to_move != seat


async def test_a_stale_or_illegal_move_changes_nothing(server: Serving) -> None:
    async with Person(server, "Anna") as anna:
        table = await anna.open_table("alles-futsch", "me", {"kind": "me", "name": "Berta"})
        async with anna.at(table) as both:
            seat = await both.until_turn()
            version, move = both.version, both.legal()[0]
            refused = await both.ask("play", move="bid 12345", version=version, seat=seat)
            assert (refused["code"], refused["version"]) == ("illegal_move", version)
            assert "Legal now" in refused["text"]
            assert (refused["reason"], refused["values"]["move"]) == ("not_a_move", "'bid 12345'")
            refused = await both.ask("play", move="pass", version=version, seat=seat)
            assert (refused["code"], refused["reason"], refused["clause"]) == ("illegal_move", "now_offer", "A2.1")
            assert "views" not in refused
            stale = await both.ask("play", move=move, version=0, seat=seat)
            assert (stale["code"], stale["reason"]) == ("stale", "stale")
            assert stale["views"] == list(both.views.values())
            early = await both.ask("play", move=move, version=version, seat=1 - (seat or 0))
            assert (early["code"], early["reason"], early["values"]) == (
                "not_your_turn",
                "not_your_turn",
                {"seat": seat},
            )
            assert (await both.ask("play", move=move, version=version, seat=3))["code"] == "not_your_seat"
            assert both.version == version


async def test_a_person_takes_back_to_their_own_last_decision_and_the_bots_forget(server: Serving) -> None:
    async with Person(server, "Anna") as anna, Person(server, "") as nobody:
        table = await anna.open_table("klunker", "me", "bot", "bot", options={"first": 0})
        async with anna.at(table) as a, nobody.at(table) as watcher:
            assert await a.until_turn() == 0
            assert a.views[0]["undo"] is None
            await a.play()
            assert a.views[0]["undo"] == 0
            await a.play("done")
            await a.until(lambda: len(a.views[0]["log"]) > 4 and a.seat_to_move == 0)
            first = await a.ask("undo", id="back")
            assert first["type"] == "done"
            assert await a.ask("undo", id="back") == first
            await watcher.until(lambda: watcher.version == first["version"])
            assert len(watcher.views[None]["log"]) == len(a.views[0]["log"]) == 1
            assert watcher.views[None]["undo"] is None
            assert watcher.told[-1]["kind"] == "undone"
            assert (await a.ask("undo"))["type"] == "done"
            assert (await a.ask("undo"))["reason"] == "nothing_to_take_back"


async def test_where_others_play_all_must_agree_to_take_back(server: Serving) -> None:
    async with Person(server, "Anna") as anna, Person(server, "Bert") as bert:
        table = await anna.open_table("klunker", "me", "open", "bot", options={"first": 0})
        async with anna.at(table) as a, bert.at(table) as b:
            await b.ask("sit", name="Bert")
            await a.until_turn()
            await a.play()
            assert (await a.ask("undo"))["type"] == "done"
            await b.until(lambda: b.table["undo"] == {"seat": 0, "open": [1]})
            assert len(a.views[0]["log"]) == 1
            assert (await b.ask("answer_undo", agrees=True))["type"] == "done"
            await a.until(lambda: a.views[0]["log"] == [] and a.table["undo"] is None)
            assert [each["kind"] for each in a.told[-3:]] == ["undo_asked", "undo_answered", "undone"]
            await a.play()
            await a.ask("undo")
            await a.play()  # who moves on asks no more
            await b.until(lambda: b.table["undo"] is None)


async def test_chat_is_heard_by_all_and_switched_off_by_the_host(server: Serving) -> None:
    async with Person(server, "Anna") as anna, Person(server, "Bert") as bert, Person(server, "") as nobody:
        table = await anna.open_table("klunker", "me", "open", "open")
        async with anna.at(table) as a, bert.at(table) as b, nobody.at(table) as n:
            await a.ask("say", text="  <b>Hello</b>\u202e\x07\n there ")
            await n.until(lambda: bool(n.told))
            assert (n.told[0]["seat"], n.told[0]["name"], n.told[0]["text"]) == (0, "Anna", "<b>Hello</b> there")
            await b.ask("say", text="I only watch.")
            await a.until(lambda: len(a.told) == 2)
            assert (a.told[1].get("seat"), a.told[1]["name"]) == (None, "Bert")
            assert (await n.ask("say", text="Who am I?"))["code"] == "not_known"
            assert (await b.ask("switch_chat", on=False))["code"] == "not_the_host"
            assert (await a.ask("switch_chat", on=False))["type"] == "done"
            assert (await b.ask("say", text="Still there?"))["code"] == "chat_is_off"
            assert (await a.ask("switch_chat", on=True))["type"] == "done"
            assert (await b.ask("say", text="\u200b"))["code"] == "bad_request"


async def test_a_rematch_begins_when_all_would_and_everyone_sits_one_seat_further(server: Serving) -> None:
    async with Person(server, "Anna") as anna, Person(server, "Bert") as bert:
        table = await anna.open_table("alles-futsch", "me", "open", {"kind": "bot", "level": "easy"})
        await bert.do(table, "sit", name="Bert")
        async with anna.at(table) as a, bert.at(table) as b:
            await a.until_turn() if a.status != "running" else None
            assert (await a.ask("offer_rematch"))["code"] == "not_over"
            await asyncio.gather(a.play_on(random.Random(1), "any"), b.play_on(random.Random(2), "any"))
            assert (await a.ask("offer_rematch"))["type"] == "done"
            assert (await a.ask("offer_rematch"))["type"] == "done"
            await b.until(lambda: bool(b.table["seats"][0].get("rematch")))
            assert b.table["next_table"] is None
            assert (await b.ask("offer_rematch"))["type"] == "done"
            await a.until(lambda: a.table["next_table"] is not None)
            following = a.table["next_table"]
        shown = await bert.get(f"/api/tables/{following}")
        assert [seat.get("name") for seat in shown["table"]["seats"]] == ["Bert", None, "Anna"]
        assert [seat["kind"] for seat in shown["table"]["seats"]] == ["person", "bot", "person"]
        assert shown["table"]["status"] == "running"
        assert shown["table"]["commitment"] != a.table["commitment"]
        async with asyncio.timeout(PATIENCE):
            while [each["id"] for each in await bert.get("/api/tables/mine")] != [following, table]:
                await asyncio.sleep(0.05)


async def test_who_resigns_is_replaced_by_the_bot_the_host_chose(server: Serving) -> None:
    async with Person(server, "Anna") as anna, Person(server, "Bert") as bert:
        table = await anna.open_table("alles-futsch", "me", "open", substitute="easy")
        await bert.do(table, "sit", name="Bert")
        async with anna.at(table) as a, bert.at(table) as b:
            await b.until(lambda: b.status == "running")
            assert (await b.ask("resign"))["type"] == "done"
            assert (await b.ask("resign"))["code"] == "not_your_seat"
            await a.until(lambda: a.table["seats"][1]["kind"] == "bot")
            assert a.table["seats"][1]["level"] == "easy"
            assert a.told[-1]["kind"] == "resigned"
            await a.play_on(random.Random(1), "thrifty")
            await b.until(lambda: b.over)


async def test_when_time_is_out_a_bot_plays_on_until_the_person_is_back(server: Serving) -> None:
    async with Person(server, "Anna") as anna:
        clock = {"bank": 0.3, "increment": 0}
        table = await anna.open_table(
            "klunker", "me", *["bot"] * 2, clock=clock, options={"first": 0}, substitute="easy"
        )
        async with anna.at(table) as a:
            await a.until(lambda: any(each["kind"] == "time_out" for each in a.told))
            assert a.table["seats"][0]["away"]
            assert a.table["seats"][0]["level"] == "easy"
            await a.until(lambda: any(line[0] == 0 for line in a.views[0]["log"]))  # a bot has moved
            assert (await a.ask("come_back"))["type"] == "done"
            assert (await a.ask("come_back"))["code"] == "bad_request"
            await a.until(lambda: not a.table["seats"][0].get("away"))
            await a.until_turn()
            assert (await a.play())["type"] == "done"


async def test_a_move_of_who_is_away_counts_and_brings_them_back(start: Start, tmp_path: Path) -> None:
    server = start(sqlite(tmp_path), "--no-limits", "--delay")  # so that there is time to be quicker than the bot
    async with Person(server, "Anna") as anna:
        table = await anna.open_table("klunker", "me", *["bot"] * 2, clock={"bank": 0.3}, options={"first": 0})
        async with anna.at(table) as a:
            await a.until(lambda: any(each["kind"] == "time_out" for each in a.told))
            answer: dict[str, Any] = {}
            while answer.get("type") != "done":
                await a.until_turn()
                answer = await a.play()
                assert answer.get("code", "stale") == "stale", answer
            assert not a.table["seats"][0].get("away")
            assert [each["kind"] for each in a.told][-2:] == ["time_out", "back"]
            assert a.told[-1]["version"] == answer["version"]


async def test_a_personal_link_moves_a_seat_once_and_can_be_revoked(server: Serving) -> None:
    async with Person(server, "Anna") as anna, Person(server, "Anna's phone") as phone, Person(server, "Bert") as bert:
        table = await anna.open_table("alles-futsch", "me", {"kind": "bot", "level": "easy"}, options={"first": 0})
        link = f"/api/tables/{table}/seats/0/link"
        assert (await bert.post(link, status=403))["code"] == "not_your_seat"
        revoked = (await anna.post(link, status=201))["token"]
        replaced = (await anna.post(link, status=201))["token"]
        assert (await phone.post("/api/links", {"token": revoked}, status=401))["code"] == "not_known"
        assert (await anna.http.delete(link)).status_code == 204
        assert (await phone.post("/api/links", {"token": replaced}, status=401))["code"] == "not_known"
        token = (await anna.post(link, status=201))["token"]
        async with anna.at(table) as old, phone.at(table) as new:
            await new.until(lambda: list(new.views) == [None])
            await old.until_turn()
            assert (await phone.post("/api/links", {"token": token}))["id"] == table
            await new.until(lambda: list(new.views) == [0])
            await old.until(lambda: list(old.views) == [None])
            assert (await phone.post("/api/links", {"token": token}, status=401))["code"] == "not_known"
            assert (await old.ask("play", move=new.legal()[0], version=new.version))["code"] == "not_your_seat"
            assert (await new.play())["type"] == "done"
            assert new.table["seats"][0]["name"] == "Anna"
        assert [each["id"] for each in await phone.get("/api/tables/mine")] == [table]


async def test_of_two_who_come_with_one_link_at_once_one_is_let_in(server: Serving) -> None:
    async with Person(server, "Anna") as anna, Person(server, "Bert") as bert, Person(server, "Cleo") as cleo:
        table = await anna.open_table("klunker", "me", "open", "open")
        for _ in range(10):
            token = (await anna.post(f"/api/tables/{table}/seats/0/link", status=201))["token"]
            answers = await asyncio.gather(
                *(person.http.post("/api/links", json={"token": token}) for person in (bert, cleo))
            )
            assert sorted(answer.status_code for answer in answers) == [200, 401]
            winner = bert if answers[0].status_code == 200 else cleo
            back = (await winner.post(f"/api/tables/{table}/seats/0/link", status=201))["token"]
            await anna.post("/api/links", {"token": back})


async def test_a_program_plays_a_whole_game_with_its_token(server: Serving) -> None:
    async with Person(server, "Anna") as anna, Person(server, "Bert") as bert:
        seats = [{"kind": "program", "name": "R2\u202e"}, {"kind": "bot", "level": "easy"}]
        table = await anna.open_table("alles-futsch", *seats)
        path = f"/api/tables/{table}/seats/0/token"
        assert (await bert.post(path, status=403))["code"] == "not_the_host"
        assert (await anna.post(f"/api/tables/{table}/seats/1/token", status=404))["code"] == "no_such_seat"
        old = (await anna.post(path, status=201))["token"]
        token = (await anna.post(path, status=201))["token"]
        lines = await played_by_program(server, token)
        assert lines[-1]["table"]["status"] == "over"
        assert lines[-1]["table"]["seats"][0]["name"] == "R2"
        for wrong in (old, "x"):
            header = {"Authorization": f"Bearer {wrong}"}
            assert (await bert.get("/api/program/stream", status=401, headers=header))["code"] == "not_known"
            body = {"do": "ping", "id": "1"}
            assert (await bert.post("/api/program/do", body, status=401, headers=header))["code"] == "not_known"
        assert (await anna.http.delete(path)).status_code == 204
        await bert.get("/api/program/stream", status=401, headers={"Authorization": f"Bearer {token}"})


async def test_a_program_whose_token_is_revoked_is_told_nothing_more(server: Serving) -> None:
    async with Person(server, "Anna") as anna:
        table = await anna.open_table("alles-futsch", {"kind": "program"}, "me")
        path = f"/api/tables/{table}/seats/0/token"
        headers = {"Authorization": f"Bearer {(await anna.post(path, status=201))['token']}"}
        async with anna.http.stream("GET", "/api/program/stream", headers=headers) as stream:
            lines = stream.aiter_lines()
            assert json.loads(await anext(lines))["views"][0]["seat"] == 0
            await anna.do(table, "say", text="Still there?")
            assert "Still there?" in await anext(lines)
            assert (await anna.http.delete(path)).status_code == 204
            await anna.do(table, "say", text="And now?")
            assert not [line async for line in lines if line]


async def played_by_program(server: Serving, token: str) -> list[dict[str, Any]]:
    """All lines of the stream; a move is made whenever it is the program's turn."""
    luck, lines = random.Random(1), []
    headers = {"Authorization": f"Bearer {token}"}
    async with (
        httpx.AsyncClient(base_url=server.address, headers=headers, timeout=PATIENCE, trust_env=False) as http,
        http.stream("GET", "/api/program/stream") as stream,
    ):
        assert stream.headers["content-type"] == "application/x-ndjson"
        async for line in stream.aiter_lines():
            if not line:
                continue
            news = json.loads(line)
            lines.append(news)
            for view in news.get("views", []):
                assert view["seat"] == 0
                if view["legal"]:
                    move = choose(spelled(view["legal"]), "thrifty", luck)
                    body = {"do": "play", "id": new_id(), "move": move, "version": news["version"]}
                    assert (await http.post("/api/program/do", json=body)).json()["type"] == "done"
        sitting = (await http.post("/api/program/do", json={"do": "sit", "id": "s", "name": "R2"})).json()
        assert sitting["code"] == "not_your_seat"
    return lines


async def test_a_hint_says_what_the_expert_thinks_of_each_move(server: Serving) -> None:
    async with Person(server, "Anna") as anna, Person(server, "") as nobody:
        table = await anna.open_table("zwergezocken", "me", "bot", "bot", options={"first": 0, "rounds": 1})
        async with anna.at(table) as a, nobody.at(table) as n:
            await a.until_turn()
            hint = await a.ask("ask_hint")
            assert sorted(thought[0] for thought in hint["thoughts"]) == sorted(a.legal())
            assert hint["wins"]
            assert {hint["best"], hint["other"]} <= set(a.legal())
            assert all(reason["worth"] > 0 and reason["fact"]["fact"] for reason in hint["reasons"])
            assert (await n.ask("ask_hint"))["code"] == "not_your_seat"
        without = await anna.open_table("zwergezocken", "me", "bot", "bot", hints=False)
        assert (await anna.do(without, "ask_hint"))["code"] == "no_hints"


async def test_lists_show_public_tables_to_all_and_own_ones_to_oneself(server: Serving) -> None:
    async with Person(server, "Anna") as anna, Person(server, "Bert") as bert:
        public = await anna.open_table("klunker", "me", "open", "open", public=True)
        private = await anna.open_table("klunker", "me", "open", "open")
        listed = {each["id"]: each for each in await bert.get("/api/tables/")}
        assert public in listed
        assert private not in listed
        assert (listed[public]["free"], listed[public]["host"], listed[public]["status"]) == (2, "Anna", "waiting")
        assert await bert.get("/api/tables/mine") == []
        assert {each["id"] for each in await anna.get("/api/tables/mine")} == {public, private}
        await bert.do(public, "sit", name="Bert", seat=2)
        assert [each["id"] for each in await bert.get("/api/tables/mine")] == [public]
        assert (await bert.do(public, "leave"))["type"] == "done"
        assert await bert.get("/api/tables/mine") == []


async def test_seats_are_taken_left_and_given_to_bots_before_the_game(server: Serving) -> None:
    async with Person(server, "Anna") as anna, Person(server, "Bert") as bert:
        table = await anna.open_table("klunker", "me", "open", "open")
        assert (await bert.do(table, "sit", name="Bert", seat=0))["code"] == "seat_taken"
        assert (await bert.do(table, "sit", name="Bert", seat=4))["code"] == "no_such_seat"
        assert (await bert.do(table, "sit", name="Bert", seat=2))["type"] == "done"
        assert (await anna.do(table, "play", move="done", version=0))["code"] == "not_running"
        assert (await anna.get(f"/api/tables/{table}/history", status=409))["code"] == "not_running"
        assert (await bert.do(table, "put_bot", seat=1))["code"] == "not_the_host"
        assert (await anna.do(table, "put_bot", seat=2))["code"] == "seat_taken"
        assert (await anna.do(table, "put_bot", seat=1, level="easy"))["type"] == "done"
        shown = await bert.get(f"/api/tables/{table}")
        assert shown["table"]["status"] == "running"
        async with Person(server, "") as nobody:
            seen = (await nobody.get(f"/api/tables/{table}"))["views"][0]
            history = await bert.get(f"/api/tables/{table}/history")
        moves = len(seen["log"])
        assert history[moves]["position"] == seen["position"]  # a watcher's, to whoever asks
        assert [step["move"] for step in history[1 : moves + 1]] == seen["log"]
        assert (await bert.do(table, "leave"))["code"] == "not_waiting"
        assert (await bert.do(table, "sit", name="Bert"))["code"] == "not_waiting"
        for path in ("record", "replay"):
            assert (await bert.get(f"/api/tables/{table}/{path}", status=409))["code"] == "not_over"


async def test_records_are_uploaded_and_looked_back_on(server: Serving) -> None:
    game = brocante.new("zwergezocken", players=3, seed=3, rounds=1)
    bot = brocante.bot("random", seed=1)
    half: dict[str, Any] = {}
    while game.turn is not None:
        game.play(bot.choose(game))
        half = half or game.record()
    async with Person(server, "") as nobody:
        shown = await nobody.post("/api/replays", game.record(), params={"seat": 1})
        assert shown["steps"][-1]["position"] == game.table(1)
        assert [step["move"][1] for step in shown["steps"][1:]] == [line["move"] for line in game.log(1)]
        wrong = {**game.record(), "moves": ["sing", *game.moves[1:]]}
        for record, reason in ((half, "not over"), (wrong, "sing"), ({}, ""), ({"game": "chess"}, "")):
            refused = await nobody.post("/api/replays", record, status=400)
            assert refused["code"] == "bad_request"
            assert reason in refused["text"]
        sung = await nobody.post("/api/replays", wrong, status=400)
        assert (sung["reason"], sung["values"]["number"], sung["values"]["move"]) == ("wrong_move", 1, "sing")
        assert sung["values"]["why"]["code"] == "not_a_move"
        named = {**game.record(), "names": ["Anna", None, "Bert"]}
        assert (await nobody.post("/api/replays", named))["record"] == named
        assert "Seats" in (await nobody.post("/api/replays", game.record(), status=400, params={"seat": 4}))["text"]


async def test_a_guest_is_known_by_a_cookie_scripts_cannot_read(server: Serving) -> None:
    async with Person(server, "Anna") as anna, Person(server, "") as nobody:
        assert await anna.get("/api/me/") == {"name": "Anna"}
        assert await nobody.get("/api/me/") is None
        answer = await nobody.http.put("/api/me/", json={"name": " Carl\x00 "})
        assert answer.json() == {"name": "Carl"}
        attributes = {part.strip().split("=")[0].lower() for part in answer.headers["set-cookie"].split(";")}
        assert {"httponly", "samesite", "path", "max-age"} <= attributes
        assert "secure" not in attributes
        again = await nobody.http.put("/api/me/", json={"name": "Carla"})
        assert "set-cookie" not in again.headers
        assert await nobody.get("/api/me/") == {"name": "Carla"}
        behind_tls = await anna.http.put(
            "/api/me/", json={"name": "Dora"}, headers={"X-Forwarded-Proto": "https", "Cookie": f"{COOKIE}=wrong"}
        )
        assert "secure" in behind_tls.headers["set-cookie"].lower()


async def test_who_asks_too_much_is_slowed_down(limited: Serving) -> None:
    async with Person(limited, "Anna", address="10.0.0.1") as anna, Person(limited, "Bert", address="10.0.0.2") as bert:
        table = await anna.open_table("klunker", "me", "open", "open")
        async with anna.at(table) as a:
            codes = [answer.get("code") for answer in await flood(a, 45)]
            assert codes.count("too_fast") > 0
            assert codes[:30] == [None] * 30
        statuses = [(await anna.http.post("/api/tables/", json={})).status_code for _ in range(40)]
        assert set(statuses) == {400, 429}
        body = {"game": "klunker", "seats": [{"kind": "me"}, {"kind": "open"}, {"kind": "open"}]}
        refused = await anna.post("/api/tables/", body, status=429)
        assert refused["code"] == "too_fast"
        assert (await anna.get("/api/me/"))["name"] == "Anna"  # each endpoint has its own limit
        await bert.post("/api/tables/", body, status=201)  # and each address


async def flood(at: AtTable, count: int) -> list[dict[str, Any]]:
    """The answers to so many pings at once."""
    before = len(at.frames)
    for _ in range(count):
        await at.send(json.dumps({"do": "ping", "id": "p"}))
    await at.until(lambda: sum('"news"' not in frame for frame in at.frames[before:]) >= count)
    return [json.loads(frame) for frame in at.frames[before:] if '"news"' not in frame]


async def test_options_of_each_game_can_be_chosen(server: Serving) -> None:
    async with Person(server, "Anna") as anna:
        games = await anna.get("/api/games")
        assert set(games) == set(RULESETS) == set(OPTIONS)
        table = await anna.open_table("klunker", "me", "bot", "bot", options={"unsold": "box", "first": 2})
        shown = await anna.get(f"/api/tables/{table}")
        assert shown["table"]["options"] == {"unsold": "box", "first": 2}
        body = {"game": "klunker", "seats": [{"kind": "me"}] * 3, "options": {"unsold": "sea"}}
        assert "unsold" in (await anna.post("/api/tables/", body, status=400))["text"]
        messages = await anna.get("/api/messages")
        assert set(messages) == {"to_server", "from_server", "$defs"}


async def test_what_is_stored_of_a_table_makes_the_same_table(server: Serving) -> None:
    async with Person(server, "Anna") as anna:
        table = await anna.open_table("alles-futsch", "me", {"kind": "me", "name": "Berta"})
        async with anna.at(table) as both:
            await both.play_on(random.Random(8), "thrifty")
        stored = await Stored(server.database).table(table)
        assert stored.version == both.version
        assert stored.game is not None
        record = {**stored.game.record(), "names": ["Anna", "Berta"]}
        assert record == await anna.get(f"/api/tables/{table}/record")
