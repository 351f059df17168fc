"""The parts of a running server."""

import os
from dataclasses import dataclass, field

from brocante.server.archive import Archive
from brocante.server.house import House
from brocante.server.hub import Hub
from brocante.server.people import People
from brocante.server.rate_limit import Sockets
from brocante.server.settings import Settings
from brocante.server.store import Store


@dataclass
class Service:
    settings: Settings
    store: Store
    archive: Archive
    house: House
    hub: Hub
    people: People
    sockets: Sockets = field(default_factory=Sockets)

    async def open(self) -> None:
        await self.store.open()
        self.hub.open()
        self.house.rehearse()

    async def close(self) -> None:
        await self.hub.close()
        self.house.close()
        await self.store.close()


def new_service(settings: Settings) -> Service:
    store = Store(settings.database)
    archive = Archive(store)
    house = House(settings.threads or os.cpu_count() or 1)
    return Service(settings, store, archive, house, Hub(store, archive, house, settings.natural), People(store))
