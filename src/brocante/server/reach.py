"""Which addresses that somebody else has named are reached from here: HTTPS at hosts of the public internet.

Else a guest could have the server knock at doors of its own network. A name is looked up right before it is used, and
the connection goes to the address that was looked at.
"""

import asyncio
import socket
from collections.abc import Collection
from ipaddress import IPv4Network, IPv6Network, ip_address
from urllib.parse import urlsplit

from brocante.server.settings import is_address

HTTPS = 443


class OutOfBounds(Exception):
    """This address is not to be reached from here."""


def host_and_port(address: str) -> tuple[str, int]:
    """OutOfBounds if it is no address by HTTPS, or names a person too."""
    try:
        parts = urlsplit(address)
        host, port = parts.hostname or "", parts.port or HTTPS
    except ValueError:
        raise OutOfBounds from None
    if parts.scheme != "https" or not host or parts.username is not None or not address.isascii():
        raise OutOfBounds
    return host, port


def is_within(host: str, port: int, networks: Collection[IPv4Network | IPv6Network]) -> bool:
    """Whether an address of IP is one of the public internet, or in a network that the operator has named."""
    address = ip_address(host)
    address = getattr(address, "ipv4_mapped", None) or address
    if any(address in network for network in networks if network.version == address.version):
        return True
    return port == HTTPS and address.is_global and not address.is_multicast


def check(address: str, networks: Collection[IPv4Network | IPv6Network]) -> None:
    """OutOfBounds if it can be told already that an address is not to be reached."""
    host, port = host_and_port(address)
    if is_address(host):
        if not is_within(host, port, networks):
            raise OutOfBounds
    elif not networks and ("." not in host or host.endswith((".local", ".internal", ".localhost"))):
        raise OutOfBounds  # a name of somebody's own network


async def looked_up(address: str, networks: Collection[IPv4Network | IPv6Network]) -> tuple[str, str]:
    """The host, and an address of IP to reach it by. OSError if nobody knows the host."""
    host, port = host_and_port(address)
    found = await asyncio.get_running_loop().getaddrinfo(host, port, type=socket.SOCK_STREAM)
    addresses = [str(each[4][0]).partition("%")[0] for each in found]
    if not addresses or not all(is_within(each, port, networks) for each in addresses):
        raise OutOfBounds
    return host, addresses[0]
