"""The table of secrets in docs/security.md, walked phrase by phrase: what it says is tried at a real server."""

import asyncio
import hashlib
import json
import random
import re
from collections.abc import Awaitable, Callable
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import pytest

from tests.server.people import PATIENCE, Person
from tests.server.serving import Postgres, Serving, Stored
from tests.server.test_database import on
from tests.server.test_two_processes import pair

__all__ = ["pair"]  # a fixture

pytestmark = pytest.mark.anyio

PAGE = Path(__file__).parents[2] / "docs" / "security.md"
Check = Callable[["Stage"], Awaitable[None]]
CHECKS: dict[tuple[str, str], Check] = {}


def phrases() -> list[tuple[str, str]]:
    """Each secret of the page with each phrase about it."""
    section = PAGE.read_text().partition("## Secrets\n")[2].partition("\n## ")[0]
    rows = [line.strip("|").split("|") for line in section.splitlines() if line.startswith("|")]
    head, _, *secrets = [[cell.strip() for cell in row] for row in rows]
    assert head == ["secret", "who can make it", "what it opens", "when it ends"]
    return [(row[0], phrase.strip()) for row in secrets for cell in row[1:] for phrase in cell.split(";")]


def says(secret: str, phrase: str) -> Callable[[Check], Check]:
    def kept(check: Check) -> Check:
        assert (secret, phrase) not in CHECKS
        CHECKS[secret, phrase] = check
        return check

    return kept


def test_the_page_and_the_checks_speak_of_the_same() -> None:
    assert set(CHECKS) == set(phrases())


@pytest.mark.parametrize(("secret", "phrase"), phrases())
async def test_the_page_tells_the_truth(server: Serving, secret: str, phrase: str) -> None:
    async with (
        Person(server, "Anna") as anna,
        Person(server, "Bert") as bert,
        Person(server, "Mallory") as mallory,
        Person(server, "") as nobody,
    ):
        await CHECKS[secret, phrase](Stage(server, anna, bert, mallory, nobody))


class Stage:
    """Anna has opened what there is, Bert plays with her, Mallory would like to."""

    def __init__(self, server: Serving, *people: Person) -> None:
        self.server = server
        self.anna, self.bert, self.mallory, self.nobody = people
        self.table = ""

    async def waiting(self) -> "Stage":
        """A table with Anna, Bert and a free seat."""
        self.table = await self.anna.open_table("klunker", "me", "open", "open")
        await self.bert.do(self.table, "sit", name="Bert", seat=1)
        return self

    async def with_program(self, *seats: Any) -> "Stage":
        """A table of Anna's with a program at seat 0."""
        self.table = await self.anna.open_table("alles-futsch", {"kind": "program"}, *(seats or ("open",)))
        return self

    async def link(self, person: Person, seat: int) -> str:
        made = await person.post(f"/api/tables/{self.table}/seats/{seat}/link", status=201)
        return str(made["token"])

    async def token(self) -> str:
        made = await self.anna.post(f"/api/tables/{self.table}/seats/0/token", status=201)
        return str(made["token"])

    async def seats(self) -> list[dict[str, Any]]:
        seats: list[dict[str, Any]] = (await self.anna.get(f"/api/tables/{self.table}"))["table"]["seats"]
        return seats

    async def link_is_void(self, link: str) -> None:
        """Mallory gets nothing with it, and nothing has happened."""
        before = await self.anna.get(f"/api/tables/{self.table}")
        refused = await self.mallory.post("/api/links", {"token": link}, status=401)
        assert (refused["code"], refused["reason"]) == ("not_known", "link_used")
        assert await self.anna.get(f"/api/tables/{self.table}") == before
        assert not any(seat.get("yours") for seat in await self.seen_by(self.mallory))

    async def seen_by(self, person: Person) -> Any:
        return (await person.get(f"/api/tables/{self.table}"))["table"]["seats"]

    async def by_program(self, token: str, wish: str, status: int = 200, **fields: Any) -> Any:
        body = {"do": wish, "id": f"{wish}-{random.random()}", **fields}
        headers = {"Authorization": f"Bearer {token}"}
        return await self.mallory.post("/api/program/do", body, status, headers=headers)

    async def token_is_void(self, token: str) -> None:
        assert (await self.by_program(token, "ping", 401))["reason"] == "no_token"
        headers = {"Authorization": f"Bearer {token}"}
        assert (await self.mallory.get("/api/program/stream", 401, headers=headers))["reason"] == "no_token"


