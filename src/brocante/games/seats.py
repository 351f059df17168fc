"""Seats around a table (C1)."""

from typing import Any

from brocante.games.compiled import compiled

MOST_SEATS = 5  # of any game: rows of numbers, messages and searches have room for so many


@compiled
def clockwise(position: Any, seat: int, steps: int) -> int:
    """The seat so many steps to the left, at most once around; without a division, which is slow."""
    seat += steps
    return seat - position.players if seat >= position.players else seat


@compiled
def left_of(position: Any, seat: int) -> int:
    """The next seat clockwise."""
    return clockwise(position, seat, 1)


@compiled
def steps_to(position: Any, seat: int, other: int) -> int:
    """How many steps to the left of the seat the other sits."""
    return other - seat if other >= seat else other - seat + position.players
