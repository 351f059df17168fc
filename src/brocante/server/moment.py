"""Two clocks: the time of day, which is shown, and the clock that games are timed by."""

import time
from collections.abc import Callable

BOOT_CLOCK = getattr(time, "CLOCK_BOOTTIME", time.CLOCK_MONOTONIC)
LONGEST_STEP = 1000  # milliseconds between two readings; the process reads it much more often while it runs


def now() -> int:
    """Milliseconds since 1970, to be shown: it jumps when somebody sets the clock, so nothing is decided by it."""
    return time.time_ns() // 1_000_000


def monotonic() -> int:
    """Milliseconds of a clock that nobody can set; if possible one that goes on in sleep: then it is noticed."""
    return time.clock_gettime_ns(BOOT_CLOCK) // 1_000_000


class GameClock:
    """Milliseconds for which servers on this database have been running.

    It stands still while the process is stopped, the machine asleep or the event loop held up: a step between two
    readings that is longer than `LONGEST_STEP` does not count.

    >>> readings = iter([0, 400, 900, 60_900, 61_000])
    >>> clock = GameClock(lambda: next(readings))
    >>> [clock.read() for _ in range(4)], clock.pauses
    ([400, 900, 900, 1000], 1)
    """

    __slots__ = ("_last", "_monotonic", "_ticks", "pauses")

    def __init__(self, monotonic: Callable[[], int] = monotonic) -> None:
        self._monotonic = monotonic
        self._last, self._ticks = monotonic(), 0
        self.pauses = 0  # how often it has stood still

    def read(self) -> int:
        moment = self._monotonic()
        step, self._last = moment - self._last, moment
        if step > LONGEST_STEP:
            self.pauses += 1
        else:
            self._ticks += step
        return self._ticks

    def catch_up(self, ticks: int) -> None:
        """Go on from there, if it is later: another process has been running, or this one in an earlier life."""
        self._ticks = max(self._ticks, ticks)


GAME_CLOCK = GameClock()


def ticks() -> int:
    """The clock that games are timed by."""
    return GAME_CLOCK.read()