# --- The cookie of a guest ---


@says("guest cookie", "anybody, by giving a name")
async def _(stage: Stage) -> None:
    await stage.nobody.http.put("/api/me/", json={"name": "Somebody"})
    assert await stage.nobody.get("/api/me/") == {"name": "Somebody"}
    assert stage.nobody.secret not in ("", stage.anna.secret)


@says("guest cookie", "the guest's seats and tables")
async def _(stage: Stage) -> None:
    await stage.waiting()
    async with Person(stage.server, "") as thief:
        thief.http.cookies.update(stage.bert.http.cookies)
        assert [seat.get("yours", False) for seat in await stage.seen_by(thief)] == [False, True, False]
        assert [each["id"] for each in await thief.get("/api/tables/mine")] == [stage.table]
    assert await stage.mallory.get("/api/tables/mine") == []


@says("guest cookie", "the host's rights at tables that the guest has opened")
async def _(stage: Stage) -> None:
    await stage.waiting()
    for person, code in ((stage.bert, "not_the_host"), (stage.anna, None)):
        assert (await person.do(stage.table, "switch_chat", on=False)).get("code") == code


@says("guest cookie", "a browser keeps it for a year")
async def _(stage: Stage) -> None:
    answer = await stage.nobody.http.put("/api/me/", json={"name": "Somebody"})
    assert f"max-age={365 * 24 * 3600}" in answer.headers["set-cookie"].lower()


# --- The link to another device ---


async def moved(stage: Stage, link: str, status: int) -> Any:
    return await stage.mallory.post("/api/me/move/claim", {"token": link}, status=status)


async def move_link(stage: Stage) -> str:
    return str((await stage.anna.post("/api/me/move", status=201))["token"])


@says("move link", "any guest")
async def _(stage: Stage) -> None:
    await stage.nobody.post("/api/me/move", status=401)
    assert await move_link(stage)


@says("move link", "being that guest, on the first device that claims it")
async def _(stage: Stage) -> None:
    await stage.waiting()
    assert (await moved(stage, await move_link(stage), 200))["name"] == "Anna"
    assert [seat.get("yours", False) for seat in await stage.seen_by(stage.mallory)] == [True, False, False]


@says("move link", "when it is claimed")
async def _(stage: Stage) -> None:
    link = await move_link(stage)
    assert (await stage.bert.post("/api/me/move/claim", {"token": link}))["name"] == "Anna"
    assert (await moved(stage, link, 401))["reason"] == "link_used"


@says("move link", "when a newer one is made")
async def _(stage: Stage) -> None:
    older = await move_link(stage)
    await move_link(stage)
    assert (await moved(stage, older, 401))["reason"] == "link_used"


@says("move link", "after an hour")
async def _(stage: Stage) -> None:
    link = await move_link(stage)
    await on(stage.server.database, lambda each: each.exec_driver_sql("UPDATE moves SET made = made - 3600000"))
    assert (await moved(stage, link, 401))["reason"] == "link_used"


# --- The address of a series ---


async def series_of(stage: Stage, players: int = 3) -> str:
    terms = {"game": "alles-futsch", "players": players, "rounds": 2}
    return str((await stage.anna.post("/api/series/", terms, status=201))["id"])


@says("series address", "any guest, by opening a series")
async def _(stage: Stage) -> None:
    await stage.nobody.post("/api/series/", {"game": "alles-futsch", "players": 3, "rounds": 2}, status=401)
    assert re.fullmatch("[A-Za-z0-9_-]{12}", await series_of(stage))


@says("series address", "looking at it")
async def _(stage: Stage) -> None:
    shown = await stage.nobody.get(f"/api/series/{await series_of(stage)}")
    assert [each["name"] for each in shown["people"]] == ["Anna"]


@says("series address", "joining while there is room")
async def _(stage: Stage) -> None:
    series = await series_of(stage, players=2)
    await stage.bert.post(f"/api/series/{series}/join")
    assert (await stage.mallory.post(f"/api/series/{series}/join", status=409))["reason"] == "series_full"


@says("series address", "the addresses of its tables")
async def _(stage: Stage) -> None:
    series = await series_of(stage)
    await stage.anna.post(f"/api/series/{series}/begin")
    ((fixture,),) = (await stage.nobody.get(f"/api/series/{series}"))["rounds"]
    shown = (await stage.nobody.get(f"/api/tables/{fixture['table']}"))["table"]
    assert (shown["series"], shown["you_are_host"]) == (series, False)


