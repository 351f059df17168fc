"""The parts of a running server."""

import os
from dataclasses import dataclass, field

from brocante.server.archive import Archive
from brocante.server.house import House
from brocante.server.hub import Hub
from brocante.server.lobby import Lobby
from brocante.server.people import People
from brocante.server.rate_limit import Sockets
from brocante.server.settings import Settings
from brocante.server.store import Store
from brocante.server.uptime import Uptime


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
    sockets: Sockets = field(default_factory=Sockets)

    async def open(self) -> None:
        await self.store.open()
        await self.uptime.open()
        self.hub.open()
        self.house.rehearse()

    async def close(self) -> None:
        await self.hub.close()
        self.house.close()
        await self.uptime.close()
        await self.store.close()


def new_service(settings: Settings) -> Service:
    store = Store(settings.database)
    archive, uptime, lobby = Archive(store), Uptime(store), Lobby(store, settings.waiting)
    house = House(settings.threads or os.cpu_count() or 1)
    hub = Hub(store, archive, house, settings.natural, uptime, lobby)
    return Service(settings, store, archive, house, hub, People(store), uptime, lobby)
