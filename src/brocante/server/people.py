"""Who asks: a guest, known by the secret in a cookie; or a program, known by the token of its seat."""

import time
from collections import OrderedDict
from typing import Literal

from msgspec import Struct
from sqlalchemy import delete, insert, select, text, update

from brocante.server import schema
from brocante.server.moment import now
from brocante.server.store import Store
from brocante.server.tokens import hashed, new_id, new_token, same
from brocante.table.events import program_at
from brocante.table.refusal import Refusal
from brocante.table.table import Table

COOKIE = "brocante_guest"
YEAR = 365 * 24 * 3600
MOST_REMEMBERED = 20_000
REMEMBERED = 60.0  # seconds: another process may have moved the guest to another device
KeyKind = Literal["seat", "program"]

# In one statement, so that of two that are made at once one is left.
REPLACE_KEY = text(
    "INSERT INTO keys (hash, kind, table_id, seat, guest, since) "
    "VALUES (:hash, :kind, :table_id, :seat, :guest, :since) ON CONFLICT (table_id, seat, kind) "
    "DO UPDATE SET hash = excluded.hash, guest = excluded.guest, since = excluded.since"
)


class Key(Struct, frozen=True):
    """What a token opens: a seat, for as long as it is had in the sitting that began with version `since`.

    `guest` has made it: the one who sits there for a link, the host for the token of a program.
    """

    kind: KeyKind
    table: str
    seat: int
    guest: str
    since: int

    def opens(self, table: Table) -> bool:
        """Whether a program still has its seat."""
        seat = table.seats[self.seat]
        return self.kind == "program" and table.id == self.table and (seat.kind, seat.since) == ("program", self.since)


class Actor(Struct, frozen=True):
    """Whoever asks for something at a table: a guest, or the program of one seat."""

    guest: str | None = None
    program: Key | None = None

    @property
    def sender(self) -> str:
        """The name that requests are known by; nobody's is empty."""
        return program_at(self.program.seat) if self.program else self.guest or ""

    def person(self) -> str:
        """The guest; a Refusal if it is none."""
        if self.program is not None:
            raise Refusal("not_your_seat", "only_people")
        if self.guest is None:
            raise Refusal("not_known")
        return self.guest

    def seats_at(self, table: Table) -> list[int]:
        """The seats this one plays for."""
        if self.program is not None:
            return [self.program.seat] if self.program.opens(table) else []
        return table.seats_of(self.guest) if self.guest else []

    def seat_at(self, table: Table, named: int | None) -> int:
        """The seat that a request is for: the one named, else the own one, of several the one to move."""
        seats = self.seats_at(table)
        if named is not None:
            if named not in seats:
                raise Refusal("not_your_seat", seat=named)
            return named
        if not seats:
            raise Refusal("not_your_seat", "watching")
        return table.turn if table.turn in seats and table.turn is not None else seats[0]


class People:
    """Guests, who are people without an account, and keys, as they are stored.

    Who was seen last is remembered by secret. Names are not: any process may change one, so they are read.
    """

    def __init__(self, store: Store) -> None:
        self._store = store
        self._guests: OrderedDict[bytes, tuple[str, float]] = OrderedDict()  # and when they were read

    async def guest(self, token: str | None) -> str | None:
        """The guest with this secret, if there is one."""
        if not token:
            return None
        digest = hashed(token)
        _, read = self._guests.get(digest, ("", -REMEMBERED))
        if time.monotonic() - read >= REMEMBERED:
            columns = schema.guests.c
            rows = await self._store.rows(select(columns.id, columns.token_hash).where(columns.token_hash == digest))
            if not rows or not same(rows[0].token_hash, digest):
                self._guests.pop(digest, None)
                return None
            self._guests[digest] = rows[0].id, time.monotonic()
            if len(self._guests) > MOST_REMEMBERED:
                self._guests.popitem(last=False)
        self._guests.move_to_end(digest)
        return self._guests[digest][0]

    async def welcome(self, name: str) -> str:
        """A new guest: the secret to know them by."""
        token = new_token()
        row = {"id": new_id(), "token_hash": hashed(token), "name": name, "created": now()}
        await self._store.write(insert(schema.guests).values(row))
        return token

    async def name(self, guest: str) -> str:
        columns = schema.guests.c
        rows = await self._store.rows(select(columns.name).where(columns.id == guest))
        if not rows:
            raise Refusal("not_known")  # forgotten since
        return str(rows[0].name)

    def forget_guest(self, guest: str) -> None:
        """Know a guest no longer by the secrets they had."""
        for digest in [digest for digest, (known, _) in self._guests.items() if known == guest]:
            del self._guests[digest]

    def forget(self, token: str) -> None:
        """Know a secret no longer that has been removed from the database."""
        self._guests.pop(hashed(token), None)

    async def rename(self, guest: str, name: str) -> None:
        await self._store.write(update(schema.guests).where(schema.guests.c.id == guest).values(name=name))

    async def new_key(self, key: Key) -> str:
        """A token for a seat; it is told once, and the one before it opens nothing any more."""
        token = new_token()
        row = {
            "hash": hashed(token),
            "kind": key.kind,
            "table_id": key.table,
            "seat": key.seat,
            "guest": key.guest,
            "since": key.since,
        }
        await self._store.write(REPLACE_KEY.bindparams(**row))
        return token

    async def revoke(self, key: Key) -> None:
        columns = schema.keys.c
        mine = (columns.table_id == key.table) & (columns.seat == key.seat) & (columns.kind == key.kind)
        await self._store.write(delete(schema.keys).where(mine))

    async def key(self, token: str, kind: KeyKind) -> Key | None:
        """What a token opens, if it has not been replaced or revoked."""
        digest = hashed(token)
        rows = await self._store.rows(select(schema.keys).where(schema.keys.c.hash == digest))
        if not rows or not same(rows[0].hash, digest) or rows[0].kind != kind:
            return None
        return Key(kind, rows[0].table_id, rows[0].seat, rows[0].guest, rows[0].since)
