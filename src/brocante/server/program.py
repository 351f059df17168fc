"""For programs: the same moves and views, as a stream of JSON lines over HTTP, with the token of a seat."""

import asyncio
from collections.abc import AsyncIterator
from typing import Any

import msgspec
from litestar import Controller, Request, get, post
from litestar.datastructures import State
from litestar.params import JSONBody
from litestar.response import Stream

from brocante.server.api import PROBLEMS, service_of
from brocante.server.live import Live
from brocante.server.messages import FromClient, FromServer
from brocante.server.news import news
from brocante.server.people import Actor
from brocante.server.rate_limit import RateLimit
from brocante.server.requests import respond
from brocante.server.security import household
from brocante.server.service import Service
from brocante.server.store import StoreError
from brocante.table.refusal import Refusal

HEARTBEAT = 15.0  # seconds after which an empty line says that the stream is still there
encoder = msgspec.json.Encoder()


def token_of(request: Request[Any, Any, Any]) -> str:
    scheme, _, token = request.headers.get("authorization", "").partition(" ")
    return token if scheme == "Bearer" else ""


async def program_of(token: str, service: Service) -> tuple[Live, Actor]:
    """The table and seat that a token opens."""
    key = await service.people.key(token, "program") if token else None
    if key is None:
        raise Refusal("not_known", "no_token")
    live = await service.hub.find(key.table)
    if not key.opens(live.table):
        raise Refusal("not_known", "no_token")
    return live, Actor(program=key)


async def is_good(token: str, actor: Actor, live: Live, service: Service) -> bool:
    """Whether a token still opens what it opened: it may be revoked, and the seat somebody else's."""
    return await service.people.key(token, "program") == actor.program and bool(actor.seats_at(live.table))


class Programs(Controller):
    path = "/api/program"
    tags = ("programs",)

    @get(
        "/stream",
        summary="What happens at the table, a line of JSON each, until the game is over",
        responses=PROBLEMS,
        media_type="application/x-ndjson",
        opt={"rate_limit": RateLimit("streams", at_once=20, per_second=1)},
    )
    async def stream(self, request: Request[Any, Any, Any], state: State) -> Stream:
        service, token = service_of(state), token_of(request)
        live, actor = await program_of(token, service)
        listener = Listener(household(request))
        return Stream(lines(service, live, actor, token, listener), media_type="application/x-ndjson")

    @post(
        "/do",
        summary="Ask for something at the table",
        responses=PROBLEMS,
        status_code=200,
        opt={"rate_limit": RateLimit("programs", at_once=200, per_second=100, crowd=2)},
    )
    async def do(self, request: Request[Any, Any, Any], state: State, data: JSONBody[FromClient]) -> FromServer:
        service = service_of(state)
        live, actor = await program_of(token_of(request), service)
        service.hub.visit(live)
        return await respond(service, live, actor, data)


class Listener:
    """A program that waits for news."""

    guest = None
    looks = False

    def __init__(self, address: str) -> None:
        self.address = address
        self._woken = asyncio.Event()

    def wake(self) -> None:
        self._woken.set()

    def show_clock(self) -> None:
        """A program reads it with the next news."""

    def drop_if_slow(self) -> None:
        """The server stops making lines for who does not read them: nothing piles up."""

    async def wait(self) -> bool:
        """Whether there is news, rather than a heartbeat due."""
        try:
            async with asyncio.timeout(HEARTBEAT):
                await self._woken.wait()
        except TimeoutError:
            return False
        self._woken.clear()
        return True


async def lines(service: Service, live: Live, actor: Actor, token: str, listener: Listener) -> AsyncIterator[bytes]:
    """Until the game is over, the server stops, or the token is revoked."""
    try:
        service.hub.attend(live, listener)
        version = None
        while True:
            piece = news(live.table, actor, version)
            version = piece.version
            yield encoder.encode(piece) + b"\n"
            if live.table.status == "over":
                return
            while version == live.table.version:
                if service.hub.is_closing:
                    return
                if not await listener.wait():
                    if not await is_good(token, actor, live, service):
                        return
                    yield b"\n"
            if not await is_good(token, actor, live, service):
                return
    except (StoreError, Refusal):  # whether it may read on cannot be said; it comes back
        return
    finally:
        service.hub.leave(live, listener)