@says("series address", "it does not end")
async def _(stage: Stage) -> None:
    series = await series_of(stage)
    await stage.anna.post(f"/api/series/{series}/leave")
    assert (await stage.nobody.get(f"/api/series/{series}"))["people"] == []


# --- The address of a table ---


@says("table address", "any guest, by opening a table")
async def _(stage: Stage) -> None:
    body = {"game": "klunker", "seats": [{"kind": "open"}] * 3}
    await stage.nobody.post("/api/tables/", body, status=401)
    assert len((await stage.mallory.post("/api/tables/", body, status=201))["id"]) == 12  # 72 bits


@says("table address", "watching")
async def _(stage: Stage) -> None:
    table = await stage.anna.open_table("klunker", *["me"] * 3)
    (view,) = (await stage.nobody.get(f"/api/tables/{table}"))["views"]
    assert view["seat"] is None
    assert table not in [each["id"] for each in await stage.nobody.get("/api/tables/")]


@says("table address", "an open seat")
async def _(stage: Stage) -> None:
    await stage.waiting()
    assert (await stage.mallory.do(stage.table, "sit", name="M", seat=2))["type"] == "done"


@says("table address", "never a seat that is taken")
async def _(stage: Stage) -> None:
    await stage.waiting()
    for seat in (0, 1):
        assert (await stage.mallory.do(stage.table, "sit", name="M", seat=seat))["code"] == "seat_taken"
        for wish in ("leave", "resign", "come_back", "undo"):
            assert (await stage.mallory.do(stage.table, wish, seat=seat))["code"] == "not_your_seat"


@says("table address", "it does not end")
async def _(stage: Stage) -> None:
    table = await stage.anna.open_table("zwergezocken", *[{"kind": "bot", "level": "easy"}] * 3)
    async with stage.nobody.at(table) as n:
        await n.until(lambda: n.over)
    assert (await stage.nobody.get(f"/api/tables/{table}"))["table"]["status"] == "over"


# --- Links ---


@says("seat link", "the guest who has the seat")
async def _(stage: Stage) -> None:
    await stage.waiting()
    for person, status in ((stage.mallory, 403), (stage.anna, 403), (stage.nobody, 401)):
        await person.post(f"/api/tables/{stage.table}/seats/1/link", status=status)  # the host neither
    await stage.link(stage.bert, 1)


@says("seat link", "that seat, for the first guest who claims it")
async def _(stage: Stage) -> None:
    await stage.waiting()
    for _ in range(5):
        link = await stage.link(stage.bert, 1)
        claims = [person.http.post("/api/links", json={"token": link}) for person in (stage.mallory, stage.anna)]
        answers = await asyncio.gather(*claims)
        assert sorted(answer.status_code for answer in answers) == [200, 401]
        winner = (stage.mallory, stage.anna)[[answer.status_code for answer in answers].index(200)]
        assert (await stage.seen_by(winner))[1]["yours"]
        assert not (await stage.seen_by(stage.bert))[1].get("yours")
        await stage.bert.post("/api/links", {"token": await stage.link(winner, 1)})


@says("seat link", "when it is claimed")
async def _(stage: Stage) -> None:
    await stage.waiting()
    link = await stage.link(stage.bert, 1)
    await stage.nobody.http.put("/api/me/", json={"name": "Phone"})
    await stage.nobody.post("/api/links", {"token": link})
    await stage.link_is_void(link)


@says("seat link", "when a newer one is made")
async def _(stage: Stage) -> None:
    await stage.waiting()
    links = await asyncio.gather(*(stage.link(stage.bert, 1) for _ in range(6)))
    answers = [await stage.bert.http.post("/api/links", json={"token": link}) for link in links]
    assert sorted(answer.status_code for answer in answers) == [200, *[401] * 5]


@says("seat link", "when it is revoked")
async def _(stage: Stage) -> None:
    await stage.waiting()
    link = await stage.link(stage.bert, 1)
    assert (await stage.bert.http.delete(f"/api/tables/{stage.table}/seats/1/link")).status_code == 204
    await stage.link_is_void(link)


