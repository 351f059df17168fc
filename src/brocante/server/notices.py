"""Where a guest is told of their turns: by browsers that are subscribed, and by mail."""

from typing import Annotated, Any

import msgspec
from litestar import Controller, Request, delete, get, put
from litestar.datastructures import State
from litestar.params import JSONBody
from msgspec import Meta, Struct
from sqlalchemy import Connection, insert, select, update
from sqlalchemy import delete as remove

from brocante.server import deliver, reach, schema
from brocante.server.api import PROBLEMS, known_guest, service_of
from brocante.server.deliver import Language
from brocante.server.letters import is_address
from brocante.server.mail import DAY, letters_of
from brocante.server.moment import now, ticks
from brocante.server.outbox import drop
from brocante.server.push import is_key
from brocante.server.rate_limit import Buckets, RateLimit
from brocante.server.tokens import hashed
from brocante.table.refusal import Refusal

MOST_BROWSERS = 5  # of one guest; the one that came first goes
SUBSCRIBING = {"rate_limit": RateLimit("subscribing", at_once=10, per_second=0.1)}
ADDRESSES = {"rate_limit": RateLimit("addresses", at_once=5, per_second=1 / 300, crowd=5)}
LETTERS = RateLimit("letters", at_once=3, per_second=1 / 3600)  # that ask one address whether it is right
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


class NewAddress(Struct, frozen=True):
    """An address of mail, and the language to write in."""

    address: Annotated[str, Meta(min_length=1, max_length=254)]
    language: Language = "en"


class AddressShown(Struct, frozen=True):
    """An address; nothing but a question is sent to it before it is confirmed."""

    address: str
    confirmed: bool


class Ways(Struct, frozen=True):
    """How a guest can be told of their turns: `key` is what browsers subscribe with, `browsers` how many have; `writes`
    is whether this server sends mail."""

    key: str
    browsers: int
    writes: bool
    mail: AddressShown | None


class Notices(Controller):
    path = "/api/me/notices"
    tags = ("people",)
    letters = Buckets()  # by address, whoever asks

    @get("/", summary="Where you are told of your turns", responses=PROBLEMS)
    async def ways(self, request: Request[Any, Any, Any], state: State) -> Ways:
        service = service_of(state)
        guest = await known_guest(request, service)
        found = await service.store.rows(select(rows.way, rows.content, rows.ready).where(rows.guest == guest))
        mail = [AddressShown(row.content, row.ready) for row in found if row.way == "mail"]
        outbox = service.outbox
        browsers = len(found) - len(mail)
        return Ways(outbox.push.vapid.public, browsers, outbox.letters is not None, mail[0] if mail else None)

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
        await service.store.run(lambda connection: unsubscribed(connection, guest, "push"))

    @put("/mail", summary="Be told by mail, once the address is confirmed", responses=PROBLEMS, opt=ADDRESSES)
    async def write_to(self, request: Request[Any, Any, Any], state: State, data: JSONBody[NewAddress]) -> AddressShown:
        """A letter asks whether the address is right. It takes the place of the one before it."""
        service = service_of(state)
        guest = await known_guest(request, service)
        letters_of(service)
        if not is_address(data.address):
            raise Refusal("bad_request", "no_mail_address")
        if service.settings.limits and not self.letters.take(data.address.lower(), LETTERS):
            raise Refusal("too_fast")
        shown = await service.store.run(lambda connection: addressed(connection, guest, data, ticks()))
        service.outbox.wake()
        return shown

    @delete("/mail", summary="Be told by mail no more", responses=PROBLEMS)
    async def write_no_more(self, request: Request[Any, Any, Any], state: State) -> None:
        service = service_of(state)
        guest = await known_guest(request, service)
        await service.store.run(lambda connection: unsubscribed(connection, guest, "mail"))


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


def addressed(connection: Connection, guest: str, new: NewAddress, due: int) -> AddressShown:
    """Store an address, and that it is to be confirmed. Of a guest there is one; those that nobody confirms go."""
    target = hashed(f"mailto:{guest}:{new.address}")
    there = connection.execute(select(rows.ready).where(rows.target == target)).scalar_one_or_none()
    if there:
        connection.execute(update(schema.subscriptions).where(rows.target == target).values(language=new.language))
        return AddressShown(new.address, True)
    unsubscribed(connection, guest, "mail")
    connection.execute(remove(schema.subscriptions).where(~rows.ready, rows.made < now() - DAY))
    row = {"way": "mail", "content": new.address, "language": new.language, "ready": False, "made": now()}
    connection.execute(insert(schema.subscriptions).values(target=target, guest=guest, **row))
    asking = {"table_id": "", "target": target, "guest": guest, "game": "", "kind": "ask", "turn": 0}
    connection.execute(insert(schema.notices).values(**asking, due=due, tries=0))
    return AddressShown(new.address, False)


def unsubscribed(connection: Connection, guest: str, way: str) -> None:
    for row in connection.execute(select(rows.target).where(rows.guest == guest, rows.way == way)).all():
        drop(connection, row.target)
