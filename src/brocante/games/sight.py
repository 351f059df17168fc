"""Views, put together: what everyone may see, and what a seat may see beside it."""

from collections.abc import Sequence
from typing import Any

from brocante.games.ruleset import Ruleset


def counted(names: Sequence[str], cards: list[int]) -> dict[str, int]:
    """How many there are of each; those there are none of are left out.

    >>> counted(["stud", "earring", "tooth"], [2, 0, 1])
    {'stud': 2, 'tooth': 1}
    """
    return {name: number for name, number in zip(names, cards, strict=True) if number}


def seen(rules: Ruleset, position: Any, seat: int | None, by_all: dict[str, Any] | None = None) -> dict[str, Any]:
    """The table as a seat, or a watcher (None), may see it. `by_all` is what everyone may, where that is known."""
    table = by_all or rules.view.everyone(position)
    if seat is None:
        return table
    seats = list(table["seats"])
    for number, more in rules.view.own(position, seat).items():
        seats[number] = {**seats[number], **more}
    return {**table, "seats": seats}
