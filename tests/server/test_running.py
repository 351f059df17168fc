"""A server as it runs: headers, health, metrics, where it listens, and how it stops."""

import asyncio
import json
import os
import random
import re
import secrets
import signal
import subprocess
import time
from pathlib import Path
from typing import Any

import httpx
import pytest
from sqlalchemy import insert
from websockets.exceptions import ConnectionClosed

from brocante.games.catalogue import RULESETS
from brocante.server import schema
from tests.server.conftest import Start
from tests.server.people import PATIENCE, Person
from tests.server.serving import COMMAND, Serving, Stored, free_port, sqlite
from tests.server.test_database import on

pytestmark = pytest.mark.anyio


async def test_every_answer_carries_what_keeps_browsers_safe(server: Serving) -> None:
    async with Person(server, "Anna") as anna:
        paths = ["/", "/t/x", "/api/me/", "/api/nothing", "/api/tables/AAAAAAAAAAAA", "/schema", "/health"]
        for path in paths:
            headers = (await anna.http.get(path)).headers
            policy = headers["content-security-policy"]
            scripts = re.search(r"script-src[^;]*|default-src[^;]*", policy)
            assert scripts is not None
            assert "unsafe" not in scripts[0]
            assert "*" not in policy
            assert "frame-ancestors 'none'" in policy
            assert headers["x-content-type-options"] == "nosniff"
            assert headers["referrer-policy"] == "no-referrer"
            assert "server" not in headers
            assert "access-control-allow-origin" not in headers
            if path.startswith("/api/"):
                assert headers["cache-control"] == "no-store"


async def test_no_page_holds_a_script_of_its_own(server: Serving) -> None:
    async with Person(server, "") as nobody:
        for path in ("/", "/t/x", "/schema", "/schema/"):
            page = (await nobody.http.get(path, follow_redirects=True)).text
            assert not re.search(r"<script(?![^>]*\bsrc=)", page)
            assert not re.search(r"<script[^>]*src=.?https?:", page)
            assert not re.search(r"\son[a-z]+=", page)


async def test_health_readiness_and_metrics(server: Serving) -> None:
    async with Person(server, "Anna") as anna:
        assert (await anna.http.get("/health")).text == "ok"
        assert (await anna.http.get("/ready")).text == "ok"
        table = await anna.open_table("zwergezocken", *[{"kind": "bot", "level": "easy"}] * 3)
        async with anna.at(table) as a:
            await a.until(lambda: a.over)
            metrics = await server.metrics()
        for name in (
            "brocante_sockets",
            "brocante_moves_total",
            "brocante_requests_total",
            "brocante_thoughts_total",
        ):
            assert re.search(rf"^{name}({{.*}})? [1-9]", metrics, re.MULTILINE), name


async def test_the_description_is_complete(server: Serving) -> None:
    async with Person(server, "") as nobody:
        description = await nobody.get("/schema/openapi.json")
        assert await nobody.get("/schema/") == description
    assert {"/api/tables/{table_id}/do", "/api/program/stream", "/api/replays"} <= set(description["paths"])
    for operations in description["paths"].values():
        for operation in operations.values():
            assert operation["summary"]
            assert {"400", "429", "503"} <= set(operation["responses"])
    line = description["components"]["schemas"]["LogLine"]
    assert (line["type"], [each["type"] for each in line["prefixItems"]]) == ("array", ["integer", "string", "array"])


@pytest.mark.parametrize("name", RULESETS)
async def test_all_of_a_game_is_told_in_four_languages(server: Serving, name: str) -> None:
    rules = RULESETS[name]
    async with Person(server, "") as nobody:
        told = await nobody.get(f"/api/games/{name}")
        assert {key: told[key] for key in rules.describe() if key != "rules"} == {
            key: value for key, value in rules.describe().items() if key != "rules"
        }
        assert told["version"] == rules.version
        assert told["layout"] == rules.layout.describe()
        assert told["facts"] == {fact.name: fact.describe() for fact in rules.facts.values()}
        assert told["words"] == list(rules.move_words)
        assert told["rules"] == rules.data("rules.md")
        for language in ("en", "fr", "it", "de"):
            sentences = (await nobody.get(f"/api/games/{name}", params={"language": language}))["sentences"]
            assert set(told["sentences"]) == set(sentences)
            assert {f"fact.{fact}" for fact in rules.facts} <= set(sentences)
            assert (sentences == told["sentences"]) == (language == "en")


