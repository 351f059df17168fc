"""A game step by step: a finished one as any seat saw it, a running one as a watcher does."""

from collections.abc import Iterator
from typing import Any

from msgspec import Struct

from brocante.games.errors import BadRecord
from brocante.games.game import Game
from brocante.games.record import replay
from brocante.table.views import LogLine

MOST_STEPS = 5000


class Step(Struct, frozen=True):
    """A move as the onlooker may know it (null: as dealt), the facts that followed, and the table after it."""

    move: LogLine | None
    turn: int | None
    position: dict[str, Any]
    facts: list[dict[str, Any]]


class Replay(Struct, frozen=True):
    """A game from the deal to its end, as one seat, or a watcher (null), sees it."""

    record: dict[str, Any]
    seat: int | None
    steps: list[Step]


def checked_game(record: dict[str, Any], seat: int | None) -> Game:
    """The game of a record, for a seat to look back on.

    BadRecord if the record is wrong, or is not of a game that is over: a running one would show what is hidden.
    """
    if isinstance(record.get("moves"), list) and len(record["moves"]) > MOST_STEPS:
        text = f"The game is too long to look back on: more than {MOST_STEPS} moves."
        raise BadRecord(text, "too_long", most=MOST_STEPS)
    whole = replay(record)
    if whole.result() is None:
        raise BadRecord("The game is not over, so there is nothing to look back on.", "unfinished")
    if seat is not None and not 0 <= seat < whole.players:
        text = f"Seats of this game are 0 to {whole.players - 1}, not {seat}."
        raise BadRecord(text, "no_such_seat", number=seat, players=whole.players)
    return whole


def walk(whole: Game, seat: int | None) -> Iterator[Step]:
    """The way from the deal to how the game stands, as a seat, or a watcher (None), has seen it."""
    for number, game in enumerate(whole.since_the_deal()):
        if number == 0:
            yield Step(None, game.turn, game.table(seat), game.deal_facts(seat))
        else:
            line = whole.line(seat, number - 1)
            yield Step(LogLine(**line), game.turn, game.table(seat), line["facts"])
