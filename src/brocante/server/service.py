"""The parts of a running server."""

import os
import time
from dataclasses import dataclass, field

from brocante.server import rate_limit
from brocante.server.archive import Archive
from brocante.server.deals import keep_dealt
from brocante.server.deliver import PushServices
from brocante.server.house import House
from brocante.server.hub import Hub
from brocante.server.letters import Letters
from brocante.server.lobby import Lobby
from brocante.server.outbox import Outbox
from brocante.server.people import People
from brocante.server.prune import keep_pruned
from brocante.server.rate_limit import Sockets
from brocante.server.settings import Settings, own_records
from brocante.server.store import Store
from brocante.server.tasks import Tasks
from brocante.server.tending import keep_going
from brocante.server.uptime import Uptime
from brocante.table.refusal import Refusal

MOST_ANSWERS = 4  # games step by step that are being sent to one address
SOON = 1.0  # seconds


@dataclass
class Service:
    settings: Settings
    store: Store
    archive: Archive
    house: House
    hub: Hub
    people: People
    uptime: Uptime
    lobby: Lobby
    outbox: Outbox
    sockets: Sockets
    answers: Sockets
    tasks: Tasks = field(default_factory=Tasks)
    _stored: float = -SOON  # when something was last stored to see whether that can be

    async def check_storage(self) -> None:
        """StoreError unless something can be stored; what was so a moment ago is not tried again."""
        if time.monotonic() - self._stored > SOON:
            await self.store.check()
            self._stored = time.monotonic()

    async def open(self) -> None:
        await self.store.open()
        await self.uptime.open()
        await self.outbox.open()
        self.hub.open()
        self.house.rehearse()
        self.tasks.spawn(keep_dealt(self.store))
        self.tasks.spawn(keep_going(self.store, self.hub))
        if self.settings.keep is not None:
            self.tasks.spawn(keep_pruned(self.store, self.settings.keep, self.settings.records or own_records()))

    async def close(self) -> None:
        await self.tasks.close()
        await self.hub.close()
        await self.outbox.close()
        self.house.close()
        await self.uptime.close()
        await self.store.close()


def new_service(settings: Settings) -> Service:
    store = Store(settings.database)
    archive, uptime, lobby = Archive(store), Uptime(store), Lobby(store, settings.waiting)
    house = House(os.cpu_count() or 1, settings.limits)
    outbox = Outbox(store, PushServices(settings), Letters(settings.mail) if settings.mail else None)
    hub = Hub(store, archive, house, settings.natural, settings.limits, uptime, lobby, outbox)
    sockets = Sockets(rate_limit.MOST_SOCKETS, lambda: Refusal("too_fast", "too_many_sockets"))
    answers = Sockets(MOST_ANSWERS, lambda: Refusal("too_fast", "too_many_answers"))
    return Service(settings, store, archive, house, hub, People(store), uptime, lobby, outbox, sockets, answers)
