"""Deals of the day, as they are stored: made a day before they are played, shown a day after.

The day is that of UTC, by the server's clock. A deal whose seed has been shown is not played for its list any more,
whatever the clock says later.
"""

import asyncio
from collections.abc import Sequence
from datetime import UTC, date, datetime, timedelta
from typing import Any

import msgspec
from sqlalchemy import Connection, insert, select, text, update

from brocante.games.catalogue import RULESETS
from brocante.server import schema
from brocante.server.archive import new_row
from brocante.server.moment import now
from brocante.server.observe import log
from brocante.server.store import Store, StoreError
from brocante.server.tokens import new_seed
from brocante.table.daily import Agreed, agreed
from brocante.table.refusal import Refusal
from brocante.table.setup import Setup

HOUR = 3600.0  # seconds
deals, attempts, outcomes = schema.deals.c, schema.attempts.c, schema.outcomes.c
MAKE = text(
    "INSERT INTO deals (day, game, seed, agreed, committed) VALUES (:day, :game, :seed, :agreed, :committed) "
    "ON CONFLICT DO NOTHING"
)
TRY = text(
    "INSERT INTO attempts (guest, day, game, table_id) VALUES (:guest, :day, :game, :table_id) ON CONFLICT DO NOTHING"
)
encoder = msgspec.json.Encoder()
agreed_decoder = msgspec.json.Decoder(Agreed)


def today() -> date:
    return datetime.fromtimestamp(now() / 1000, UTC).date()


def left_of_today() -> int:
    """Milliseconds until the next day begins."""
    begins = datetime.combine(today() + timedelta(1), datetime.min.time(), UTC)
    return max(0, round(1000 * begins.timestamp()) - now())


def is_sealed(day: str) -> bool:
    """Whether nobody may see the seed of that day's deals yet."""
    return day >= today().isoformat()


async def keep_dealt(store: Store) -> None:
    """Have the deals of today and tomorrow made, for as long as a server runs."""
    while True:
        try:
            await make_deals(store)
        except StoreError as error:
            log("not_stored", reason=str(error))
        await asyncio.sleep(HOUR)


async def make_deals(store: Store) -> None:
    """Those of today and tomorrow, where there are none yet. Of several processes one makes them."""
    days = [(today() + timedelta(later)).isoformat() for later in (0, 1)]
    there = {(row.day, row.game) for row in await store.rows(select(deals.day, deals.game).where(deals.day.in_(days)))}
    for day in days:
        for name, rules in RULESETS.items():
            if (day, name) not in there:
                seed = new_seed()
                terms = encoder.encode(agreed(rules, seed)).decode()
                row = {"day": day, "game": name, "seed": seed, "agreed": terms, "committed": now()}
                await store.write(MAKE.bindparams(**row))


async def deals_of(store: Store, day: str) -> Sequence[Any]:
    """The deals of a day; from now on those of a day that is over count as shown."""
    if not is_sealed(day):
        past = (deals.day == day) & deals.revealed.is_(None)
        await store.write(update(schema.deals).where(past).values(revealed=now()))
    return await store.rows(select(schema.deals).where(deals.day == day).order_by(deals.committed, deals.game))


async def attempt(store: Store, guest: str, name: str, day: str, game: str) -> str:
    """The table at which a guest plays the deal of today: a new one, or the one they have."""
    own = select(attempts.table_id).where(attempts.guest == guest, attempts.day == day, attempts.game == game)
    for row in await store.rows(own):
        return str(row.table_id)
    if day != today().isoformat():
        raise Refusal("stale", "other_day", day=today().isoformat())
    await make_deals(store)
    rows = await store.rows(select(schema.deals).where(deals.day == day, deals.game == game))
    if not rows:
        raise Refusal("bad_request", "no_such_deal")
    if rows[0].revealed is not None:
        raise Refusal("stale", "deal_revealed")
    setup = setup_of(rows[0], guest, name)
    row = new_row(setup, rows[0].seed)

    def begin(connection: Connection) -> str:
        """All at once: two requests at the same time have one table."""
        values = {"guest": guest, "day": day, "game": game, "table_id": row["id"]}
        if connection.execute(TRY.bindparams(**values)).rowcount:
            connection.execute(insert(schema.tables).values(row))
            connection.execute(insert(schema.members).values(guest=guest, table_id=row["id"]))
            return str(row["id"])
        return str(connection.execute(own).scalar_one())

    return await store.run(begin)


def setup_of(row: Any, guest: str, name: str) -> Setup:
    terms = agreed_decoder.decode(row.agreed)
    return Setup(
        game=row.game,
        rules=terms.rules,
        options=terms.options,
        places=terms.places,
        host=guest,
        host_name=name,
        chat=False,
        hints=False,
        delay=False,
        deal=row.day,
    )
