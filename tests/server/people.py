"""People and programs at a real server, over real HTTP and real sockets."""

import asyncio
import itertools
import json
import random
from collections.abc import Callable
from types import TracebackType
from typing import Any, Self
from urllib.parse import urlencode

import httpx
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed, InvalidHandshake

from tests.server.serving import Serving
from tests.strategies import choose

PATIENCE = 60.0  # seconds anything may take on a busy machine before it counts as stuck
COOKIE = "brocante_guest"
STYLE = {"klunker": "busy", "alles-futsch": "thrifty", "zwergezocken": "busy"}  # how games of a fair length come about
PLAYERS = {"klunker": 4, "alles-futsch": 3, "zwergezocken": 3}
OPTIONS: dict[str, dict[str, Any]] = {"klunker": {}, "alles-futsch": {}, "zwergezocken": {"rounds": 1}}

numbers = itertools.count(1000)  # beyond the ids in `schemas`


def new_id() -> str:
    return f"m{next(numbers)}"


class Person:
    """A guest with a browser: a cookie, and HTTP."""

    def __init__(self, server: Serving, name: str, address: str = "127.0.0.1") -> None:
        self.server, self.name = server, name
        self.from_there = {"X-Forwarded-For": address}  # believed where the server was told so: --proxies 127.0.0.1
        self.bodies: list[str] = []
        self.http = httpx.AsyncClient(
            base_url=server.address,
            timeout=PATIENCE,
            event_hooks={"response": [self._heard]},
            headers=self.from_there,
            trust_env=False,
        )

    async def _heard(self, response: httpx.Response) -> None:
        if "x-ndjson" not in response.headers.get("content-type", ""):
            self.bodies.append((await response.aread()).decode(errors="replace"))

    async def __aenter__(self) -> Self:
        if self.name:
            answer = await self.http.put("/api/me/", json={"name": self.name})
            assert answer.status_code == 200, answer.text
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        await self.http.aclose()

    @property
    def secret(self) -> str:
        return self.http.cookies.get(COOKIE) or ""

    async def get(self, path: str, status: int = 200, **more: Any) -> Any:
        answer = await self.http.get(path, **more)
        assert answer.status_code == status, answer.text
        return answer.json()

    async def post(self, path: str, body: Any = None, status: int = 200, **more: Any) -> Any:
        answer = await self.http.post(path, json=body, **more)
        assert answer.status_code == status, answer.text
        return answer.json()

    async def open_table(self, game: str, *seats: dict[str, Any] | str, **more: Any) -> str:
        """A new table's name. A seat is "me", "open" or "bot", or what the interface takes."""
        places = [{"kind": seat} if isinstance(seat, str) else seat for seat in seats]
        body = {"game": game, "seats": places, "options": OPTIONS[game], **more}
        opened = await self.post("/api/tables/", body, status=201)
        return str(opened["id"])

    async def do(self, table: str, wish: str, status: int = 200, **fields: Any) -> Any:
        """Ask by HTTP."""
        return await self.post(f"/api/tables/{table}/do", {"do": wish, "id": new_id(), **fields}, status)

    def at(self, table: str, since: Any = None, **more: Any) -> "AtTable":
        headers = {**self.from_there, **more.pop("headers", {})}
        return AtTable(self.server, table, self.secret, since, headers=headers)


