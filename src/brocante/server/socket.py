"""A table's WebSocket: wishes come in, news and answers go out.

What goes out is made when it can be sent: a slow reader gets fewer, larger pieces of news, and nothing piles up but the
answers to its own wishes, of which it may have so many open and no more. Who reads nothing at all is dropped, and
finds everything when it comes back.
"""

import asyncio
from contextlib import nullcontext
from typing import Annotated, Any

import msgspec
from litestar import WebSocket, websocket
from litestar.datastructures import State
from litestar.exceptions import WebSocketDisconnect
from litestar.params import QueryParameter

from brocante.server.api import TableId
from brocante.server.frames import FRAMES, Frames
from brocante.server.limits import Bucket, Limit
from brocante.server.live import Live
from brocante.server.messages import FromClient, FromServer, Refused
from brocante.server.news import news
from brocante.server.observe import DROPPED, SOCKETS, log, where
from brocante.server.people import COOKIE, Actor
from brocante.server.security import household
from brocante.server.service import Service
from brocante.server.store import StoreError
from brocante.server.wishes import fulfil
from brocante.table.refusal import Refusal

WISHES = Limit(at_once=40, a_second=20)
MOST_OPEN = 50  # answers not yet sent
MOST_FLAWS = 20  # messages that make no sense, or come too fast, before the line is cut
PATIENCE = 20.0  # seconds a reader may read nothing
POLICY, TRY_AGAIN, GONE = 1008, 1013, 4404  # codes a socket is closed with

decoder = msgspec.json.Decoder(FromClient)
encoder = msgspec.json.Encoder()


class Line:
    """One open socket."""

    __slots__ = (
        "_actor",
        "_answers",
        "_bucket",
        "_flaws",
        "_frames",
        "_is_due",
        "_live",
        "_service",
        "_socket",
        "_version",
    )

    def __init__(self, socket: Any, service: Service, live: Live, actor: Actor, version: int | None) -> None:
        self._socket, self._service, self._live, self._actor = socket, service, live, actor
        self._frames: Frames = socket.scope["extensions"][FRAMES]
        self._version = version
        self._answers: list[FromServer] = []
        self._is_due = False
        self._bucket = Bucket(WISHES)
        self._flaws = 0
        self._frames.wake_when_free(self)

    def wake(self) -> None:
        """There may be something to tell. It is told when all that happens at this moment has happened."""
        if not self._is_due:
            self._is_due = True
            asyncio.get_running_loop().call_soon(self._tell)

    def _tell(self) -> None:
        """Tell what there is to tell, if there is room for it; else it is told when there is."""
        self._is_due = False
        if self._frames.is_full or not self._frames.is_open:
            return
        try:
            messages, self._answers = self._answers, []
            if self._version != (version := self._live.table.version):
                messages.insert(0, news(self._live.table, self._actor, self._version))
                self._version = version
            if messages:
                self._frames.tell(*map(encoder.encode, messages))
        except Exception as error:
            log("mistake", error=type(error).__name__, where=where(error))
            self._frames.cut()

    def drop_if_slow(self) -> None:
        """Cut the line to who does not read what was sent."""
        if self._frames.full_for() > PATIENCE:
            DROPPED.labels("slow").inc()
            self._frames.cut()

    async def receive(self) -> None:
        """Take wishes until the line is cut."""
        while True:
            data = await self._socket.receive_data(mode="text")
            answer = await self._answer(data)
            self._answers.append(answer)
            self.wake()
            if len(self._answers) > MOST_OPEN or self._flaws > MOST_FLAWS:
                DROPPED.labels("flood").inc()
                await self._socket.close(code=POLICY, reason="Too much at once.")
                return

    async def _answer(self, data: str) -> FromServer:
        version = self._live.table.version
        if self._service.settings.limits and not self._bucket.take():
            self._flaws += 1
            return Refused(id="", version=version, code="too_fast", text="That is too fast; wait a moment.")
        try:
            wish = decoder.decode(data)
        except (msgspec.DecodeError, UnicodeError, RecursionError) as error:
            self._flaws += 1
            return Refused(id="", version=version, code="bad_request", text=f"That makes no sense: {error}.")
        return await fulfil(self._service, self._live, self._actor, wish)


@websocket("/api/tables/{table_id:str}/socket", opt={"limit": Limit(at_once=60, a_second=10)})
async def table_socket(
    socket: WebSocket[Any, Any, Any],
    state: State,
    table_id: TableId,
    since: Annotated[int | None, QueryParameter(ge=0, le=2**31, required=False)] = None,
) -> None:
    """Play or watch at a table; `since` is the last version that was seen."""
    service: Service = state.service
    one_line = service.lines.one_more(household(socket)) if service.settings.limits else nullcontext()
    with one_line:
        await attend(socket, service, table_id, since)


async def attend(socket: WebSocket[Any, Any, Any], service: Service, table_id: str, since: int | None) -> None:
    await socket.accept()
    try:
        actor = Actor(await service.people.guest(socket.cookies.get(COOKIE)))
        live = await service.hub.find(table_id)
    except Refusal as refusal:
        await socket.close(code=GONE, reason=refusal.text)
        return
    except StoreError:
        await socket.close(code=TRY_AGAIN, reason="The database cannot be reached; come back.")
        return
    line = Line(socket, service, live, actor, since)
    live.onlookers.add(line)
    SOCKETS.inc()
    line.wake()
    try:
        await line.receive()
    except WebSocketDisconnect:
        pass
    finally:
        live.onlookers.discard(line)
        SOCKETS.dec()
