"""Connections that take too much or too long are cut, and others never notice: raw bytes over real sockets."""

import asyncio
import select
import socket
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager, suppress
from pathlib import Path

import pytest

from tests.server.conftest import Start
from tests.server.people import PATIENCE, Person
from tests.server.serving import Serving, sqlite

pytestmark = pytest.mark.anyio

IMPATIENT = """
import socket
import brocante.server.connections as c
import brocante.server.serve as serve

def narrow_door(*address):
    found = door(*address)
    found.setsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF, 4096)  # so that little is on the way
    return found

door, serve.listening_socket = serve.listening_socket, narrow_door
c.HEAD_SECONDS = c.BODY_SECONDS = c.UNREAD_SECONDS = 1.0
c.MOST_OPEN, c.MOST_UNREAD = 20, 300_000
from brocante.cli import main
main()
"""
HEAD = "POST /api/replays HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n"
ASK = b"GET /api/games/klunker HTTP/1.1\r\nHost: localhost\r\n\r\n"


@pytest.fixture
def impatient(start: Start, tmp_path: Path) -> Serving:
    """A server with less patience and room than usual, so that tests are quick."""
    return start(sqlite(tmp_path), "--logs", command=(sys.executable, "-c", IMPATIENT))


@contextmanager
def line(server: Serving, receive: int = 0) -> Iterator[socket.socket]:
    with socket.socket() as one:
        if receive:
            one.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, receive)
        one.settimeout(PATIENCE)
        one.connect(("127.0.0.1", server.port))
        yield one


def end_of(one: socket.socket) -> bytes:
    """All that comes until the server closes the connection. It fails if it never does."""
    received = b""
    with suppress(ConnectionError):
        while piece := one.recv(65536):
            received += piece
    return received


def drip(one: socket.socket, piece: bytes, seconds: float) -> bool:
    """Send a little again and again; whether the connection was cut meanwhile."""
    end = time.monotonic() + seconds
    try:
        while time.monotonic() < end:
            one.sendall(piece)
            time.sleep(0.02)
    except ConnectionError:
        return True
    return False


def test_endless_headers_are_refused(server: Serving) -> None:
    for endless in (b"X-%d: %s\r\n", b"x%d%s", b"%d%s; "):
        with line(server) as one:
            one.sendall(b"GET / HTTP/1.1\r\nHost: localhost\r\nX-Long: ")
            with suppress(ConnectionError):
                for number in range(300):
                    one.sendall(endless % (number, b"y" * 1000))
            assert end_of(one).startswith((b"HTTP/1.1 431", b"HTTP/1.1 400", b""))
    with line(server) as one:
        one.sendall(b"GET / HTTP/1.1\r\nHost: localhost\r\n" + b"X-Long: %s\r\n\r\n" % (b"y" * 50_000))
        assert end_of(one).startswith(b"HTTP/1.1 431")


def test_endless_trailers_and_extensions_of_chunks_are_cut(server: Serving) -> None:
    for beginning, endless in ((b"0\r\n", b"X: %s\r\n" % (b"y" * 1000)), (b"1;", b"y" * 1000)):
        with line(server) as one:
            one.sendall(HEAD.encode() + b"Transfer-Encoding: chunked\r\n\r\n" + beginning)
            assert drip(one, endless * 100, PATIENCE)


@pytest.mark.parametrize(
    "beginning", [b"", b"GET / HTTP/1.1\r\nHost:", b"GET /api/tables/AAAAAAAAAAAA/socket HTTP/1.1\r\n"]
)
def test_silent_connections_are_cut(impatient: Serving, beginning: bytes) -> None:
    with line(impatient) as one:
        one.sendall(beginning)
        assert end_of(one) == b""
    assert "slow_head" in impatient.log()


def test_slow_heads_and_bodies_are_cut(impatient: Serving) -> None:
    with line(impatient) as one:
        one.sendall(b"GET / HTTP/1.1\r\n")
        assert drip(one, b"X: y\r\n", PATIENCE)
    with line(impatient) as one:
        one.sendall(f"{HEAD}Content-Length: 100000\r\n\r\n".encode())
        assert drip(one, b" ", PATIENCE)
    assert "slow_body" in impatient.log()


def test_a_connection_that_is_kept_but_says_nothing_more_is_cut(impatient: Serving) -> None:
    for more in (b"", b"\r\n", b"GET"):
        with line(impatient) as one:
            one.sendall(b"GET /health HTTP/1.1\r\nHost: localhost\r\n\r\n")
            assert one.recv(65536).startswith(b"HTTP/1.1 200")
            one.sendall(more)
            end_of(one)


