"""Fair shares of the threads that think: whoever has used least of late goes first.

Work waits in lanes, by how long it is expected to take, and each lane has threads of its own: short work never waits
for long searches. Within a lane shares are fair by address, then by guest, then by table.
"""

import threading
import time
from collections import OrderedDict, deque
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

    def standing(self, job: Job, moment: float) -> tuple[float, float, int, float, int]:
        """The lowest goes first."""
        address = self.of("address", self.paying(job.payer, moment), moment)
        guest, table = self.of("guest", job.payer.guest, moment), self.of("table", job.payer.table, moment)
        return address, guest, job.rank, table, job.number


class Lane:
    """Threads that take work from one queue, and only from it."""

    def __init__(self, name: str, threads: int, usage: Usage) -> None:
        self._usage, self._threads = usage, threads
        self._asked: deque[Job] = deque()  # the event loop only adds to it: it never waits for a lock
        self._jobs: list[Job] = []
        self._to_do = threading.Semaphore(0)
        self._numbers = count()
        self._closed = False
        self._expected: dict[str, float] = {}  # seconds, by kind of work
        self._waited = WAITED.labels(name)
        WAITING.labels(name).set_function(lambda: len(self._asked) + len(self._jobs))
        for number in range(threads):
            threading.Thread(target=self._work, name=f"{name} {number}", daemon=True).start()

    def submit(self, work: Callable[[], T], kind: str, rank: int, payer: Payer) -> "Future[T]":
        """What the work will give. A future that is cancelled before its turn costs nothing."""
        done: Future[T] = Future()
        self._asked.append(Job(work, kind, rank, payer, done, next(self._numbers), time.monotonic()))
        self._to_do.release()
        return done

    def close(self) -> None:
        """Begin nothing more. What is being worked on ends with the process."""
        self._closed = True
        self._to_do.release(self._threads)

    def _work(self) -> None:
        while True:
            self._to_do.acquire()
            if self._closed:
                return
            job = self._next()
            if job is not None:
                self._do(job)

    def _next(self) -> Job | None:
        """The work whose turn it is; None if what there was has been cancelled."""
        with self._usage.lock:
            while self._asked:
                self._jobs.append(self._asked.popleft())
            self._jobs = [job for job in self._jobs if not job.done.cancelled()]
            moment = time.monotonic()
            job = min(self._jobs, key=lambda job: self._usage.standing(job, moment), default=None)
            if job is not None:
                self._jobs.remove(job)
        return job if job is not None and job.done.set_running_or_notify_cancel() else None

    def _do(self, job: Job) -> None:
        """Work is paid for when it begins, as what it usually costs: several threads might begin with one guest's."""
        began = time.monotonic()
        self._waited.observe(began - job.asked)
        with self._usage.lock:
            payer = job.payer._replace(addresses=(self._usage.paying(job.payer, began),))
            guess = self._expected.get(job.kind, FIRST_GUESS)
            self._usage.charge(payer, guess, began)
        try:
            job.done.set_result(job.work())
        except BaseException as error:
            job.done.set_exception(error)
        ended = time.monotonic()
        with self._usage.lock:
            self._usage.charge(payer, ended - began - guess, ended)
            self._expected[job.kind] = 0.8 * guess + 0.2 * (ended - began)
