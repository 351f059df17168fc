"""Series and leagues as they are stored.

The results of a game, and the tables of the next round with everyone seated, are stored in the transaction that ends
the game, or not at all. Whoever changes a series first writes to its row, so that of several at once one waits.
"""

import secrets
from collections.abc import Sequence
from typing import Any, Literal

import msgspec
from sqlalchemy import Connection, delete, func, insert, select, update

from brocante.games.catalogue import ruleset
from brocante.server import schema
from brocante.server.archive import REMEMBER, again, open_seated
from brocante.server.moment import now
from brocante.server.tokens import new_id, new_seed
from brocante.table.draw import Seating, drawn, table_sizes
from brocante.table.outcome import Finisher
from brocante.table.refusal import Refusal
from brocante.table.series import LEAST_LEAGUE, Result, Terms, results
from brocante.table.setup import Machine, Open, Place, Setup
from brocante.table.table import Table

MOST_SERIES = 10  # of one host that are not over
LOT = secrets.SystemRandom()
Status = Literal["gathering", "running", "over"]
State = Literal["in", "left", "away", "removed"]  # of an entrant; but for the first, a bot has their seats
series, entrants, fixtures = schema.series.c, schema.entrants.c, schema.fixtures.c
terms_decoder = msgspec.json.Decoder(Terms)
draw_decoder = msgspec.json.Decoder(tuple[Seating, ...])
seats_decoder = msgspec.json.Decoder(list[int | None])
results_decoder = msgspec.json.Decoder(list[Result])


def written(value: object) -> str:
    return msgspec.json.encode(value).decode()


# --- Before it begins ---


def open_series(connection: Connection, terms: Terms, host: str, name: str, joins: bool) -> str:
    """The name of a new series, which the host plays in or not."""
    named = new_id()
    row = {
        "id": named,
        "host": host,
        "host_name": name,
        "terms": written(terms),
        "status": "gathering",
        "draw": "",
        "round": 0,
        "changed": now(),
        "tended": 0,
    }
    connection.execute(insert(schema.series).values(row))
    own = select(func.count()).where(series.host == host, series.status != "over")
    if connection.execute(own).scalar_one() > MOST_SERIES:
        raise Refusal("too_many", "too_many_series", most=MOST_SERIES)
    if joins:
        enter(connection, named, host, name, None)
    return named


def join(connection: Connection, named: str, guest: str, name: str) -> None:
    """Play in a series from now on, or again; from the next round on where it has begun."""
    row = locked(connection, named)
    terms = terms_decoder.decode(row.terms)
    people = entrants_of(connection, named)
    own = next((each for each in people if each.guest == guest), None)
    if own is not None and own.state == "removed":
        raise Refusal("not_your_seat", "removed_from_series")
    if row.status == "over":
        raise Refusal("not_waiting", "series_over")
    if own is not None and own.state == "in":
        return
    there = [each for each in people if each.state == "in"]
    if row.status == "gathering":
        if len(there) >= terms.most:
            raise Refusal("seat_taken", "series_full", most=terms.most)
        place = None
    else:
        if own is None and not terms.anyone:
            raise Refusal("not_waiting", "series_begun")
        place = free_place(row, people, own)
    if own is None:
        enter(connection, named, guest, name, place)
    else:
        same = (entrants.series_id == named) & (entrants.number == own.number)
        connection.execute(update(schema.entrants).where(same).values(state="in", name=name, place=place))
    if place is not None:
        left = (entrants.series_id == named) & (entrants.place == place) & (entrants.guest != guest)
        connection.execute(update(schema.entrants).where(left).values(place=None))


def free_place(row: Any, people: Sequence[Any], own: Any) -> int:
    """A place in the draw that nobody plays for: the own one, one of a bot, or one that somebody has left."""
    taken = {each.place for each in people if each.state == "in"}
    if own is not None and own.place is not None:
        return int(own.place)
    places = [place for table in draw_decoder.decode(row.draw)[0] for place in table]
    free = sorted(set(places) - taken)
    if not free:
        raise Refusal("seat_taken", "series_full", most=len(places))
    left = {each.place for each in people}
    return min(free, key=lambda place: (place in left, place))


def enter(connection: Connection, named: str, guest: str, name: str, place: int | None) -> None:
    numbers = select(func.coalesce(func.max(entrants.number), 0) + 1).where(entrants.series_id == named)
    number = connection.execute(numbers).scalar_one()
    row = {"series_id": named, "number": number, "guest": guest, "name": name, "state": "in", "place": place}
    connection.execute(insert(schema.entrants).values(row))


