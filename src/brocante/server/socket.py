"""The WebSocket of a table: requests come in, news and answers go out.

News is made when it can be sent: a slow client gets fewer, larger pieces of it. Nothing piles up but the answers to its
own requests, of which only so many may be open. A client that reads nothing at all is dropped, and is sent everything
when it comes back.
"""

import asyncio
from collections import deque
from contextlib import nullcontext, suppress
from typing import Annotated, Any

import msgspec
from litestar import WebSocket, websocket
from litestar.datastructures import State
from litestar.exceptions import WebSocketDisconnect
from litestar.params import QueryParameter

from brocante.server.api import TableId
from brocante.server.frames import FRAMES, Frames
from brocante.server.live import Live
from brocante.server.messages import FromClient, FromServer, Look, Present
from brocante.server.news import news
from brocante.server.observe import DROPPED, SOCKETS, log, where
from brocante.server.people import COOKIE, Actor
from brocante.server.rate_limit import Bucket, RateLimit
from brocante.server.requests import refused, respond
from brocante.server.security import household
from brocante.server.service import Service
from brocante.server.store import StoreError
from brocante.table.refusal import Refusal

REQUESTS = RateLimit("requests", at_once=40, per_second=20)
MOST_OPEN = 50  # answers not yet sent
MOST_FLAWS = 20  # messages that make no sense, or come too fast, before the socket is closed
PATIENCE = 20.0  # seconds that a client may read nothing
POLICY, TRY_AGAIN, GONE = 1008, 1013, 4404  # codes a socket is closed with

decoder = msgspec.json.Decoder(FromClient)
encoder = msgspec.json.Encoder()


class Line:
    """One open socket."""

    __slots__ = (
        "_actor",
        "_answers",
        "_bucket",
        "_clock_is_due",
        "_flaws",
        "_frames",
        "_is_due",
        "_live",
        "_loop",
        "_present",
        "_requests",
        "_service",
        "_socket",
        "_version",
        "_work",
        "address",
        "looks",
    )

    def __init__(
        self, socket: Any, service: Service, live: Live, actor: Actor, version: int | None, looks: bool
    ) -> None:
        self._socket, self._service, self._live, self._actor = socket, service, live, actor
        self.address, self.looks = household(socket), looks
        self._frames: Frames = socket.scope["extensions"][FRAMES]
        self._loop = asyncio.get_running_loop()
        self._version = version
        self._present: list[int] | None = None  # as it was sent
        self._answers: list[FromServer] = []
        self._is_due = False
        self._clock_is_due = live.table.setup.clock is not None  # also for a client that has missed nothing else
        self._bucket = Bucket(REQUESTS)
        self._flaws = 0
        self._requests: deque[str] = deque()
        self._work: asyncio.Task[None] | None = None

    @property
    def guest(self) -> str | None:
        return self._actor.guest

    def read(self) -> None:
        """Begin to take requests."""
        self._frames.read_by(self)

    def wake(self) -> None:
        """There may be something to send. It is sent when everything that happens at this moment has happened."""
        if not self._is_due:
            self._is_due = True
            self._loop.call_soon(self._tell)

    def show_clock(self) -> None:
        self._clock_is_due = True
        self.wake()

    def _tell(self) -> None:
        """Send what there is to send, if there is room for it; else it is sent when there is."""
        self._is_due = False
        if self._frames.is_full or not self._frames.is_open:
            return
        try:
            messages, self._answers = self._answers, []
            if self._version != (version := self._live.table.version) or self._clock_is_due:
                messages.insert(0, news(self._live.table, self._actor, self._version))
                self._version, self._clock_is_due = version, False
            if self._present != (present := self._live.present) and present is not None:
                messages.append(Present(version=version, seats=present))
                self._present = present
            if messages:
                self._frames.tell(*map(encoder.encode, messages))
        except Exception as error:
            self._fail(error)

    def drop_if_slow(self) -> None:
        """Cut the connection to a client that does not read what was sent."""
        if self._frames.full_for() > PATIENCE:
            DROPPED.labels("slow").inc()
            self._frames.cut()

    def received(self, text: str) -> None:
        """Take a request. One is worked on at a time; while others wait, nothing more is read."""
        self._requests.append(text)
        if self._work is None:
            self._work = self._loop.create_task(self._answer_all())
        else:
            self._frames.transport.pause_reading()

    async def _answer_all(self) -> None:
        try:
            while self._requests and self._frames.is_open:
                answer = await self._answer(self._requests.popleft())
                self._answers.append(answer)
                self.wake()
                if len(self._answers) > MOST_OPEN or self._flaws > MOST_FLAWS:
                    DROPPED.labels("flood").inc()
                    await self._socket.close(code=POLICY, reason="Too much at once.")
            if self._frames.is_open:
                self._frames.transport.resume_reading()
        except Exception as error:
            self._fail(error)
        self._work = None

    async def _answer(self, text: str) -> FromServer:
        try:
            if self._service.settings.limits and not self._bucket.take():
                raise Refusal("too_fast")
            request = decoder.decode(text)
        except (msgspec.DecodeError, UnicodeError, RecursionError, Refusal) as error:
            self._flaws += 1
            refusal = error if isinstance(error, Refusal) else Refusal("bad_request", "no_sense", detail=str(error))
            return refused(self._live.table, self._actor, "", refusal)
        if isinstance(request, Look):
            self.looks = request.on
            self._service.hub.look(self._live, self)
        return await respond(self._service, self._live, self._actor, request)

    def _fail(self, error: Exception) -> None:
        """A bug: the log says where, and the client is asked to come back."""
        log("mistake", error=type(error).__name__, where=where(error))
        self._frames.cut()

    async def finish(self) -> None:
        """Wait until nothing is being worked on."""
        if self._work is not None:
            await self._work


@websocket("/api/tables/{table_id:str}/socket", opt={"rate_limit": RateLimit("sockets", at_once=60, per_second=10)})
async def table_socket(
    socket: WebSocket[Any, Any, Any],
    state: State,
    table_id: TableId,
    since: Annotated[int | None, QueryParameter(ge=0, le=2**31, required=False)] = None,
    looks: Annotated[bool, QueryParameter(required=False)] = True,
) -> None:
    """Play or watch at a table; `since` is the last version seen, `looks` whether it is in front of somebody."""
    service: Service = state.service
    one_more = service.sockets.one_more(household(socket)) if service.settings.limits else nullcontext()
    with one_more:
        await attend(socket, service, table_id, since, looks)


async def attend(
    socket: WebSocket[Any, Any, Any], service: Service, table_id: str, since: int | None, looks: bool
) -> None:
    await socket.accept()
    try:
        actor = Actor(await service.people.guest(socket.cookies.get(COOKIE)))
        live = await service.hub.find(table_id)
        line = Line(socket, service, live, actor, since, looks)
        service.hub.attend(live, line)
    except Refusal as refusal:
        await socket.close(code=TRY_AGAIN if refusal.code == "too_fast" else GONE, reason=refusal.text)
        return
    except StoreError:
        await socket.close(code=TRY_AGAIN, reason="The database cannot be reached; come back.")
        return
    SOCKETS.inc()
    line.wake()
    try:
        line.read()
        with suppress(WebSocketDisconnect):
            await socket.receive_data(mode="text")  # messages do not come this way: it waits for the end
    finally:
        service.hub.leave(live, line)
        SOCKETS.dec()
        await line.finish()
