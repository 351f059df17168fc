"""The clock that games are timed by, kept in the database, so that it goes on from there after a restart.

Processes on one PostgreSQL agree on it once per beat. What has gone by since another process wrote its reading is
estimated by the clock of the database, and at most a beat of it is believed: setting that clock moves nothing by more.
"""

import asyncio
from collections.abc import Callable
from contextlib import suppress

from sqlalchemy import text

from brocante.server.moment import GAME_CLOCK, ticks
from brocante.server.store import Store, StoreError

PULSE = 0.2  # seconds between two readings of the clock
BEAT = 1.0  # seconds between two agreements of several processes
SAVE = 5.0  # seconds between two writes where there is one process; as much of a turn is given back after a crash

READ = text("SELECT ticks FROM uptime")
SAVE_TICKS = text("UPDATE uptime SET ticks = :ticks WHERE ticks < :ticks")
AGREE = text(
    "UPDATE uptime SET written = extract(epoch FROM clock_timestamp()) * 1000, "
    "ticks = greatest(CAST(:ticks AS bigint), ticks + CAST("
    "least(greatest(extract(epoch FROM clock_timestamp()) * 1000 - written, 0), CAST(:beat AS float)) AS bigint))"
)


class Uptime:
    """Keeps the clock going and stored. `open` it, and `close` it."""

    def __init__(self, store: Store) -> None:
        self._store = store

    async def open(self) -> None:
        """Go on from where the last process has left off."""
        await self._catch_up()

    async def close(self) -> None:
        await self.save()

    async def save(self) -> None:
        """Store the reading; of several processes the latest counts, for all. What fails is made up for by the next."""
        with suppress(StoreError):
            if self._store.is_shared:
                await self._store.write(AGREE.bindparams(ticks=ticks(), beat=round(1000 * BEAT)))
                await self._catch_up()
            else:
                await self._store.write(SAVE_TICKS.bindparams(ticks=ticks()))

    async def _catch_up(self) -> None:
        (row,) = await self._store.rows(READ)
        GAME_CLOCK.catch_up(row.ticks)

    async def pulse(self, woken: Callable[[], None]) -> None:
        """Read the clock always; `woken` is called after the process was stopped."""
        pauses = GAME_CLOCK.pauses
        while True:
            await asyncio.sleep(PULSE)
            ticks()
            if GAME_CLOCK.pauses > pauses:
                pauses = GAME_CLOCK.pauses
                woken()

    async def beat(self, is_wanted: Callable[[], bool]) -> None:
        """Store the clock: always where processes share it, else where a seat's clock runs."""
        while True:
            await asyncio.sleep(BEAT if self._store.is_shared else SAVE)
            if self._store.is_shared or is_wanted():
                await self.save()
