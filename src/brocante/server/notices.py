"""Where a guest is told of their turns: push subscriptions of their browser."""

from typing import Annotated, Any

import msgspec
from litestar import Controller, Request, delete, get, put
from litestar.datastructures import State
from litestar.params import JSONBody
from msgspec import Meta, Struct
from sqlalchemy import Connection, insert, select, update

from brocante.server import deliver, reach, schema
from brocante.server.api import PROBLEMS, known_guest, service_of
from brocante.server.deliver import Language
from brocante.server.moment import now
from brocante.server.outbox import drop
from brocante.server.push import is_key
from brocante.server.rate_limit import RateLimit
from brocante.server.tokens import hashed
from brocante.table.refusal import Refusal

MOST_BROWSERS = 5  # of one guest; the one that came first goes
SUBSCRIBING = {"rate_limit": RateLimit("subscribing", at_once=10, per_second=0.1)}
Key = Annotated[str, Meta(min_length=1, max_length=120)]
rows = schema.subscriptions.c


class PushKeys(Struct, frozen=True):
    """The keys to encrypt for a browser, as it gives them."""

    p256dh: Key
    auth: Key


class NewSubscription(Struct, frozen=True):
    """A push subscription, as a browser gives it, and the language to write in."""

    endpoint: Annotated[str, Meta(min_length=1, max_length=2000)]
    keys: PushKeys
    language: Language = "en"


class Ways(Struct, frozen=True):
    """How a guest can be told of their turns: `key` is what browsers subscribe with, `browsers` how many have."""

    key: str
    browsers: int


class Notices(Controller):
    path = "/api/me/notices"
    tags = ("people",)

    @get("/", summary="Where you are told of your turns", responses=PROBLEMS)
    async def ways(self, request: Request[Any, Any, Any], state: State) -> Ways:
        service = service_of(state)
        guest = await known_guest(request, service)
        found = await service.store.rows(select(rows.way).where(rows.guest == guest, rows.way == "push"))
        return Ways(service.outbox.push.vapid.public, len(found))

    @put("/push", summary="Be told by this browser", responses=PROBLEMS, opt=SUBSCRIBING, status_code=204)
    async def subscribe(self, request: Request[Any, Any, Any], state: State, data: JSONBody[NewSubscription]) -> None:
        """Which tables you are told of, you say at the tables."""
        service = service_of(state)
        guest = await known_guest(request, service)
        try:
            reach.check(data.endpoint, service.settings.push_networks)
        except reach.OutOfBounds:
            raise Refusal("bad_request", "no_push_service") from None
        if not is_key(data.keys.p256dh, data.keys.auth):
            raise Refusal("bad_request", "no_push_keys")
        if not await service.store.run(lambda connection: subscribed(connection, guest, data)):
            raise Refusal("not_your_seat", "subscription_taken")

    @delete("/push", summary="Be told by no browser any more", responses=PROBLEMS)
    async def unsubscribe(self, request: Request[Any, Any, Any], state: State) -> None:
        service = service_of(state)
        guest = await known_guest(request, service)
        await service.store.run(lambda connection: unsubscribed(connection, guest))


def subscribed(connection: Connection, guest: str, new: NewSubscription) -> bool:
    """Store a subscription; False if it is somebody else's. Who has it already may change keys and language."""
    target = hashed(new.endpoint)
    content = msgspec.json.encode(deliver.Subscription(new.endpoint, new.keys.p256dh, new.keys.auth)).decode()
    row = {"way": "push", "content": content, "language": new.language, "ready": True, "made": now()}
    there = connection.execute(select(rows.guest).where(rows.target == target)).scalar_one_or_none()
    if there is not None:
        changed = update(schema.subscriptions).where(rows.target == target, rows.guest == guest).values(row)
        return connection.execute(changed).rowcount == 1
    connection.execute(insert(schema.subscriptions).values(target=target, guest=guest, **row))
    own = select(rows.target).where(rows.guest == guest, rows.way == "push").order_by(rows.made.desc())
    for old in connection.execute(own.offset(MOST_BROWSERS)).all():
        drop(connection, old.target)
    return True


def unsubscribed(connection: Connection, guest: str) -> None:
    for row in connection.execute(select(rows.target).where(rows.guest == guest, rows.way == "push")).all():
        drop(connection, row.target)
