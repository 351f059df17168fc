"""The HTTP interface: tables are opened, found, left and looked back on here; games are played over sockets."""

from contextlib import nullcontext
from typing import Annotated, Any, Literal

import msgspec
from litestar import Controller, MediaType, Request, Response, delete, get, post, put
from litestar.datastructures import Cookie, State
from litestar.exceptions import NotFoundException
from litestar.openapi import ResponseSpec
from litestar.params import JSONBody, PathParameter, QueryParameter
from litestar.response import Stream
from msgspec import Meta, Struct
from sqlalchemy import select

import brocante
from brocante.arena.anchors import anchors
from brocante.games.catalogue import ruleset
from brocante.games.errors import SetupError
from brocante.games.record import NAMES
from brocante.games.seats import MOST_SEATS
from brocante.games.sentences import catalogue
from brocante.server import schema
from brocante.server.deals import is_sealed
from brocante.server.forget import forget_in
from brocante.server.messages import FromClient, FromServer, News
from brocante.server.news import news
from brocante.server.people import COOKIE, YEAR, Actor
from brocante.server.rate_limit import RateLimit
from brocante.server.replays import Replaying
from brocante.server.requests import plain, respond
from brocante.server.service import Service
from brocante.server.tokens import new_seed
from brocante.table.refusal import Code, Refusal
from brocante.table.replay import Replay, Step
from brocante.table.setup import Clock, Level, Me, Name, Place, Program, Setup, checked
from brocante.table.shown import ChatPage, lines_before
from brocante.table.table import Status

TableId = Annotated[str, PathParameter(pattern="^[A-Za-z0-9_-]{12}$")]
SeatQuery = Annotated[int | None, QueryParameter(ge=0, lt=MOST_SEATS, required=False)]
VersionQuery = Annotated[int, QueryParameter(ge=0, le=2**31 - 1)]
GameName = Annotated[str, PathParameter(max_length=40)]
Language = Annotated[Literal["en", "fr", "it", "de"], QueryParameter(required=False)]
RulesVersion = Annotated[int | None, QueryParameter(ge=1, required=False)]
LISTED = 50  # tables in a list
MOST_RECORD = 512 * 2**10  # bytes; as many moves as a replay may have fit well


class Problem(Struct, frozen=True, omit_defaults=True):
    """Why a request was refused: a code for programs, an English sentence for people.

    `reason` and `values` are what the sentence is made from, so that clients can make it in other languages.
    """

    code: Code
    text: str
    reason: str | None = None
    clause: str | None = None
    values: dict[str, Any] = {}


class Who(Struct, frozen=True):
    """A guest's name."""

    name: Name


class NewTable(Struct, frozen=True, kw_only=True):
    """A table to open."""

    game: Annotated[str, Meta(max_length=40)]
    seats: Annotated[list[Place], Meta(min_length=1, max_length=MOST_SEATS)]
    options: dict[str, Any] = {}
    public: bool = False
    clock: Clock | None = None
    chat: bool = True
    hints: bool = True
    delay: bool = True
    substitute: Level = "medium"
    counts: bool = False


class Opened(Struct, frozen=True):
    id: str


class Listed(Struct, frozen=True):
    """A table in a list."""

    id: str
    game: str
    players: int
    host: str
    status: Status
    free: int
    your_turn: bool = False


PROBLEMS = {
    400: ResponseSpec(Problem, description="What was sent makes no sense."),
    401: ResponseSpec(Problem, description="Say who you are first."),
    403: ResponseSpec(Problem, description="It is not yours to do that."),
    404: ResponseSpec(Problem, description="There is no such thing."),
    409: ResponseSpec(Problem, description="Not as things stand now."),
    413: ResponseSpec(Problem, description="That is too much."),
    429: ResponseSpec(Problem, description="Too fast."),
    503: ResponseSpec(Problem, description="The database cannot be reached; nothing has happened."),
}
REPLAY = {**PROBLEMS, 200: ResponseSpec(Replay, description="The game, step by step.")}
STEPS = {**PROBLEMS, 200: ResponseSpec(list[Step], description="The steps that come next.")}
OPENING = {"rate_limit": RateLimit("opening", at_once=30, per_second=0.5)}
MEETING = {"rate_limit": RateLimit("meeting", at_once=30, per_second=0.5)}
HEAVY = {"rate_limit": RateLimit("heavy", at_once=10, per_second=1, crowd=4)}


def service_of(state: State) -> Service:
    service: Service = state.service
    return service


async def guest_of(request: Request[Any, Any, Any], service: Service) -> str | None:
    return await service.people.guest(request.cookies.get(COOKIE))


async def known_guest(request: Request[Any, Any, Any], service: Service) -> str:
    return Actor(await guest_of(request, service)).person()


