"""A WebSocket as a table writes to it: whole frames, straight to the transport.

Handing frames through the layers of the framework would take as long as all the rest of a move, and the layers have
nothing to add to them. Opening and closing go their usual way.
"""

import time
from typing import Any, Literal, Protocol

from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol

from brocante.server.connections import Unread

FRAMES = "brocante.frames"  # where a socket's scope has them, among the extensions


class Reader(Protocol):
    """Whoever reads a socket and writes to it."""

    def received(self, text: str) -> None:
        """Take a message that has come in."""

    def wake(self) -> None:
        """There is room again for more to be sent."""


class Frames(WebSocketsSansIOProtocol):
    """Every socket of the server is one."""

    def __init__(self, *details: Any, **named: Any) -> None:
        super().__init__(*details, **named)
        self._reader: Reader | None = None
        self._full_since: float | None = None
        self._unread = Unread()

    async def run_asgi(self) -> None:
        extensions: dict[str, Any] = self.scope.setdefault("extensions", {})
        extensions[FRAMES] = self
        await super().run_asgi()

    def read_by(self, reader: Reader) -> None:
        """From now on messages go straight to the reader, and what came before."""
        self._reader = reader
        while not self.queue.empty():
            message = self.queue.get_nowait()
            if message["type"] != "websocket.receive":
                self.queue.put_nowait(message)
                return
            reader.received(message.get("text") or "")

    def data_received(self, data: bytes) -> None:
        """Nearly always this is one short message in one frame; the parser is for everything else."""
        between_frames = not (self.close_sent or self.frames or self.conn.reader.buffer)
        text = only_text(data) if between_frames and self._reader is not None else None
        if text is None or self._reader is None:
            super().data_received(data)
        else:
            self._reader.received(text)

    def send_receive_event_to_app(self) -> None:
        try:
            text = b"".join(self.frames).decode() if self.curr_msg_data_type == "text" else ""
        except UnicodeDecodeError:
            self._reader = None
        if self._reader is None or self.close_sent:
            super().send_receive_event_to_app()  # closes the connection where the text is not UTF-8
        else:
            self.frames = []
            self._reader.received(text)

    def connection_lost(self, exc: Exception | None) -> None:
        super().connection_lost(exc)
        self._reader = None

    def pause_writing(self) -> None:
        super().pause_writing()
        self._full_since = time.monotonic()

    def resume_writing(self) -> None:
        super().resume_writing()
        self._full_since = None
        if self._reader is not None:
            self._reader.wake()

    @property
    def is_full(self) -> bool:
        """Whether what was sent has to be read before more is."""
        return self._full_since is not None

    def full_for(self) -> float:
        """Seconds for which that has been so."""
        return 0.0 if self._full_since is None else time.monotonic() - self._full_since

    @property
    def is_open(self) -> bool:
        return not (self.close_sent or self.disconnected or self.transport.is_closing())

    def tell(self, *messages: bytes) -> None:
        """Send texts, a frame each, in one go."""
        self.transport.write(b"".join([part for message in messages for part in (header(len(message)), message)]))

    def overdue(self) -> Literal["unread"] | None:
        """Why the connection is to be cut, if it is: it was closed, and what was sent before is not being read."""
        return "unread" if self.transport.is_closing() and self._unread.is_overdue(self.transport) else None

    def cut(self) -> None:
        """At once. Closing would wait until all that was sent has been read."""
        self.transport.abort()


def header(length: int) -> bytes:
    """Of an unmasked frame that is a whole text (RFC 6455, 5.2).

    >>> header(5).hex(), header(300).hex(), header(70_000).hex()
    ('8105', '817e012c', '817f0000000000011170')
    """
    if length < 126:
        return bytes((0x81, length))
    if length < 2**16:
        return b"\x81\x7e" + length.to_bytes(2)
    return b"\x81\x7f" + length.to_bytes(8)


def only_text(data: bytes) -> str | None:
    """The text of a masked frame (RFC 6455, 5.2) that is all there is, and short; None where it is anything else.

    >>> only_text(bytes.fromhex("818537fa213d7f9f4d5158"))  # the example of the RFC, 5.7
    'Hello'
    >>> only_text(bytes.fromhex("018537fa213d7f9f4d5158")), only_text(bytes.fromhex("8180"))
    (None, None)
    """
    if len(data) < 6 or data[0] != 0x81 or data[1] - 0x80 != len(data) - 6 or data[1] > 0xFD:
        return None
    size = len(data) - 6
    mask = (data[2:6] * (size // 4 + 1))[:size]
    try:
        return (int.from_bytes(data[6:]) ^ int.from_bytes(mask)).to_bytes(size).decode()
    except UnicodeDecodeError:
        return None