async def test_a_game_or_language_that_there_is_not_is_said_so(server: Serving) -> None:
    async with Person(server, "") as nobody:
        refused = await nobody.get("/api/games/clunker", status=404)
        assert "Did you mean 'klunker'?" in refused["text"]
        await nobody.get("/api/games/klunker", params={"language": "xx"}, status=400)


@pytest.mark.parametrize("path", ["/nope", "/t", "/play", "/t/some/thing"])
async def test_a_wrong_link_gets_the_page_which_says_so_and_a_program_a_refusal(server: Serving, path: str) -> None:
    async with Person(server, "") as nobody:
        to_read = await nobody.http.get(path, headers={"Accept": "text/html,application/xhtml+xml"})
        assert (to_read.status_code, to_read.headers["content-type"]) == (404, "text/html; charset=utf-8")
        assert to_read.text.startswith("<!doctype html>")
        assert (await nobody.http.get(path)).json()["code"] == "no_such_table"
        api = await nobody.http.get(f"/api{path}", headers={"Accept": "text/html"})
        assert (api.status_code, api.headers["content-type"]) == (404, "application/json")


async def test_asked_to_stop_it_tells_everyone_and_loses_nothing(database: str, start: Start) -> None:
    server = start(database, "--no-limits", "--logs")
    async with Person(server, "Anna") as anna, Person(server, "") as nobody:
        table = await anna.open_table("alles-futsch", "me", {"kind": "me", "name": "Berta"})
        waiting = await anna.open_table("klunker", {"kind": "program"}, "open", "me")
        token = (await anna.post(f"/api/tables/{waiting}/seats/0/token", status=201))["token"]
        streaming = asyncio.create_task(stream(server, token))
        async with anna.at(table) as a, nobody.at(table) as n:
            playing = asyncio.create_task(a.play_on(random.Random(1), "thrifty"))
            await n.until(lambda: bool(n.views) and len(n.views[None]["log"]) > 5)
            status = await asyncio.to_thread(server.stop)
            assert status == 0
            with pytest.raises(ConnectionClosed) as closed:
                await playing
            assert closed.value.rcvd is not None
            assert closed.value.rcvd.code == 1012  # it is restarted; come back
            with pytest.raises(ConnectionClosed):
                await n.until(lambda: False)
            acknowledged = dict(a.acknowledged)
        await streaming
        happened = await Stored(database).events(table)
        for identity, version in acknowledged.items():
            assert getattr(happened[version - 1], "id", None) == identity
        lines = [json.loads(line) for line in server.log().splitlines()]
        assert lines[-1]["event"] == "stopped"
        assert not [line for line in lines if line["event"] == "mistake"]


async def test_time_that_the_server_was_down_goes_off_no_clock(start: Start, tmp_path: Path) -> None:
    server = start(sqlite(tmp_path), "--no-limits")
    async with Person(server, "Anna") as anna:
        table = await anna.open_table("alles-futsch", "me", {"kind": "me", "name": "Berta"}, clock={"bank": 60})
        await asyncio.to_thread(server.stop)
        went = time.monotonic()
        await asyncio.sleep(1)
        await asyncio.to_thread(server.start)
        clock = (await anna.get(f"/api/tables/{table}"))["clock"]
        assert clock["left"][clock["turn"]] > 60_000 - 1000 * (time.monotonic() - went - 1)


async def stream(server: Serving, token: str) -> None:
    """Read a program's stream until the server ends it."""
    headers = {"Authorization": f"Bearer {token}"}
    async with httpx.AsyncClient(base_url=server.address, timeout=PATIENCE, trust_env=False) as http:
        try:
            async with http.stream("GET", "/api/program/stream", headers=headers) as lines:
                async for _ in lines.aiter_lines():
                    pass
        except httpx.TransportError:
            pass


async def test_it_listens_to_this_machine_unless_told_otherwise(server: Serving, start: Start, tmp_path: Path) -> None:
    listening = Path(f"/proc/{server.pid}/net/tcp")
    if listening.exists():
        port = f"{server.port:04X}"
        addresses = [line.split()[1] for line in listening.read_text().splitlines() if f":{port} " in line]
        assert f"0100007F:{port}" in addresses
        assert f"00000000:{port}" not in addresses
    assert "Everyone who can reach" not in server.log()
    open_to_all = start(sqlite(tmp_path), "--host", "0.0.0.0")
    assert "Everyone who can reach" in open_to_all.log()


