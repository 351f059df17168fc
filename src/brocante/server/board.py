"""Ratings over HTTP: the own one, those of the bots, and the list of guests who want to be on it."""

from typing import Any

from litestar import Controller, Request, get, put
from litestar.datastructures import State
from litestar.exceptions import NotFoundException
from litestar.params import JSONBody
from msgspec import Struct
from sqlalchemy import delete, select, text

from brocante.arena.anchors import anchors
from brocante.arena.report import Rating
from brocante.server import schema
from brocante.server.api import MEETING, PROBLEMS, GameName, guest_of, known_guest, service_of
from brocante.server.ratings import PROVISIONAL, is_provisional
from brocante.table.setup import Level

MOST_LISTED = 100
LIST = text("INSERT INTO board (guest) VALUES (:guest) ON CONFLICT DO NOTHING")


class BotRating(Struct, frozen=True):
    """The rating of a level, which does not change."""

    level: Level
    mu: float
    sigma: float


class PersonRating(Struct, frozen=True, omit_defaults=True):
    """The rating of a guest; provisional while it is uncertain."""

    name: str
    mu: float
    sigma: float
    games: int
    provisional: bool = False
    yours: bool = False


class RatingsShown(Struct, frozen=True):
    """The ratings of a game: strength `mu`, uncertainty `sigma`; from the uncertainty `certain` on provisional."""

    game: str
    certain: float
    bots: list[BotRating]
    people: list[PersonRating]  # who want to be listed, the best first
    own: PersonRating | None
    listed: bool  # whether you want to be


class Listing(Struct, frozen=True):
    """Whether you want to be in the lists of ratings."""

    on: bool


class Ratings(Controller):
    path = "/api/ratings"
    tags = ("ratings",)

    @get("/{name:str}", summary="Ratings of a game: the bots', the list, and your own", responses=PROBLEMS)
    async def ratings(self, request: Request[Any, Any, Any], state: State, name: GameName) -> RatingsShown:
        service = service_of(state)
        guest = await guest_of(request, service) or ""
        if name not in anchors():
            raise NotFoundException("There are no ratings for this game.")
        ratings, guests, board = schema.ratings.c, schema.guests.c, schema.board.c
        found = select(schema.ratings, guests.name, board.guest.label("listed")).where(ratings.game == name)
        found = found.join(schema.guests, guests.id == ratings.guest)
        found = found.outerjoin(schema.board, board.guest == ratings.guest)
        best = (ratings.sigma >= PROVISIONAL, (ratings.mu - 3 * ratings.sigma).desc(), ratings.guest)
        rows = await service.store.rows(found.where(board.guest.is_not(None)).order_by(*best).limit(MOST_LISTED))
        own = await service.store.rows(found.where(ratings.guest == guest))
        listed = await service.store.rows(select(schema.board).where(board.guest == guest))
        return RatingsShown(
            name,
            PROVISIONAL,
            [BotRating(level, each.mu, each.sigma) for level, each in anchors()[name].items()],  # type: ignore[arg-type]
            [shown(row, guest) for row in rows],
            shown(own[0], guest) if own else None,
            bool(listed),
        )

    @put("/listed", summary="Be in the lists of ratings, or not", responses=PROBLEMS, opt=MEETING)
    async def be_listed(self, request: Request[Any, Any, Any], state: State, data: JSONBody[Listing]) -> Listing:
        service = service_of(state)
        guest = await known_guest(request, service)
        gone = delete(schema.board).where(schema.board.c.guest == guest)
        await service.store.write(LIST.bindparams(guest=guest) if data.on else gone)
        return data


def shown(row: Any, guest: str) -> PersonRating:
    provisional = is_provisional(Rating(row.mu, row.sigma))
    return PersonRating(row.name, row.mu, row.sigma, row.games, provisional, row.guest == guest)
