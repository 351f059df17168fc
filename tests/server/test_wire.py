"""Nothing hidden is ever on the wire: every frame, body, log line and metric of whole games, against two worlds.

What a server sent is compared, byte for byte, with what is made from the table as it stood then; and that, in turn,
with what is made from another world, in which all that is hidden from the onlooker has been dealt anew.
"""

import asyncio
import hashlib
import json
import random
import re
from collections import defaultdict
from datetime import date, timedelta
from pathlib import Path
from typing import Any

import msgspec
import pytest
from sqlalchemy import Connection, select, update

from brocante.games.catalogue import RULESETS
from brocante.server import schema
from brocante.server.news import news
from brocante.server.people import Actor, Key
from brocante.table.refusal import Refusal
from brocante.table.table import Table
from brocante.table.views import Views
from brocante.testing.two_worlds import other_world
from tests.server.conftest import Start
from tests.server.people import PLAYERS, STYLE, Person
from tests.server.serving import Serving, Stored, sqlite
from tests.server.test_database import on

pytestmark = pytest.mark.anyio

ROUTES = r"(/[a-z.]+|/\{[a-z_]+\})*/?"


def in_other_world(table: Table, seat: int | None, luck: int) -> Table:
    """The same table, with all that is hidden from a seat dealt anew."""
    assert table.game is not None
    twin = Table(table.id, table.setup, table.seed)
    twin.apply_all(table.events)
    twin.game = other_world(table.game, seat, luck)
    twin.views = Views(twin.game, twin._decisions)
    return twin


def sent(table: Table, actor: Actor, since: int | None) -> bytes:
    return msgspec.json.encode(news(table, actor, since))


def seats_seen(table: Table, actor: Actor) -> list[int | None]:
    """Whose views somebody is sent."""
    return [view["seat"] for view in json.loads(sent(table, actor, None))["views"]]


class Told:
    """What one onlooker was told: pieces of news, each with the version it goes on from."""

    def __init__(self, actor: Actor, frames: list[str]) -> None:
        self.actor = actor
        self.pieces: dict[int, list[tuple[int | None, str]]] = defaultdict(list)  # by the version they lead to
        version = None
        for frame in frames:
            message = json.loads(frame)
            if message["type"] == "news":
                self.pieces[message["version"]].append((version, frame))
                version = message["version"]


@pytest.mark.parametrize("game", RULESETS)
async def test_what_is_sent_does_not_depend_on_what_is_hidden(server: Serving, game: str) -> None:
    """For every seat, a watcher, and a program; all they were told, and at every tenth step the other world."""
    names = [f"{name} of {game}" for name in ("Anna", "Bert", "Carl")][: PLAYERS[game] - 1]
    async with Person(server, names[0]) as anna, Person(server, "") as nobody:
        others = [await Person(server, name).__aenter__() for name in names[1:]]
        table = await anna.open_table(game, "me", *["open"] * len(others), {"kind": "bot", "level": "easy"})
        for other in others:
            await other.do(table, "sit", name=other.name)
        people = [anna, *others]
        lines = [await person.at(table).__aenter__() for person in (*people, nobody)]
        luck = random.Random(game)
        bodies: list[tuple[int, Any]] = []
        playing = [asyncio.create_task(line.play_on(luck, STYLE[game])) for line in lines[:-1]]
        while not all(task.done() for task in playing):
            for number, person in enumerate((*people, nobody)):
                bodies.append((number, await person.get(f"/api/tables/{table}")))
            await asyncio.sleep(0.1)
        await asyncio.gather(*playing)
        await lines[-1].until(lambda: lines[-1].over)
        stored = Stored(server.database)
        guests = {row.name: row.id for row in await stored.rows("guests")}
        actors = [Actor(guests[name]) for name in names] + [Actor()]
        told = [Told(actor, line.frames) for actor, line in zip(actors, lines, strict=True)]
        happened = (await stored.table(table)).events
        growing = await stored.table(table, 0)
        for event in happened:
            growing.apply(event)
            version = growing.version
            for seat, onlooker in zip((*range(len(people)), None), told, strict=True):
                for since, frame in onlooker.pieces.pop(version, []):
                    assert frame.encode() == sent(growing, onlooker.actor, since)
                if growing.game and version % 10 == 3 and growing.status == "running":
                    compare_worlds(growing, onlooker.actor, seat, luck.randrange(2**31))
            for number, body in bodies:
                if body["version"] == version:
                    assert body == json.loads(sent(growing, actors[number], None))
        assert not any(onlooker.pieces for onlooker in told), "every piece was compared"
        for line, person in zip(lines, (*people, nobody), strict=True):
            await line.close()
            await person.http.aclose()


