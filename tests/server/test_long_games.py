"""Long games are looked back on in pieces, and hold nobody up meanwhile."""

import asyncio
import json
import socket
from contextlib import ExitStack
from typing import Any

import pytest

import brocante
from brocante.server.replays import PAGE
from brocante.server.service import MOST_ANSWERS
from tests.server.conftest import Start
from tests.server.people import PATIENCE, Person
from tests.server.serving import Serving, sqlite

pytestmark = pytest.mark.anyio


@pytest.fixture(scope="module")
def record() -> dict[str, Any]:
    """A game of thousands of moves."""
    game = brocante.new("zwergezocken", players=5, seed=3, rounds=100, limit=500)
    bot = brocante.bot("random", seed=1)
    while game.turn is not None:
        game.play(bot.choose(game))
    assert 2000 < game.move_count < 5000
    return game.record()


async def test_a_history_comes_in_pages(server: Serving) -> None:
    async with Person(server, "Anna") as anna:
        table = await anna.open_table("klunker", *[{"kind": "bot", "level": "easy"}] * 5)
        async with anna.at(table) as a:
            await a.until(lambda: a.over)
            log = a.views[None]["log"]
        assert len(log) > PAGE
        steps: list[dict[str, Any]] = []
        while page := await anna.get(f"/api/tables/{table}/history", params={"after": len(steps)}):
            assert len(page) <= PAGE
            steps += page
        assert [step["move"] for step in steps] == [None, *log]
        whole = await anna.get(f"/api/tables/{table}/replay")
        assert [step["position"] for step in whole["steps"]] == [step["position"] for step in steps]
        await anna.get(f"/api/tables/{table}/history", status=400, params={"after": -1})


async def test_others_are_answered_while_long_games_are_looked_back_on(server: Serving, record: dict[str, Any]) -> None:
    """Were they not, each upload would keep all waiting, and few would be answered."""
    async with Person(server, "Greta") as greedy, Person(server, "Anna") as anna:
        table = await anna.open_table("klunker", "me", "open", "open")
        async with anna.at(table) as a:
            uploads = [asyncio.create_task(greedy.post("/api/replays", record)) for _ in range(3)]
            pings = 0
            while not all(upload.done() for upload in uploads):
                await a.ask("ping")
                pings += 1
                await asyncio.sleep(0.005)
            for upload in uploads:
                assert len((await upload)["steps"]) == len(record["moves"]) + 1
        assert pings > 10


async def test_an_address_that_does_not_read_its_replays_gets_no_more(
    start: Start, tmp_path: Any, record: dict[str, Any]
) -> None:
    server = start(sqlite(tmp_path), "--proxies", "127.0.0.1")
    async with Person(server, "", address="10.0.0.1") as one, Person(server, "", address="10.0.0.2") as other:
        with ExitStack() as stack:
            for _ in range(MOST_ANSWERS):
                line = stack.enter_context(socket.socket())
                line.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
                line.connect(("127.0.0.1", server.port))
                await asyncio.to_thread(line.sendall, upload(record))
            async with asyncio.timeout(PATIENCE):
                while (refused := await one.http.post("/api/replays", json=record)).status_code != 429:
                    await asyncio.sleep(1.1)  # more often would be too fast in itself
            assert refused.json()["reason"] == "too_many_answers"
            assert len((await other.post("/api/replays", record))["steps"]) == len(record["moves"]) + 1


def upload(record: dict[str, Any]) -> bytes:
    body = json.dumps(record).encode()
    head = "POST /api/replays HTTP/1.1\r\nHost: localhost\r\nX-Forwarded-For: 10.0.0.1\r\n"
    return f"{head}Content-Type: application/json\r\nContent-Length: {len(body)}\r\n\r\n".encode() + body
