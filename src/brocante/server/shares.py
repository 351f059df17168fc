"""Fair shares of the threads that think: whoever has used least of late goes first.

Work waits in lanes, by how long it is expected to take, and each lane has threads of its own: short work never waits
for long searches. Within a lane shares are fair by address, then by guest, then by table.
"""

import threading
import time
from collections import OrderedDict
from collections.abc import Callable
from concurrent.futures import Future
from itertools import count
from typing import Any, NamedTuple, TypeVar

from brocante.server.observe import WAITED, WAITING

T = TypeVar("T")

HALF_LIFE = 30.0  # seconds after which what was used counts half
MOST_REMEMBERED = 20_000  # addresses, guests and tables; the one not seen for longest is forgotten
MOVES_AT_ONCE, MOVES_PER_SECOND = 300, 60  # of bots, for one address: 30 tables of bots that take a moment
FIRST_GUESS = 0.1  # seconds that work takes, before any of its kind was done


class Payer(NamedTuple):
    """For whom work is done."""

    addresses: tuple[str, ...]  # of those connected; the one that has used least pays
    guest: str
    table: str


class Pace:
    """How fast the bots of one address may move in all: a move costs the server more than an easy bot's thought."""

    def __init__(self) -> None:
        self._free: OrderedDict[str, float] = OrderedDict()  # from when on an address has a move to spare

    def reserve(self, payer: Payer) -> float:
        """Seconds that the next move has to wait."""
        moment = time.monotonic()
        address = min(payer.addresses, key=lambda each: self._free.get(each, 0.0), default=payer.guest)
        free = max(self._free.get(address, 0.0), moment - MOVES_AT_ONCE / MOVES_PER_SECOND)
        self._free[address] = free + 1 / MOVES_PER_SECOND
        self._free.move_to_end(address)
        if len(self._free) > MOST_REMEMBERED:
            self._free.popitem(last=False)
        return max(0.0, free - moment)


class Job(NamedTuple):
    """Work that waits."""

    work: Callable[[], Any]
    kind: str
    rank: int  # of several kinds of one guest, the lowest first
    payer: Payer
    done: "Future[Any]"
    number: int
    asked: float


class Usage:
    """Seconds used of late, by address, guest or table. The lanes share one, and hold its lock."""

    def __init__(self) -> None:
        self.lock = threading.Lock()
        self._used: OrderedDict[tuple[str, str], tuple[float, float]] = OrderedDict()

    def of(self, kind: str, name: str, moment: float) -> float:
        used, at = self._used.get((kind, name), (0.0, moment))
        return float(used * 0.5 ** ((moment - at) / HALF_LIFE))

    def charge(self, payer: Payer, seconds: float, moment: float) -> None:
        for kind, name in (("address", self.paying(payer, moment)), ("guest", payer.guest), ("table", payer.table)):
            self._used[kind, name] = (max(0.0, self.of(kind, name, moment) + seconds), moment)
            self._used.move_to_end((kind, name))
        while len(self._used) > MOST_REMEMBERED:
            self._used.popitem(last=False)

    def paying(self, payer: Payer, moment: float) -> str:
        """Others at a table cannot make it wait by what they have used elsewhere."""
        return min(payer.addresses, key=lambda address: self.of("address", address, moment), default="")

    def standing(self, payer: Payer, rank: int, moment: float) -> tuple[float, float, int, float]:
        """The lowest goes first."""
        address = self.of("address", self.paying(payer, moment), moment)
        guest, table = self.of("guest", payer.guest, moment), self.of("table", payer.table, moment)
        return address, guest, rank, table


class Lane:
    """Threads that take work from one queue, and only from it."""

    def __init__(self, name: str, threads: int, usage: Usage) -> None:
        self._usage = usage
        self._jobs: list[Job] = []
        self._changed = threading.Condition(usage.lock)
        self._numbers = count()
        self._closed = False
        self._expected: dict[str, float] = {}  # seconds, by kind of work
        self._waiting, self._waited = WAITING.labels(name), WAITED.labels(name)
        self._waiting.set_function(lambda: len(self._jobs))
        for number in range(threads):
            threading.Thread(target=self._work, name=f"{name} {number}", daemon=True).start()

    def submit(self, work: Callable[[], T], kind: str, rank: int, payer: Payer) -> "Future[T]":
        """What the work will give. A future that is cancelled before its turn costs nothing."""
        done: Future[T] = Future()
        with self._changed:
            self._jobs.append(Job(work, kind, rank, payer, done, next(self._numbers), time.monotonic()))
            self._changed.notify()
        return done

    def close(self) -> None:
        """Take nothing more. What is being worked on ends with the process."""
        with self._changed:
            self._closed = True
            for job in self._jobs:
                job.done.cancel()
            self._jobs.clear()
            self._changed.notify_all()

    def _work(self) -> None:
        while (job := self._next()) is not None:
            began = time.monotonic()
            payer, guess = self._begin(job, began)
            try:
                job.done.set_result(job.work())
            except BaseException as error:
                job.done.set_exception(error)
            self._end(job.kind, payer, guess, began)

    def _next(self) -> Job | None:
        """The work whose turn it is; None when there will be none any more."""
        with self._changed:
            while not self._closed:
                self._jobs = [job for job in self._jobs if not job.done.cancelled()]
                if self._jobs:
                    moment = time.monotonic()
                    job = min(
                        self._jobs,
                        key=lambda job: (*self._usage.standing(job.payer, job.rank, moment), job.number),
                    )
                    self._jobs.remove(job)
                    if job.done.set_running_or_notify_cancel():
                        return job
                else:
                    self._changed.wait()
            return None

    def _begin(self, job: Job, began: float) -> tuple[Payer, float]:
        """Work is paid for when it begins, as what it usually costs: several threads might begin with one guest's."""
        self._waited.observe(began - job.asked)
        with self._changed:
            payer = job.payer._replace(addresses=(self._usage.paying(job.payer, began),))
            guess = self._expected.get(job.kind, FIRST_GUESS)
            self._usage.charge(payer, guess, began)
            return payer, guess

    def _end(self, kind: str, payer: Payer, guess: float, began: float) -> None:
        moment = time.monotonic()
        with self._changed:
            self._usage.charge(payer, moment - began - guess, moment)
            self._expected[kind] = 0.8 * guess + 0.2 * (moment - began)
