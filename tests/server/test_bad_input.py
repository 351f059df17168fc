"""Whatever is sent: never a 500, never another's data, and the tables go on."""

import asyncio
import socket
import sys
from collections.abc import AsyncIterator, Iterator
from contextlib import suppress
from pathlib import Path
from typing import Any

import httpx
import pytest
import schemathesis
from hypothesis import HealthCheck, given, settings
from schemathesis import GenerationMode
from schemathesis.checks import not_a_server_error
from schemathesis.core.result import Ok
from schemathesis.specs.openapi.checks import response_schema_conformance, status_code_conformance
from websockets.exceptions import ConnectionClosed, InvalidStatus

import brocante
from tests.server.conftest import ALLOWED, Start
from tests.server.people import COOKIE, PATIENCE, AtTable, Person
from tests.server.serving import Serving, sqlite

pytestmark = pytest.mark.anyio

EXAMPLES = 12  # for each operation


@pytest.fixture(autouse=True)
def no_mistakes(server: Serving) -> Iterator[None]:
    """A mistake of ours is noted in the log; no test here may leave one."""
    before = len(server.log())
    yield
    noted = server.log()[before:]
    assert '"mistake"' not in noted
    assert "Traceback" not in noted


# --- HTTP, by its own description ---


class Stage:
    """A guest with a running table, a program's seat and its token: so that what is made up finds something there."""

    def __init__(self, server: Serving) -> None:
        with httpx.Client(base_url=server.address, timeout=PATIENCE, trust_env=False) as http:
            http.put("/api/me/", json={"name": "Anna"}).raise_for_status()
            self.secret = http.cookies[COOKIE]
            seats = [{"kind": "me"}, {"kind": "program"}, {"kind": "me"}]
            self.table: str = http.post("/api/tables/", json={"game": "klunker", "seats": seats}).json()["id"]
            self.token: str = http.post(f"/api/tables/{self.table}/seats/1/token").json()["token"]
            http.cookies.clear()
            http.put("/api/me/", json={"name": "Bert"}).raise_for_status()
            self.leaving = http.cookies[COOKIE]  # of a guest who may be forgotten


@pytest.fixture(scope="module")
def stage(server: Serving) -> Stage:
    return Stage(server)


async def test_every_operation_takes_whatever_is_sent(server: Serving, stage: Stage) -> None:
    description = schemathesis.openapi.from_url(f"{server.address}/schema/openapi.json")
    operations: list[Any] = [found.ok() for found in description.get_all_operations() if isinstance(found, Ok)]
    assert len(operations) > 15
    for operation in operations:
        await asyncio.to_thread(try_out, operation, stage)


def try_out(operation: Any, stage: Stage) -> None:
    forgets = (operation.method, operation.path) == ("delete", "/api/me")
    headers = {"Cookie": f"{COOKIE}={stage.leaving if forgets else stage.secret}"}
    if operation.path == "/api/program/do":
        headers["Authorization"] = f"Bearer {stage.token}"
    checks = [not_a_server_error, status_code_conformance, response_schema_conformance]

    @settings(max_examples=EXAMPLES, deadline=None, suppress_health_check=list(HealthCheck), database=None)
    @given(operation.as_strategy(GenerationMode.POSITIVE) | operation.as_strategy(GenerationMode.NEGATIVE))
    def whatever(case: Any) -> None:
        if len(str(case.path_parameters.get("table_id", ""))) == len(stage.table):
            case.path_parameters["table_id"] = stage.table
        case.call_and_validate(headers=headers, timeout=PATIENCE, checks=checks)

    whatever()


@pytest.mark.parametrize(
    "body",
    [
        b"",
        b"{",
        b"[]",
        b"null",
        b"\xff\xfe",
        b'{"name": "\\ud800"}',
        b'{"name": 1e999}',
        b"[" * 30_000,
        b'{"name": {"name": ' * 3_000,
    ],
)
async def test_bodies_that_make_no_sense_are_refused(server: Serving, body: bytes) -> None:
    async with Person(server, "Anna") as anna:
        table = await anna.open_table("klunker", "me", "open", "open")
        for method, path in (
            ("PUT", "/api/me/"),
            ("POST", "/api/tables/"),
            ("POST", f"/api/tables/{table}/do"),
            ("POST", "/api/links"),
            ("POST", "/api/replays"),
        ):
            answer = await anna.http.request(method, path, content=body, headers={"Content-Type": "application/json"})
            assert answer.status_code == 400, (path, answer.text)
            assert set(answer.json()) - {"reason"} == {"code", "text"}


