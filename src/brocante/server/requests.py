"""Requests at a table, and the answers to them."""

from functools import partial

from brocante.server import messages
from brocante.server.archive import not_stored
from brocante.server.live import Decision, Live
from brocante.server.messages import Done, FromClient, FromServer, Hint, Refused
from brocante.server.observe import REFUSALS
from brocante.server.people import Actor
from brocante.server.rate_limit import RateLimit
from brocante.server.service import Service
from brocante.server.store import StoreError
from brocante.table.events import Happening
from brocante.table.refusal import Refusal
from brocante.table.shown import views_of
from brocante.table.table import Table

# Of one guest at one table: beside the rate limits of a socket and of an address.
RATE_LIMITS = {
    messages.Say: RateLimit(at_once=6, per_second=0.5),
    messages.AskHint: RateLimit(at_once=3, per_second=0.3),
}


async def respond(service: Service, live: Live, actor: Actor, request: FromClient) -> FromServer:
    """Do what is asked for, and answer: done, refused, or a hint."""
    try:
        limit = RATE_LIMITS.get(type(request))
        if limit is not None and not live.allows(limit, actor.guest or ""):
            raise Refusal("too_fast")
        if isinstance(request, messages.AskHint):
            game = live.table.hinted(actor.seat_at(live.table, request.seat))
            payer = live.payer if actor.guest is None else live.payer._replace(guest=actor.guest)
            return Hint(id=request.id, version=live.table.version, thoughts=await service.house.explain(game, payer))
        if isinstance(request, messages.Ping):
            return Done(id=request.id, version=live.table.version)
        decide: Decision = partial(decided, actor, request)
        if isinstance(request, messages.Say):
            decide = partial(said, actor, await name_of(service, actor), plain(request.text))
        elif isinstance(request, messages.Sit) and actor.guest:
            await service.archive.remember(actor.guest, live.table.id)
        return Done(id=request.id, version=await service.hub.do(live, decide))
    except (Refusal, StoreError) as error:
        return refused(live.table, actor, request.id, error if isinstance(error, Refusal) else not_stored(error))


def refused(table: Table, actor: Actor, identity: str, refusal: Refusal) -> Refused:
    """The answer to a request that is refused."""
    REFUSALS.labels(refusal.code).inc()
    return Refused(
        id=identity,
        version=table.version,
        code=refusal.code,
        text=refusal.text,
        reason=refusal.reason,
        clause=refusal.clause,
        values=refusal.values,
        views=views_of(table, actor.seats_at(table), 0) if refusal.code == "stale" else [],
    )


def decided(actor: Actor, request: FromClient, table: Table, at: int) -> Happening | int:
    """What a table decides on a request. Seats are looked up at that moment, since they may change hands."""
    match request:
        case messages.Play() | messages.Undo() if version := table.answered(actor.seats_at(table), request.id):
            return version
        case messages.Play(move=move, seat=seat):
            return table.move(actor.seat_at(table, seat), move, request.id, request.version, at)
        case messages.Undo(seat=seat):
            return table.undo(actor.seat_at(table, seat), request.id, at)
        case messages.Resign(seat=seat):
            return table.resign(actor.seat_at(table, seat), at)
        case messages.ComeBack(seat=seat):
            return table.come_back(actor.seat_at(table, seat), at)
        case messages.Leave(seat=seat):
            return table.leave(actor.seat_at(table, seat), at)
        case messages.Sit(name=name, seat=seat):
            return table.sit(actor.person(), plain(name), seat, at)
        case messages.PutBot(seat=seat, level=level):
            return table.put_bot(actor.person(), seat, level, at)
        case messages.SwitchChat(on=on):
            return table.switch_chat(actor.person(), on, at)
        case _:  # a rematch
            guest = actor.person()
            return table.offer_rematch(guest, table.seats[actor.seat_at(table, None)].name, at)


async def name_of(service: Service, actor: Actor) -> str:
    """The name of somebody without a seat."""
    return "Program" if actor.program else await service.people.name(actor.person())


def said(actor: Actor, name: str, text: str, table: Table, at: int) -> Happening:
    """A line of chat: under the name that a player took at the table, or the own name of a watcher."""
    seats = actor.seats_at(table)
    if not seats:
        return table.say(None, name, text, at)
    return table.say(actor.seat_at(table, None), table.seats[seats[0]].name, text, at)


def plain(text: str) -> str:
    """Text as it may be shown: without control characters and those that turn the direction of writing."""
    shown = "".join(sign for sign in text if sign.isprintable() or sign == " ")
    shown = " ".join(shown.split())
    if not shown:
        raise Refusal("bad_request", "no_text")
    return shown