def leave(connection: Connection, named: str, guest: str, number: int | None) -> tuple[str, str] | None:
    """Play no more in a series: the own decision, or the host's for the entrant of a number.

    The table at which a bot is to play on, if there is one, and the guest for whom.
    """
    row = locked(connection, named)
    people = entrants_of(connection, named)
    one = next((each for each in people if (each.guest == guest if number is None else each.number == number)), None)
    if one is None and number is not None:
        raise Refusal("no_such_seat", "no_such_entrant", number=number)
    if one is None:
        raise Refusal("no_such_seat", "not_in_series")
    if guest not in (row.host, one.guest):
        raise Refusal("not_the_host", "not_host_of_series")
    if row.status == "over":
        raise Refusal("not_waiting", "series_over")
    same = (entrants.series_id == named) & (entrants.number == one.number)
    if row.status == "gathering" and one.guest == guest:
        connection.execute(delete(schema.entrants).where(same))
        return None
    state: State = "left" if one.guest == guest else "removed"
    connection.execute(update(schema.entrants).where(same).values(state=state))
    table = table_of(connection, named, one.number)
    return (table, one.guest) if table else None


def end(connection: Connection, named: str, guest: str) -> None:
    """The host ends a series before its time. One that has not begun goes; what was played in another stays."""
    row = locked(connection, named)
    if row.host != guest:
        raise Refusal("not_the_host", "not_host_of_series")
    if row.status == "gathering":
        remove(connection, [named])
    else:
        connection.execute(update(schema.series).where(series.id == named).values(status="over"))


def table_of(connection: Connection, named: str, number: int) -> str | None:
    """The table at which an entrant has a game that is not over."""
    open_ones = select(fixtures.table_id, fixtures.seats).where(fixtures.series_id == named, fixtures.results.is_(None))
    rows = connection.execute(open_ones).all()
    return next((row.table_id for row in rows if number in seats_decoder.decode(row.seats)), None)


# --- Rounds ---


def must_begin(connection: Connection, named: str, guest: str) -> tuple[Terms, int]:
    """What a draw is made for: the terms, and how many people; a Refusal unless the host may begin now."""
    row = connection.execute(select(schema.series).where(series.id == named)).one_or_none()
    if row is None:
        raise no_such_series()
    if row.host != guest:
        raise Refusal("not_the_host", "not_host_of_series")
    if row.status != "gathering":
        raise Refusal("not_waiting", "series_begun")
    terms = terms_decoder.decode(row.terms)
    there = sum(each.state == "in" for each in entrants_of(connection, named))
    least = LEAST_LEAGUE if terms.league else 1
    if there < least:
        raise Refusal("not_running", "too_few_people", least=least, n=there)
    return terms, there


def draw_for(terms: Terms, people: int) -> tuple[Seating, ...]:
    """Who sits where in all rounds. A league is divided as its game allows; at one table bots have what is free."""
    rules = ruleset(terms.game)
    sizes = table_sizes(people, rules.players, terms.players) if terms.league else [terms.players]
    return drawn(sum(sizes), sizes, terms.rounds)


def begin(connection: Connection, named: str, guest: str, draw: tuple[Seating, ...], people: int) -> bool:
    """Give everyone a place in the draw by lot and open the first round; False if others have joined meanwhile."""
    locked(connection, named)
    if must_begin(connection, named, guest)[1] != people:
        return False
    there = [each.number for each in entrants_of(connection, named) if each.state == "in"]
    places = LOT.sample(range(sum(map(len, draw[0]))), len(there))
    for number, place in zip(there, places, strict=True):
        same = (entrants.series_id == named) & (entrants.number == number)
        connection.execute(update(schema.entrants).where(same).values(place=place))
    begun = update(schema.series).where(series.id == named)
    connection.execute(begun.values(status="running", draw=written(draw)))
    open_round(connection, locked(connection, named))
    return True


def open_round(connection: Connection, row: Any) -> None:
    """The tables of the next round, with everyone seated; bots have the places that nobody plays for."""
    terms = terms_decoder.decode(row.terms)
    holders = {each.place: each for each in entrants_of(connection, row.id) if each.place is not None}
    for number, places in enumerate(draw_decoder.decode(row.draw)[row.round]):
        had = [holders.get(place) for place in places]
        seated = [each if each is not None and each.state == "in" else None for each in had]
        kinds: list[Place] = [Machine(terms.substitute) if each is None else Open() for each in seated]
        people = [("", "") if each is None else (each.guest, each.name) for each in seated]
        name = open_seated(connection, again(setup_of(row, terms), kinds), new_seed(), people)
        for guest, _ in people:
            if guest:
                connection.execute(REMEMBER.bindparams(guest=guest, table_id=name))
        fixture = {
            "series_id": row.id,
            "round": row.round,
            "number": number,
            "table_id": name,
            "seats": written([None if each is None else each.number for each in had]),
        }
        connection.execute(insert(schema.fixtures).values(fixture))
    connection.execute(update(schema.series).where(series.id == row.id).values(round=row.round + 1, tended=0))