@pytest.mark.parametrize(
    "path", ["/api/nothing", "/api/tables/x", "/api/tables/%00", "/assets/../../api.py", "/assets/x"]
)
async def test_what_is_not_there_is_not_found(server: Serving, path: str) -> None:
    async with Person(server, "") as nobody:
        answer = await nobody.http.get(path)
        assert answer.status_code in (400, 404)
        assert "def " not in answer.text


async def test_bodies_that_are_too_large_are_refused(server: Serving) -> None:
    async with Person(server, "Anna") as anna:
        for path, size in (("/api/tables/", 70_000), ("/api/replays", 2**19 + 1)):
            answer = await anna.http.post(path, content=b" " * size, headers={"Content-Type": "application/json"})
            assert answer.status_code == 413, answer.text

        async def in_pieces() -> AsyncIterator[bytes]:
            for _ in range(100):
                yield b" " * 1000

        answer = await anna.http.post("/api/tables/", content=in_pieces(), headers={"Content-Type": "application/json"})
        assert answer.status_code == 413


async def test_records_made_to_hurt_are_refused(server: Serving) -> None:
    game = brocante.new("klunker", players=3, seed=1)
    record = game.record()
    wrong: list[dict[str, Any]] = [
        {**record, "players": 10**30},
        {**record, "players": -1},
        {**record, "seed": "00"},
        {**record, "seed": 5},
        {**record, "moves": ["done"] * 50_000},
        {**record, "moves": [["done"]]},
        {**record, "moves": {"0": "done"}},
        {**record, "options": {"first": 10**30}},
        {**record, "options": {"first": [0]}},
        {**record, "options": []},
        {**record, "rules": 99},
        {**record, "game": "x" * 100_000},
        {**record, "result": {"scores": [10**400]}},
    ]
    async with Person(server, "") as nobody:
        for each in wrong:
            answer = await nobody.post("/api/replays", each, status=400)
            assert len(answer["text"]) <= 600


# --- Frames ---


@pytest.mark.parametrize(
    "frame",
    [
        "",
        "{",
        "null",
        "[]",
        '"play"',
        "{}",
        '{"do": "play"}',
        '{"do": "fly", "id": "1"}',
        '{"do": "play", "id": "", "move": "done", "version": 1}',
        '{"do": "play", "id": "1", "move": "done", "version": -1}',
        '{"do": "play", "id": "1", "move": "done", "version": 1e3}',
        '{"do": "play", "id": "1", "move": "done", "version": 99999999999}',
        '{"do": "play", "id": "1", "move": 5, "version": 1}',
        '{"do": "play", "id": "1", "move": "' + "x" * 61 + '", "version": 1}',
        '{"do": "play", "id": "1", "move": "done", "version": 1, "seat": 5}',
        '{"do": "say", "id": "1", "text": ""}',
        '{"do": "say", "id": "1", "text": "' + "x" * 301 + '"}',
        '{"do": "say", "id": "' + "1" * 41 + '", "text": "x"}',
        '{"do": "sit", "id": "1", "name": "' + "x" * 25 + '"}',
        '{"do": "put_bot", "id": "1", "seat": 1, "level": "god"}',
        '{"do": "say", "id": "1", "text": "\\ud800"}',
        "[" * 10_000,
        b"\x00\xff\x00",
    ],
)
async def test_frames_that_make_no_sense_are_refused_and_the_line_holds(server: Serving, frame: str | bytes) -> None:
    async with Person(server, "Anna") as anna:
        table = await anna.open_table("klunker", "me", "open", "open")
        async with anna.at(table) as a:
            await a.send(frame)
            await a.until(lambda: "" in a.answers)
            assert a.answers[""]["code"] == "bad_request"
            assert (await a.ask("ping"))["type"] == "done"
            assert a.version == 0


async def test_a_frame_that_is_too_large_cuts_the_line(server: Serving) -> None:
    async with Person(server, "Anna") as anna:
        table = await anna.open_table("klunker", "me", "open", "open")
        async with anna.at(table) as a, anna.at(table) as other:
            await a.send("x" * 20_000)
            assert await cut(a) == 1009
            assert (await other.ask("ping"))["type"] == "done"


