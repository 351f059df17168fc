"""The live tables: everything that happens to one goes through here.

A table is read from the archive when it is first asked for, and dropped from memory when it has no clients. A request
waits for the table's lock; it is decided, stored and applied, and then all clients at the table are woken.
"""

import asyncio
import random
import time
from contextlib import suppress

import msgspec

from brocante.server.archive import Archive, not_stored
from brocante.server.endings import ending
from brocante.server.house import House
from brocante.server.live import Decision, Live, Onlooker
from brocante.server.lobby import Lobby
from brocante.server.moment import now, ticks
from brocante.server.observe import TABLES, log
from brocante.server.outbox import Outbox
from brocante.server.rematch import open_next
from brocante.server.shares import Pace
from brocante.server.store import REWRITTEN, Store, StoreError
from brocante.server.tasks import Tasks
from brocante.server.uptime import Uptime
from brocante.table import events
from brocante.table.events import Happening
from brocante.table.outcome import outcome_after
from brocante.table.refusal import Refusal
from brocante.table.room import check_room

SWEEP = 10.0  # seconds between two searches for clients that do not read and for tables without clients
MOST_RUNNING = 50  # tables of one host at which games are played at the same time
RACES = 5  # how often a request is decided anew because another process was faster
RETRY = 1.0  # seconds until what could not be stored is tried again
DELAY = (0.5, 1.1)  # seconds that a bot takes at least, where it is to seem natural
ELSEWHERE = 3.0  # seconds more that a bot waits here, when another process has made the move before it


