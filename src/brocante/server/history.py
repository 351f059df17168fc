"""Games that a guest has finished, and how."""

from typing import Annotated, Any, Literal

from litestar import Controller, Request, get
from litestar.datastructures import State
from litestar.params import QueryParameter
from msgspec import Struct
from sqlalchemy import select

from brocante.arena.report import Rating
from brocante.server import schema
from brocante.server.api import PROBLEMS, TableId, guest_of, service_of
from brocante.server.endings import note_outcome
from brocante.server.ratings import change, seats_decoder
from brocante.server.service import Service
from brocante.table.refusal import Refusal
from brocante.table.setup import Level

PAGE = 200  # games in one answer
Skipped = Annotated[int, QueryParameter(ge=0, le=10**6, required=False)]


class RatingChange(Struct, frozen=True):
    """A rating before a game that counted, and after it."""

    before: Rating
    after: Rating


class SeatPlayed(Struct, frozen=True, omit_defaults=True):
    """A seat of a finished game, as everyone may know it. Who has resigned left the rest to a bot."""

    kind: Literal["person", "bot", "program"]
    place: int
    score: int
    name: str = ""
    level: Level | None = None
    resigned: bool = False
    away: bool = False
    yours: bool = False
    rating: RatingChange | None = None  # yours, where the game counted


class Played(Struct, frozen=True):
    """A finished game: when it ended, in milliseconds since 1970, and who came where."""

    id: str
    game: str
    at: int
    seats: list[SeatPlayed]


class History(Controller):
    path = "/api/me/games"
    tags = ("people",)

    @get("/", summary="Games you have finished, the last one first", responses=PROBLEMS)
    async def history(self, request: Request[Any, Any, Any], state: State, after: Skipped = 0) -> list[Played]:
        """Those after so many, as many as an answer holds; an empty list when there are no more."""
        service = service_of(state)
        guest = await guest_of(request, service)
        if guest is None:
            return []
        await note_missing(service, guest)
        found = finished_by(guest).order_by(schema.outcomes.c.finished.desc(), schema.outcomes.c.table_id)
        rows = await service.store.rows(found.offset(after).limit(PAGE))
        return [played(row, guest) for row in rows]

    @get("/{table_id:str}", summary="One of them", responses=PROBLEMS)
    async def one(self, request: Request[Any, Any, Any], state: State, table_id: TableId) -> Played:
        service = service_of(state)
        guest = await guest_of(request, service)
        if guest is not None:
            for row in await service.store.rows(finished_by(guest).where(schema.outcomes.c.table_id == table_id)):
                return played(row, guest)
        raise Refusal("no_such_table")


def finished_by(guest: str) -> Any:
    outcomes, members = schema.outcomes.c, schema.members.c
    found = select(schema.outcomes).join(schema.members, members.table_id == outcomes.table_id)
    return found.where(members.guest == guest, outcomes.seats.contains(f'"guest":"{guest}"', autoescape=True))


def played(row: Any, guest: str) -> Played:
    """A game as a guest may know it: what it has done to ratings each learns of their own."""
    seats = seats_decoder.decode(row.seats)
    shown = []
    for number, each in enumerate(seats):
        yours = each.guest == guest
        came = (each.kind, each.place, each.score, each.name, each.level, each.resigned, each.away)
        rating = RatingChange(*change(row.game, seats, number)) if yours and row.counted is not None else None
        shown.append(SeatPlayed(*came, yours, rating))
    return Played(row.table_id, row.game, row.finished, shown)


async def note_missing(service: Service, guest: str) -> None:
    """Games that were finished before outcomes were stored are looked at once."""
    tables, members = schema.tables.c, schema.members.c
    without = ~select(schema.outcomes.c.table_id).where(schema.outcomes.c.table_id == tables.id).exists()
    over = select(tables.id).join(schema.members, members.table_id == tables.id)
    for row in await service.store.rows(over.where(members.guest == guest, tables.status == "over", without)):
        try:
            table = await service.archive.read(row.id)
        except Refusal:
            continue  # of other rules
        await note_outcome(service.store, table)