def guest_cookie(request: Request[Any, Any, Any], secret: str) -> Cookie:
    """The cookie that a browser keeps a guest's secret in."""
    secure, root = request.scope["scheme"] == "https", service_of(request.app.state).settings.root or "/"
    return Cookie(COOKIE, value=secret, httponly=True, samesite="lax", secure=secure, max_age=YEAR, path=root)


class Games(Controller):
    path = "/api"
    tags = ("games",)

    @get("/games", summary="The games, their numbers of players and options", responses=PROBLEMS)
    async def games(self) -> dict[str, dict[str, Any]]:
        return brocante.games()

    @get("/games/{name:str}", summary="All that a game says of itself", responses=PROBLEMS)
    async def game(self, name: GameName, language: Language = "en", version: RulesVersion = None) -> dict[str, Any]:
        """Its description, layout, facts, words of moves, sentences in a language, and rules as Markdown; of an earlier
        version of its rules where one is named."""
        try:
            rules = ruleset(name, version)
        except SetupError as error:
            raise NotFoundException(str(error)) from None
        return {
            **rules.describe(),
            "version": rules.version,
            "layout": rules.layout.describe(),
            "facts": {name: fact.describe() for name, fact in rules.facts.items()},
            "words": rules.move_words,
            "sentences": catalogue(rules.package, language),
            "rules": rules.data("rules.md"),
        }

    @get("/messages", summary="What goes over a table's socket, as JSON Schema", responses=PROBLEMS)
    async def messages(self) -> dict[str, Any]:
        (sent, received), definitions = msgspec.json.schema_components((FromClient, FromServer))
        return {"to_server": sent, "from_server": received, "$defs": definitions}


class Myself(Controller):
    path = "/api/me"
    tags = ("people",)

    @get("/", summary="Who the server takes you for", responses=PROBLEMS)
    async def who(self, request: Request[Any, Any, Any], state: State) -> Who | None:
        service = service_of(state)
        guest = await guest_of(request, service)
        return Who(await service.people.name(guest)) if guest else None

    @put("/", summary="Say your name; a cookie remembers you", responses=PROBLEMS, opt=MEETING)
    async def meet(self, request: Request[Any, Any, Any], state: State, data: JSONBody[Who]) -> Response[Who]:
        people, name = service_of(state).people, plain(data.name)
        guest = await guest_of(request, service_of(state))
        if guest is not None:
            await people.rename(guest, name)
            return Response(Who(name))
        return Response(Who(name), cookies=[guest_cookie(request, await people.welcome(name))])

    @delete(
        "/",
        summary="Be forgotten: your name, your secret, your seats and what you wrote",
        responses=PROBLEMS,
        status_code=200,
    )
    async def forget(self, request: Request[Any, Any, Any], state: State) -> Response[Who | None]:
        """Bots play your running games on. Your moves stay, since the games of the others are made of them."""
        service = service_of(state)
        changed = await forget_in(service.store, await known_guest(request, service))
        service.people.forget(request.cookies.get(COOKIE, ""))
        for name in changed:
            await service.hub.read_anew(name)
        answer = Response[Who | None](None, media_type=MediaType.JSON)
        answer.delete_cookie(COOKIE, path=service.settings.root or "/")
        return answer


