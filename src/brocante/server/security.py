"""What keeps strangers out: where a request may come from, how often, and what a browser may do with the answer."""

from ipaddress import IPv4Address, IPv6Network, ip_address
from typing import Any
from urllib.parse import urlsplit

from litestar import WebSocket
from litestar.connection import ASGIConnection
from litestar.datastructures import MutableScopeHeaders
from litestar.handlers.base import BaseRouteHandler
from litestar.types import Message, Scope

from brocante.server.people import COOKIE
from brocante.server.rate_limit import Buckets, RateLimit
from brocante.server.settings import Settings, is_address
from brocante.table.refusal import Refusal

Connection = ASGIConnection[Any, Any, Any, Any]
READING = ("GET", "HEAD", "OPTIONS")
USUAL = RateLimit("usual", at_once=60, per_second=20)  # where an endpoint declares none
HEADERS = {
    "Content-Security-Policy": "default-src 'self'; script-src 'self' 'wasm-unsafe-eval'; "  # the rules are WebAssembly
    "img-src 'self' data:; style-src 'self' 'unsafe-inline'; "
    "object-src 'none'; base-uri 'self'; form-action 'self'; frame-ancestors 'none'",
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "no-referrer",  # a table's address invites to it
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
    "X-Frame-Options": "DENY",
}


class Gate:
    """The guards of a server. They are asynchronous, since others are run in threads."""

    def __init__(self, settings: Settings) -> None:
        self._settings = settings
        self._buckets = Buckets()

    async def origin(self, connection: Connection, handler: BaseRouteHandler) -> None:
        """Browsers say which page asks. Only our own pages may change anything or open a socket."""
        is_socket = isinstance(connection, WebSocket)
        if not is_socket and connection.scope.get("method", "GET") in READING:
            return
        if connection.headers.get("sec-fetch-site", "same-origin") not in ("same-origin", "none"):
            raise Refusal("other_origin")
        origin = connection.headers.get("origin")
        if origin is not None and not self._allowed(origin, connection.headers.get("host", "")):
            raise Refusal("other_origin")

    def _allowed(self, origin: str, host: str) -> bool:
        """Named ones; and the own address, if it is one that no other site can give itself by a name."""
        if origin in self._settings.origins:
            return True
        try:
            parts = urlsplit(origin)
        except ValueError:  # no address at all
            return False
        name = parts.hostname or ""
        return parts.netloc == host and (name == "localhost" or is_address(name))

    async def limit(self, connection: Connection, handler: BaseRouteHandler) -> None:
        """By cookie, so that many at one address do not slow each other down; and by address, whatever the cookie."""
        if not self._settings.limits:
            return
        limit: RateLimit = handler.opt.get("rate_limit", USUAL)
        guest = connection.cookies.get(COOKIE)
        if guest is not None and not self._buckets.take(guest, limit):
            raise Refusal("too_fast")
        if not self._buckets.take(household(connection), limit.of_crowd()):
            raise Refusal("too_fast")


def household(connection: Connection) -> str:
    """Where somebody asks from."""
    return address_of(connection.client.host if connection.client else "")


def address_of(host: str) -> str:
    """Of IPv6, all that has one network of 64 bits is one: a line is given that many.

    >>> [address_of(host) for host in ("10.0.0.7", "2001:db8:1:2:3::4", "::ffff:10.0.0.7")]
    ['10.0.0.7', '2001:db8:1:2::/64', '10.0.0.7']
    """
    if not is_address(host):
        return host
    address = ip_address(host)
    if isinstance(address, IPv4Address):
        return host
    return str(address.ipv4_mapped or IPv6Network((address, 64), strict=False))


async def add_headers(message: Message, scope: Scope) -> None:
    """To everything that is sent, errors included."""
    if message["type"] == "http.response.start":
        headers = MutableScopeHeaders.from_message(message)
        for name, value in HEADERS.items():
            headers.setdefault(name, value)
        if scope["path"].startswith("/api/"):
            headers.setdefault("Cache-Control", "no-store")