async def test_answers_that_nobody_reads_are_dropped(impatient: Serving) -> None:
    before = await settled_memory(impatient)
    with ExitStack() as stack:
        lines = [stack.enter_context(line(impatient, receive=4096)) for _ in range(15)]
        for one in lines:
            with suppress(ConnectionError):
                one.sendall(ASK * 20)
        await until(lambda: '"unread"' in impatient.log() and '"too_much_unread"' in impatient.log())
        assert memory(impatient) - before < 40_000
        await asyncio.sleep(2)  # those whose answers are large have been cut by now
        assert sum(end_of(one).count(b"HTTP/1.1 ") < 20 for one in lines) >= 2
    async with Person(impatient, "Anna") as anna:
        await anna.get("/api/games/klunker")


async def test_an_address_has_only_so_many_connections(impatient: Serving) -> None:
    with ExitStack() as stack:
        lines = [stack.enter_context(line(impatient)) for _ in range(40)]
        await until(lambda: '"too_many"' in impatient.log())
        assert sum(map(is_cut, lines)) >= 20
    await until(lambda: answers(impatient))


async def test_a_named_proxy_may_have_many(start: Start, tmp_path: Path) -> None:
    behind = start(sqlite(tmp_path), "--proxies", "127.0.0.0/8", command=(sys.executable, "-c", IMPATIENT))
    with ExitStack() as stack:
        for _ in range(40):
            one = stack.enter_context(line(behind))
            one.sendall(b"GET /health HTTP/1.1\r\nHost: localhost\r\n\r\n")
            assert one.recv(65536).startswith(b"HTTP/1.1 200")


def is_cut(one: socket.socket) -> bool:
    """Without reading anything."""
    watched = select.poll()
    watched.register(one, select.POLLRDHUP)
    return bool(watched.poll(0))


def answers(server: Serving) -> bool:
    with suppress(OSError), line(server) as one:
        one.sendall(b"GET /health HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n")
        return end_of(one).startswith(b"HTTP/1.1 200")
    return False


def memory(server: Serving) -> int:
    """Kilobytes."""
    status = Path(f"/proc/{server.pid}/status").read_text()
    return int(status.split("VmRSS:")[1].split()[0])


async def settled_memory(server: Serving) -> int:
    """Once the bots have rehearsed: that loads machine code and nets."""
    kept, still = memory(server), 0
    while still < 5:
        await asyncio.sleep(0.5)
        now = memory(server)
        kept, still = now, still + 1 if now - kept < 500 else 0
    return kept


async def until(met: Callable[[], bool]) -> None:
    async with asyncio.timeout(PATIENCE):
        while not met():
            await asyncio.sleep(0.05)


@pytest.mark.parametrize(
    "path",
    [
        "/assets/%ff",
        "/assets/x%00.js",
        "/assets/" + "x" * 3000,
        "/assets/..%5c..%5capi.py",
        "/assets/%c3%a4.js",
        "/%ed%a0%80",
        "/t/%80",
        "/api/tables/%ff%fe",
        "/api/tables/?x=%ff",
        "/api/games/%c0%af",
        "/api/tables/AAAAAAAAAAAA/history?after=%ff",
    ],
)
def test_paths_that_make_no_sense_are_refused(server: Serving, path: str) -> None:
    for method in ("GET", "POST"):
        with line(server) as one:
            one.sendall(f"{method} {path} HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n".encode())
            status = end_of(one)[9:12]
            assert status == b"400" or (method == "POST" and status == b"405"), (method, path)


@pytest.mark.parametrize(
    "head",
    [
        b"GET /\xff HTTP/1.1\r\nHost: localhost\r\n",
        b"GET / HTTP/1.1\r\nHost: \xff\xfe\r\nCookie: brocante_guest=\xff\xfe\r\n",
        b"GET /api/me/ HTTP/1.1\r\nHost: localhost\r\nCookie: \xff=\x80; brocante_guest=\xe4\r\n",
        b"GET /api/program/stream HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer \xff\r\n",
        b"PUT /api/me/ HTTP/1.1\r\nHost: localhost\r\nContent-Type: \xff; charset=\xfe\r\nContent-Length: 0\r\n",
        b"PUT /api/me/ HTTP/1.1\r\nHost: localhost\r\nOrigin: http://[\xff\r\nContent-Length: 0\r\n",
        b"GET /api/games/klunker?language=\xff HTTP/1.1\r\nHost: localhost\r\n",
        b"GET /api/games/klunker?%00=%00&&&=;%%% HTTP/1.1\r\nHost: localhost\r\n",
    ],
)
def test_bytes_that_are_no_text_are_no_mistake_of_ours(server: Serving, head: bytes) -> None:
    with line(server) as one:
        one.sendall(head + b"Connection: close\r\n\r\n")
        assert end_of(one)[9:10] in (b"2", b"4")
