"""Ratings of people: openskill's Plackett-Luce model, by game. The bots of the house are anchors that do not move.

A game counts in the transaction that stores its end, or not at all. What is stored of the games that count, in their
order, gives the same ratings again, to the last digit.
"""

from collections.abc import Sequence
from dataclasses import dataclass

import msgspec
from openskill.models import PlackettLuce
from sqlalchemy import Connection, delete, func, insert, select, text

from brocante.arena.anchors import anchors
from brocante.arena.report import Rating
from brocante.server import schema
from brocante.server.store import Store, must_be_current
from brocante.table.outcome import Finisher

MODEL = PlackettLuce()
START = Rating(MODEL.mu, MODEL.sigma)
PROVISIONAL = 4.0  # the uncertainty up to which a rating moves nobody else's: about 20 games
COUNTING_LOCK = 0x62726F65  # of several processes one counts a game at a time

KEEP = text(
    "INSERT INTO ratings (guest, game, mu, sigma, games) VALUES (:guest, :game, :mu, :sigma, 1) "
    "ON CONFLICT (guest, game) DO UPDATE SET mu = excluded.mu, sigma = excluded.sigma, games = ratings.games + 1"
)
seats_decoder = msgspec.json.Decoder(tuple[Finisher, ...])


def is_provisional(rating: Rating) -> bool:
    return rating.sigma >= PROVISIONAL


def rated(game: str, seats: Sequence[Finisher], before: Sequence[Rating]) -> list[Rating]:
    """The ratings of all seats after a game.

    Each person is compared with the bots and with those people whose ratings are certain enough. So nobody gains by
    beating guests made up for the purpose.
    """
    return [
        after_game(game, seats, before, number) if seat.kind == "person" else before[number]
        for number, seat in enumerate(seats)
    ]


def after_game(game: str, seats: Sequence[Finisher], before: Sequence[Rating], person: int) -> Rating:
    others = [
        number
        for number, seat in enumerate(seats)
        if number != person and (seat.kind == "bot" or not is_provisional(before[number]))
    ]
    if not others:
        return before[person]
    compared = (person, *others)
    teams = [[MODEL.create_rating([before[number].mu, before[number].sigma])] for number in compared]
    ranks = [float(len(seats) + 1 if seats[number].gave_up else seats[number].place) for number in compared]
    new = MODEL.rate(teams, ranks=ranks)[0][0]
    return Rating(float(new.mu), float(new.sigma))


def anchor(game: str, seat: Finisher) -> Rating:
    return anchors()[game][seat.level or "medium"]


def take_turns(connection: Connection) -> None:
    """Until this transaction is over, no other process counts a game."""
    if connection.dialect.name == "postgresql":
        connection.execute(text(f"SELECT pg_advisory_xact_lock({COUNTING_LOCK})"))


def count(connection: Connection, game: str, seats: Sequence[Finisher]) -> tuple[int, tuple[Finisher, ...]]:
    """Count a game: its number among those that count, and its seats with the ratings that people had before."""
    take_turns(connection)
    before = [stored_rating(connection, game, seat) for seat in seats]
    for seat, new in zip(seats, rated(game, seats, before), strict=True):
        if seat.kind == "person":
            connection.execute(KEEP.bindparams(guest=seat.guest, game=game, mu=new.mu, sigma=new.sigma))
    number = connection.execute(select(func.coalesce(func.max(schema.outcomes.c.counted), 0) + 1)).scalar_one()
    noted = [
        msgspec.structs.replace(seat, rating=(old.mu, old.sigma)) if seat.kind == "person" else seat
        for seat, old in zip(seats, before, strict=True)
    ]
    return int(number), tuple(noted)


def change(game: str, seats: Sequence[Finisher], person: int) -> tuple[Rating, Rating]:
    """The rating of a person before and after a game that has counted, from what was noted with it."""
    before = [noted_rating(game, seat) for seat in seats]
    return before[person], after_game(game, seats, before, person)


def noted_rating(game: str, seat: Finisher) -> Rating:
    if seat.kind == "bot":
        return anchor(game, seat)
    return Rating(*seat.rating) if seat.rating else START


def stored_rating(connection: Connection, game: str, seat: Finisher) -> Rating:
    if seat.kind == "bot":
        return anchor(game, seat)
    columns = schema.ratings.c
    found = select(columns.mu, columns.sigma).where(columns.guest == seat.guest, columns.game == game)
    row = connection.execute(found).one_or_none()
    return Rating(row.mu, row.sigma) if row else START


# --- Once more, from the games ---

Worked = dict[tuple[str, str], tuple[Rating, int]]  # by guest and game: the rating, and of how many games


@dataclass(frozen=True)
class Recomputed:
    """How many games count, and how many ratings were not what these games give."""

    games: int
    ratings: int
    wrong: int


def worked_out(connection: Connection) -> tuple[int, Worked]:
    """All ratings from the games that count, in their order; how many these are.

    Somebody who was forgotten has no name there any more, and the rating that was noted with the game.
    """
    worked: Worked = {}
    outcomes = schema.outcomes.c
    found = select(outcomes.game, outcomes.seats).where(outcomes.counted.is_not(None)).order_by(outcomes.counted)
    games = 0
    for row in connection.execute(found):
        games += 1
        seats = seats_decoder.decode(row.seats)
        before = [known(worked, row.game, seat) for seat in seats]
        for seat, new in zip(seats, rated(row.game, seats, before), strict=True):
            if seat.kind == "person" and seat.guest:
                _, played = worked.get((seat.guest, row.game), (START, 0))
                worked[seat.guest, row.game] = new, played + 1
    return games, worked


def known(worked: Worked, game: str, seat: Finisher) -> Rating:
    if seat.kind == "bot" or not seat.guest:
        return noted_rating(game, seat)
    return worked.get((seat.guest, game), (START, 0))[0]


def recompute(connection: Connection, only_check: bool) -> Recomputed:
    """Compare the stored ratings with those that the games give, and put these in their place."""
    take_turns(connection)
    games, worked = worked_out(connection)
    guests = {row.id for row in connection.execute(select(schema.guests.c.id))}
    right = {
        (guest, game, rating.mu, rating.sigma, played)
        for (guest, game), (rating, played) in worked.items()
        if guest in guests
    }
    stored = {tuple(row) for row in connection.execute(select(schema.ratings))}
    if right != stored and not only_check:
        connection.execute(delete(schema.ratings))
        names = [column.name for column in schema.ratings.columns]
        if right:
            connection.execute(insert(schema.ratings), [dict(zip(names, row, strict=True)) for row in sorted(right)])
    return Recomputed(games, len(right), len({row[:2] for row in right ^ stored}))


async def recompute_database(url: str, only_check: bool) -> Recomputed:
    """The ratings of a database, worked out anew. A server may use it meanwhile."""
    store = Store(url)
    try:
        await store.run(must_be_current)
        return await store.run(lambda connection: recompute(connection, only_check))
    finally:
        await store.close()
