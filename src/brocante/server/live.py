"""A table in the memory of this process, and its clients."""

import asyncio
import time
from collections.abc import Callable
from typing import Protocol

from brocante.server.observe import MOVES
from brocante.server.rate_limit import Bucket, RateLimit
from brocante.server.shares import Payer
from brocante.table.events import Happening
from brocante.table.table import Table

IDLE = 60.0  # seconds that a table without clients stays in memory
LATELY = 60.0  # seconds for which somebody who asked by HTTP counts as being there

# What a table decides on a request, at a reading of the clock that games are timed by: what is to happen, or the
# version that has it already (None: this one).
Decision = Callable[[Table, int], Happening | int | None]


class Onlooker(Protocol):
    """Whoever wants to know when something has happened at a table."""

    @property
    def guest(self) -> str | None: ...

    @property
    def looks(self) -> bool:
        """Whether the table is in front of a person."""

    @property
    def address(self) -> str:
        """Where it is connected from."""

    def wake(self) -> None: ...

    def show_clock(self) -> None: ...

    def drop_if_slow(self) -> None: ...


class Live:
    """A table in memory and its clients. The hub alone changes it."""

    __slots__ = (
        "_asked",
        "_buckets",
        "_knows_all",
        "_present",
        "bot",
        "clock",
        "doubtful",
        "lock",
        "moves",
        "noted",
        "onlookers",
        "table",
        "used",
    )

    def __init__(self, table: Table, knows_all: bool = True) -> None:
        self.table = table
        self._knows_all = knows_all  # no other process has clients at this table
        self._present: list[int] | None = None
        self.moves = MOVES.labels(table.setup.game)
        self.lock = asyncio.Lock()
        self.onlookers: set[Onlooker] = set()
        self.doubtful = False  # a write failed: what is stored must be read before anything else is decided
        self.bot: tuple[int, asyncio.Task[None]] | None = None  # the version it moves in
        self.clock: asyncio.TimerHandle | None = None
        self.used = time.monotonic()
        self.noted = float("-inf")  # when it was last stored that somebody is at it
        self._asked = -LATELY  # when somebody last asked for something by HTTP
        self._buckets: dict[tuple[str, RateLimit], Bucket] = {}

    def allows(self, limit: RateLimit, guest: str) -> bool:
        """Whether a request of a guest is within the rate limit for its kind."""
        return self._buckets.setdefault((guest, limit), Bucket(limit)).take()

    def note_visit(self) -> None:
        """Somebody without a connection has asked for something here."""
        self._asked = time.monotonic()

    @property
    def is_attended(self) -> bool:
        """Whether bots shall move: somebody is there, or waits elsewhere for the end, a clock will run when they
        have moved, or somebody waits to be told."""
        if self.onlookers or time.monotonic() - self._asked < LATELY or self.table.setup.series:
            return True
        people = (seat for seat in self.table.seats if seat.kind in ("person", "program"))
        return (self.table.setup.clock is not None or bool(self.table.told)) and not all(seat.away for seat in people)

    @property
    def looking(self) -> set[str]:
        """Guests who have the table in front of them, as far as this process knows."""
        return {each.guest for each in self.onlookers if each.guest and each.looks}

    @property
    def present(self) -> list[int] | None:
        """Seats whose people are connected; None where this process cannot know."""
        if self._present is None and self._knows_all:
            there = {each.guest for each in self.onlookers}
            seats = enumerate(self.table.seats)
            self._present = [number for number, seat in seats if seat.kind == "person" and seat.guest in there]
        return self._present

    def people_changed(self) -> None:
        """Somebody has come or gone, or taken or left a seat."""
        before, self._present = self._present, None
        if self.present != before:
            self.wake()

    @property
    def payer(self) -> Payer:
        """For whom the bots of this table think."""
        return Payer(tuple({each.address for each in self.onlookers}), self.table.setup.host, self.table.id)

    def wake(self) -> None:
        self.used = time.monotonic()
        for onlooker in self.onlookers:
            onlooker.wake()

    def show_clock(self) -> None:
        for onlooker in self.onlookers:
            onlooker.show_clock()

    def stop_clock(self) -> None:
        if self.clock is not None:
            self.clock.cancel()
            self.clock = None

    def keeps_its_place(self) -> bool:
        """Whether those whose presence keeps it in the public list are there."""
        if not self.table.setup.public or self.table.status == "over":
            return False
        waiting, host = self.table.status == "waiting", self.table.setup.host
        return any(not waiting or onlooker.guest == host for onlooker in self.onlookers)

    def idle(self) -> bool:
        thinks = self.bot is not None and not self.bot[1].done()
        return not self.onlookers and not thinks and time.monotonic() - self.used > IDLE