async def test_bytes_that_are_no_frame_cut_the_line(server: Serving) -> None:
    async with Person(server, "Anna") as anna:
        table = await anna.open_table("klunker", "me", "open", "open")
        async with anna.at(table) as a:
            a.socket.transport.write(b"\xc1\x05\xff\xff\xff" * 20)
            assert await cut(a) in (1002, 1007)
        async with anna.at(table) as a:
            a.socket.transport.write(b"\x81\x82\x00\x00\x00\x00\xff\xff")  # text that is not UTF-8
            assert await cut(a) in (1002, 1007)


async def cut(line: AtTable) -> int:
    """The code with which the server cut a line."""
    with pytest.raises(ConnectionClosed) as closed:
        await line.until(lambda: False)
    return closed.value.rcvd.code if closed.value.rcvd else 1006


async def test_frames_out_of_order_and_replayed_change_nothing(server: Serving) -> None:
    async with Person(server, "Anna") as anna:
        table = await anna.open_table("alles-futsch", "me", {"kind": "me", "name": "Berta"})
        async with anna.at(table) as a:
            await a.until_turn()
            early: dict[str, Any] = {"move": "bid 1", "version": (a.version or 0) + 5}
            assert (await a.ask("play", **early))["code"] == "illegal_move"
            sent = []
            for number in range(6):
                wish: dict[str, Any] = {
                    "id": f"n{number}",
                    "move": a.legal()[0],
                    "version": a.version,
                    "seat": a.seat_to_move,
                }
                sent.append((wish, await a.ask("play", **wish)))
                await a.seen(sent[-1][1]["version"])
            version = a.version
            for wish, answer in reversed(sent):
                assert await a.ask("play", **wish) == answer
                assert (await a.ask("play", **{**wish, "id": f"other {wish['id']}"}))["code"] == "stale"
            assert a.version == version


async def test_a_burst_of_wishes_is_answered_or_the_line_is_cut_and_others_play_on(limited: Serving) -> None:
    async with Person(limited, "Anna", address="10.0.0.3") as anna:
        table = await anna.open_table("klunker", "me", "open", "open")
        async with anna.at(table) as flooding, anna.at(table) as calm:
            await flood(flooding, '{"do": "ping", "id": "p"}')
            assert await cut(flooding) in (1008, 1006)
            assert (await calm.ask("ping"))["type"] == "done"
            await flooding.resume()  # with what was seen last, and is welcome
            assert (await flooding.ask("ping"))["type"] == "done"
            await flood(flooding, "nonsense")
            assert await cut(flooding) in (1008, 1006)
        codes = await asyncio.gather(*(turned_away(anna.at(table)) for _ in range(100)))
        assert set(codes) == {0, 403}
        assert codes.count(0) >= 50
        metrics = await limited.metrics()
        assert 'brocante_sockets_dropped_total{why="flood"}' in metrics
    assert '"mistake"' not in limited.log()


async def flood(line: AtTable, frame: str) -> None:
    """Far more at once than anybody needs."""
    with suppress(ConnectionClosed):
        for _ in range(300):
            await line.send(frame)


async def turned_away(line: AtTable) -> int:
    """The status or code with which a socket is not opened, 0 if it is."""
    try:
        async with line:
            await line.until(lambda: bool(line.frames))
    except InvalidStatus as refused:
        return refused.response.status_code
    except ConnectionClosed as closed:
        return closed.rcvd.code if closed.rcvd else 1006
    return 0


IMPATIENT = """
import socket
import brocante.server.hub, brocante.server.serve, brocante.server.socket
from brocante.cli import main

def narrow_door(*address):
    found = door(*address)
    found.setsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF, 4096)  # so that little is on the way
    return found

door = brocante.server.serve.listening_socket
brocante.server.serve.listening_socket = narrow_door
brocante.server.hub.SWEEP, brocante.server.socket.PATIENCE = 0.3, 0.5
main()
"""


