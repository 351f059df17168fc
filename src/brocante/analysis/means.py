"""Means of numbers added one after the other: the same, to the last bit, in any Python and in a browser."""

from collections.abc import Sequence
from math import sqrt


def mean(numbers: Sequence[float]) -> float:
    """
    >>> mean([1.0, 2.0])
    1.5
    """
    total = 0.0
    for each in numbers:
        total += each
    return total / len(numbers)


def standard_error(numbers: Sequence[float]) -> float:
    """Of the mean of at least two numbers.

    >>> standard_error([1.0, 3.0])
    1.0
    """
    middle = mean(numbers)
    spread = mean([(each - middle) * (each - middle) for each in numbers])
    return sqrt(spread / (len(numbers) - 1))
