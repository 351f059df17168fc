"""The application: endpoints, guards, and answers to errors."""

import time
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any

from litestar import Litestar, MediaType, Request, Response, get
from litestar.config.compression import CompressionConfig
from litestar.datastructures import State
from litestar.enums import ScopeType
from litestar.exceptions import HTTPException
from litestar.openapi import OpenAPIConfig
from litestar.openapi.plugins import JsonRenderPlugin
from litestar.types import ASGIApp, Receive, Scope, Send
from litestar.types import Message as AsgiMessage

import brocante
from brocante.games.errors import BadRecord, SetupError
from brocante.server.api import Games, Myself, Problem, Replays, Tables
from brocante.server.board import Ratings
from brocante.server.client import asset, client_page, page, public_file, reads_pages, table_page
from brocante.server.daily import Daily
from brocante.server.history import History
from brocante.server.leagues import Series
from brocante.server.mail import Mail
from brocante.server.moving import Moving
from brocante.server.notices import Notices
from brocante.server.observe import REFUSALS, REQUEST_SECONDS, REQUESTS, log, where
from brocante.server.program import Programs
from brocante.server.schemas import ArrayStructs
from brocante.server.seats import Links, Seats
from brocante.server.security import Gate, add_headers
from brocante.server.service import Service, new_service
from brocante.server.settings import Settings
from brocante.server.socket import table_socket
from brocante.server.store import StoreError
from brocante.table.refusal import Code, Refusal

PEOPLE = (Myself, Moving, Notices, Mail, History)
API = (Games, *PEOPLE, Tables, Daily, Ratings, Series, Seats, Links, Replays, Programs, table_socket)
MOST_BODY = 64 * 2**10
STATUS: dict[Code, int] = {
    "bad_request": 400,
    "illegal_move": 400,
    "not_known": 401,
    "other_origin": 403,
    "not_your_seat": 403,
    "not_the_host": 403,
    "no_such_table": 404,
    "no_such_seat": 404,
    "too_fast": 429,
    "too_many": 429,
    "not_stored": 503,
}  # 409 for the others


@get("/health", include_in_schema=False, media_type=MediaType.TEXT)
async def health() -> str:
    """Whether the process runs."""
    return "ok"


@get("/ready", include_in_schema=False, media_type=MediaType.TEXT)
async def ready(state: State) -> str:
    """Whether something can be stored too."""
    service: Service = state.service
    await service.check_storage()
    return "ok"


def refused(request: Request[Any, Any, Any], error: Refusal) -> Response[Problem]:
    REFUSALS.labels(error.code).inc()
    problem = Problem(error.code, error.text, error.reason, error.clause, error.values)
    return answer(problem, STATUS.get(error.code, 409))


def answer(problem: Problem, status: int, headers: dict[str, str] | None = None) -> Response[Problem]:
    return Response(problem, status_code=status, headers=headers, media_type=MediaType.JSON)


def wrong(request: Request[Any, Any, Any], error: SetupError) -> Response[Problem]:
    return answer(Problem("bad_request", str(error)[:600], error.reason, None, error.values), 400)


def wrong_record(request: Request[Any, Any, Any], error: BadRecord) -> Response[Problem]:
    why = {"why": {"code": error.why.code, "clause": error.why.clause, "values": error.why.values}} if error.why else {}
    return answer(Problem("bad_request", str(error)[:600], error.reason, None, {**error.values, **why}), 400)


def too_deep(request: Request[Any, Any, Any], error: RecursionError) -> Response[Problem]:
    return refused(request, Refusal("bad_request", "too_deep"))


def out_of_reach(request: Request[Any, Any, Any], error: StoreError) -> Response[Problem]:
    log("out_of_reach", reason=str(error))
    return refused(request, Refusal("not_stored", "out_of_reach"))


def by_http(request: Request[Any, Any, Any], error: HTTPException) -> Response[Problem] | Response[str]:
    """What the framework refuses: what makes no sense, what is not there, what is too large.

    A person who follows a wrong link gets the client, which says so in their language.
    """
    if error.status_code == 404 and reads_pages(request):
        return page(request, status=404)
    code: Code = "no_such_table" if error.status_code == 404 else "bad_request"
    extra = error.extra if isinstance(error.extra, list) else []
    details = [f"{each.get('key', '')}: {each.get('message', '')}" for each in extra if isinstance(each, dict)]
    return answer(Problem(code, "; ".join([error.detail, *details])[:600]), error.status_code, error.headers)


def unforeseen(request: Request[Any, Any, Any], error: Exception) -> Response[Problem]:
    """A bug: the log says where it happened, not what it was about."""
    log("mistake", error=type(error).__name__, where=where(error))
    bug = Refusal("bad_request", "mistake")
    return answer(Problem(bug.code, bug.text, bug.reason), 500)


def observed(app: ASGIApp) -> ASGIApp:
    """Count, time and log every request by its route: the path itself may name a table."""

    async def observe(scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != ScopeType.HTTP:
            await app(scope, receive, send)
            return
        began, status = time.perf_counter(), 500

        async def note(message: AsgiMessage) -> None:
            nonlocal status
            if message["type"] == "http.response.start":
                status = message["status"]
            await send(message)

        try:
            await app(scope, receive, note)
        finally:
            route, method = scope.get("path_template", ""), str(scope.get("method"))
            seconds = time.perf_counter() - began
            REQUESTS.labels(route, method, status).inc()
            REQUEST_SECONDS.observe(seconds)
            log("request", route=route, method=method, status=status, ms=round(1000 * seconds, 1))

    return observe


def new_app(settings: Settings) -> Litestar:
    """The application for these settings; it opens the database when it starts and lets go of it when it ends."""

    @asynccontextmanager
    async def running(app: Litestar) -> AsyncIterator[None]:
        service = app.state.service = new_service(settings)
        await service.open()
        log("started", database=service.store.dialect)
        try:
            yield
        finally:
            await service.close()
            log("stopped")

    gate = Gate(settings)
    return Litestar(
        route_handlers=[*API, health, ready, client_page, table_page, asset, public_file],
        lifespan=[running],
        guards=[gate.origin, gate.limit],
        middleware=[observed],
        before_send=[add_headers],
        exception_handlers={
            Refusal: refused,
            SetupError: wrong,
            BadRecord: wrong_record,
            RecursionError: too_deep,
            StoreError: out_of_reach,
            HTTPException: by_http,
            Exception: unforeseen,
        },
        request_max_body_size=MOST_BODY,
        # The client's files only: the length of a compressed answer could tell what is in it.
        compression_config=CompressionConfig(backend="gzip", minimum_size=1000, exclude="^/(api|schema)"),
        openapi_config=OpenAPIConfig(
            title="Brocante",
            version=brocante.__version__,
            path="/schema",
            render_plugins=[JsonRenderPlugin(path=["/", "/openapi.json"])],
        ),
        plugins=[ArrayStructs()],
        logging_config=None,
        pdb_on_exception=False,
    )
