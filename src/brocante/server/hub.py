"""The tables that somebody is at, in this process's memory: everything that happens to one goes through here.

A table is read from the store when it is first asked for and forgotten when nobody is at it. Whoever wishes for
something waits for the table's lock; the wish is decided, stored, applied, and then everyone at the table is woken.
"""

import asyncio
import random
import time
from collections.abc import Callable, Coroutine
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from typing import Protocol

import msgspec
from sqlalchemy import insert, select, text, update

from brocante.bots.catalogue import bot
from brocante.bots.seat import Thought
from brocante.games.catalogue import RULESETS
from brocante.games.game import new
from brocante.server import schema
from brocante.server.limits import Bucket, Limit
from brocante.server.observe import BOT_SECONDS, MOVES, TABLES, log, where
from brocante.server.store import Store, StoreError
from brocante.server.tokens import new_id, new_seed
from brocante.table import events
from brocante.table.events import Happening
from brocante.table.refusal import Refusal
from brocante.table.setup import Setup
from brocante.table.table import Table

Decision = Callable[[Table, int], Happening | int | None]

IDLE = 60.0  # seconds a table nobody is at stays in memory
SWEEP = 10.0  # seconds between two looks at that
RACES = 5  # how often a wish is decided anew because another process was faster
DELAY = (0.5, 1.1)  # seconds a bot takes at least, where it is to seem natural
RETRY = 1.0  # seconds until what could not be stored is tried again
ELSEWHERE = 3.0  # seconds more that a bot waits here, when another process has made the move before it

REMEMBER = text("INSERT INTO members (guest, table_id) VALUES (:guest, :table_id) ON CONFLICT DO NOTHING")

encoder = msgspec.json.Encoder()
decoder = msgspec.json.Decoder(Happening)
setup_decoder = msgspec.json.Decoder(Setup)


def now() -> int:
    """Milliseconds since 1970."""
    return time.time_ns() // 1_000_000


def not_stored(error: StoreError) -> Refusal:
    log("not_stored", reason=str(error))
    return Refusal("not_stored", "It could not be stored, so it has not happened. Try again.")


class Onlooker(Protocol):
    """Whoever wants to know when something has happened at a table."""

    def wake(self) -> None: ...

    async def drop_if_slow(self) -> None: ...


class Live:
    """A table in memory, and who is at it."""

    __slots__ = ("_buckets", "bot", "clock", "doubtful", "lock", "onlookers", "table", "used")

    def __init__(self, table: Table) -> None:
        self.table = table
        self.lock = asyncio.Lock()
        self.onlookers: set[Onlooker] = set()
        self.doubtful = False  # a write failed: what is stored must be read before anything else is decided
        self.bot: tuple[int, asyncio.Task[None]] | None = None  # the version it moves in
        self.clock: asyncio.TimerHandle | None = None
        self.used = time.monotonic()
        self._buckets: dict[tuple[str, Limit], Bucket] = {}

    def within(self, limit: Limit, guest: str) -> bool:
        """Whether a guest has not asked for too much of this here."""
        return self._buckets.setdefault((guest, limit), Bucket(limit)).take()

    def wake(self) -> None:
        self.used = time.monotonic()
        for onlooker in self.onlookers:
            onlooker.wake()

    def idle(self) -> bool:
        return not self.onlookers and self.bot is None and time.monotonic() - self.used > IDLE


