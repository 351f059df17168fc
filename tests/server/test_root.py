"""A server under a path of an address, behind a proxy that passes the path on or leaves it out."""

import asyncio
import random
import re
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from urllib.parse import urljoin

import pytest

from tests.server.conftest import Start
from tests.server.people import Person
from tests.server.serving import Serving, run, sqlite

pytestmark = pytest.mark.anyio
ROOT = "/games/brocante"


class Behind(Serving):
    """The server as it is reached through a proxy."""

    def __init__(self, port: int) -> None:
        self.port = port

    @property
    def address(self) -> str:
        return f"http://127.0.0.1:{self.port}{ROOT}"


@asynccontextmanager
async def proxied(server: Serving, strips: bool) -> AsyncIterator[Behind]:
    """A proxy of one connection for each: it looks at the first line of a request, and then passes bytes on."""

    async def serve(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        head = (await reader.readuntil(b"\r\n\r\n")).decode()
        if strips:
            head = head.replace(f" {ROOT}", " ", 1)
        if "upgrade: websocket" not in head.lower():
            head = re.sub(r"(?i)connection: [^\r]*", "Connection: close", head)
        theirs, ours = await asyncio.open_connection("127.0.0.1", server.port)
        ours.write(head.encode())
        await asyncio.gather(passed(reader, ours), passed(theirs, writer), return_exceptions=True)

    async def passed(source: asyncio.StreamReader, target: asyncio.StreamWriter) -> None:
        try:
            while part := await source.read(65536):
                target.write(part)
                await target.drain()
        finally:
            target.close()

    proxy = await asyncio.start_server(serve, "127.0.0.1", 0)
    async with proxy:
        yield Behind(proxy.sockets[0].getsockname()[1])


@pytest.mark.parametrize("strips", [True, False], ids=["the path is left out", "the path is passed on"])
async def test_pages_assets_interface_and_sockets_work_under_a_path(strips: bool, start: Start, tmp_path: Path) -> None:
    server = start(sqlite(tmp_path), "--no-limits", "--root-path", f"{ROOT}/")
    async with proxied(server, strips) as behind, Person(behind, "Anna") as anna:
        for path in ("/", "/t/AAAAAAAAAAAA", "/play/klunker", "/replay"):
            page = (await anna.http.get(path)).text
            assert "<title>Brocante" in page
            assert f'<base href="{ROOT}/" />' in page
            base = f"http://127.0.0.1:{behind.port}{ROOT}/"
            addresses = [each for each in re.findall(r'(?:src|href)="([^"]*)"', page) if each != f"{ROOT}/"]
            assert any("assets/" in each for each in addresses)
            for address in addresses:
                whole = urljoin(base, address)
                assert whole.startswith(base), address
                assert (await anna.http.get(whole)).status_code == 200
        assert [cookie.path for cookie in anna.http.cookies.jar] == [ROOT]
        table = await anna.open_table("alles-futsch", "me", {"kind": "bot", "level": "easy"})
        async with anna.at(table) as line:
            await line.play_on(random.Random(1), "any")
        assert (await anna.get(f"/api/tables/{table}/record"))["result"]
        assert (await anna.http.delete("/api/me/")).status_code == 200
        assert not anna.secret


@pytest.mark.parametrize("path", ["/a b", "//evil.example", "/../x", "/ä", '/"onload="x'])
def test_a_path_that_is_none_is_refused(path: str) -> None:
    result = run("--root-path", path, "--port", "0")
    assert result.returncode == 2
    assert "A path is letters, digits" in " ".join(result.stderr.split())
