"""A guest is forgotten: name and secret go, and what they did at tables becomes nobody's in particular.

Their moves stay, since the games of the others are made of them; the lines that they wrote in chat are removed. What is
stored of a table names guests in its setup, its events and its outcome, by their ids and by the names they had there.
"""

import json
from collections.abc import Iterable
from dataclasses import dataclass, field
from datetime import UTC, datetime
from typing import Any

from sqlalchemy import Connection, delete, insert, select, update
from sqlalchemy.exc import IntegrityError

from brocante.games.errors import SetupError
from brocante.server import schema
from brocante.server.archive import encoder, folded
from brocante.server.moment import now
from brocante.server.series import forget_in_series
from brocante.server.store import Store, StoreError
from brocante.server.tokens import new_id
from brocante.table.events import Happening, Left, Replaced

RACES = 5  # how often it is tried, where something happens at a table at the same moment
NOBODY = "—"  # the name of somebody who was forgotten, and what they had written


def forget(connection: Connection, guest: str) -> list[str]:
    """Forget a guest, in one transaction; the tables that were changed."""
    members, tables = schema.members, schema.tables
    found = select(tables).join(members, members.c.table_id == tables.c.id).where(members.c.guest == guest)
    changed = [row.id for row in connection.execute(found).all() if make_anonymous(connection, row, guest)]
    forget_in_series(connection, guest, NOBODY)
    for table in schema.metadata.tables.values():
        if "guest" in table.c:
            connection.execute(delete(table).where(table.c.guest == guest))
    connection.execute(delete(schema.guests).where(schema.guests.c.id == guest))
    return changed


def make_anonymous(connection: Connection, row: Any, guest: str) -> bool:
    """Take a guest out of what is stored of a table; whether they were in it."""
    nobody = new_id()  # another one for each table, so that nobody can tell that they were the same person
    setup = json.loads(row.setup)
    entries, named = schema.entries, schema.entries.c.table_id == row.id
    stored = connection.execute(select(entries).where(named).order_by(entries.c.number)).all()
    happened = [json.loads(each.content) for each in stored]
    hosted = bool(setup["host"] == guest)
    if hosted:
        without_host = json.dumps(anonymous_setup(setup, nobody), separators=(",", ":"), ensure_ascii=False)
        here = schema.tables.c.id == row.id
        connection.execute(update(schema.tables).where(here).values(setup=without_host, host=nobody))
    changed = hosted
    for each, event, new in zip(stored, happened, anonymous_events(setup, happened, guest, nobody), strict=True):
        if new != event:
            content = json.dumps(new, separators=(",", ":"), ensure_ascii=False)
            connection.execute(update(entries).where(named, entries.c.number == each.number).values(content=content))
            changed = True
    make_outcome_anonymous(connection, row.id, guest)
    for number, content in enumerate(leaving(connection, row.id, nobody), start=len(stored) + 1):
        connection.execute(insert(entries).values(table_id=row.id, number=number, content=content))
    return changed


def make_outcome_anonymous(connection: Connection, table: str, guest: str) -> None:
    named = schema.outcomes.c.table_id == table
    for row in connection.execute(select(schema.outcomes.c.seats).where(named)).all():
        seats = [
            {**seat, "guest": "", "name": NOBODY} if seat.get("guest") == guest else seat
            for seat in json.loads(row.seats)
        ]
        content = json.dumps(seats, separators=(",", ":"), ensure_ascii=False)
        connection.execute(update(schema.outcomes).where(named).values(seats=content))


def leaving(connection: Connection, name: str, nobody: str) -> list[str]:
    """What happens now at a table where nobody in particular has seats: they are free again, or a bot plays on."""
    row = connection.execute(select(schema.tables).where(schema.tables.c.id == name)).one()
    entries = schema.entries.c
    stored = connection.execute(select(entries.content).where(entries.table_id == name).order_by(entries.number)).all()
    try:
        table = folded(row, (each.content for each in stored))
    except SetupError:  # of rules that are not known here: nobody plays there
        return []
    seats = table.seats_of(nobody)
    left: list[Happening] = []
    if table.status == "waiting" and table.setup.series:  # nobody else comes
        left = [Replaced(at=now(), seat=seat, level=table.setup.substitute) for seat in seats]
    elif table.status == "waiting":
        left = [Left(at=now(), seat=seat) for seat in seats]
    elif table.status == "running":
        left = [Replaced(at=now(), seat=seat, level=table.setup.substitute, resigned=True) for seat in seats]
    return [encoder.encode(event).decode() for event in left]


def anonymous_setup(setup: dict[str, Any], nobody: str) -> dict[str, Any]:
    places = [{**place, "name": NOBODY} if place["kind"] == "me" else place for place in setup["places"]]
    return {**setup, "host": nobody, "host_name": NOBODY, "places": places}


def anonymous_events(
    setup: dict[str, Any], happened: Iterable[dict[str, Any]], guest: str, nobody: str
) -> Iterable[dict[str, Any]]:
    """The same events, with somebody else in the place of a guest."""
    hosted = setup["host"] == guest
    seats = {seat for seat, place in enumerate(setup["places"]) if hosted and place["kind"] == "me"}
    names = {setup["host_name"]} if hosted else set()
    for event in happened:
        theirs = guest in event.values()
        if event["kind"] == "sat":
            (seats.add if theirs else seats.discard)(event["seat"])
            names |= {event["name"]} if theirs else set()
        elif event["kind"] in ("left", "replaced"):
            seats.discard(event["seat"])
        elif event["kind"] == "said" and not event.get("by"):  # a line that does not say which guest wrote it
            theirs = event["name"] in names if event["seat"] is None else event["seat"] in seats
        new = {field: nobody if value == guest else value for field, value in event.items()}
        if theirs:
            new.update({field: NOBODY for field in ("name", "text") if field in new})
        yield new


@dataclass(frozen=True)
class Found:
    """Whom a name has led to: at how many tables they are forgotten; or several of that name, of whom none is."""

    forgotten: int | None = None
    alike: list[tuple[str, str, int]] = field(default_factory=list)  # id, day, tables


async def forget_by_name(url: str, named: str) -> Found:
    """Forget the guest of a name, or of an id as `id:ID`. An SQLite database must not be in use by a server."""
    store = Store(url)
    await store.open()
    try:
        columns = schema.guests.c
        wanted = columns.id == named[3:] if named.startswith("id:") else columns.name == named
        guests = await store.rows(select(schema.guests).where(wanted).order_by(columns.created))
        if len(guests) != 1:
            return Found(alike=[await described(store, guest) for guest in guests])
        return Found(forgotten=len(await forget_in(store, guests[0].id)))
    finally:
        await store.close()


async def forget_in(store: Store, guest: str) -> list[str]:
    """Forget a guest, and have every process read the tables anew; the tables that were changed."""
    for tries_left in reversed(range(RACES)):
        try:
            changed = await store.run(lambda connection: forget(connection, guest))
            break
        except StoreError as error:
            if not isinstance(error.__cause__, IntegrityError) or not tries_left:
                raise  # else something has happened at a table meanwhile
    await store.announce_rewritten(changed)
    return changed


async def described(store: Store, guest: Any) -> tuple[str, str, int]:
    tables = await store.rows(select(schema.members).where(schema.members.c.guest == guest.id))
    return guest.id, datetime.fromtimestamp(guest.created / 1000, UTC).date().isoformat(), len(tables)
