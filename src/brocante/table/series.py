"""A series of games: what is agreed when it is opened, and how those who play in it stand."""

from collections.abc import Collection, Sequence
from typing import Annotated, Any, Literal

from msgspec import Meta, Struct

from brocante.games.seats import MOST_SEATS
from brocante.table.outcome import Finisher, more_is_better
from brocante.table.setup import Clock, Level

Count = Literal["places", "points"]
LEAST_LEAGUE, MOST_LEAGUE = 6, 20  # people
MOST_ROUNDS = 20
WEEK = 7 * 24 * 3600


class Terms(Struct, frozen=True, kw_only=True):
    """What is agreed when a series is opened: `rounds` games at tables of so many `players`.

    A `league` has several tables in each round, a series one. `anyone`: who comes later takes a place that is free.
    Whoever does not move for `patience` seconds is replaced by the bot `substitute`.
    """

    game: Annotated[str, Meta(max_length=40)]
    players: Annotated[int, Meta(ge=1, le=MOST_SEATS)]
    rounds: Annotated[int, Meta(ge=1, le=MOST_ROUNDS)]
    options: dict[str, Any] = {}
    league: bool = False
    anyone: bool = False
    count: Count = "places"
    patience: Annotated[int, Meta(ge=1, le=WEEK)] = 600
    substitute: Level = "medium"
    clock: Clock | None = None
    chat: bool = True
    hints: bool = False
    counts: bool = False  # for ratings

    @property
    def most(self) -> int:
        """How many people have room."""
        return MOST_LEAGUE if self.league else self.players


class Result(Struct, frozen=True, omit_defaults=True):
    """What a seat came to. It counts for an entrant, also where a bot has played it to the end for them."""

    entrant: int | None
    place: int
    score: int
    bot: bool = False


class Round(Struct, frozen=True):
    """A round that has been opened: who was seated in it, and the results of its tables as far as they are over."""

    seated: Collection[int]
    tables: Sequence[Sequence[Result] | None]


class Standing(Struct, frozen=True):
    """How an entrant stands; `bots`: of so many games a bot has played the end."""

    entrant: int
    rank: int
    total: int
    games: int
    wins: int
    bots: int


def results(entrants: Sequence[int | None], seats: Sequence[Finisher]) -> list[Result]:
    """What the seats of a game came to, with the entrant that each counts for."""
    return [
        Result(entrant, seat.place, seat.score, entrant is not None and (seat.kind == "bot" or seat.gave_up))
        for entrant, seat in zip(entrants, seats, strict=True)
    ]


def standings(entrants: Sequence[int], rounds: Sequence[Round], count: Count) -> list[Standing]:
    """Who stands where, the best first. Of as many points or places, who has won more often stands above.

    Whoever was not in a round that is over gets the worst that anybody got in it.
    """
    tables = [table for each in rounds for table in each.tables if table]
    down = count == "points" and all(map(more_is_better, tables))

    def worth(result: Result) -> int:
        return result.score if count == "points" else result.place

    totals = dict.fromkeys(entrants, 0)
    own: dict[int, list[Result]] = {entrant: [] for entrant in entrants}
    for each in rounds:
        played = [result for table in each.tables if table for result in table]
        for result in played:
            if result.entrant in own:
                own[result.entrant].append(result)
                totals[result.entrant] += worth(result)
        if all(each.tables):
            worst = (min if down else max)(map(worth, played))
            for entrant in set(entrants) - set(each.seated):
                totals[entrant] += worst
    wins = {entrant: sum(result.place == 1 for result in found) for entrant, found in own.items()}
    keys = {entrant: (-totals[entrant] if down else totals[entrant], -wins[entrant]) for entrant in entrants}
    return [
        Standing(
            entrant,
            1 + sum(key < keys[entrant] for key in keys.values()),
            totals[entrant],
            len(own[entrant]),
            wins[entrant],
            sum(result.bot for result in own[entrant]),
        )
        for entrant in sorted(entrants, key=lambda entrant: (keys[entrant], entrant))
    ]