@says("seat link", "when its maker leaves the seat")
async def _(stage: Stage) -> None:
    """The maker leaves, somebody else sits down, the game begins: the link must not open the other's hand."""
    await stage.waiting()
    link = await stage.link(stage.bert, 1)
    await stage.bert.do(stage.table, "leave")
    await stage.link_is_void(link)
    await stage.nobody.http.put("/api/me/", json={"name": "Victim"})
    await stage.nobody.do(stage.table, "sit", name="Victim", seat=1)
    await stage.anna.do(stage.table, "put_bot", seat=2)
    assert (await stage.bert.post("/api/links", {"token": link}, status=401))["reason"] == "link_used"
    assert [view["seat"] for view in (await stage.bert.get(f"/api/tables/{stage.table}"))["views"]] == [None]
    await stage.bert.do(stage.table, "leave", seat=1)
    again = await stage.waiting()  # nor the own one, when its maker has sat down anew
    link = await stage.link(stage.bert, 1)
    await stage.bert.do(again.table, "leave")
    await stage.bert.do(again.table, "sit", name="Bert", seat=1)
    await stage.link_is_void(link)


@says("seat link", "when its maker has moved to another device")
async def _(stage: Stage) -> None:
    await stage.waiting()
    await stage.nobody.http.put("/api/me/", json={"name": "Phone"})
    await stage.nobody.post("/api/links", {"token": await stage.link(stage.bert, 1)})
    older = await stage.link(stage.nobody, 1)
    await stage.bert.post("/api/links", {"token": older})
    await stage.link_is_void(older)


@says("seat link", "when the host removes its maker")
async def _(stage: Stage) -> None:
    await stage.waiting()
    link = await stage.link(stage.bert, 1)
    assert (await stage.anna.do(stage.table, "remove", seat=1))["type"] == "done"
    await stage.link_is_void(link)
    assert (await stage.bert.post("/api/links", {"token": link}, status=401))["reason"] == "link_used"


@says("seat link", "when a bot has the seat")
async def _(stage: Stage) -> None:
    await stage.waiting()
    await stage.anna.do(stage.table, "put_bot", seat=2)
    link = await stage.link(stage.bert, 1)
    assert (await stage.bert.do(stage.table, "resign"))["type"] == "done"
    refused = await stage.mallory.post("/api/links", {"token": link}, status=401)
    assert refused["reason"] == "link_used"


# --- Tokens of programs ---


@says("program token", "the host, for a seat opened for a program")
async def _(stage: Stage) -> None:
    await stage.with_program("me")
    for person, seat, status in ((stage.mallory, 0, 403), (stage.nobody, 0, 401), (stage.anna, 1, 404)):
        await person.post(f"/api/tables/{stage.table}/seats/{seat}/token", status=status)
    await stage.token()


@says("program token", "that seat and its view, and no other")
async def _(stage: Stage) -> None:
    await stage.with_program("me")
    headers = {"Authorization": f"Bearer {await stage.token()}"}
    async with stage.mallory.http.stream("GET", "/api/program/stream", headers=headers) as stream:
        news = json.loads(await anext(stream.aiter_lines()))
    assert [view["seat"] for view in news["views"]] == [0]
    refused = await stage.by_program(headers["Authorization"][7:], "resign", seat=1)
    assert refused["code"] == "not_your_seat"


@says("program token", "not what only people can do")
async def _(stage: Stage) -> None:
    await stage.with_program("open")
    token = await stage.token()
    wishes: list[tuple[str, dict[str, Any]]] = [
        ("sit", {"name": "R2"}),
        ("put_bot", {"seat": 1}),
        ("switch_chat", {"on": False}),
        ("mute", {"seat": 0}),
        ("remove", {"seat": 0}),
        ("offer_rematch", {}),
    ]
    for wish, fields in wishes:
        assert (await stage.by_program(token, wish, **fields))["reason"] == "only_people"
    await stage.mallory.post(
        "/api/tables/", {"game": "klunker", "seats": []}, 400, headers={"Authorization": f"Bearer {token}"}
    )


@says("program token", "when a newer one is made")
async def _(stage: Stage) -> None:
    await stage.with_program()
    tokens = await asyncio.gather(*(stage.token() for _ in range(6)))
    headers = [{"Authorization": f"Bearer {token}"} for token in tokens]
    body = {"do": "ping", "id": "p"}
    answers = [await stage.mallory.http.post("/api/program/do", json=body, headers=each) for each in headers]
    assert sorted(answer.status_code for answer in answers) == [200, *[401] * 5]


