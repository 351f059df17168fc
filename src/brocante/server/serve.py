"""Run a server until it is told to stop."""

import gc
import logging
import resource
import signal
import socket
from collections.abc import Callable
from functools import partial
from typing import Any, cast

import uvicorn
from prometheus_client import start_http_server

from brocante.server.app import new_app
from brocante.server.connections import Connections, Http
from brocante.server.frames import Frames
from brocante.server.observe import Log, log, where
from brocante.server.root import under_root
from brocante.server.settings import Settings
from brocante.server.store import Store

MOST_FRAME = 16 * 2**10  # bytes of one message to the server
TICKS = 10  # of uvicorn, in one second
GRACE = 5  # seconds that open requests have when it stops


class MetricsError(Exception):
    """Metrics cannot be served where they were asked for."""


def serve(settings: Settings, door: socket.socket, opened: Callable[[], object]) -> None:
    """Serve on a socket that listens, from a database that is prepared; `opened` is called when people can come."""
    Log.wanted = settings.logs
    app, connections = new_app(settings), Connections(settings)
    config = uvicorn.Config(
        under_root(app, settings.root),
        http=cast("Any", partial(Http, connections)),
        ws=Frames,
        ws_max_size=MOST_FRAME,
        ws_per_message_deflate=False,  # it would cost more memory than all else of a connection
        ws_ping_interval=20,
        ws_ping_timeout=20,
        access_log=False,
        log_config=None,
        log_level="error",
        proxy_headers=bool(settings.proxies),
        forwarded_allow_ips=[str(proxy) for proxy in settings.proxies],
        server_header=False,
        timeout_graceful_shutdown=GRACE,
    )
    notes = logging.getLogger("uvicorn.error")
    notes.handlers, notes.propagate = [Notes(logging.ERROR)], False
    signal.signal(signal.SIGTERM, signal.default_int_handler)  # who is told to end ends as with Ctrl-C
    _, most_files = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (most_files, most_files))  # each connection is one
    if settings.metrics is not None:
        address, port = settings.metrics
        try:
            start_http_server(port, address)
        except OSError as error:
            raise MetricsError(error.strerror) from None
    Server(config, connections, opened, lambda: app.state.service.hub.end_streams()).run(sockets=[door])


async def prepare(settings: Settings) -> None:
    """Bring the database up to date, so that what is wrong with it (StoreError) is said before anybody comes."""
    store = Store(settings.database)
    await store.open()
    await store.close()


class Notes(logging.Handler):
    """What the HTTP server has to say of mistakes goes into our log, in our way."""

    def emit(self, record: logging.LogRecord) -> None:
        error = record.exc_info[1] if record.exc_info else None
        if error is None:
            log("server", says=record.getMessage()[:400])
        else:
            log("server", says=str(record.msg)[:400].strip(), error=type(error).__name__, where=where(error))


class Server(uvicorn.Server):
    """Says when it is there, and when it is about to stop."""

    def __init__(
        self,
        config: uvicorn.Config,
        connections: Connections,
        opened: Callable[[], object],
        stopping: Callable[[], object],
    ) -> None:
        super().__init__(config)
        self._connections, self._opened, self._stopping = connections, opened, stopping

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        await super().startup(sockets)
        if self.started:
            gc.collect()
            gc.freeze()  # what is there now stays; looking through it again and again is wasted
            gc.set_threshold(20_000, 20, 100)  # what a move leaves behind is freed at once, without looking
            self._opened()

    async def on_tick(self, counter: int) -> bool:
        if counter % TICKS == 0:
            self._connections.sweep(self.server_state.connections)
        return await super().on_tick(counter)

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        self._stopping()
        await super().shutdown(sockets)


def listening_socket(host: str, port: int) -> socket.socket:
    """A door for people to come in by; OSError if there is one already."""
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    door = socket.socket(family)
    door.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    try:
        door.bind((host, port))
        door.listen(2048)
    except OSError:
        door.close()
        raise
    return door