def compare_worlds(table: Table, actor: Actor, seat: int | None, luck: int) -> None:
    world = in_other_world(table, seat, luck)
    for since in (None, 0, table.version - 1, table.version - 7):
        since = max(since, 0) if since is not None else None
        assert sent(world, actor, since) == sent(table, actor, since)
    assert refusals(world, seat) == refusals(table, seat)


def refusals(table: Table, seat: int | None) -> list[Any]:
    """What a seat is told when it asks for what cannot be."""
    told: list[Any] = []
    if seat is not None:
        words = RULESETS[table.setup.game].words.WORDS
        for move in (*words[:3], words[-1], "sing"):
            try:
                table.move(seat, move, table.version, 0)
                told.append(None)
            except Refusal as refusal:
                told.append((refusal.code, refusal.reason, refusal.clause, refusal.values, refusal.text))
    return told


async def test_facts_on_the_wire_hold_what_each_may_know_and_no_more(server: Serving) -> None:
    """Cards that are given are known to two seats. Each is sent its own facts, as real frames; and in a world in which
    what it may not know is otherwise, also in facts, it would have been sent the same bytes."""
    async with Person(server, "Anna of facts") as anna, Person(server, "") as nobody:
        others = [await Person(server, f"{name} of facts").__aenter__() for name in ("Bert", "Carl")]
        people = [anna, *others]
        table = await anna.open_table("zwergezocken", "me", "open", "open", options={"first": 0, "rounds": 3})
        for other in others:
            await other.do(table, "sit", name=other.name)
        lines = [await person.at(table).__aenter__() for person in (*people, nobody)]
        luck = random.Random(5)
        await asyncio.gather(*(line.play_on(luck, "busy") for line in lines[:-1]))
        await lines[-1].until(lambda: lines[-1].over)
        whole = await Stored(server.database).table(table)
        assert whole.game is not None
        guests = [seat.guest for seat in whole.seats]
        kinds = whole.game.ruleset.facts
        hidden = changed = 0
        for seat, line in zip((*range(3), None), lines, strict=True):
            (log,) = [view["log"] for view in line.views.values()]
            assert log == [[each["seat"], each["move"], each["facts"]] for each in whole.game.log(seat)]
            hidden += sum(kinds[fact["fact"]].hides(fact) for _, _, facts in log for fact in facts)
            actor = Actor(None if seat is None else guests[seat])
            for number in range(4):
                world = in_other_world(whole, seat, number)
                assert world.game is not None
                changed += [each.facts for each in world.game._log] != [each.facts for each in whole.game._log]
                assert logs_sent(world, actor) == logs_sent(whole, actor)
        assert hidden, "somebody was not told something"
        assert changed, "the other world has other facts"
        for line, person in zip(lines, (*people, nobody), strict=True):
            await line.close()
            await person.http.aclose()


def logs_sent(table: Table, actor: Actor) -> list[Any]:
    """The logs of somebody's views, as they are sent."""
    return [view["log"] for view in json.loads(sent(table, actor, None))["views"]]