class Hub:
    """All live tables of this process."""

    def __init__(
        self,
        store: Store,
        archive: Archive,
        house: House,
        natural: bool,
        limits: bool,
        uptime: Uptime,
        lobby: Lobby,
        outbox: Outbox,
    ) -> None:
        self._store, self._archive, self._house = store, archive, house
        self._uptime, self._lobby, self._outbox = uptime, lobby, outbox
        self._natural = natural  # bots take a moment, where the table says so too
        self._limits, self._pace = limits, Pace() if limits else None
        self.is_closing = False
        self._live: dict[str, Live] = {}
        self._loading: dict[str, asyncio.Task[Live]] = {}
        self._tasks = Tasks()

    def open(self) -> None:
        self._store.listen(self._heard, self._missed)
        self._tasks.spawn(self._sweep())
        self._tasks.spawn(self._uptime.pulse(self._woken))
        self._tasks.spawn(self._uptime.beat(self._clock_runs))
        self._tasks.spawn(self._wake_bots())

    def end_streams(self) -> None:
        """End the streams of programs: the server is about to stop."""
        self.is_closing = True
        for live in self._live.values():
            live.wake()

    def attend(self, live: Live, onlooker: Onlooker) -> None:
        """Tell an onlooker from now on what happens at a table; its bots go on if they had paused.

        A Refusal if the host has too many tables that are played at.
        """
        if live.table.status == "running" and not live.is_attended:
            self.check_one_more(live.table.setup.host)
        live.onlookers.add(onlooker)
        live.people_changed()
        self.look(live, onlooker)
        self._set_bot(live)

    def look(self, live: Live, onlooker: Onlooker) -> None:
        """An onlooker may have the table in front of them now: they need not be told what they see."""
        if onlooker.looks and onlooker.guest in live.table.told:
            self._tasks.spawn(self._outbox.seen(live.table.id, onlooker.guest))

    def leave(self, live: Live, onlooker: Onlooker) -> None:
        """The opposite: with the last one gone, bots pause."""
        live.onlookers.discard(onlooker)
        live.people_changed()
        self._set_bot(live)

    def visit(self, live: Live) -> None:
        """The same as to attend, for whoever asks by HTTP: for a while."""
        live.note_visit()
        self._set_bot(live)

    def check_one_more(self, host: str) -> None:
        """A Refusal if a host has so many tables being played at that there cannot be one more."""
        if self._limits:
            own = (live for live in self._live.values() if live.table.setup.host == host)
            if sum(live.table.status == "running" and live.is_attended for live in own) >= MOST_RUNNING:
                raise Refusal("too_fast", "too_many_tables", most=MOST_RUNNING)

    async def close(self) -> None:
        await self._tasks.close()
        for live in self._live.values():
            live.stop_clock()

    # --- Tables in memory ---

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
        table = await self._archive.read(name)
        live = self._live[name] = Live(table, knows_all=not self._store.is_shared)
        TABLES.set(len(self._live))
        async with live.lock:
            if self._store.is_shared:
                await self._catch_up(live)  # what was stored since it was read has not been heard of
            if self._store.is_shared and table.time_left(ticks()) is not None:
                await self._uptime.save()  # so that this process has the time of the one where the turn began
            if table.turn_since is None or table.turn_since > ticks():
                table.turn_since = ticks()  # an older version has not stored it, or the last reading was not stored
            await self._settle(live)
        return live

    async def _sweep(self) -> None:
        """Drop clients that do not read, and tables without clients; note where somebody is."""
        while True:
            await asyncio.sleep(SWEEP)
            await self._lobby.note(list(self._live.values()))
            for onlooker in [onlooker for live in self._live.values() for onlooker in live.onlookers]:
                onlooker.drop_if_slow()
            for name in [name for name, live in self._live.items() if live.idle() and not live.lock.locked()]:
                self._live.pop(name).stop_clock()
            TABLES.set(len(self._live))

    # --- What happens ---

    async def do(self, live: Live, decide: Decision) -> int:
        """Decide a request, store and apply the event, wake the clients; the version that has it.

        A Refusal changes nothing.
        """
        async with live.lock:
            try:
                return await self._decide(live, decide)
            finally:
                if not live.doubtful:  # also after a refusal: events of other processes may have been read on the way
                    await self._settle(live)

    async def _decide(self, live: Live, decide: Decision) -> int:
        table = live.table
        for _ in range(RACES):
            try:
                if live.doubtful:
                    await self._catch_up(live)
                try:
                    event = decide(table, ticks())
                except Refusal:
                    if self._store.is_shared and await self._catch_up(live):
                        continue  # it was refused for want of events of another process
                    raise
                if event is None:
                    return table.version
                if isinstance(event, int):
                    return event
                event = msgspec.structs.replace(event, at=now())
                check_room(table, event)
                seats = outcome_after(table, event)
                end = ending(table, event.at, seats) if seats else None
                follows = self._outbox.following(live, event)
                if await self._archive.append(table.id, table.version + 1, event, end, follows):
                    self._apply(live, event)
                    if follows is not None:
                        self._outbox.wake()
                    return table.version
                await self._catch_up(live)  # another process was faster
            except StoreError as error:
                live.doubtful = True
                raise not_stored(error) from None
        raise Refusal("stale", "too_many_races")

    def _apply(self, live: Live, event: Happening) -> None:
        before = live.table.status
        live.table.apply(event)
        if isinstance(event, events.Moved):
            live.moves.inc()
        else:
            live.people_changed()
        if live.table.status != before:
            self._tasks.spawn(self._archive.note_status(live.table))
        live.wake()

    async def _catch_up(self, live: Live) -> bool:
        """Take in what is stored and not yet known here; whether there was anything."""
        happened = await self._archive.news_of(live.table)
        for event in happened:
            self._apply(live, event)
        live.doubtful = False
        return bool(happened)

    # --- What happens by itself ---

    async def _wake_bots(self) -> None:
        """Go on where a server has stopped: at tables at which bots are to move and somebody waits to be told."""
        with suppress(StoreError):  # whoever comes by sets them going, too
            for name in await self._outbox.tables_of_bots():
                with suppress(Refusal):  # of other rules
                    await self.find(name)

    async def _settle(self, live: Live, elsewhere: bool = False) -> None:
        """Let happen what happens by itself, and see to it that bots and clocks go on. The lock is held."""
        try:
            while live.table.due(ticks()) is not None:
                await self._decide(live, lambda table, tick: table.due(tick))
            if live.table.all_want_rematch():
                await self._begin_rematch(live)
        except Refusal:  # not stored; what was asked for is, so it is tried again apart from that
            asyncio.get_running_loop().call_later(RETRY, self._ring, live)
        self._set_bot(live, elsewhere)
        self._set_clock(live)

    def _set_bot(self, live: Live, elsewhere: bool = False) -> None:
        """Have a bot think if it is one's turn and somebody is there; else have none think.

        A bot that failed to choose is asked again.
        """
        level, version = live.table.bot_to_move() if live.is_attended else None, live.table.game_changed
        if live.bot is not None and live.bot[0] == version and not live.bot[1].done() and level:
            return
        if live.bot is not None:
            live.bot[1].cancel()
            live.bot = None
        if level:
            live.bot = (version, self._tasks.spawn(self._play_bot(live, level, version, elsewhere)))

    async def _play_bot(self, live: Live, level: str, version: int, elsewhere: bool) -> None:
        """Have the house choose a move in that version of the game, and make it."""
        delay = random.uniform(*DELAY) if self._natural and live.table.setup.delay else 0.0
        if self._pace is not None:
            delay = max(delay, self._pace.reserve(live.payer))
        began = time.monotonic()
        if elsewhere:
            await asyncio.sleep(ELSEWHERE)
        game = live.table.game
        if game is None or live.table.game_changed != version:
            return
        move = await self._house.choose(game, level, live.payer, live.table.bot_seed())
        await asyncio.sleep(max(0.0, began + delay - time.monotonic()))
        if live.bot is not None and live.bot[0] == version:
            live.bot = None  # from here on it is not cancelled: it may be storing
        while live.bot is None and live.table.game_changed == version:  # else another has taken over
            try:
                await self.do(live, lambda table, tick: table.bot_move(move, version, tick))
                return
            except Refusal as refusal:
                if refusal.code == "table_full":
                    return
                await asyncio.sleep(RETRY)  # not stored: it is tried again until it is

    def _set_clock(self, live: Live) -> None:
        live.stop_clock()
        left = live.table.time_left(ticks())
        if left is not None:
            live.clock = asyncio.get_running_loop().call_later(left / 1000 + 0.005, self._ring, live)

    def _clock_runs(self) -> bool:
        return any(live.clock is not None for live in self._live.values())

    def _woken(self) -> None:
        self._tasks.spawn(self._show_clocks())

    async def _show_clocks(self) -> None:
        """This process was stopped, which is nobody's time: clients are told how their clocks stand."""
        if self._store.is_shared:
            await self._uptime.save()  # other processes may have run
        for live in list(self._live.values()):
            if live.clock is not None:
                live.show_clock()

    def _ring(self, live: Live) -> None:
        self._tasks.spawn(self._rung(live))

    async def _rung(self, live: Live) -> None:
        async with live.lock:
            await self._settle(live)

    async def _begin_rematch(self, live: Live) -> None:
        """Open the next table and tell this one. If another process was faster, theirs counts."""
        try:
            following, guests = await open_next(self._archive, live.table)
        except StoreError as error:
            raise not_stored(error) from None
        await self._decide(live, lambda table, _: table.begin_rematch(following))
        if live.table.next_table == following:
            for guest in guests:
                self._tasks.spawn(self._remember_quietly(guest, following))

    async def _remember_quietly(self, guest: str, table: str) -> None:
        try:
            await self._archive.remember(guest, table)
        except StoreError as error:
            log("not_stored", reason=str(error))

    # --- Other processes ---

    def _heard(self, name: str, number: int) -> None:
        live = self._live.get(name)
        if live is not None and number == REWRITTEN:
            self._tasks.spawn(self.read_anew(name))
        if live is not None and live.table.version < number:
            self._tasks.spawn(self._follow(live))

    async def _follow(self, live: Live) -> None:
        """Take in what another process has stored."""
        async with live.lock:
            try:
                await self._catch_up(live)
                if live.table.awaited in live.looking & live.table.told:
                    await self._outbox.seen(live.table.id, live.table.awaited)
                await self._settle(live, elsewhere=True)
            except (StoreError, Refusal):
                live.doubtful = True

    async def read_anew(self, name: str) -> None:
        """Take what is stored of a table for what is known of it here."""
        live = self._live.get(name)
        if live is not None:
            async with live.lock:
                live.table = await self._archive.read(name)
                await self._settle(live)
            live.wake()

    async def _missed(self) -> None:
        for live in list(self._live.values()):
            await self._follow(live)