class Tables(Controller):
    path = "/api/tables"
    tags = ("tables",)

    @get("/", summary="Public tables that wait for players or can be watched", responses=PROBLEMS)
    async def public(self, request: Request[Any, Any, Any], state: State) -> list[Listed]:
        service, columns = service_of(state), schema.tables.c
        found = select(columns.id).where(service.lobby.is_listed())
        return await listed(service, found.order_by(columns.created.desc()), await guest_of(request, service))

    @get("/mine", summary="Tables you have a seat at or have opened", responses=PROBLEMS)
    async def mine(self, request: Request[Any, Any, Any], state: State) -> list[Listed]:
        service, columns = service_of(state), schema.tables.c
        guest = await guest_of(request, service)
        if guest is None:
            return []
        found = select(columns.id).join(schema.members, schema.members.c.table_id == columns.id)
        found = found.where(schema.members.c.guest == guest)
        return await listed(service, found.order_by(columns.created.desc()), guest, own=True)

    @post("/", summary="Open a table", responses=PROBLEMS, opt=OPENING)
    async def open(self, request: Request[Any, Any, Any], state: State, data: JSONBody[NewTable]) -> Opened:
        service = service_of(state)
        guest = await known_guest(request, service)
        rules = ruleset(data.game)
        setup = Setup(
            game=data.game,
            rules=rules.version,
            options=data.options,
            places=tuple(map(plainly_named, data.seats)),
            host=guest,
            host_name=await service.people.name(guest),
            public=data.public,
            clock=data.clock,
            chat=data.chat,
            hints=data.hints and not data.counts,
            counts=data.counts,
            delay=data.delay,
            substitute=data.substitute,
        )
        checked(setup)
        if data.counts:
            check_counting(data)
        service.hub.check_one_more(guest)
        async with service.lobby.place_for(guest) if data.public else nullcontext():
            name = await service.archive.open_table(setup, new_seed())
        await service.archive.remember(guest, name)
        await service.hub.find(name)
        return Opened(name)

    @get("/{table_id:str}", summary="A table as you may see it", responses=PROBLEMS)
    async def show(self, request: Request[Any, Any, Any], state: State, table_id: TableId) -> News:
        service = service_of(state)
        live = await service.hub.find(table_id)
        service.hub.visit(live)
        return news(live.table, Actor(await guest_of(request, service)), None)

    @post("/{table_id:str}/do", summary="Ask for something at a table", responses=PROBLEMS, status_code=200)
    async def do(
        self, request: Request[Any, Any, Any], state: State, table_id: TableId, data: JSONBody[FromClient]
    ) -> FromServer:
        service = service_of(state)
        live = await service.hub.find(table_id)
        service.hub.visit(live)
        return await respond(service, live, Actor(await known_guest(request, service)), data)

    @get("/{table_id:str}/chat", summary="Earlier lines of the chat, before a version", responses=PROBLEMS)
    async def chat(self, state: State, table_id: TableId, before: VersionQuery) -> ChatPage:
        return lines_before((await service_of(state).hub.find(table_id)).table, before)

    @get("/{table_id:str}/record", summary="The record of a game that is over", responses=PROBLEMS)
    async def record(self, state: State, table_id: TableId) -> dict[str, Any]:
        return await finished(service_of(state), table_id)

    @get("/{table_id:str}/replay", summary="A finished game step by step", responses=REPLAY, opt=HEAVY)
    async def replay(
        self, request: Request[Any, Any, Any], state: State, table_id: TableId, seat: SeatQuery = None
    ) -> Stream:
        service = service_of(state)
        return await Replaying(request, service).replay(await finished(service, table_id), seat)

    @get("/{table_id:str}/history", summary="The game so far, as a watcher sees it", responses=STEPS, opt=HEAVY)
    async def history(
        self,
        request: Request[Any, Any, Any],
        state: State,
        table_id: TableId,
        after: Annotated[int, QueryParameter(ge=0, le=2**31, required=False)] = 0,
    ) -> Stream:
        """The steps after so many, as many as an answer holds; an empty list when there are no more."""
        service = service_of(state)
        game = (await service.hub.find(table_id)).table.game
        if game is None:
            raise Refusal("not_running", "not_begun")
        return await Replaying(request, service).history(game, after)


class Replays(Controller):
    path = "/api"
    tags = ("games",)

    @post(
        "/replays",
        summary="A record of a finished game, checked and step by step",
        responses=REPLAY,
        opt=HEAVY,
        status_code=200,
        request_max_body_size=MOST_RECORD,
    )
    async def upload(
        self, request: Request[Any, Any, Any], state: State, data: JSONBody[dict[str, Any]], seat: SeatQuery = None
    ) -> Stream:
        return await Replaying(request, service_of(state)).replay(data, seat)


def check_counting(table: NewTable) -> None:
    """A Refusal if a game at this table cannot count: one seat for each device, and nobody who is not rated."""
    if table.game not in anchors():
        raise Refusal("bad_request", "no_ratings")
    own = sum(isinstance(place, Me) for place in table.seats)
    if own > 1 or any(isinstance(place, Program) for place in table.seats):
        raise Refusal("bad_request", "cannot_count")


def plainly_named(place: Place) -> Place:
    named = isinstance(place, Me | Program) and place.name
    return msgspec.structs.replace(place, name=plain(named)) if named else place


async def finished(service: Service, table_id: str) -> dict[str, Any]:
    table = (await service.hub.find(table_id)).table
    if table.game is None or table.status != "over":
        raise Refusal("not_over")
    if table.setup.deal and is_sealed(table.setup.deal):
        raise Refusal("not_over", "deal_sealed")
    return {**table.game.record(), NAMES: table.names}


async def listed(service: Service, found: Any, guest: str | None, own: bool = False) -> list[Listed]:
    """The tables found; if `own`, without those the guest has left."""
    tables = []
    for row in await service.store.rows(found.limit(LISTED)):
        try:
            table = (await service.hub.find(row.id)).table
        except Refusal:
            continue  # of other rules
        seats = table.seats_of(guest) if guest else []
        if own and guest and not seats and guest != table.setup.host:
            continue
        tables.append(
            Listed(
                table.id,
                table.setup.game,
                table.setup.players,
                table.setup.host_name,
                table.status,
                sum(seat.kind == "open" for seat in table.seats),
                table.turn in seats,
            )
        )
    return tables