class Hub:
    """All live tables of this process."""

    def __init__(self, store: Store, threads: int, natural: bool = True) -> None:
        self.store = store
        self._natural = natural  # bots take a moment, where the table says so too
        self.is_closing = False
        self._live: dict[str, Live] = {}
        self._loading: dict[str, asyncio.Task[Live]] = {}
        self._thinkers = ThreadPoolExecutor(threads, "bot")
        self._tasks: set[asyncio.Task[None]] = set()

    def open(self) -> None:
        self.store.listen(self._heard, self._missed)
        self._spawn(self._sweep())

    def rehearse(self) -> None:
        """Have the machine code of all games loaded before anybody waits for it."""
        for name, rules in RULESETS.items():
            game = new(name, players=rules.players[0], seed=1)
            self._thinkers.submit(bot("hard", seed=1).choose, game)
            self._thinkers.submit(bot("medium", seed=1).choose, game)

    def end_streams(self) -> None:
        """Nothing more is told to programs: the server is about to stop."""
        self.is_closing = True
        for live in self._live.values():
            live.wake()

    async def close(self) -> None:
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)
        for live in self._live.values():
            if live.clock:
                live.clock.cancel()
        self._thinkers.shutdown(wait=False, cancel_futures=True)

    def _spawn(self, work: Coroutine[object, object, None]) -> "asyncio.Task[None]":
        task = asyncio.get_running_loop().create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._ended)
        return task

    def _ended(self, task: asyncio.Task[None]) -> None:
        self._tasks.discard(task)
        if not task.cancelled() and (error := task.exception()) is not None:
            log("mistake", error=type(error).__name__, where=where(error))

    # --- Tables ---

    async def create(self, setup: Setup, seed: bytes, members: list[str]) -> str:
        """Open a table; its name."""
        name = new_id()
        row = {
            "id": name,
            "setup": encoder.encode(setup).decode(),
            "seed": seed,
            "created": now(),
            "public": setup.public,
            "status": "waiting",
        }
        await self.store.write(insert(schema.tables).values(row))
        for guest in members:
            await self.remember(guest, name)
        return name

    async def remember(self, guest: str, table: str) -> None:
        """That a guest has to do with a table, so that they find it again."""
        await self.store.write(REMEMBER.bindparams(guest=guest, table_id=table))

    async def find(self, name: str) -> Live:
        """The table of that name; a Refusal if there is none."""
        live = self._live.get(name)
        if live is None:
            if name not in self._loading:
                self._loading[name] = asyncio.create_task(self._load(name))
                self._loading[name].add_done_callback(lambda _: self._loading.pop(name, None))
            live = await asyncio.shield(self._loading[name])
        live.used = time.monotonic()
        return live

    async def _load(self, name: str) -> Live:
        rows = await self.store.rows(select(schema.tables).where(schema.tables.c.id == name))
        if not rows:
            raise Refusal("no_such_table", "There is no such table. Is the link complete?")
        setup = setup_decoder.decode(rows[0].setup)
        if setup.game not in RULESETS or RULESETS[setup.game].version != setup.rules:
            raise Refusal("other_rules", "This match was begun under other rules than this server has.")
        table = Table(name, setup, rows[0].seed)
        table.apply_all(map(decoder.decode, await self.store.entries_after(name, 0)))
        table.turn_since = now()  # time that nobody was served is nobody's fault
        live = self._live[name] = Live(table)
        TABLES.set(len(self._live))
        if rows[0].status != table.status:
            await self._note_status(table)
        async with live.lock:
            if self.store.is_shared:
                await self._catch_up(live)  # what was stored since it was read has not been heard of
            await self._settle(live)
        return live

    async def _note_status(self, table: Table) -> None:
        """For lists; what fails is made up for when the table is next read."""
        named = schema.tables.c.id == table.id
        try:
            await self.store.write(update(schema.tables).where(named).values(status=table.status))
        except StoreError as error:
            log("not_stored", reason=str(error))

    async def _sweep(self) -> None:
        """Drop who does not read, and forget the tables nobody is at."""
        while True:
            await asyncio.sleep(SWEEP)
            for onlooker in [onlooker for live in self._live.values() for onlooker in live.onlookers]:
                await onlooker.drop_if_slow()
            for name in [name for name, live in self._live.items() if live.idle() and not live.lock.locked()]:
                if (clock := self._live.pop(name).clock) is not None:
                    clock.cancel()
            TABLES.set(len(self._live))

    # --- What happens ---

    async def do(self, live: Live, decide: Decision) -> int:
        """Decide a wish, store what follows, tell everyone; the version that has it. A Refusal changes nothing."""
        async with live.lock:
            try:
                return await self._decide(live, decide)
            finally:
                if not live.doubtful:  # also after a refusal: something may have been heard of on the way
                    await self._settle(live)

    async def _decide(self, live: Live, decide: Decision) -> int:
        table = live.table
        for _ in range(RACES):
            try:
                if live.doubtful:
                    await self._catch_up(live)
                try:
                    event = decide(table, now())
                except Refusal:
                    if self.store.is_shared and await self._catch_up(live):
                        continue  # it was refused for not having heard of something
                    raise
                if event is None:
                    return table.version
                if isinstance(event, int):
                    return event
                if await self.store.append(table.id, table.version + 1, encoder.encode(event).decode()):
                    self._apply(live, event)
                    return table.version
                await self._catch_up(live)  # another process was faster
            except StoreError as error:
                live.doubtful = True
                raise not_stored(error) from None
        raise Refusal("stale", "Too much is happening at once; look again.")

    def _apply(self, live: Live, event: Happening) -> None:
        before = live.table.status
        live.table.apply(event)
        if isinstance(event, events.Moved):
            MOVES.labels(live.table.setup.game).inc()
        if live.table.status != before:
            self._spawn(self._note_status(live.table))
        live.wake()

    async def _catch_up(self, live: Live) -> bool:
        """Take in what is stored and not yet known here; whether there was anything."""
        contents = await self.store.entries_after(live.table.id, live.table.version)
        for content in contents:
            self._apply(live, decoder.decode(content))
        live.doubtful = False
        return bool(contents)

    async def _settle(self, live: Live, elsewhere: bool = False) -> None:
        """Let happen what happens by itself, and see to it that bots and clocks go on. The lock is held."""
        try:
            while live.table.due(now()) is not None:
                await self._decide(live, lambda table, at: table.due(at))
            if live.table.all_want_rematch():
                await self._begin_rematch(live)
        except Refusal:  # not stored; what was asked for is, so it is tried again apart from that
            asyncio.get_running_loop().call_later(RETRY, self._ring, live)
        self._set_bot(live, elsewhere)
        self._set_clock(live)

    # --- Bots ---

    def _set_bot(self, live: Live, elsewhere: bool) -> None:
        level, version = live.table.bot_to_move(), live.table.game_changed
        if live.bot is not None and live.bot[0] == version and level:
            return
        if live.bot is not None:
            live.bot[1].cancel()
        live.bot = (version, self._spawn(self._bot_turn(live, level, version, elsewhere))) if level else None

    async def _bot_turn(self, live: Live, level: str, version: int, elsewhere: bool) -> None:
        delay = random.uniform(*DELAY) if self._natural and live.table.setup.delay else 0.0
        began = time.monotonic()
        if elsewhere:
            await asyncio.sleep(ELSEWHERE)
        while True:
            game = live.table.game
            if game is None or live.table.game_changed != version or game.turn is None:
                return
            thinking = asyncio.get_running_loop().run_in_executor(self._thinkers, bot(level).choose, game.clone())
            with BOT_SECONDS.time():
                move = await thinking
            await asyncio.sleep(max(0.0, began + delay - time.monotonic()))
            if live.bot is not None and live.bot[0] == version:
                live.bot = None  # from here on it is not cancelled: it may be storing
            try:
                await self.do(live, partial(self._bot_moves, move, version))
                return
            except Refusal:  # not stored: it is tried again until it is
                await asyncio.sleep(RETRY)
                if live.bot is not None:
                    return  # another has taken over

    @staticmethod
    def _bot_moves(move: str, version: int, table: Table, at: int) -> Happening | int | None:
        return table.bot_move(move, version, at)

    async def hint(self, live: Live, seat: int) -> list[Thought]:
        """What the expert thinks of each legal move of a seat."""
        game = live.table.game
        if not live.table.setup.hints:
            raise Refusal("no_hints", "Hints were not agreed on at this table.")
        if game is None or game.turn is None:
            raise Refusal("not_running", "There is nothing to move.")
        if game.turn != seat:
            raise Refusal("not_your_turn", "A hint is for who has to move.")
        thoughts = bot("expert").explain
        return await asyncio.get_running_loop().run_in_executor(self._thinkers, thoughts, game.clone())

    # --- Clocks ---

    def _set_clock(self, live: Live) -> None:
        if live.clock is not None:
            live.clock.cancel()
        left = live.table.time_left(now())
        loop = asyncio.get_running_loop()
        live.clock = None if left is None else loop.call_later(left / 1000 + 0.005, self._ring, live)

    def _ring(self, live: Live) -> None:
        self._spawn(self._rung(live))

    async def _rung(self, live: Live) -> None:
        async with live.lock:
            await self._settle(live)

    # --- Rematches ---

    async def _begin_rematch(self, live: Live) -> None:
        """Open the next table, put everyone at it, and tell this one. If another process was faster, theirs counts."""
        setup = live.table.setup
        places, people = live.table.rematch_seats()
        try:
            following = await self.create(
                msgspec.structs.replace(setup, places=tuple(places), public=False), new_seed(), []
            )
            for seat, (guest, name) in enumerate(people):
                if guest:
                    event = events.Sat(at=now(), seat=seat, guest=guest, name=name)
                    number = 1 + sum(bool(each) for each, _ in people[:seat])
                    await self.store.append(following, number, encoder.encode(event).decode())
        except StoreError as error:
            log("not_stored", reason=str(error))
            return
        await self._decide(
            live,
            lambda table, at: (
                events.RematchBegun(at=at, table=following) if table.all_want_rematch() else table.version
            ),
        )
        if live.table.next_table == following:
            for guest in {guest for guest, _ in people if guest}:
                self._spawn(self._remember_quietly(guest, following))

    async def _remember_quietly(self, guest: str, table: str) -> None:
        try:
            await self.remember(guest, table)
        except StoreError as error:
            log("not_stored", reason=str(error))

    # --- Other processes ---

    def _heard(self, name: str, number: int) -> None:
        live = self._live.get(name)
        if live is not None and live.table.version < number:
            self._spawn(self._follow(live))

    async def _follow(self, live: Live) -> None:
        """Take in what another process has stored."""
        async with live.lock:
            try:
                await self._catch_up(live)
                await self._settle(live, elsewhere=True)
            except (StoreError, Refusal):
                live.doubtful = True

    async def _missed(self) -> None:
        for live in list(self._live.values()):
            await self._follow(live)