async def test_who_reads_nothing_is_dropped_and_finds_everything_again(start: Start, tmp_path: Path) -> None:
    """With less patience than usual, so that the test has it too."""
    server = start(sqlite(tmp_path), "--no-limits", command=(sys.executable, "-c", IMPATIENT))
    async with Person(server, "Anna") as anna, Person(server, "Bert") as bert:
        table = await anna.open_table("alles-futsch", "me", {"kind": "me", "name": "Berta"})
        with stop_reading(server, table, bert.secret):
            a = await anna.at(table).__aenter__()
            await a.play()
            seat = await a.until_turn()
            async with asyncio.timeout(PATIENCE):
                while 'why="slow"' not in await server.metrics():
                    for _ in range(20):
                        await a.play()
                        assert (await a.ask("undo", seat=seat))["type"] == "done"
                while "brocante_sockets 1.0" not in await server.metrics():
                    await asyncio.sleep(0.05)
            assert (await a.ask("ping"))["type"] == "done"
        async with bert.at(table) as b:
            await b.until(lambda: b.version == a.version)
        await a.close()


async def test_an_address_has_only_so_many_lines_open_at_once(start: Start, tmp_path: Path) -> None:
    few = "import brocante.server.rate_limit as l; l.MOST_SOCKETS = 3; from brocante.cli import main; main()"
    server = start(sqlite(tmp_path), "--proxies", "127.0.0.1", command=(sys.executable, "-c", few))
    async with Person(server, "Anna") as anna, Person(server, "Bert", address="10.0.0.9") as bert:
        table = await anna.open_table("klunker", "me", "open", "open")
        async with anna.at(table) as one, anna.at(table), anna.at(table):
            assert await turned_away(anna.at(table)) == 403
            assert await turned_away(bert.at(table)) == 0
            await one.close()
            async with asyncio.timeout(PATIENCE):
                while await turned_away(anna.at(table)):
                    await asyncio.sleep(0.05)


def stop_reading(server: Serving, table: str, secret: str) -> socket.socket:
    """Open a socket, and never read from it."""
    line = socket.socket()
    line.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 2048)
    line.connect(("127.0.0.1", server.port))
    line.sendall(
        f"GET /api/tables/{table}/socket HTTP/1.1\r\nHost: 127.0.0.1:{server.port}\r\nCookie: {COOKIE}={secret}\r\n"
        "Upgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Version: 13\r\n"
        "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n".encode()
    )
    return line


# --- Other people's ---


async def test_nobody_acts_for_another(server: Serving) -> None:
    async with Person(server, "Anna") as anna, Person(server, "Mallory") as mallory, Person(server, "") as nobody:
        table = await anna.open_table("alles-futsch", "me", {"kind": "program"})
        own = await mallory.open_table("alles-futsch", "me", {"kind": "program"})
        foreign_token = (await mallory.post(f"/api/tables/{own}/seats/1/token", status=201))["token"]
        link = (await mallory.post(f"/api/tables/{own}/seats/0/link", status=201))["token"]
        async with anna.at(table) as a, mallory.at(table) as m, nobody.at(table) as n:
            await a.until(lambda: a.status == "running")
            wishes: list[tuple[str, dict[str, Any]]] = [
                ("play", {"move": "x", "version": a.version}),
                ("play", {"move": "x", "version": a.version, "seat": 0}),
                ("undo", {}),
                ("undo", {"seat": 0}),
                ("answer_undo", {"agrees": True, "seat": 0}),
                ("resign", {"seat": 0}),
                ("come_back", {"seat": 0}),
                ("leave", {"seat": 0}),
                ("ask_hint", {"seat": 0}),
                ("offer_rematch", {}),
            ]
            for wish, fields in wishes:
                for line in (m, n):
                    answer = await line.ask(wish, **fields)
                    assert answer["code"] in ("not_your_seat", "not_known"), answer
            for wish, fields in (("put_bot", {"seat": 0}), ("switch_chat", {"on": False})):
                assert (await m.ask(wish, **fields))["code"] == "not_the_host"
                assert (await n.ask(wish, **fields))["code"] == "not_known"
            assert list(m.views) == list(n.views) == [None]
            version = a.version
        for seat in (0, 1):
            for kind in ("link", "token"):
                path = f"/api/tables/{table}/seats/{seat}/{kind}"
                await mallory.post(path, status=403)
                assert (await mallory.http.delete(path)).status_code == 403
                await nobody.post(path, status=401)
        header = {"Authorization": f"Bearer {foreign_token}"}
        body = {"do": "play", "id": "1", "move": "x", "version": 1, "seat": 0}
        assert (await mallory.post("/api/program/do", body, headers=header))["code"] == "not_your_seat"
        for token, status in ((link, 401), (anna.secret, 401), (mallory.secret, 401)):
            await mallory.post("/api/program/do", body, status, headers={"Authorization": f"Bearer {token}"})
        for token in (foreign_token, anna.secret, "", "x" * 101):
            assert (await mallory.http.post("/api/links", json={"token": token})).status_code in (400, 401)
        await nobody.post(f"/api/tables/{table}/do", {"do": "ping", "id": "1"}, status=401)
        assert (await anna.get(f"/api/tables/{table}"))["version"] == version


