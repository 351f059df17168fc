"""Why a move is not legal, as a value: a code, a clause, and what the sentence needs to be complete."""

from typing import Any, NamedTuple


class Why(NamedTuple):
    """A reason. `seat` among the values is a seat, `card` a card; sentences are in a game's `sentences`."""

    code: str
    clause: str | None = None
    values: dict[str, Any] = {}  # noqa: RUF012 - never written to


def no_such_seat(seat: int, players: int) -> Why:
    """C1: seats are 0 to players - 1."""
    return Why("no_such_seat", "C1", {"number": seat, "players": players})
