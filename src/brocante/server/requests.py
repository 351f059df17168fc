"""Requests at a table, and the answers to them."""

from functools import partial

import msgspec

from brocante.analysis.objects import Difference
from brocante.neural.file import has_net
from brocante.server import messages
from brocante.server.archive import not_stored
from brocante.server.live import Live
from brocante.server.messages import Change, Done, FromClient, FromServer, Hint, Refused
from brocante.server.observe import REFUSALS
from brocante.server.people import Actor
from brocante.server.rate_limit import RateLimit
from brocante.server.service import Service
from brocante.server.store import StoreError
from brocante.table import events
from brocante.table.events import Happening
from brocante.table.refusal import Refusal
from brocante.table.shown import views_of
from brocante.table.table import Table

# Of one guest at one table: beside the rate limits of a socket and of an address.
RATE_LIMITS = {
    messages.Say: RateLimit("chat", at_once=6, per_second=0.5),
    messages.AskHint: RateLimit("hints", at_once=3, per_second=0.3),
    messages.TellTurns: RateLimit("turns", at_once=6, per_second=0.1),
}


async def respond(service: Service, live: Live, actor: Actor, request: FromClient) -> FromServer:
    """Do what is asked for, and answer: done, refused, or a hint."""
    try:
        if isinstance(request, messages.Ping | messages.Look):
            return Done(id=request.id, version=live.table.version)
        version = None if isinstance(request, messages.AskHint) else answered(live.table, actor, request)
        if version is not None:
            return Done(id=request.id, version=version)
        limit = RATE_LIMITS.get(type(request))
        if limit is not None and not live.allows(limit, actor.sender):
            raise Refusal("too_fast")
        if isinstance(request, messages.AskHint):
            game = live.table.hinted(actor.seat_at(live.table, request.seat))
            payer = live.payer if actor.guest is None else live.payer._replace(guest=actor.guest)
            version = live.table.version
            thoughts, best, other, reasons = await service.house.explain(game, payer)
            plain = [Difference(each.fact, each.after_best, each.after_other, each.worth) for each in reasons]
            wins = has_net(game.ruleset)
            return Hint(
                id=request.id, version=version, thoughts=thoughts, wins=wins, best=best, other=other, reasons=plain
            )
        name = await name_of(service, actor) if isinstance(request, messages.Say) else ""
        if isinstance(request, messages.Sit | messages.Say) and actor.guest:  # so that they can be forgotten here
            await service.archive.remember(actor.guest, live.table.id)
        return Done(id=request.id, version=await service.hub.do(live, partial(decided, actor, name, request)))
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


def answered(table: Table, actor: Actor, request: Change) -> int | None:
    """The version that grants this request, if one does; a Refusal if its id was used for another."""
    version = table.answered(actor.sender, request.id)
    if version is not None and not grants(table, table.events[version - 1], request):
        raise Refusal("id_used")
    return version


def decided(actor: Actor, name: str, request: Change, table: Table, tick: int) -> Happening | int:
    """What a table decides on a request: an event that names the request it grants, or the version that has it."""
    version = answered(table, actor, request)
    if version is not None:
        return version
    event = wished(actor, name, request, table, tick)
    return event if isinstance(event, int) else msgspec.structs.replace(event, by=actor.sender, id=request.id)


def wished(actor: Actor, name: str, request: Change, table: Table, tick: int) -> Happening | int:
    """The event that would grant a request. Seats are looked up at that moment, since they may change hands."""
    match request:
        case messages.Play(move=move, seat=seat, version=version):
            return table.move(actor.seat_at(table, seat), move, version, tick)
        case messages.Undo(seat=seat):
            return table.undo(actor.seat_at(table, seat), tick)
        case messages.AnswerUndo(agrees=agrees, seat=seat):
            return table.answer_undo(actor.seat_at(table, seat), agrees)
        case messages.Resign(seat=seat):
            return table.resign(actor.seat_at(table, seat))
        case messages.ComeBack(seat=seat):
            return table.come_back(actor.seat_at(table, seat), tick)
        case messages.Leave(seat=seat):
            return table.leave(actor.seat_at(table, seat))
        case messages.Sit(name=own, seat=seat):
            return table.sit(actor.person(), plain(own), seat)
        case messages.PutBot(seat=seat, level=level):
            return table.put_bot(actor.person(), seat, level)
        case messages.Say(text=text):
            return said(actor, name, plain(text), table)
        case messages.SwitchChat(on=on):
            return table.switch_chat(actor.person(), on)
        case messages.Mute(speaker=speaker, seat=seat, on=on):
            return table.mute(actor.person(), speaker, seat, on)
        case messages.Remove(speaker=speaker, seat=seat):
            return table.remove(actor.person(), speaker, seat)
        case messages.TellTurns(on=on):
            return table.tell_turns(actor.person(), on)
        case messages.OfferRematch():
            guest = actor.person()
            return table.offer_rematch(guest, table.seats[actor.seat_at(table, None)].name)


def grants(table: Table, event: Happening, request: Change) -> bool:
    """Whether this event is what the request asks for. A seat that the request does not name may be any."""
    match request, event:
        case messages.Play(move=move, seat=seat), events.Moved():
            return move == event.move and seat in (None, event.seat)
        case (
            (messages.Undo(seat=seat), events.Undone(seat=there) | events.UndoAsked(seat=there))
            | (messages.Resign(seat=seat), events.Replaced(seat=there, resigned=True))
            | (messages.ComeBack(seat=seat), events.Back(seat=there))
            | (messages.Leave(seat=seat), events.Left(seat=there))
        ):
            return seat in (None, there)
        case messages.AnswerUndo(agrees=agrees, seat=seat), events.UndoAnswered():
            return agrees == event.agrees and seat in (None, event.seat)
        case messages.Sit(name=name, seat=seat), events.Sat():
            return plain(name) == event.name and seat in (None, event.seat)
        case messages.PutBot(seat=seat, level=level), events.Replaced(resigned=False):
            return (seat, level) == (event.seat, event.level)
        case messages.Say(text=text), events.Said():
            return plain(text) == event.text
        case messages.SwitchChat(on=on), events.ChatSwitched():
            return on == event.on
        case messages.Mute(on=on), events.Muted():
            return on == event.on and is_about(table, event, request)
        case messages.Remove(), events.Removed():
            return is_about(table, event, request)
        case messages.OfferRematch(), events.RematchOffered():
            return True
        case messages.TellTurns(on=on), events.TurnsTold():
            return on == event.on
    return False


def is_about(table: Table, event: events.Muted | events.Removed, request: messages.Mute | messages.Remove) -> bool:
    """Whether both name the same one: by the number in the chat, or by the seat as it was taken then."""
    if request.speaker is not None:
        return table.chat.number(event.who) == request.speaker
    return event.seat == request.seat


async def name_of(service: Service, actor: Actor) -> str:
    """The name of somebody without a seat."""
    return "" if actor.program else await service.people.name(actor.person())


def said(actor: Actor, name: str, text: str, table: Table) -> Happening:
    """A line of chat: under the name that a player took at the table, or the own name of a watcher."""
    if not actor.seats_at(table):
        return table.say(actor.sender, None, name, text)
    seat = actor.seat_at(table, None)
    return table.say(actor.sender, seat, table.seats[seat].name, text)


def plain(text: str) -> str:
    """Text as it may be shown: without control characters and those that turn the direction of writing."""
    shown = "".join(sign for sign in text if sign.isprintable() or sign == " ")
    shown = " ".join(shown.split())
    if not shown:
        raise Refusal("bad_request", "no_text")
    return shown
