"""The games of series go on also where nobody looks: of several processes one at a time sees to those of a series."""

import asyncio

from sqlalchemy import select, update

from brocante.server import schema
from brocante.server.hub import Hub
from brocante.server.moment import now
from brocante.server.observe import log
from brocante.server.store import Store, StoreError
from brocante.table.refusal import Refusal

PAUSE = 5.0  # seconds between two looks
TENDED = 30_000  # milliseconds for which others need not look: a table stays in memory longer


async def keep_going(store: Store, hub: Hub) -> None:
    """Have tables of running series in memory, so that bots move and time runs out, for as long as a server runs."""
    while True:
        try:
            for name in await untended(store):
                await tend(store, hub, name)
        except StoreError as error:
            log("not_stored", reason=str(error))
        await asyncio.sleep(PAUSE)


async def untended(store: Store) -> list[str]:
    """Series that nobody has looked after lately, and whose turn it is now to be by this process."""
    columns = schema.series.c
    since = now() - TENDED
    waiting = (columns.status == "running") & ((columns.tended < since) | (columns.tended > now()))
    found = []
    for row in await store.rows(select(columns.id, columns.tended).where(waiting)):
        still = (columns.id == row.id) & (columns.tended == row.tended)
        if await store.write(update(schema.series).where(still).values(tended=now())):
            found.append(row.id)
    return found


async def tend(store: Store, hub: Hub, name: str) -> None:
    columns = schema.fixtures.c
    open_ones = select(columns.table_id).where(columns.series_id == name, columns.results.is_(None))
    for row in await store.rows(open_ones):
        try:
            await hub.find(row.table_id)
        except Refusal as refusal:
            log("not_tended", reason=refusal.reason)
