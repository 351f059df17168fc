"""The public list: which tables are in it, for how long, and how many of one guest."""

import asyncio
import time
from collections.abc import AsyncIterator, Iterable
from contextlib import asynccontextmanager
from weakref import WeakValueDictionary

from sqlalchemy import ColumnElement, and_, func, select, update

from brocante.server import schema
from brocante.server.live import Live
from brocante.server.moment import now
from brocante.server.observe import log
from brocante.server.store import Store, StoreError
from brocante.table.refusal import Refusal

MOST_WAITING = 5  # public tables of one guest that wait for players
columns = schema.tables.c


class Lobby:
    """A table is listed until nobody was there for `patience` seconds: its host, or while it is played anybody."""

    def __init__(self, store: Store, patience: float) -> None:
        self._store, self._patience = store, patience
        self._opening: WeakValueDictionary[str, asyncio.Lock] = WeakValueDictionary()  # by guest, while one opens

    def is_listed(self) -> ColumnElement[bool]:
        """What is so of the tables in the list."""
        return and_(columns.public, columns.status != "over", columns.seen > now() - 1000 * self._patience)

    @asynccontextmanager
    async def place_for(self, guest: str) -> AsyncIterator[None]:
        """While a guest opens a public table, one at a time; a Refusal if enough of theirs wait."""
        lock = self._opening.setdefault(guest, asyncio.Lock())
        async with lock:
            own = select(func.count()).where(columns.host == guest, columns.status == "waiting", self.is_listed())
            (row,) = await self._store.rows(own)
            if row[0] >= MOST_WAITING:
                raise Refusal("too_many", "too_many_waiting", most=MOST_WAITING)
            yield

    async def note(self, tables: Iterable[Live]) -> None:
        """Note which public tables somebody is at. What fails is made up for by the next time."""
        moment = time.monotonic()
        seen = [live for live in tables if live.keeps_its_place() and moment - live.noted > self._patience / 10]
        if not seen:
            return
        try:
            named = columns.id.in_([live.table.id for live in seen])
            await self._store.write(update(schema.tables).where(named).values(seen=now()))
        except StoreError as error:
            log("not_stored", reason=str(error))
            return
        for live in seen:
            live.noted = moment
