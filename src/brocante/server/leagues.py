"""Series and leagues over HTTP: opened, joined, begun, and how everyone stands.

Nothing here is read from a game that is not over.
"""

import asyncio
from collections.abc import Sequence
from typing import Annotated, Any

import msgspec
from litestar import Controller, Request, delete, get, post
from litestar.datastructures import State
from litestar.params import JSONBody, PathParameter
from msgspec import Struct
from sqlalchemy import Connection, or_, select

from brocante.arena.anchors import anchors
from brocante.games.catalogue import ruleset
from brocante.server import schema
from brocante.server import series as stored
from brocante.server.api import LISTED, OPENING, PROBLEMS, Opened, guest_of, known_guest, service_of
from brocante.server.rate_limit import RateLimit
from brocante.server.service import Service
from brocante.table.events import Happening
from brocante.table.outcome import more_is_better
from brocante.table.refusal import Refusal
from brocante.table.series import Round, Terms, standings
from brocante.table.table import Table

SeriesId = Annotated[str, PathParameter(pattern="^[A-Za-z0-9_-]{12}$")]
EntrantNumber = Annotated[int, PathParameter(ge=1, le=10**6)]
RACES = 5  # how often a draw is made anew because somebody has joined or left meanwhile
JOINING = {"rate_limit": RateLimit("joining", at_once=20, per_second=0.5)}


class NewSeries(Terms, frozen=True, kw_only=True):
    """A series to open; `join`: the host plays in it."""

    join: bool = True


class EntrantShown(Struct, frozen=True, omit_defaults=True):
    """Somebody who plays in a series, and how they stand.

    `total` is a sum of places or of points; of `bots` games a bot has played the end.
    """

    number: int
    name: str
    state: stored.State
    rank: int
    total: int
    games: int
    wins: int
    bots: int
    yours: bool = False


class FixtureSeat(Struct, frozen=True, omit_defaults=True):
    """A seat at a table of a series: of an entrant, or of a bot; place and score when the game is over."""

    entrant: int | None = None
    place: int | None = None
    score: int | None = None
    bot: bool = False  # has played to the end for the entrant


class Fixture(Struct, frozen=True):
    """A table of a series."""

    table: str
    over: bool
    seats: list[FixtureSeat]


class SeriesShown(Struct, frozen=True):
    """A series, as everyone who has its address may know it."""

    id: str
    terms: Terms
    host: str
    you_are_host: bool
    status: stored.Status
    round: int  # how many have been opened
    free: int  # how many more can join now
    more_is_better: bool  # of sums
    people: list[EntrantShown]  # the best first
    rounds: list[list[Fixture]]
    your_table: str | None  # where a game of yours is not over


class SeriesListed(Struct, frozen=True):
    """A series in the list of your own."""

    id: str
    game: str
    league: bool
    host: str
    status: stored.Status
    round: int
    rounds: int
    your_table: str | None


class Series(Controller):
    path = "/api/series"
    tags = ("series",)

    @post("/", summary="Open a series or a league", responses=PROBLEMS, opt=OPENING)
    async def open(self, request: Request[Any, Any, Any], state: State, data: JSONBody[NewSeries]) -> Opened:
        service = service_of(state)
        guest = await known_guest(request, service)
        name = await service.people.name(guest)
        rules = ruleset(data.game)
        rules.checked_options(rules.checked_players(data.players), data.options)
        if data.counts and data.game not in anchors():
            raise Refusal("bad_request", "no_ratings")
        terms = msgspec.convert(data, Terms, from_attributes=True)
        return Opened(await service.store.run(lambda each: stored.open_series(each, terms, guest, name, data.join)))

    @get("/mine", summary="Series that you play in or have opened, the last first", responses=PROBLEMS)
    async def mine(self, request: Request[Any, Any, Any], state: State) -> list[SeriesListed]:
        service = service_of(state)
        guest = await guest_of(request, service)
        return await service.store.run(lambda each: listed(each, guest)) if guest else []

    @get("/{series_id:str}", summary="A series: people, standings, rounds", responses=PROBLEMS)
    async def show(self, request: Request[Any, Any, Any], state: State, series_id: SeriesId) -> SeriesShown:
        service = service_of(state)
        return await look(service, series_id, await guest_of(request, service))

    @post("/{series_id:str}/join", summary="Play in it, or again", responses=PROBLEMS, opt=JOINING, status_code=200)
    async def join(self, request: Request[Any, Any, Any], state: State, series_id: SeriesId) -> SeriesShown:
        """From the next round on, where it has begun."""
        service = service_of(state)
        guest = await known_guest(request, service)
        name = await service.people.name(guest)
        await service.store.run(lambda each: stored.join(each, series_id, guest, name))
        return await look(service, series_id, guest)

    @post("/{series_id:str}/leave", summary="Play in it no more", responses=PROBLEMS, opt=JOINING, status_code=200)
    async def leave(self, request: Request[Any, Any, Any], state: State, series_id: SeriesId) -> SeriesShown:
        """A bot plays on for you."""
        service = service_of(state)
        return await left(service, series_id, await known_guest(request, service), None)

    @post(
        "/{series_id:str}/remove/{number:int}",
        summary="Remove somebody from a series that you have opened",
        responses=PROBLEMS,
        opt=JOINING,
        status_code=200,
    )
    async def remove(
        self, request: Request[Any, Any, Any], state: State, series_id: SeriesId, number: EntrantNumber
    ) -> SeriesShown:
        service = service_of(state)
        return await left(service, series_id, await known_guest(request, service), number)

    @post(
        "/{series_id:str}/begin", summary="Draw the seats and begin", responses=PROBLEMS, opt=JOINING, status_code=200
    )
    async def begin(self, request: Request[Any, Any, Any], state: State, series_id: SeriesId) -> SeriesShown:
        service = service_of(state)
        guest = await known_guest(request, service)
        for _ in range(RACES):
            terms, people = await service.store.run(lambda each: stored.must_begin(each, series_id, guest))
            draw = await asyncio.to_thread(stored.draw_for, terms, people)
            if await begun(service, series_id, guest, draw, people):
                return await look(service, series_id, guest)
        raise Refusal("stale", "too_many_races")

    @delete("/{series_id:str}", summary="End a series that you have opened", responses=PROBLEMS, opt=JOINING)
    async def end(self, request: Request[Any, Any, Any], state: State, series_id: SeriesId) -> None:
        """Games that are being played go on, and no more tables open. One that has not begun is removed."""
        service = service_of(state)
        guest = await known_guest(request, service)
        await service.store.run(lambda each: stored.end(each, series_id, guest))


