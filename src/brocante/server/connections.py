"""HTTP connections, bounded in number, size and time: uvicorn itself waits for ever, and keeps whatever comes.

Each second all connections are looked through; those that take too long are cut. The WebSocket protocol has its own
bounds (`frames.py`); here only those are cut that do not go away when they are closed.
"""

import asyncio
import time
from collections import Counter, defaultdict
from collections.abc import Iterable
from typing import Any, Literal
from urllib.parse import unquote_to_bytes

import httptools
from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol

from brocante.server.observe import CUT, log
from brocante.server.security import address_of
from brocante.server.settings import Settings

MOST_OPEN = 256  # HTTP connections of one address: some for each browser of a school
MOST_HEAD = 32 * 2**10  # bytes of a request before its body
MOST_REQUEST = 2 * 2**20  # bytes of a request on the wire; what its body may hold is the application's to say
MOST_UNREAD = 16 * 2**20  # bytes of answers that one address has not read
HEAD_SECONDS = 10.0  # until a request's head is complete, from the opening of the connection on
BODY_SECONDS = 30.0  # until its body is
UNREAD_SECONDS = 20.0  # for which nothing of an answer is read
READ = 16 * 2**10  # bytes that count as something read
MOST_LINES = 20  # of the log for one second

Why = Literal["too_many", "head_too_large", "request_too_large", "slow_head", "slow_body", "unread", "too_much_unread"]


class Unread:
    """Since when nothing of what was written has been read."""

    __slots__ = ("_bytes", "_since")

    def __init__(self) -> None:
        self.note(0)

    def note(self, size: int) -> None:
        self._bytes, self._since = size, time.monotonic()

    def is_overdue(self, transport: asyncio.Transport) -> bool:
        size = transport.get_write_buffer_size()
        if size == 0 or size < self._bytes - READ:
            self.note(size)
        self._bytes = max(self._bytes, size)
        return time.monotonic() - self._since > UNREAD_SECONDS


class Connections:
    """All HTTP connections by address, and why some were cut."""

    def __init__(self, settings: Settings) -> None:
        self._settings = settings
        self._open: defaultdict[str, set[Http]] = defaultdict(set)
        self._cut: Counter[tuple[str, Why]] = Counter()

    def add(self, connection: "Http") -> bool:
        """False if the address has too many. Proxies that were named speak for many addresses."""
        if self._settings.limits and not self._settings.is_proxy(connection.host):
            if len(self._open.get(connection.address, ())) >= MOST_OPEN:
                return False
            self._open[connection.address].add(connection)
        return True

    def remove(self, connection: "Http") -> None:
        if connection.address in self._open:
            self._open[connection.address].discard(connection)
            if not self._open[connection.address]:
                del self._open[connection.address]

    def unread(self, address: str) -> int:
        return sum(each.transport.get_write_buffer_size() for each in self._open.get(address, ()))

    def note_cut(self, address: str, why: Why) -> None:
        CUT.labels(why).inc()
        self._cut[address, why] += 1

    def sweep(self, connections: Iterable[Any]) -> None:
        """Cut what takes too long, and write down what was cut."""
        for connection in list(connections):
            why: Why | None = connection.overdue()
            if why is not None:
                connection.transport.abort()
                self.note_cut(address_of(connection.client[0] if connection.client else ""), why)
        for (address, why), number in self._cut.most_common(MOST_LINES):
            log("connections_cut", address=address, why=why, number=number)
        self._cut.clear()


class Http(HttpToolsProtocol):
    """One connection. A request has a head, then a body; then it is answered."""

    def __init__(self, all_of_them: Connections, **details: Any) -> None:
        super().__init__(**details)
        self._all = all_of_them
        self._part: Literal["head", "body", "none"] = "head"  # that is being received
        self._since = time.monotonic()
        self._received = 0  # bytes of the part
        self._unread = Unread()
        self.host = self.address = ""

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        super().connection_made(transport)
        self.host = self.client[0] if self.client else ""
        self.address = address_of(self.host)
        if not self._all.add(self):
            self._cut("too_many")

    def connection_lost(self, exc: Exception | None) -> None:
        self._all.remove(self)
        super().connection_lost(exc)

    def handle_websocket_upgrade(self) -> None:
        self._all.remove(self)
        super().handle_websocket_upgrade()

    # --- What is received ---

    def data_received(self, data: bytes) -> None:
        if self.transport.is_closing():
            return
        self._received += len(data)
        super().data_received(data)
        if self._part == "none" and self._is_answered():
            self._begin("head")  # something came that begins no request: one must follow
        if self._part == "head" and self._received > MOST_HEAD:
            self._refuse_head()
        elif self._part == "body" and self._received > MOST_REQUEST:
            self._cut("request_too_large")

    def on_message_begin(self) -> None:
        self._begin("head")
        super().on_message_begin()

    def on_header(self, name: bytes, value: bytes) -> None:
        if self._part == "head":  # after the body nothing is added
            super().on_header(name, value)

    def on_headers_complete(self) -> None:
        if len(self.url) + sum(len(name) + len(value) + 4 for name, value in self.headers) > MOST_HEAD:
            self._refuse_head()
            raise httptools.HttpParserError("The head is too large.")
        if b"%" in self.url:
            unquote_to_bytes(self.url).decode()  # what is not UTF-8 is refused as a request that makes no sense
        self._begin("body")
        super().on_headers_complete()

    def on_message_complete(self) -> None:
        self._begin("none")
        super().on_message_complete()

    def send_400_response(self, msg: str) -> None:
        if not self.transport.is_closing():  # else it has been answered
            super().send_400_response(msg)

    def _begin(self, part: Literal["head", "body", "none"]) -> None:
        self._part, self._since, self._received = part, time.monotonic(), 0

    def _is_answered(self) -> bool:
        return self.timeout_keep_alive_task is None and (self.cycle is None or self.cycle.response_complete)

    def _refuse_head(self) -> None:
        self._all.note_cut(self.address, "head_too_large")
        self.transport.write(
            b"HTTP/1.1 431 Request Header Fields Too Large\r\ncontent-length: 0\r\nconnection: close\r\n\r\n"
        )
        self.transport.close()

    # --- What is sent ---

    def pause_writing(self) -> None:
        super().pause_writing()
        if self._all.unread(self.address) > MOST_UNREAD:
            self._cut("too_much_unread")

    def resume_writing(self) -> None:
        super().resume_writing()
        self._unread.note(0)

    # --- Time ---

    def overdue(self) -> Why | None:
        """Why the connection is to be cut, if it is."""
        took = time.monotonic() - self._since
        if self._part == "head" and took > HEAD_SECONDS:
            return "slow_head"
        if self._part == "body" and took > BODY_SECONDS:
            return "slow_body"
        return "unread" if self._unread.is_overdue(self.transport) else None

    def _cut(self, why: Why) -> None:
        self._all.note_cut(self.address, why)
        self.transport.abort()