def setup_of(row: Any, terms: Terms) -> Setup:
    """What is agreed for every table of a series."""
    return Setup(
        game=terms.game,
        rules=0,
        options=terms.options,
        places=(),
        host=row.host,
        host_name=row.host_name,
        clock=terms.clock,
        chat=terms.chat,
        hints=terms.hints and not terms.counts,
        counts=terms.counts,
        substitute=terms.substitute,
        series=row.id,
        patience=terms.patience,
    )


def count_game(connection: Connection, table: Table, seats: Sequence[Finisher]) -> None:
    """Store what a game of a series came to; with the last one of a round open the next.

    Whoever was away in the end has no seat in the next rounds until they say that they are back.
    """
    if (row := found_locked(connection, table.setup.series)) is None:
        return  # it was removed
    here = fixtures.table_id == table.id
    fixture = connection.execute(select(schema.fixtures).where(here)).one()
    numbers = seats_decoder.decode(fixture.seats)
    connection.execute(update(schema.fixtures).where(here).values(results=written(results(numbers, seats))))
    away = [number for number, seat in zip(numbers, seats, strict=True) if number is not None and seat.away]
    gone = (entrants.series_id == row.id) & entrants.number.in_(away) & (entrants.state == "in")
    connection.execute(update(schema.entrants).where(gone).values(state="away"))
    left = select(func.count()).where(fixtures.series_id == row.id, fixtures.results.is_(None))
    if connection.execute(left).scalar_one() or row.status == "over":
        return
    there = any(each.state == "in" for each in entrants_of(connection, row.id))
    if there and row.round < terms_decoder.decode(row.terms).rounds:
        open_round(connection, row)
    else:
        connection.execute(update(schema.series).where(series.id == row.id).values(status="over"))


# --- What is personal, and what is old ---


def forget_in_series(connection: Connection, guest: str, nobody: str) -> None:
    """Take a guest out of all series. What they came to stays, as somebody's; a series without a host never begins."""
    hosted = select(series.id).where(series.host == guest, series.status == "gathering")
    remove(connection, [row.id for row in connection.execute(hosted)])
    anonymous = update(schema.series).where(series.host == guest)
    for row in connection.execute(select(series.id).where(series.host == guest)).all():
        connection.execute(anonymous.where(series.id == row.id).values(host=new_id(), host_name=nobody))
    for row in connection.execute(select(schema.entrants).where(entrants.guest == guest)).all():
        same = (entrants.series_id == row.series_id) & (entrants.number == row.number)
        state = "left" if row.state == "in" else row.state
        new = {"guest": new_id(), "name": nobody, "state": state}
        connection.execute(update(schema.entrants).where(same).values(new))


def remove_before(connection: Connection, moment: int, dry_run: bool) -> int:
    """Remove series in which nothing has happened since a moment; how many there are."""
    old = [row.id for row in connection.execute(select(series.id).where(series.changed < moment))]
    if not dry_run:
        remove(connection, old)
    return len(old)


def remove(connection: Connection, names: Sequence[str]) -> None:
    for column in (fixtures.series_id, entrants.series_id, series.id):
        connection.execute(delete(column.table).where(column.in_(names)))


# --- Rows ---


def no_such_series() -> Refusal:
    return Refusal("no_such_table", "no_such_series")


def found_locked(connection: Connection, named: str) -> Any:
    """The row of a series, which nobody else changes before this transaction is over; None where there is none."""
    connection.execute(update(schema.series).where(series.id == named).values(changed=now()))
    return connection.execute(select(schema.series).where(series.id == named)).one_or_none()


def locked(connection: Connection, named: str) -> Any:
    """The same; a Refusal where there is none."""
    row = found_locked(connection, named)
    if row is None:
        raise no_such_series()
    return row


def entrants_of(connection: Connection, named: str) -> Sequence[Any]:
    found = select(schema.entrants).where(entrants.series_id == named).order_by(entrants.number)
    return connection.execute(found).all()


def fixtures_of(connection: Connection, named: str) -> Sequence[Any]:
    found = select(schema.fixtures).where(fixtures.series_id == named)
    return connection.execute(found.order_by(fixtures.round, fixtures.number)).all()
