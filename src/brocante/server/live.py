"""A table in this process's memory, and who is at it."""

import asyncio
import time
from collections.abc import Callable
from typing import Protocol

from brocante.server.limits import Bucket, Limit
from brocante.table.events import Happening
from brocante.table.table import Table

IDLE = 60.0  # seconds a table nobody is at stays in memory

# What a table answers to a wish, at a time: what is to happen, or the version that has it already (None: this one).
Decision = Callable[[Table, int], Happening | int | None]


class Onlooker(Protocol):
    """Whoever wants to know when something has happened at a table."""

    def wake(self) -> None: ...

    def drop_if_slow(self) -> None: ...


class Live:
    """A table in memory, and who is at it."""

    __slots__ = ("_buckets", "bot", "clock", "doubtful", "lock", "onlookers", "table", "used")

    def __init__(self, table: Table) -> None:
        self.table = table
        self.lock = asyncio.Lock()
        self.onlookers: set[Onlooker] = set()
        self.doubtful = False  # a write failed: what is stored must be read before anything else is decided
        self.bot: tuple[int, asyncio.Task[None]] | None = None  # the version it moves in
        self.clock: asyncio.TimerHandle | None = None
        self.used = time.monotonic()
        self._buckets: dict[tuple[str, Limit], Bucket] = {}

    def within(self, limit: Limit, guest: str) -> bool:
        """Whether a guest has not asked for too much of this here."""
        return self._buckets.setdefault((guest, limit), Bucket(limit)).take()

    def wake(self) -> None:
        self.used = time.monotonic()
        for onlooker in self.onlookers:
            onlooker.wake()

    def stop_clock(self) -> None:
        if self.clock is not None:
            self.clock.cancel()
            self.clock = None

    def idle(self) -> bool:
        return not self.onlookers and self.bot is None and time.monotonic() - self.used > IDLE