@says("program token", "when it is revoked")
async def _(stage: Stage) -> None:
    await stage.with_program()
    token = await stage.token()
    assert (await stage.anna.http.delete(f"/api/tables/{stage.table}/seats/0/token")).status_code == 204
    await stage.token_is_void(token)


@says("program token", "when the program leaves the seat")
async def _(stage: Stage) -> None:
    await stage.with_program("me", "open")
    token = await stage.token()
    assert (await stage.by_program(token, "leave"))["type"] == "done"
    await stage.token_is_void(token)
    await stage.bert.do(stage.table, "sit", name="Bert", seat=0)
    await stage.token_is_void(token)


@says("program token", "when the program resigns")
async def _(stage: Stage) -> None:
    await stage.with_program("me")
    token = await stage.token()
    assert (await stage.by_program(token, "resign"))["type"] == "done"
    await stage.token_is_void(token)


@says("program token", "when the host gives the seat to a bot")
async def _(stage: Stage) -> None:
    await stage.with_program()
    token = await stage.token()
    assert (await stage.anna.do(stage.table, "put_bot", seat=0))["type"] == "done"
    await stage.token_is_void(token)


@says("program token", "it opens no rematch")
async def _(stage: Stage) -> None:
    await stage.with_program("me")
    token = await stage.token()
    headers = {"Authorization": f"Bearer {token}"}
    async with stage.anna.at(stage.table) as a:
        luck = random.Random(1)
        while not a.over:
            view = (await stage.anna.get(f"/api/tables/{stage.table}"))["views"][0]
            if view["turn"] == 1:
                await a.play_on(luck, "any", moves=1)
                continue
            async with stage.mallory.http.stream("GET", "/api/program/stream", headers=headers) as stream:
                news = json.loads(await anext(stream.aiter_lines()))
            for each in news.get("views", []):
                if each["legal"]:
                    first = each["legal"][0]
                    move = first if isinstance(first, str) else f"{first['words']} {first['least']}"
                    await stage.by_program(token, "play", move=move, version=news["version"])
            await a.seen(news["version"])
        await a.ask("offer_rematch")
        await a.until(lambda: a.table["next_table"] is not None)
        following = str(a.table["next_table"])
    assert (await stage.anna.get(f"/api/tables/{following}"))["table"]["seats"][1]["kind"] == "program"
    async with stage.mallory.http.stream("GET", "/api/program/stream", headers=headers) as stream:
        lines = [json.loads(line) async for line in stream.aiter_lines() if line]
    assert [line["table"]["id"] for line in lines] == [stage.table]  # the game that is over, and nothing else


@says("program token", "an open stream ends with it")
async def _(stage: Stage) -> None:
    for end in ("revoke", "put_bot"):
        await stage.with_program()
        headers = {"Authorization": f"Bearer {await stage.token()}"}
        async with stage.mallory.http.stream("GET", "/api/program/stream", headers=headers) as stream:
            lines = stream.aiter_lines()
            await anext(lines)
            if end == "revoke":
                await stage.anna.http.delete(f"/api/tables/{stage.table}/seats/0/token")
            else:
                await stage.anna.do(stage.table, "put_bot", seat=0)
            async with asyncio.timeout(PATIENCE):  # also where nothing happens any more
                assert not [line async for line in lines if line]


# --- Seed and commitment ---


@says("seed", "the server, when a table is opened")
async def _(stage: Stage) -> None:
    tables = [await stage.anna.open_table("klunker", *["me"] * 3) for _ in range(2)]
    rows = [row.seed for row in await Stored(stage.server.database).rows("tables") if row.id in tables]
    assert len(set(rows)) == 2
    assert all(len(seed) == 32 for seed in rows)


@says("seed", "everything that is hidden")
async def _(stage: Stage) -> None:
    table = await stage.anna.open_table("klunker", *["me"] * 3)
    stored = await Stored(stage.server.database).table(table)
    assert stored.game is not None
    shown = (await stage.anna.get(f"/api/tables/{table}"))["views"]
    assert [view["position"] for view in shown[:3]] == [stored.game.table(seat) for seat in range(3)]


@says("seed", "it is shown to everybody when the game is over")
async def _(stage: Stage) -> None:
    table = await stage.anna.open_table("zwergezocken", *[{"kind": "bot", "level": "easy"}] * 3)
    async with stage.nobody.at(table) as n:
        await n.until(lambda: n.over)
        seed = n.table["seed"]
        before = [frame for frame in n.frames if '"status":"over"' not in frame]
        assert seed
        assert not any(seed in frame for frame in before)