class AtTable:
    """A socket at a table. It reads on by itself and keeps what it was told."""

    def __init__(
        self, server: Serving, table: str, secret: str, since: int | None = None, headers: dict[str, str] | None = None
    ) -> None:
        self.server, self.name, self.secret, self.headers = server, table, secret, headers or {}
        self.version: int | None = since
        self.frames: list[str] = []
        self.table: dict[str, Any] = {}
        self.views: dict[int | None, dict[str, Any]] = {}
        self.clock: dict[str, Any] = {}
        self.present: list[int] | None = None
        self.told: list[dict[str, Any]] = []
        self.answers: dict[str, dict[str, Any]] = {}
        self.acknowledged: dict[str, int] = {}  # versions, by id
        self.closed: ConnectionClosed | AssertionError | None = None
        self._changed = asyncio.Event()
        self._socket: ClientConnection | None = None
        self._reader: asyncio.Task[None] | None = None

    # --- The line ---

    async def __aenter__(self) -> Self:
        await self.connect()
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        await self.close()

    @property
    def socket(self) -> ClientConnection:
        assert self._socket is not None
        return self._socket

    async def connect(self) -> None:
        headers = {"Cookie": f"{COOKIE}={self.secret}"} if self.secret else {}
        since = "" if self.version is None else "?" + urlencode({"since": self.version})
        address = f"{self.server.address.replace('http', 'ws')}/api/tables/{self.name}/socket{since}"
        self._socket = await connect(
            address,
            additional_headers={**headers, **self.headers},
            open_timeout=PATIENCE,
            max_size=None,
            ping_interval=None,
            proxy=None,
            compression=None,
        )
        self.closed = None
        self._reader = asyncio.create_task(self._read())

    async def close(self) -> None:
        if self._socket is not None:
            await self._socket.close()
        if self._reader is not None:
            await asyncio.gather(self._reader, return_exceptions=True)

    async def _read(self) -> None:
        try:
            while True:
                self._take(str(await self.socket.recv()))
        except (ConnectionClosed, AssertionError) as error:  # whoever waits is told, also what is wrong with a frame
            self.closed = error
            self._changed.set()

    async def resume(self) -> None:
        """Come back, whenever there is somebody to come back to, with the version seen last."""
        await self.close()
        async with asyncio.timeout(PATIENCE):
            while True:
                try:
                    return await self.connect()
                except (OSError, InvalidHandshake, ConnectionClosed):
                    await asyncio.sleep(0.05)

    def _take(self, frame: str) -> None:
        self.frames.append(frame)
        message = json.loads(frame)
        if message["type"] == "news":
            assert self.version is None or message["version"] > self.version or self._told_all(message)
            self.version = message["version"]
            self.table = message.get("table", self.table)
            self.told += message.get("told", [])
            self.clock = message.get("clock", self.clock)
            views = message.get("views", [])
            if views:
                self.views = {view["seat"]: self._joined(view) for view in views}
        elif message["type"] == "present":
            self.present = message["seats"]
        else:
            self.answers[message["id"]] = message
            if message["type"] == "done":
                self.acknowledged[message["id"]] = message["version"]
        self._changed.set()

    @staticmethod
    def _told_all(message: dict[str, Any]) -> bool:
        """News without a new version: everything, or how the clock stands."""
        return "table" in message or set(message) == {"type", "version", "clock"}

    def _joined(self, view: dict[str, Any]) -> dict[str, Any]:
        """The view with the whole log: what was known of it, and what is new."""
        known = self.views.get(view["seat"], {"log": []})["log"]
        assert view["log_from"] <= len(known), "a piece of the log is missing"
        return {**view, "log": known[: view["log_from"]] + view["log"]}

    # --- Asking ---

    async def send(self, text: str | bytes) -> None:
        await self.socket.send(text)

    async def ask(self, wish: str, *, id: str = "", **fields: Any) -> dict[str, Any]:
        """The answer to a wish. ConnectionClosed if the line is cut before it comes."""
        identity = id or new_id()
        self.answers.pop(identity, None)
        await self.send(json.dumps({"do": wish, "id": identity, **fields}))
        await self.until(lambda: identity in self.answers)
        return self.answers[identity]

    async def until(self, met: Callable[[], bool]) -> None:
        """Wait until something is so. ConnectionClosed if the line is cut before it is."""
        try:
            async with asyncio.timeout(PATIENCE):
                while not met():
                    if self.closed is not None:
                        raise self.closed
                    self._changed.clear()
                    await self._changed.wait()
        except TimeoutError:
            raise TimeoutError(f"At version {self.version} nothing came any more; at last {self.frames[-3:]}") from None

    # --- Playing ---

    @property
    def status(self) -> str:
        return str(self.table.get("status", ""))

    @property
    def over(self) -> bool:
        return self.status == "over"

    @property
    def seat_to_move(self) -> int | None:
        """The own seat whose turn it is."""
        return next((seat for seat, view in self.views.items() if view["legal"] and not self.over), None)

    def legal(self, seat: int | None = None) -> list[str]:
        return spelled(self.views[self.seat_to_move if seat is None else seat]["legal"])

    async def until_turn(self) -> int | None:
        """The own seat to move, None if the game is over."""
        await self.until(lambda: self.over or self.seat_to_move is not None)
        return self.seat_to_move

    async def play(self, move: str = "", **fields: Any) -> dict[str, Any]:
        """A move, the first legal one if none is named; what it brings has been seen when this is over."""
        seat = await self.until_turn()
        chosen = {"move": move or self.legal()[0], "version": self.version, "seat": seat, **fields}
        answer = await self.ask("play", **chosen)
        await self.seen(answer["version"])
        return answer

    async def seen(self, version: int) -> None:
        await self.until(lambda: self.version is not None and self.version >= version)

    async def play_on(self, luck: random.Random, style: str, moves: int = 10**6) -> None:
        """Play all own turns until the game is over, or so many moves have been made."""
        while moves > 0:
            seat = await self.until_turn()
            if seat is None:
                return
            seen = self.version
            answer = await self.play(choose(self.legal(), style, luck))
            if answer["type"] == "done":
                moves -= 1
            else:
                assert answer["code"] == "stale", answer
                await self.until(lambda seen=seen: self.version != seen)  # type: ignore[misc]

    async def play_through(self, luck: random.Random, style: str) -> None:
        """The same, whatever happens to the server: come back, and ask again under the same id."""
        identity, move, seat, version = "", "", None, None
        while not self.over:
            try:
                if not identity:
                    seat = await self.until_turn()
                    if seat is None:
                        return
                    identity, move, version = new_id(), choose(self.legal(), style, luck), self.version
                answer = await self.ask("play", id=identity, move=move, version=version, seat=seat)
                if answer["type"] == "done":
                    await self.seen(answer["version"])
                    identity = ""
                elif answer["code"] == "not_stored":
                    await asyncio.sleep(0.1)
                else:
                    assert answer["code"] == "stale", answer
                    identity = ""
            except ConnectionClosed:
                await self.resume()


def spelled(legal: list[Any]) -> list[str]:
    """Legal moves one by one, as they come with a view."""
    moves: list[str] = []
    for each in legal:
        if isinstance(each, str):
            moves.append(each)
        else:
            moves += [f"{each['words']} {number}" for number in range(each["least"], each["most"] + 1)]
    return moves
