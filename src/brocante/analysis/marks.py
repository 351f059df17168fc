"""Marks of decisions, by what they cost in chances to win."""

from typing import Literal

Mark = Literal["best", "good", "inaccuracy", "mistake", "blunder"]

INACCURACY, MISTAKE, BLUNDER = 0.02, 0.05, 0.10  # chances to win lost, from which on the mark is given
CERTAIN = 2.0  # standard errors that a cost must be above 0 for such a mark


def mark_of(cost: float, error: float) -> Mark:
    """The mark of a decision that cost so much, with this standard error.

    >>> mark_of(0.0, 0.01), mark_of(0.01, 0.001), mark_of(0.03, 0.01), mark_of(0.07, 0.01), mark_of(0.2, 0.01)
    ('best', 'good', 'inaccuracy', 'mistake', 'blunder')
    >>> mark_of(0.2, 0.15)                                  # it may have cost nothing
    'good'
    """
    if cost <= 0:
        return "best"
    if cost < INACCURACY or cost < CERTAIN * error:
        return "good"
    if cost < MISTAKE:
        return "inaccuracy"
    return "mistake" if cost < BLUNDER else "blunder"