DEAL = "seed of a deal of the day"


@says(DEAL, "the server, the day before")
async def _(stage: Stage) -> None:
    tomorrow = (datetime.now(UTC) + timedelta(1)).date().isoformat()
    shown = await stage.nobody.get(f"/api/deals/{tomorrow}")
    rows = [row for row in await Stored(stage.server.database).rows("deals") if row.day == tomorrow]
    assert {deal["commitment"] for deal in shown["deals"]} == {hashlib.sha256(row.seed).hexdigest() for row in rows}
    assert len(rows) == 3


@says(DEAL, "everything that is hidden, at the tables of all who play it")
async def _(stage: Stage) -> None:
    today = (await stage.nobody.get("/api/deals"))["day"]
    people = (stage.anna, stage.bert)
    tables = [(await each.post(f"/api/deals/{today}/klunker", status=201))["id"] for each in people]
    stored = Stored(stage.server.database)
    seeds = {row.seed for row in await stored.rows("tables") if row.id in tables}
    assert seeds == {row.seed for row in await stored.rows("deals") if (row.day, row.game) == (today, "klunker")}


@says(DEAL, "it is shown to everybody when its day is over")
async def _(stage: Stage) -> None:
    today = await stage.nobody.get("/api/deals")
    copied = "INSERT INTO deals SELECT '2020-01-01', game, seed, agreed, committed, NULL FROM deals WHERE day = '{}'"
    replaced = f"DELETE FROM deals WHERE day = '2020-01-01'; {copied.format(today['day'])}"
    await on(
        stage.server.database, lambda connection: [connection.exec_driver_sql(each) for each in replaced.split(";")]
    )
    past = await stage.nobody.get("/api/deals/2020-01-01")
    seeds = {row.seed.hex() for row in await Stored(stage.server.database).rows("deals") if row.day == today["day"]}
    assert {deal["seed"] for deal in past["deals"]} == seeds
    assert {deal["seed"] for deal in today["deals"]} == {None}


@says("commitment", "the server, from the seed")
async def _(stage: Stage) -> None:
    table = await stage.anna.open_table("klunker", *["me"] * 3)
    stored = await Stored(stage.server.database).table(table)
    shown = (await stage.nobody.get(f"/api/tables/{table}"))["table"]
    assert shown["commitment"] == hashlib.sha256(stored.seed).hexdigest()
    assert shown["seed"] is None


@says("commitment", "nothing: it lets anybody check the seed afterwards")
async def _(stage: Stage) -> None:
    await stage.waiting()
    shown = (await stage.anna.get(f"/api/tables/{stage.table}"))["table"]
    assert re.fullmatch("[0-9a-f]{64}", shown["commitment"])
    await stage.mallory.post("/api/links", {"token": shown["commitment"]}, status=401)


@says("commitment", "it does not end")
async def _(stage: Stage) -> None:
    table = await stage.anna.open_table("zwergezocken", *[{"kind": "bot", "level": "easy"}] * 3)
    early = (await stage.nobody.get(f"/api/tables/{table}"))["table"]["commitment"]
    async with stage.nobody.at(table) as n:
        await n.until(lambda: n.over)
        assert n.table["commitment"] == early == hashlib.sha256(bytes.fromhex(n.table["seed"])).hexdigest()


# --- At several processes ---


async def test_of_two_claims_at_two_processes_one_is_let_in(pair: tuple[Serving, Serving], postgres: Postgres) -> None:
    async with Person(pair[0], "Anna") as anna, Person(pair[0], "Bert") as bert, Person(pair[1], "Cleo") as cleo:
        table = await anna.open_table("klunker", "me", "open", "open")
        for _ in range(8):
            await cleo.get(f"/api/tables/{table}")
            link = (await anna.post(f"/api/tables/{table}/seats/0/link", status=201))["token"]
            claims = [person.http.post("/api/links", json={"token": link}) for person in (bert, cleo)]
            answers = await asyncio.gather(*claims)
            assert sorted(answer.status_code for answer in answers) == [200, 401]
            winner = bert if answers[0].status_code == 200 else cleo
            back = (await winner.post(f"/api/tables/{table}/seats/0/link", status=201))["token"]
            await anna.post("/api/links", {"token": back})
