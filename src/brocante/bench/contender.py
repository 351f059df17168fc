"""Something whose speed is measured beside others."""

import time
from collections.abc import Callable
from dataclasses import dataclass, field
from statistics import median


@dataclass
class Contender:
    """Something that plays for a while and says how many moves that were."""

    name: str
    play: Callable[[float], float]  # for so many seconds; moves a second
    rates: list[float] = field(default_factory=list)

    @property
    def rate(self) -> float:
        return median(self.rates)


def rate_of(work: Callable[[], int], seconds: float) -> float:
    """Do the work again and again; how much of it was done a second."""
    done, start = 0, time.perf_counter()
    while (elapsed := time.perf_counter() - start) < seconds:
        done += work()
    return done / elapsed
