"""Secrets of seats: a link that moves the own seat to another device, and the token that a program plays with."""

from typing import Annotated, Any, Literal

from litestar import Controller, Request, delete, post
from litestar.datastructures import State
from litestar.params import JSONBody, PathParameter
from msgspec import Meta, Struct

from brocante.games.seats import MOST_SEATS
from brocante.server.api import PROBLEMS, Opened, TableId, known_guest, service_of
from brocante.server.people import Actor, Key
from brocante.server.rate_limit import RateLimit
from brocante.server.service import Service
from brocante.table.refusal import Refusal
from brocante.table.table import Table

SECRETS = {"rate_limit": RateLimit("secrets", at_once=30, per_second=0.5)}
SeatPath = Annotated[int, PathParameter(ge=0, lt=MOST_SEATS)]
Secret = Literal["link", "token"]
SecretPath = Annotated[Secret, PathParameter()]


class Token(Struct, frozen=True):
    """A secret; it is told once."""

    token: Annotated[str, Meta(min_length=1, max_length=100)]


class Seats(Controller):
    path = "/api/tables/{table_id:str}/seats/{seat:int}/{secret:str}"
    tags = ("seats",)

    @post(
        "/",
        summary="A link that moves your seat to another device; or, as the host, a token for the program of a seat",
        responses=PROBLEMS,
        opt=SECRETS,
    )
    async def give(
        self, request: Request[Any, Any, Any], state: State, table_id: TableId, seat: SeatPath, secret: SecretPath
    ) -> Token:
        service = service_of(state)
        return Token(await service.people.new_key(await asked_key(request, service, table_id, seat, secret)))

    @delete("/", summary="Revoke it", responses=PROBLEMS)
    async def revoke(
        self, request: Request[Any, Any, Any], state: State, table_id: TableId, seat: SeatPath, secret: SecretPath
    ) -> None:
        service = service_of(state)
        await service.people.revoke(await asked_key(request, service, table_id, seat, secret))


async def asked_key(request: Request[Any, Any, Any], service: Service, table_id: str, seat: int, secret: Secret) -> Key:
    """What the secret that is asked for opens; a Refusal if it is not theirs to ask."""
    guest = await known_guest(request, service)
    table = (await service.hub.find(table_id)).table
    if secret == "token":
        program_seat(table, guest, seat)
        return Key("program", table.id, seat, guest, table.seats[seat].since)
    Actor(guest).seat_at(table, seat)
    return Key("seat", table.id, seat, guest, table.seats[seat].since)


def program_seat(table: Table, guest: str, seat: int) -> None:
    """A Refusal unless the host asks, and a program has that seat."""
    table.must_be_host(guest)
    if seat >= len(table.seats) or table.seats[seat].kind != "program":
        raise Refusal("no_such_seat", "not_a_program", seat=seat)


class Links(Controller):
    path = "/api/links"
    tags = ("seats",)

    @post("/", summary="Take a seat over from another device", responses=PROBLEMS, opt=SECRETS, status_code=200)
    async def claim(self, request: Request[Any, Any, Any], state: State, data: JSONBody[Token]) -> Opened:
        service = service_of(state)
        guest = await known_guest(request, service)
        key = await service.people.key(data.token, "seat")
        if key is None:
            raise Refusal("not_known", "link_used")
        live = await service.hub.find(key.table)
        await service.archive.remember(guest, key.table)
        # Whoever is first has a new sitting, so the link is void for everybody else.
        await service.hub.do(live, lambda table, _: table.move_seat(key.seat, key.guest, key.since, guest))
        return Opened(key.table)