async def test_a_match_begun_under_other_rules_is_not_played_on_under_these(server: Serving) -> None:
    async with Person(server, "Anna") as anna:
        table = await anna.open_table("klunker", "me", "open", "open")
        stored = Stored(server.database)
        (row,) = [row for row in await stored.rows("tables") if row.id == table]
        setup: dict[str, Any] = {**json.loads(row.setup), "rules": 99}
        old = {**row._asdict(), "id": secrets.token_urlsafe(9), "setup": json.dumps(setup)}
        await on(server.database, lambda connection: connection.execute(insert(schema.tables).values(old)))
        member = insert(schema.members).values(guest=setup["host"], table_id=old["id"])
        await on(server.database, lambda connection: connection.execute(member))
        assert (await anna.get(f"/api/tables/{old['id']}", status=409))["code"] == "other_rules"
        assert [each["id"] for each in await anna.get("/api/tables/mine")] == [table]


async def test_metrics_are_served_only_where_they_were_asked_for(server: Serving, start: Start, tmp_path: Path) -> None:
    async with Person(server, "") as nobody:
        await nobody.get("/metrics", status=404)
    metrics = await server.metrics()
    assert "brocante_requests_total" in metrics
    timed = set(re.findall(r"^(brocante_\w+)_bucket", metrics, re.MULTILINE))
    assert timed == {"brocante_request_seconds", "brocante_waited_seconds"}  # none of a thought
    wrong = subprocess.run([*COMMAND, "--metrics", "9100"], capture_output=True, text=True)
    assert wrong.returncode == 2
    assert "127.0.0.1:9100" in wrong.stderr


async def test_only_proxies_that_were_named_are_believed(start: Start, tmp_path: Path) -> None:
    """Whoever can say where they come from has no limits."""
    believing, others = {"X-Forwarded-For": "10.0.0.1", "X-Forwarded-Proto": "https"}, 60
    for flags, believed in (((), False), (("--proxies", "10.0.0.0/8"), False), (("--proxies", "127.0.0.0/8"), True)):
        server = start(sqlite(tmp_path), *flags)
        async with Person(server, "Anna", address="10.0.0.2") as anna:
            answer = await anna.http.put("/api/me/", json={"name": "X"}, headers={**believing, "Cookie": ""})
            assert ("secure" in answer.headers["set-cookie"].lower()) == believed
            addresses = ({"X-Forwarded-For": f"10.1.{number}.1"} for number in range(others))
            codes = [(await anna.http.post("/api/tables/", json={}, headers=each)).status_code for each in addresses]
            assert (429 not in codes) == believed
    wrong = subprocess.run([*COMMAND, "--proxies", "*"], capture_output=True, text=True)
    assert wrong.returncode == 2
    assert "--proxies takes addresses" in wrong.stderr


@pytest.mark.parametrize("stream", ["full", "closed", "stuck"])
async def test_logs_that_cannot_be_written_stop_nobody(tmp_path: Path, stream: str) -> None:
    """A full disk, a pipe whose reader has gone, and one whose reader does not read."""
    port = free_port()
    reading, writing = os.pipe()
    log = os.open("/dev/full", os.O_WRONLY) if stream == "full" else writing
    command = [*COMMAND, "--port", str(port), "--logs", "--no-limits", "--database", sqlite(tmp_path)]
    process = subprocess.Popen(command, stdout=log, stderr=log)
    os.close(writing)
    if stream == "closed":
        os.close(reading)
    try:
        async with httpx.AsyncClient(base_url=f"http://127.0.0.1:{port}", trust_env=False, timeout=PATIENCE) as http:
            async with asyncio.timeout(PATIENCE):
                while not await answers(http):
                    await asyncio.sleep(0.1)
            for _ in range(800):  # more lines than a pipe holds
                assert (await http.get("/health")).status_code == 200
        process.send_signal(signal.SIGTERM)
        assert process.wait(PATIENCE) == 0
    finally:
        process.kill()
        process.wait()
        if stream != "closed":
            os.close(reading)


async def answers(http: httpx.AsyncClient) -> bool:
    try:
        return (await http.get("/health")).status_code == 200
    except httpx.TransportError:
        return False
