"""What is kept for how long: old tables go, finished ones to record files first."""

import asyncio
import json
import os
from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import msgspec
from sqlalchemy import Connection, delete, select, update

from brocante.games.errors import SetupError
from brocante.server import schema
from brocante.server.archive import folded
from brocante.server.moment import now
from brocante.server.observe import log
from brocante.server.series import remove_before
from brocante.server.store import Store, StoreError, must_be_current

BATCH = 100  # tables that are looked at, and go, in one transaction
DAY = 24 * 3600 * 1000  # milliseconds


@dataclass
class Pruned:
    """What went, or would go."""

    finished: int = 0  # tables, each to a record file
    unfinished: int = 0  # tables that were never played to the end
    series: int = 0  # in which nothing happens any more
    guests: int = 0  # who have no table any more
    unreadable: list[str] = field(default_factory=list)  # tables that stay: their rules are not known here


class Last(msgspec.Struct):
    """Of an event, when it happened."""

    at: int


async def prune(store: Store, before: int, records: Path, dry_run: bool = False) -> Pruned:
    """Remove tables at which nothing has happened since a moment, and guests who came before it and have no table.

    A finished game is in a file of its own, on the disk, before it is removed.
    """
    pruned = Pruned()
    last = (0, "")
    while candidates := await store.rows(created_before(before, last)):
        last = (candidates[-1].created, candidates[-1].id)
        going = []
        for row in candidates:
            entries = await store.entries_after(row.id, 0)
            if entries and msgspec.json.decode(entries[-1], type=Last).at >= before:
                continue
            try:
                table = folded(row, entries)
            except SetupError:
                pruned.unreadable.append(row.id)
                continue
            if table.status == "over" and table.game is not None:
                pruned.finished += 1
                if not dry_run:
                    write_record(records / f"{row.id}.json", table.game.record())
            else:
                pruned.unfinished += 1
            going.append(row.id)
        if going and not dry_run:
            await store.run(lambda connection, going=going: remove(connection, going))  # type: ignore[misc]
    pruned.series = await store.run(lambda connection: remove_before(connection, before, dry_run))
    pruned.guests = await store.run(lambda connection: remove_guests(connection, before, dry_run))
    return pruned


async def keep_pruned(store: Store, days: int, records: Path) -> None:
    """Prune once a day, for as long as a server runs."""
    while True:
        try:
            pruned = await prune(store, now() - days * DAY, records)
            counts = {"finished": pruned.finished, "unfinished": pruned.unfinished, "guests": pruned.guests}
            log("pruned", **counts, series=pruned.series)
        except (StoreError, OSError) as error:
            log("not_pruned", reason=str(error))
        await asyncio.sleep(DAY / 1000)


async def prune_database(url: str, age: int, records: Path, dry_run: bool) -> Pruned:
    """Prune a database by the age of its tables in milliseconds. A server may use it meanwhile."""
    store = Store(url)
    try:
        await store.run(must_be_current)
        return await prune(store, now() - age, records, dry_run)
    finally:
        await store.close()


def created_before(moment: int, last: tuple[int, str]) -> Any:
    columns = schema.tables.c
    later = (columns.created > last[0]) | ((columns.created == last[0]) & (columns.id > last[1]))
    found = select(schema.tables).where(columns.created < moment, later)
    return found.order_by(columns.created, columns.id).limit(BATCH)


def write_record(path: Path, record: dict[str, Any]) -> None:
    """Whole or not at all, and on the disk when this is over."""
    path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
    unfinished = path.with_suffix(f".{os.getpid()}")  # each process of a server writes its own
    with os.fdopen(os.open(unfinished, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600), "w") as file:
        json.dump(record, file)
        file.flush()
        os.fsync(file.fileno())
    unfinished.replace(path)


def remove(connection: Connection, names: Sequence[str]) -> None:
    outcomes = schema.outcomes.c
    counted = outcomes.table_id.in_(names) & outcomes.counted.is_not(None)
    for row in connection.execute(
        select(outcomes.table_id, outcomes.seats).where(counted)
    ).all():  # ratings are made of
        nameless = json.dumps([{**seat, "name": ""} for seat in json.loads(row.seats)], separators=(",", ":"))
        here = outcomes.table_id == row.table_id
        connection.execute(update(schema.outcomes).where(here).values(seats=nameless))
    connection.execute(delete(schema.outcomes).where(outcomes.table_id.in_(names), outcomes.counted.is_(None)))
    for table in (schema.entries, schema.members, schema.keys, schema.attempts, schema.notices):
        connection.execute(delete(table).where(table.c.table_id.in_(names)))
    connection.execute(delete(schema.tables).where(schema.tables.c.id.in_(names)))


def remove_guests(connection: Connection, before: int, dry_run: bool) -> int:
    """Guests without a table, who came before a moment: how many there are."""
    columns = schema.guests.c
    idle = (columns.created < before) & ~columns.id.in_(select(schema.members.c.guest))
    idle &= ~columns.id.in_(select(schema.entrants.c.guest)) & ~columns.id.in_(select(schema.series.c.host))
    found = len(connection.execute(select(columns.id).where(idle)).all())
    if not dry_run:
        connection.execute(delete(schema.guests).where(idle))
        for table in (schema.ratings, schema.board, schema.subscriptions):
            connection.execute(delete(table).where(~table.c.guest.in_(select(columns.id))))
    return found
