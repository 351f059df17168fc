"""Rate limits: a bucket of tokens for each guest, address or connection, which fills up again with time.

An endpoint declares its rate limit where it is declared itself, as `opt={"rate_limit": RateLimit(…)}`; a guard
enforces it: for a guest, and `crowd` times as much for everyone at one address.
"""

import time
from collections import Counter, OrderedDict
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass

from brocante.table.refusal import Refusal

MOST_BUCKETS = 50_000  # guests and addresses remembered; the one not seen for longest is dropped
MOST_SOCKETS = 500  # open to one address: a school may be behind it


@dataclass(frozen=True)
class RateLimit:
    """So many requests of a kind at once, and so many per second in the long run."""

    name: str
    at_once: float
    per_second: float
    crowd: int = 20  # guests who may do so from one address without noticing each other

    def of_crowd(self) -> "RateLimit":
        """The limit for all at one address."""
        return RateLimit(self.name, self.crowd * self.at_once, self.crowd * self.per_second)


class Bucket:
    """What is left of a rate limit for one of those it applies to."""

    __slots__ = ("_filled", "_limit", "_tokens")

    def __init__(self, limit: RateLimit) -> None:
        self._limit, self._tokens, self._filled = limit, limit.at_once, time.monotonic()

    def take(self) -> bool:
        """Take a token, if there is one."""
        moment = time.monotonic()
        self._tokens = min(self._limit.at_once, self._tokens + (moment - self._filled) * self._limit.per_second)
        self._filled = moment
        if self._tokens < 1:
            return False
        self._tokens -= 1
        return True


class Sockets:
    """How many sockets, or other things, each address has open."""

    def __init__(self, most: int, refusal: Callable[[], Refusal]) -> None:
        self._open: Counter[str] = Counter()
        self._most, self._refusal = most, refusal

    @contextmanager
    def one_more(self, address: str) -> Iterator[None]:
        """For as long as it is open; a Refusal if there are too many."""
        if self._open[address] >= self._most:
            raise self._refusal()
        self._open[address] += 1
        try:
            yield
        finally:
            self._open[address] -= 1
            if not self._open[address]:
                del self._open[address]


class Buckets:
    """The buckets of all guests and addresses."""

    def __init__(self) -> None:
        self._buckets: OrderedDict[tuple[str, str], Bucket] = OrderedDict()

    def take(self, who: str, limit: RateLimit) -> bool:
        bucket = self._buckets.get((who, limit.name))
        if bucket is None:
            bucket = self._buckets[who, limit.name] = Bucket(limit)
            if len(self._buckets) > MOST_BUCKETS:
                self._buckets.popitem(last=False)
        self._buckets.move_to_end((who, limit.name))
        return bucket.take()