async def test_a_program_is_told_what_its_seat_may_see(server: Serving) -> None:
    async with Person(server, "Anna") as anna:
        table = await anna.open_table("klunker", "me", {"kind": "program"}, "me", options={"first": 0})
        async with anna.at(table) as a:
            await a.play()
        stored = await Stored(server.database).table(table)
        program = Actor(program=Key("program", table, 1, "host", 0))
        for luck in range(5):
            assert sent(in_other_world(stored, 1, luck), program, None) == sent(stored, program, None)
        assert seats_seen(stored, program) == [1]
        elsewhere = Actor(program=Key("program", "another-table", 1, "host", 0))
        assert seats_seen(stored, elsewhere) == [None]


async def test_the_other_world_is_another_world(server: Serving) -> None:
    """Were nothing dealt anew, the tests above could not fail: somebody else sees the difference."""
    async with Person(server, "Anna the first") as anna:
        table = await anna.open_table("klunker", "me", "open", "open", options={"first": 0})
        for number in (1, 2):
            async with Person(server, f"Other {number}") as other:
                await other.do(table, "sit", name="Other")
        stored = await Stored(server.database).table(table)
        stranger = Actor(stored.seats[1].guest)
        shown = {sent(in_other_world(stored, 0, luck), stranger, None) for luck in range(8)}
        assert len(shown) > 1


async def test_lists_do_not_depend_on_what_is_hidden(tmp_path: Path, start: Start) -> None:
    """History, deals of the day, ratings, and so what is exported of them: in a world where every seed is another, and
    with it every card that nobody has seen, each body is the same but for commitments."""
    server = start(sqlite(tmp_path), "--no-limits")
    async with Person(server, "Anna") as anna, Person(server, "Bert") as bert, Person(server, "") as nobody:
        day = (await anna.get("/api/deals"))["day"]
        deal = (await anna.post(f"/api/deals/{day}/alles-futsch", status=201))["id"]
        counted = await anna.open_table("alles-futsch", "me", {"kind": "bot", "level": "easy"}, counts=True)
        for table in (deal, counted):
            async with anna.at(table) as line:
                await line.play_on(random.Random(1), "thrifty")
        begun = (await bert.post(f"/api/deals/{day}/klunker", status=201))["id"]
        async with bert.at(begun) as line:
            await line.play()
        tomorrow = (date.fromisoformat(day) + timedelta(1)).isoformat()
        paths = [
            *("/api/deals/", f"/api/deals/{day}", f"/api/deals/{tomorrow}", "/api/deals/mine"),
            *("/api/me/games/", "/api/ratings/alles-futsch"),
            *(f"/api/me/games/{table}" for table in (deal, counted, begun)),
        ]

        async def shown() -> list[tuple[int, Any, list[str]]]:
            answers = [await each.http.get(path) for each in (anna, bert, nobody) for path in paths]
            return [(answer.status_code, *without_commitments(answer.json())) for answer in answers]

        here = await shown()
        server.stop()
        await on(server.database, other_seeds)
        server.start()
        there = await shown()
        assert [each[:2] for each in there] == [each[:2] for each in here]
        commitments = [{one for each in world for one in each[2]} for world in (here, there)]
        assert len(commitments[0]) == 6
        assert not commitments[0] & commitments[1]
        seeds = {row.seed.hex() for name in ("deals", "tables") for row in await Stored(server.database).rows(name)}
        assert not any(seed in body for seed in seeds for each in (anna, bert, nobody) for body in each.bodies)


def without_commitments(body: Any) -> tuple[Any, list[str]]:
    """A body without what depends on the time of day, and its commitments apart."""
    if isinstance(body, dict) and "deals" in body:
        deals = [{**deal, "commitment": ""} for deal in body["deals"]]
        return {**body, "left": 0, "deals": deals}, [deal["commitment"] for deal in body["deals"]]
    return body, []


def other_seeds(connection: Connection) -> None:
    """Everything hidden is dealt anew; what was agreed with a deal, which everyone knows, stays."""
    for name in ("deals", "tables"):
        table = schema.metadata.tables[name]
        for (seed,) in connection.execute(select(table.c.seed).distinct()).all():
            other = hashlib.sha256(b"other" + seed).digest()
            connection.execute(update(table).where(table.c.seed == seed).values(seed=other))


