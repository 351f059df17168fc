"""Something whose speed is measured beside others."""

import time
from collections.abc import Callable
from dataclasses import dataclass, field
from statistics import median


@dataclass
class Contender:
    """Something that plays for a while and returns its rate."""

    name: str
    play: Callable[[float], float]  # for that many seconds; moves per second
    rates: list[float] = field(default_factory=list)

    @property
    def rate(self) -> float:
        return median(self.rates)


def rate_of(work: Callable[[], int], seconds: float) -> float:
    """Repeat the work for that many seconds; how much of it was done per second."""
    done, start = 0, time.perf_counter()
    while (elapsed := time.perf_counter() - start) < seconds:
        done += work()
    return done / elapsed
