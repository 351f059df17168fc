"""The deal of the day over HTTP: what it is, who came where, and the one attempt at it."""

from datetime import date
from operator import itemgetter
from typing import Annotated, Any

from litestar import Controller, Request, get, post
from litestar.datastructures import State
from litestar.params import PathParameter
from msgspec import Struct
from sqlalchemy import func, select

from brocante.server import schema
from brocante.server.api import OPENING, PROBLEMS, GameName, Opened, guest_of, known_guest, service_of
from brocante.server.deals import agreed_decoder, attempt, deals_of, is_sealed, left_of_today, make_deals, today
from brocante.server.ratings import seats_decoder
from brocante.server.service import Service
from brocante.table.outcome import Finisher, more_is_better
from brocante.table.refusal import Refusal
from brocante.table.setup import Place
from brocante.table.table import commitment

MOST_LISTED = 1000  # who finished first
Day = Annotated[str, PathParameter(pattern="^[0-9]{4}-[0-9]{2}-[0-9]{2}$")]


class AttemptShown(Struct, frozen=True, omit_defaults=True):
    """How somebody came out; from the next day on with the table, so that anyone can look back on it."""

    name: str
    place: int
    score: int
    resigned: bool = False
    yours: bool = False
    table: str = ""


class DealShown(Struct, frozen=True):
    """A deal: `committed` says when its seed was made, in milliseconds since 1970; `seed` only after its day."""

    game: str
    rules: int
    options: dict[str, Any]
    seats: list[Place]
    commitment: str
    committed: int
    seed: str | None
    table: str | None  # at which you play it, or have
    results: list[AttemptShown]  # the best first


class DayShown(Struct, frozen=True):
    """The deals of a day. Days are those of UTC; `left` are the milliseconds until the next begins."""

    day: str
    today: str
    left: int
    since: str  # the first day that has deals
    deals: list[DealShown]


class Attempted(Struct, frozen=True, omit_defaults=True):
    """A deal that you have finished."""

    day: str
    game: str
    table: str
    place: int
    players: int
    score: int
    resigned: bool = False


class Daily(Controller):
    path = "/api/deals"
    tags = ("deals",)

    @get("/", summary="The deals of today", responses=PROBLEMS)
    async def now(self, request: Request[Any, Any, Any], state: State) -> DayShown:
        service = service_of(state)
        return await shown(service, today().isoformat(), await guest_of(request, service))

    @get("/mine", summary="Deals you have finished, the last day first", responses=PROBLEMS)
    async def mine(self, request: Request[Any, Any, Any], state: State) -> list[Attempted]:
        service = service_of(state)
        guest = await guest_of(request, service)
        own = finished().where(schema.attempts.c.guest == (guest or "")).order_by(schema.attempts.c.day.desc())
        found = [(row, seats_decoder.decode(row.seats)) for row in await service.store.rows(own)]
        return [
            Attempted(row.day, row.game, row.table_id, mine.place, len(seats), mine.score, mine.resigned)
            for row, seats in found
            for mine in [person(seats)]
        ]

    @get("/{day:str}", summary="The deals of another day: up to yesterday with their seeds", responses=PROBLEMS)
    async def past(self, request: Request[Any, Any, Any], state: State, day: Day) -> DayShown:
        service = service_of(state)
        return await shown(service, checked(day), await guest_of(request, service))

    @post("/{day:str}/{name:str}", summary="Play the deal of today, or go on with it", responses=PROBLEMS, opt=OPENING)
    async def play(self, request: Request[Any, Any, Any], state: State, day: Day, name: GameName) -> Opened:
        """There is one attempt: asked again, the same table is named."""
        service = service_of(state)
        guest = await known_guest(request, service)
        service.hub.check_one_more(guest)
        called = await service.people.name(guest)
        return Opened(await attempt(service.store, guest, called, checked(day), name))


def checked(day: str) -> str:
    try:
        return date.fromisoformat(day).isoformat()
    except ValueError:
        raise Refusal("bad_request", "no_such_day") from None


async def shown(service: Service, day: str, guest: str | None) -> DayShown:
    await make_deals(service.store)
    rows = await deals_of(service.store, day)
    results = await results_of(service, day, guest)
    own = select(schema.attempts).where(schema.attempts.c.day == day, schema.attempts.c.guest == (guest or ""))
    tables = {row.game: row.table_id for row in await service.store.rows(own)}
    (since,) = await service.store.rows(select(func.min(schema.deals.c.day)))
    deals = []
    for row in rows:
        terms = agreed_decoder.decode(row.agreed)
        deals.append(
            DealShown(
                row.game,
                terms.rules,
                terms.options,
                list(terms.places),
                commitment(row.seed),
                row.committed,
                None if is_sealed(day) else row.seed.hex(),
                tables.get(row.game),
                results.get(row.game, []),
            )
        )
    return DayShown(day, today().isoformat(), left_of_today(), since[0], deals)


def finished() -> Any:
    """Attempts that are over, with their outcomes."""
    attempts, outcomes = schema.attempts.c, schema.outcomes.c
    found = select(attempts.day, attempts.game, attempts.guest, attempts.table_id, outcomes.seats)
    return found.join(schema.outcomes, outcomes.table_id == attempts.table_id)


async def results_of(service: Service, day: str, guest: str | None) -> dict[str, list[AttemptShown]]:
    """By game, who came where."""
    found = finished().where(schema.attempts.c.day == day).order_by(schema.outcomes.c.finished)
    by_game: dict[str, list[tuple[tuple[bool, int, int], AttemptShown]]] = {}
    for row in await service.store.rows(found.limit(MOST_LISTED)):
        seats = seats_decoder.decode(row.seats)
        mine = person(seats)
        table = "" if is_sealed(day) else row.table_id
        result = AttemptShown(mine.name, mine.place, mine.score, mine.resigned, row.guest == guest, table)
        worth = -mine.score if more_is_better(seats) else mine.score
        by_game.setdefault(row.game, []).append(((mine.resigned, mine.place, worth), result))
    return {game: [each for _, each in sorted(found, key=itemgetter(0))] for game, found in by_game.items()}


def person(seats: tuple[Finisher, ...]) -> Finisher:
    """The one who plays against bots."""
    return next((seat for seat in seats if seat.kind == "person"), seats[0])