async def test_no_secret_is_in_any_frame_body_log_line_or_metric(server: Serving) -> None:
    log_before = len(server.log())
    frames: list[str] = []
    async with (
        Person(server, "Anna Secret") as anna,
        Person(server, "Bert Secret") as bert,
        Person(server, "") as nobody,
    ):
        tokens, tables = [anna.secret, bert.secret], []
        for game in RULESETS:
            seats = ["me", "open", *["bot"] * (PLAYERS[game] - 2)]
            table = await anna.open_table(game, *seats, public=True, substitute="easy")
            tables.append(table)
            await bert.do(table, "sit", name="Bert Secret")
            tokens.append((await anna.post(f"/api/tables/{table}/seats/0/link", status=201))["token"])
            async with anna.at(table) as a, bert.at(table) as b, nobody.at(table) as n:
                await a.ask("say", text="Whispered words")
                await a.ask("play", move="nonsense words", version=0)
                await a.send("nonsense frame")
                await asyncio.gather(a.play_on(random.Random(1), STYLE[game]), b.play_on(random.Random(2), STYLE[game]))
                await n.until(lambda n=n: n.over)  # type: ignore[misc]
                frames += [*a.frames, *b.frames, *n.frames]
            for person in (anna, nobody):
                await person.get(f"/api/tables/{table}/replay")
                await person.get("/api/tables/")
                await person.get("/api/tables/mine")
        await nobody.get("/api/tables/AAAAAAAAAAAA", status=404)
        metrics = await server.metrics()
        bodies = [*anna.bodies, *bert.bodies, *nobody.bodies]
    log = server.log()[log_before:]
    stored = Stored(server.database)
    guests = [row.id for row in await stored.rows("guests") if "Secret" in row.name]
    seeds = {row.id: row.seed.hex() for row in await stored.rows("tables") if row.id in tables}
    assert len(guests) == 2
    told_once = [body for body in bodies if body.startswith('{"token"')]
    for secret in (*guests, *tokens):
        assert not any(secret in text for text in frames)
        assert sum(secret in text for text in bodies) == sum(secret in text for text in told_once)
    early = [text for text in (*frames, *bodies) if '"status":"over"' not in text and '"record":' not in text]
    assert len(early) > 100
    for seed in seeds.values():
        assert not any(seed in text for text in early)
        assert any(seed in text for text in frames)
    assert_closed_log(log)
    assert_closed_metrics(metrics)
    for secret in (*guests, *tokens, *seeds, *seeds.values(), "Secret", "Whispered", "nonsense"):
        assert secret not in log
        assert secret not in metrics


def assert_closed_log(log: str) -> None:
    """A log line has these fields with these kinds of words, and nothing else."""
    allowed = {
        "started": {"database": "sqlite|postgresql"},
        "stopped": {},
        "request": {"route": ROUTES, "method": "[A-Z]+", "status": r"\d{3}", "ms": r"[\d.]+"},
    }
    lines = [json.loads(line) for line in log.splitlines()]
    assert len(lines) > 20
    for line in lines:
        fields = allowed[line.pop("event")]
        assert isinstance(line.pop("at"), float)
        assert set(line) == set(fields)
        for name, pattern in fields.items():
            assert re.fullmatch(pattern, str(line[name])), line


def assert_closed_metrics(metrics: str) -> None:
    """Every label has one of few values."""
    allowed = {
        "game": "|".join(RULESETS),
        "route": ROUTES,
        "method": "[A-Z]+",
        "status": r"\d{3}",
        "code": "[a-z_]+",
        "why": "[a-z_]+",
        "way": "push|mail",
        "how": "sent|gone|later|refused",
        "lane": "quick|long|desk",
        "le": r"[\d.]+|\+Inf",
        "generation": r"\d",
    }
    assert "brocante_moves_total" in metrics
    for labels in re.findall(r"^brocante_\w+\{(.*?)\} ", metrics, re.MULTILINE):
        for name, value in re.findall(r'(\w+)="(.*?)"', labels):
            assert re.fullmatch(allowed[name], value), labels
