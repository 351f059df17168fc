"""How much one may ask for: a bucket of tokens for each address or connection, which fills up again with time.

An endpoint declares its limit where it is declared itself, as `opt={"limit": Limit(…)}`; a guard keeps to it.
"""

import time
from collections import OrderedDict
from dataclasses import dataclass

MOST_BUCKETS = 50_000  # addresses remembered; the one not seen for longest goes


@dataclass(frozen=True)
class Limit:
    """So many at once, and so many a second in the long run."""

    at_once: float
    a_second: float


class Bucket:
    """What is left of a limit for one of those it applies to."""

    __slots__ = ("_filled", "_limit", "_tokens")

    def __init__(self, limit: Limit) -> None:
        self._limit, self._tokens, self._filled = limit, limit.at_once, time.monotonic()

    def take(self) -> bool:
        """Take a token, if there is one."""
        moment = time.monotonic()
        self._tokens = min(self._limit.at_once, self._tokens + (moment - self._filled) * self._limit.a_second)
        self._filled = moment
        if self._tokens < 1:
            return False
        self._tokens -= 1
        return True


class Buckets:
    """The buckets of all addresses."""

    def __init__(self) -> None:
        self._buckets: OrderedDict[tuple[str, Limit], Bucket] = OrderedDict()

    def take(self, address: str, limit: Limit) -> bool:
        bucket = self._buckets.get((address, limit))
        if bucket is None:
            bucket = self._buckets[address, limit] = Bucket(limit)
            if len(self._buckets) > MOST_BUCKETS:
                self._buckets.popitem(last=False)
        self._buckets.move_to_end((address, limit))
        return bucket.take()
