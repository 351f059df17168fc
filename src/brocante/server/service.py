"""The parts of a running server."""

import os
from dataclasses import dataclass, field

from brocante.server.archive import Archive
from brocante.server.house import House
from brocante.server.hub import Hub
from brocante.server.people import People
from brocante.server.prune import keep_pruned
from brocante.server.rate_limit import Sockets
from brocante.server.settings import Settings, own_records
from brocante.server.store import Store
from brocante.server.tasks import Tasks


@dataclass
class Service:
    settings: Settings
    store: Store
    archive: Archive
    house: House
    hub: Hub
    people: People
    sockets: Sockets = field(default_factory=Sockets)
    tasks: Tasks = field(default_factory=Tasks)

    async def open(self) -> None:
        await self.store.open()
        self.hub.open()
        self.house.rehearse()
        if self.settings.keep is not None:
            self.tasks.spawn(keep_pruned(self.store, self.settings.keep, self.settings.records or own_records()))

    async def close(self) -> None:
        await self.tasks.close()
        await self.hub.close()
        self.house.close()
        await self.store.close()


def new_service(settings: Settings) -> Service:
    store = Store(settings.database)
    archive = Archive(store)
    house = House(settings.threads or os.cpu_count() or 1)
    return Service(settings, store, archive, house, Hub(store, archive, house, settings.natural), People(store))
