"""Tables as they are stored: opened, read, and what happens at them written down."""

import asyncio
from collections.abc import Iterable, Sequence
from typing import Any

import msgspec
from sqlalchemy import Connection, insert, select, text, update

from brocante.games.catalogue import RULESETS, ruleset
from brocante.server import schema
from brocante.server.moment import now
from brocante.server.observe import log
from brocante.server.store import Store, StoreError, Work
from brocante.server.tokens import new_id
from brocante.table.events import Happening, Sat
from brocante.table.refusal import Refusal
from brocante.table.setup import Place, Setup
from brocante.table.table import Table

REMEMBER = text("INSERT INTO members (guest, table_id) VALUES (:guest, :table_id) ON CONFLICT DO NOTHING")

PIECE = 100  # events

encoder = msgspec.json.Encoder()
decoder = msgspec.json.Decoder(Happening)
setup_decoder = msgspec.json.Decoder(Setup)


def not_stored(error: StoreError) -> Refusal:
    log("not_stored", reason=str(error))
    return Refusal("not_stored")


def folded(row: Any, entries: Iterable[str]) -> Table:
    """A table from its row and what happened at it; SetupError if its rules are not known here."""
    setup = setup_decoder.decode(row.setup)
    ruleset(setup.game, setup.rules)
    table = Table(row.id, setup, row.seed)
    table.apply_all(map(decoder.decode, entries))
    return table


def new_row(setup: Setup, seed: bytes) -> dict[str, Any]:
    """What is stored of a new table."""
    return {
        "id": new_id(),
        "setup": encoder.encode(setup).decode(),
        "seed": seed,
        "created": now(),
        "public": setup.public,
        "status": "waiting",
        "host": setup.host,
        "seen": now(),
    }


def open_seated(connection: Connection, setup: Setup, seed: bytes, people: Sequence[tuple[str, str]]) -> str:
    """Open a table at which people have their seats already: the guest and the name of each, "" where nobody sits."""
    row = new_row(setup, seed)
    connection.execute(insert(schema.tables).values(row))
    seated = [(seat, guest, name) for seat, (guest, name) in enumerate(people) if guest]
    for number, (seat, guest, name) in enumerate(seated, start=1):
        content = encoder.encode(Sat(at=now(), seat=seat, guest=guest, name=name)).decode()
        connection.execute(insert(schema.entries).values(table_id=row["id"], number=number, content=content))
    return str(row["id"])


def again(setup: Setup, places: Sequence[Place]) -> Setup:
    """The same set-up for another table: a new game is played by the rules of today."""
    rules = ruleset(setup.game)
    options = rules.still_accepted(len(places), setup.options)
    return msgspec.structs.replace(setup, rules=rules.version, options=options, places=tuple(places))


class Archive:
    """All tables there are."""

    def __init__(self, store: Store) -> None:
        self._store = store

    async def open_table(self, setup: Setup, seed: bytes) -> str:
        """The name of a new table."""
        row = new_row(setup, seed)
        await self._store.write(insert(schema.tables).values(row))
        return str(row["id"])

    async def open_seated(self, setup: Setup, seed: bytes, people: Sequence[tuple[str, str]]) -> str:
        """The same, with people at it."""
        return await self._store.run(lambda connection: open_seated(connection, setup, seed, people))

    async def read(self, name: str) -> Table:
        """A table as it stands; a Refusal if there is none of that name."""
        rows = await self._store.rows(select(schema.tables).where(schema.tables.c.id == name))
        if not rows:
            raise Refusal("no_such_table")
        setup = setup_decoder.decode(rows[0].setup)
        if setup.game not in RULESETS or setup.rules not in RULESETS[setup.game].versions:
            raise Refusal("other_rules", version=setup.rules)
        table = Table(name, setup, rows[0].seed)
        happened = await self.news_of(table)
        for begin in range(0, len(happened), PIECE):
            table.apply_all(happened[begin : begin + PIECE])
            await asyncio.sleep(0)  # a long game holds nobody up
        if rows[0].status != table.status:
            await self.note_status(table)
        return table

    async def news_of(self, table: Table) -> list[Happening]:
        """What is stored of a table and not yet known of it."""
        return list(map(decoder.decode, await self._store.entries_after(table.id, table.version)))

    async def append(self, table: str, number: int, event: Happening, *follows: Work | None) -> bool:
        """Write down what happened next at a table, and with it what follows; False if something else has that number
        already."""
        also = [work for work in follows if work is not None]
        return await self._store.append(table, number, encoder.encode(event).decode(), also)

    async def note_status(self, table: Table) -> None:
        """For lists; what fails is made up for when the table is next read."""
        named = schema.tables.c.id == table.id
        try:
            await self._store.write(update(schema.tables).where(named).values(status=table.status))
        except StoreError as error:
            log("not_stored", reason=str(error))

    async def remember(self, guest: str, table: str) -> None:
        """That a guest has to do with a table, so that they find it again."""
        await self._store.write(REMEMBER.bindparams(guest=guest, table_id=table))
