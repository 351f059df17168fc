"""A guest moves to another device by a link that works once, for an hour; the secret of the old device ends then."""

from typing import Any

from litestar import Controller, Request, Response, post
from litestar.datastructures import State
from litestar.params import JSONBody
from sqlalchemy import Connection, delete, select, text, update

from brocante.server import schema
from brocante.server.api import PROBLEMS, Who, guest_cookie, known_guest, service_of
from brocante.server.moment import now
from brocante.server.notices import unsubscribed
from brocante.server.seats import SECRETS, Token
from brocante.server.tokens import hashed, new_token
from brocante.table.refusal import Refusal

HOUR = 3600 * 1000  # milliseconds
MAKE = text(
    "INSERT INTO moves (guest, hash, made) VALUES (:guest, :hash, :made) "
    "ON CONFLICT (guest) DO UPDATE SET hash = excluded.hash, made = excluded.made"
)


class Moving(Controller):
    path = "/api/me/move"
    tags = ("people",)

    @post("/", summary="A link that makes another device yours, for an hour", responses=PROBLEMS, opt=SECRETS)
    async def give(self, request: Request[Any, Any, Any], state: State) -> Token:
        service = service_of(state)
        token = new_token()
        row = {"guest": await known_guest(request, service), "hash": hashed(token), "made": now()}
        await service.store.write(MAKE.bindparams(**row))
        return Token(token)

    @post("/claim", summary="Be that guest on this device", responses=PROBLEMS, opt=SECRETS, status_code=200)
    async def claim(self, request: Request[Any, Any, Any], state: State, data: JSONBody[Token]) -> Response[Who]:
        """The device that made the link is nobody's then. Whoever this device was before is left behind."""
        service, secret = service_of(state), new_token()
        guest = await service.store.run(lambda connection: moved(connection, hashed(data.token), hashed(secret)))
        if guest is None:
            raise Refusal("not_known", "link_used")
        service.people.forget_guest(guest)
        return Response(Who(await service.people.name(guest)), cookies=[guest_cookie(request, secret)])


def moved(connection: Connection, link: bytes, secret: bytes) -> str | None:
    """The guest that a link is for, who has another secret from now on; of two claims one gets it."""
    moves, guests = schema.moves.c, schema.guests.c
    row = connection.execute(select(schema.moves).where(moves.hash == link, moves.made > now() - HOUR)).one_or_none()
    if row is None or not connection.execute(delete(schema.moves).where(moves.hash == link)).rowcount:
        return None
    connection.execute(update(schema.guests).where(guests.id == row.guest).values(token_hash=secret))
    unsubscribed(connection, row.guest, "push")  # by the browser of the old device
    return str(row.guest)