async def test_a_made_up_secret_is_nobodys(server: Serving) -> None:
    async with Person(server, "Anna") as anna:
        table = await anna.open_table("alles-futsch", "me", "bot")
        for secret in (anna.secret[:-1], anna.secret.swapcase(), "x", "%00", "ÿ", '"', "a" * 3000):
            async with AtTable(server, table, secret) as line:
                await line.until(lambda line=line: bool(line.views))  # type: ignore[misc]
                assert list(line.views) == [None]
                assert not line.table["you_are_host"]


@pytest.mark.parametrize("name", ["AAAAAAAAAAAA", "x", "%00", "%2e%2e", "A" * 300])
async def test_a_table_that_is_not_there_has_no_socket(server: Serving, name: str) -> None:
    assert await turned_away(AtTable(server, name, "")) in (403, 404, 4404)


@pytest.mark.parametrize("since", [-1, 2**40, "x"])
async def test_a_version_that_makes_no_sense_opens_no_socket(server: Serving, since: Any) -> None:
    async with Person(server, "Anna") as anna:
        table = await anna.open_table("alles-futsch", "me", "open")
        assert await turned_away(anna.at(table, since=since)) == 403


# --- Other people's pages ---

FOREIGN: list[dict[str, str]] = [
    {"Origin": "https://evil.example"},
    {"Origin": "null"},
    {"Origin": "http://127.0.0.1:1"},
    {"Origin": "http://localhost.evil.example"},
    {"Origin": "http://[evil"},
    {"Sec-Fetch-Site": "cross-site"},
    {"Sec-Fetch-Site": "same-site"},
    {"Origin": "https://evil.example", "Host": "evil.example"},  # a name that was made to point here
]


@pytest.mark.parametrize("headers", FOREIGN)
async def test_another_sites_page_changes_nothing_and_opens_no_socket(server: Serving, headers: dict[str, str]) -> None:
    async with Person(server, "Anna") as anna:
        table = await anna.open_table("klunker", "me", "open", "open")
        for method, path, body in (
            ("PUT", "/api/me/", {"name": "Eve"}),
            ("POST", "/api/tables/", {"game": "klunker", "seats": [{"kind": "me"}] * 3}),
            ("POST", f"/api/tables/{table}/do", {"do": "leave", "id": "1"}),
            ("POST", f"/api/tables/{table}/seats/0/link", None),
            ("DELETE", f"/api/tables/{table}/seats/0/link", None),
            ("POST", "/api/links", {"token": "x"}),
            ("POST", "/api/program/do", {"do": "ping", "id": "1"}),
        ):
            answer = await anna.http.request(method, path, json=body, headers=headers)
            assert answer.status_code == 403
            assert answer.json()["code"] == "other_origin"
        assert await anna.get("/api/me/", headers=headers) == {"name": "Anna"}
        if "Host" not in headers:
            with pytest.raises(InvalidStatus) as refused:
                await anna.at(table, headers=headers).connect()
            assert refused.value.response.status_code == 403


async def test_the_own_pages_and_those_allowed_may(limited: Serving) -> None:
    async with Person(limited, "Anna", address="10.0.0.4") as anna:
        table = await anna.open_table("klunker", "me", "open", "open")
        for headers in (
            {"Origin": limited.address, "Sec-Fetch-Site": "same-origin"},
            {"Origin": ALLOWED},
            {"Sec-Fetch-Site": "none"},
        ):
            assert (await anna.http.put("/api/me/", json={"name": "Anna"}, headers=headers)).status_code == 200
            async with anna.at(table, headers=headers) as line:
                assert (await line.ask("ping"))["type"] == "done"
