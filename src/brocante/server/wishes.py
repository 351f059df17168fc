"""From what somebody asks for at a table to what happens there."""

from brocante.server import messages
from brocante.server.archive import not_stored
from brocante.server.limits import Limit
from brocante.server.live import Decision, Live
from brocante.server.messages import Done, FromClient, FromServer, Hint, Refused
from brocante.server.observe import REFUSALS
from brocante.server.people import Actor
from brocante.server.service import Service
from brocante.server.store import StoreError
from brocante.table.events import Happening
from brocante.table.refusal import Refusal
from brocante.table.sight import views
from brocante.table.table import Table

# Of one guest at one table: beside what a line or an address may ask for at all.
LIMITS = {
    messages.Say: Limit(at_once=6, a_second=0.5),
    messages.AskHint: Limit(at_once=3, a_second=0.3),
}


async def fulfil(service: Service, live: Live, actor: Actor, wish: FromClient) -> FromServer:
    """Do what is asked for, and answer: done, refused, or a hint."""
    try:
        limit = LIMITS.get(type(wish))
        if limit is not None and not live.within(limit, actor.guest or ""):
            raise Refusal("too_fast", "That is too much at once; wait a moment.")
        if isinstance(wish, messages.AskHint):
            thoughts = await service.house.hint(live, actor.seat_at(live.table, wish.seat))
            return Hint(id=wish.id, version=live.table.version, thoughts=thoughts)
        if isinstance(wish, messages.Ping):
            return Done(id=wish.id, version=live.table.version)
        if isinstance(wish, messages.Say):
            decide = saying(actor, await name_of(service, actor), plain(wish.text))
        else:
            decide = decision(actor, wish)
        if isinstance(wish, messages.Sit) and actor.guest:
            await service.archive.remember(actor.guest, live.table.id)
        return Done(id=wish.id, version=await service.hub.do(live, decide))
    except (Refusal, StoreError) as error:
        refusal = error if isinstance(error, Refusal) else not_stored(error)
        REFUSALS.labels(refusal.code).inc()
        shown = views(live.table, actor.seats_at(live.table), 0) if refusal.code == "stale" else []
        return Refused(id=wish.id, version=live.table.version, code=refusal.code, text=refusal.text, views=shown)


def decision(actor: Actor, wish: FromClient) -> Decision:
    """What a table is asked to decide. Seats are looked up when it decides, for they may change hands."""

    def own(table: Table) -> int:
        return actor.seat_at(table, getattr(wish, "seat", None))

    def once(table: Table) -> int | None:
        return table.answered(actor.seats_at(table), wish.id)

    match wish:
        case messages.Play(move=move, version=version, id=identity):
            return lambda table, at: once(table) or table.move(own(table), move, identity, version, at)
        case messages.Undo(id=identity):
            return lambda table, at: once(table) or table.undo(own(table), identity, at)
        case messages.Resign():
            return lambda table, at: table.resign(own(table), at)
        case messages.ComeBack():
            return lambda table, at: table.come_back(own(table), at)
        case messages.Leave():
            return lambda table, at: table.leave(own(table), at)
        case _:
            return as_guest(actor, wish)


def as_guest(actor: Actor, wish: FromClient) -> Decision:
    """What only people can do, not programs."""
    guest = actor.person()
    match wish:
        case messages.Sit(name=name, seat=seat):
            return lambda table, at: table.sit(guest, plain(name), seat, at)
        case messages.PutBot(seat=seat, level=level):
            return lambda table, at: table.put_bot(guest, seat, level, at)
        case messages.SwitchChat(on=on):
            return lambda table, at: table.switch_chat(guest, on, at)
        case messages.OfferRematch():
            return lambda table, at: table.offer_rematch(guest, table.seats[actor.seat_at(table, None)].name, at)
    raise Refusal("bad_request", "That cannot be asked for.")


async def name_of(service: Service, actor: Actor) -> str:
    """The name of who has no seat."""
    return "Program" if actor.program else await service.people.name(actor.person())


def saying(actor: Actor, name: str, text: str) -> Decision:
    """A line of chat: who has a seat is known by the name they took there, a watcher by their own."""

    def decide(table: Table, at: int) -> Happening:
        seats = actor.seats_at(table)
        if not seats:
            return table.say(None, name, text, at)
        return table.say(actor.seat_at(table, None), table.seats[seats[0]].name, text, at)

    return decide


def plain(text: str) -> str:
    """Text as it may be shown: control signs and those that turn the direction of writing are left out."""
    shown = "".join(sign for sign in text if sign.isprintable() or sign == " ")
    shown = " ".join(shown.split())
    if not shown:
        raise Refusal("bad_request", "There is nothing to read in that.")
    return shown
