"""What guests are to be told while they are away: stored with the event it follows from, and sent afterwards.

A notice is a row. Whoever sends it takes it first, for as long as sending may last: so of several processes one sends
it, and after a crash another does. If a process dies after a push service has taken a message and before that is
stored, the message is sent again; it carries the same topic and turn, and takes the place of the first.
"""

import asyncio
import os
from typing import Any

import msgspec
from sqlalchemy import Connection, delete, select, text, update

from brocante.server import schema
from brocante.server.deliver import PushServices, Sent, Subscription, notice_of, title_of
from brocante.server.letters import Letter, Letters
from brocante.server.live import Live
from brocante.server.moment import ticks
from brocante.server.observe import NOTICES, log, where
from brocante.server.push import new_secret
from brocante.server.store import Store, StoreError, Work
from brocante.server.tasks import Tasks
from brocante.table.awaited import awaited_after, turn_after
from brocante.table.events import Happening, TurnsTold
from brocante.table.table import Table

PATIENCE = 60_000  # milliseconds more for a letter: who comes by within them need not be written to
GRACE = 2_000  # milliseconds in which another process, which has the person, can say that they see it
LEASE = 60_000  # milliseconds for which a notice is one process's to send
LOOK = 5.0  # seconds between two looks for notices that nobody sends
PAUSE = 10_000  # milliseconds before it is tried again, three times as many each time
MOST_TRIES = 8
AT_ONCE = 20  # notices that are being sent
BOT = b""  # in place of a target: a bot is to move, also after a restart

BEGIN = text(
    "INSERT INTO notices (table_id, target, guest, game, kind, turn, due, tries) "
    "SELECT CAST(:table_id AS VARCHAR(24)), target, guest, CAST(:game AS VARCHAR(40)), 'turn', CAST(:turn AS INTEGER), "
    f"CAST(:due AS BIGINT) + CASE way WHEN 'mail' THEN {PATIENCE} ELSE 0 END, 0 "
    "FROM subscriptions WHERE guest = :guest AND ready "
    "ON CONFLICT (table_id, target) DO UPDATE SET kind = 'turn', turn = excluded.turn, due = excluded.due, tries = 0"
)
NOTE_BOT = text(
    "INSERT INTO notices (table_id, target, guest, game, kind, turn, due, tries) "
    "VALUES (:table_id, :target, '', :game, 'bot', :turn, NULL, 0) ON CONFLICT DO NOTHING"
)
KEEP_SECRET = text("INSERT INTO secrets (name, secret) VALUES (:name, :secret) ON CONFLICT DO NOTHING")

rows = schema.notices.c
due_now = (
    select(schema.notices, schema.subscriptions.c.way, schema.subscriptions.c.content, schema.subscriptions.c.language)
    .join(schema.subscriptions, schema.subscriptions.c.target == rows.target)
    .order_by(rows.due)
    .limit(AT_ONCE)
)


def kept_secret(connection: Connection, name: str, made: bytes) -> bytes:
    """A secret of the server; of several processes that make one at their first start, one is kept."""
    connection.execute(KEEP_SECRET.bindparams(name=name, secret=made))
    secrets = schema.secrets.c
    return bytes(connection.execute(select(secrets.secret).where(secrets.name == name)).scalar_one())