async def begun(service: Service, series_id: str, guest: str, draw: Any, people: int) -> bool:
    return await service.store.run(lambda each: stored.begin(each, series_id, guest, draw, people))


async def left(service: Service, series_id: str, guest: str, number: int | None) -> SeriesShown:
    """Somebody plays no more; at the table where they sit a bot plays on."""
    sitting = await service.store.run(lambda each: stored.leave(each, series_id, guest, number))
    if sitting is not None:
        table, who = sitting
        live = await service.hub.find(table)
        for seat in live.table.seats_of(who):
            await service.hub.do(live, lambda table, _, seat=seat: resigned(table, who, seat))  # type: ignore[misc]
    return await look(service, series_id, guest)


def resigned(table: Table, guest: str, seat: int) -> Happening | None:
    """That somebody resigns, unless the game is over or they have."""
    if table.status != "running" or seat not in table.seats_of(guest):
        return None
    return msgspec.structs.replace(table.resign(seat), by=guest)


async def look(service: Service, series_id: str, guest: str | None) -> SeriesShown:
    return await service.store.run(lambda each: shown(each, series_id, guest))


def shown(connection: Connection, series_id: str, guest: str | None) -> SeriesShown:
    row = connection.execute(select(schema.series).where(schema.series.c.id == series_id)).one_or_none()
    if row is None:
        raise stored.no_such_series()
    terms = stored.terms_decoder.decode(row.terms)
    entrants = stored.entrants_of(connection, series_id)
    fixtures = stored.fixtures_of(connection, series_id)
    rounds = [[fixture(each) for each in fixtures if each.round == number] for number in range(row.round)]
    own = next((each.number for each in entrants if each.guest == guest), None)
    there = sum(each.state == "in" for each in entrants)
    room = {"gathering": terms.most, "running": places(rounds) if terms.anyone else there, "over": there}[row.status]
    over = [stored.results_decoder.decode(each.results) for each in fixtures if each.results]
    return SeriesShown(
        row.id,
        terms,
        row.host_name,
        guest == row.host,
        row.status,
        row.round,
        max(0, room - there),
        terms.count == "points" and all(map(more_is_better, over)),
        people(entrants, fixtures, terms, own),
        rounds,
        None if own is None else stored.table_of(connection, series_id, own),
    )


def places(rounds: Sequence[Sequence[Fixture]]) -> int:
    return sum(len(each.seats) for each in rounds[0])


def people(entrants: Sequence[Any], fixtures: Sequence[Any], terms: Terms, own: int | None) -> list[EntrantShown]:
    """Everyone who plays or has played; whom the host removed before it began is not named."""
    seated = {number for each in fixtures for number in stored.seats_decoder.decode(each.seats)}
    named = {each.number: each for each in entrants if each.state != "removed" or each.number in seated}
    rounds = [played([each for each in fixtures if each.round == n]) for n in sorted({each.round for each in fixtures})]
    return [
        EntrantShown(
            each.entrant,
            named[each.entrant].name,
            named[each.entrant].state,
            each.rank,
            each.total,
            each.games,
            each.wins,
            each.bots,
            each.entrant == own,
        )
        for each in standings(list(named), rounds, terms.count)
    ]


def played(fixtures: Sequence[Any]) -> Round:
    seated = {number for each in fixtures for number in stored.seats_decoder.decode(each.seats) if number is not None}
    return Round(seated, [stored.results_decoder.decode(each.results) if each.results else None for each in fixtures])


def fixture(row: Any) -> Fixture:
    if row.results is None:
        seats = [FixtureSeat(number) for number in stored.seats_decoder.decode(row.seats)]
    else:
        results = stored.results_decoder.decode(row.results)
        seats = [FixtureSeat(each.entrant, each.place, each.score, each.bot) for each in results]
    return Fixture(row.table_id, row.results is not None, seats)


def listed(connection: Connection, guest: str) -> list[SeriesListed]:
    series, entrants = schema.series.c, schema.entrants.c
    plays = select(entrants.series_id).where(entrants.guest == guest, entrants.state != "removed")
    found = select(schema.series).where(or_(series.host == guest, series.id.in_(plays)))
    rows = connection.execute(found.order_by(series.changed.desc()).limit(LISTED)).all()
    numbers = select(entrants.series_id, entrants.number).where(entrants.guest == guest)
    own = {row.series_id: row.number for row in connection.execute(numbers)}
    shown = []
    for row in rows:
        terms = stored.terms_decoder.decode(row.terms)
        table = stored.table_of(connection, row.id, own[row.id]) if row.id in own else None
        shown.append(
            SeriesListed(row.id, terms.game, terms.league, row.host_name, row.status, row.round, terms.rounds, table)
        )
    return shown