class Outbox:
    """All that is to be sent. `open` it, and `close` it."""

    def __init__(self, store: Store, push: PushServices, letters: Letters | None) -> None:
        self._store, self.push, self.letters = store, push, letters
        self._tasks = Tasks()
        self._woken = asyncio.Event()

    async def open(self) -> None:
        self.push.open(await self._store.run(lambda connection: kept_secret(connection, "vapid", new_secret())))
        if self.letters is not None:
            secret = os.urandom(32)
            self.letters.open(await self._store.run(lambda connection: kept_secret(connection, "mail", secret)))
        if not self._store.is_shared:  # what another process was sending, nobody is sending any more
            await self._store.write(update(schema.notices).where(rows.due > ticks()).values(due=ticks()))
        self._tasks.spawn(self._work())

    async def close(self) -> None:
        await self._tasks.close()
        await self.push.close()

    # --- What follows from an event ---

    def following(self, live: Live, event: Happening) -> Work | None:
        """What is to be stored with an event: whose turn begins or ends with it, of those who want to be told."""
        table = live.table
        if isinstance(event, TurnsTold):
            return asked(table, event)
        if not table.told:
            return None
        before, after = table.awaited, awaited_after(table, event)
        bot = not after and turn_after(table, event) is not None
        ends, begins = before != after and before in table.told, before != after and after in table.told
        was_bot = table.turn is not None and not before
        if not ends and not begins and bot == was_bot:
            return None
        row = {"table_id": table.id, "game": table.setup.game, "turn": table.version + 1}
        due, looks = ticks() + GRACE, after in live.looking

        def store(connection: Connection) -> None:
            if ends:
                end(connection, table.id, before, due)
            if begins and not looks:
                connection.execute(BEGIN.bindparams(**row, guest=after, due=due))
            if bot and not was_bot:
                connection.execute(NOTE_BOT.bindparams(**row, target=BOT))
            elif was_bot and not bot:
                forget_bot(connection, table.id)

        return store

    def wake(self) -> None:
        """There may be something to send soon."""
        self._woken.set()

    async def seen(self, table: str, guest: str) -> None:
        """The table is in front of the guest: nothing need be told, and the page takes away what was."""
        try:
            await self._store.write(delete(schema.notices).where(rows.table_id == table, rows.guest == guest))
        except StoreError as error:
            log("not_stored", reason=str(error))

    async def tables_of_bots(self) -> list[str]:
        """Tables at which a bot is to move and somebody waits to be told."""
        found = await self._store.rows(select(rows.table_id).where(rows.target == BOT))
        return [row.table_id for row in found]

    # --- Sending ---

    async def _work(self) -> None:
        while True:
            self._woken.clear()
            try:
                while await self._send_all():
                    pass
            except StoreError as error:
                log("not_stored", reason=str(error))
            try:
                async with asyncio.timeout(LOOK):
                    await self._woken.wait()
                await asyncio.sleep(GRACE / 1000)
            except TimeoutError:
                pass

    async def _send_all(self) -> bool:
        """Send what is due, as much as is sent at once; whether there was any."""
        found = await self._store.rows(due_now.where(rows.due <= ticks()))
        await asyncio.gather(*(self._send(row) for row in found))
        return bool(found)

    async def _send(self, row: Any) -> None:
        """Send a notice, if it is this process that may."""
        still = (rows.table_id == row.table_id) & (rows.target == row.target)
        still &= (rows.turn == row.turn) & (rows.kind == row.kind)
        taken = update(schema.notices).where(still, rows.due == row.due)
        if not await self._store.write(taken.values(due=ticks() + LEASE, tries=row.tries + 1)):
            return
        try:
            sent = await (self._push(row) if row.way == "push" else self._write(row))
        except Exception as error:  # a bug: one notice is lost, and the others are sent
            log("mistake", error=type(error).__name__, where=where(error))
            sent = Sent("refused")
        NOTICES.labels(row.way, sent.how).inc()
        if sent.how == "gone":
            await self._store.run(lambda connection: drop(connection, row.target))
        elif sent.how == "sent" and row.kind == "turn" and row.way == "push":
            await self._store.write(update(schema.notices).where(still).values(due=None))
        elif sent.how == "later" and row.tries + 1 < MOST_TRIES:
            pause = max(PAUSE * 3**row.tries, round(1000 * sent.wait))
            await self._store.write(update(schema.notices).where(still).values(due=ticks() + pause))
        else:
            await self._store.write(delete(schema.notices).where(still))

    async def _push(self, row: Any) -> Sent:
        notice = notice_of(row.kind, row.table_id, row.turn, row.game, row.language)
        return await self.push.send(msgspec.json.decode(row.content, type=Subscription), notice)

    async def _write(self, row: Any) -> Sent:
        """A letter cannot be taken back: of a turn that is over nothing is written."""
        if self.letters is None or row.kind == "over":
            return Sent("refused")
        letter = Letter(row.kind, row.table_id, row.turn, title_of(row.game), row.language)
        return await self.letters.send(row.target, row.content, letter)


def asked(table: Table, event: TurnsTold) -> Work:
    """What follows from a wish to be told, or to be told no more."""
    row = {"table_id": table.id, "game": table.setup.game, "turn": table.version + 1}
    bot, due = table.turn is not None and not table.awaited, ticks() + GRACE

    def store(connection: Connection) -> None:
        if event.on and bot:
            connection.execute(NOTE_BOT.bindparams(**row, target=BOT))
        elif not event.on:
            end(connection, table.id, event.guest, due)
            if table.told == {event.guest}:
                forget_bot(connection, table.id)

    return store


def forget_bot(connection: Connection, table: str) -> None:
    connection.execute(delete(schema.notices).where(rows.table_id == table, rows.target == BOT))


def end(connection: Connection, table: str, guest: str, due: int) -> None:
    """A turn is over: what was not sent need not be; what may have been is taken back."""
    theirs = (rows.table_id == table) & (rows.guest == guest) & (rows.kind == "turn")
    connection.execute(delete(schema.notices).where(theirs, rows.tries == 0))
    connection.execute(update(schema.notices).where(theirs).values(kind="over", due=due, tries=0))


def drop(connection: Connection, target: bytes) -> None:
    """A subscription is no longer good."""
    connection.execute(delete(schema.notices).where(rows.target == target))
    connection.execute(delete(schema.subscriptions).where(schema.subscriptions.c.target == target))
