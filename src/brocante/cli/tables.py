"""`brocante` alone: open the tables to browsers and programs."""

import asyncio
import os
import sys
from ipaddress import IPv4Network, IPv6Network, ip_network
from pathlib import Path
from typing import TextIO

import click


def open_tables(
    host: str,
    port: int,
    database: str | None,
    origins: tuple[str, ...],
    proxies: str,
    waiting: float,
    metrics: str | None,
    limits: bool,
    delay: bool,
    logs: bool,
    browse: bool,
    root: str,
    keep: int | None,
    records: Path | None,
    workers: int,
    contact: str,
    push_networks: str,
    mail: str | None,
    mail_from: str,
) -> None:
    """Serve until told to stop."""
    from brocante.server.letters import mail_server
    from brocante.server.root import checked_root
    from brocante.server.serve import MetricsError, listening_socket, prepare, serve
    from brocante.server.settings import Settings, own_database
    from brocante.server.store import StoreError, parsed
    from brocante.server.workers import WorkersFailed, supervise

    try:
        root = checked_root(root)
        if workers > 1 and parsed(database or own_database()).get_backend_name() != "postgresql":
            raise click.UsageError(
                "Several processes need PostgreSQL: an SQLite file is served by one. Give its address as --database"
                " postgresql://USER:PASSWORD@HOST/NAME, or leave --workers out."
            )
    except ValueError as error:
        raise click.UsageError(f"--root-path: {error}") from None
    except StoreError as error:
        raise click.ClickException(str(error)) from None

    try:
        letters = mail_server(mail, mail_from, origins[0] + root if origins else "") if mail else None
    except ValueError as error:
        raise click.UsageError(str(error)) from None
    try:
        door = listening_socket(host, port)
    except OSError as error:
        raise click.ClickException(
            f"Port {port} of {host} cannot be used: {error.strerror}. Try another: --port"
        ) from None
    settings = Settings(
        database=database or own_database(),
        host=host,
        port=door.getsockname()[1],
        origins=frozenset(origins),
        proxies=networks(proxies, "--proxies"),
        waiting=60 * waiting,
        metrics=address_and_port(metrics) if metrics else None,
        limits=limits,
        natural=delay,
        logs=logs,
        root=root,
        keep=keep,
        records=records,
        contact=checked_contact(contact, origins),
        push_networks=networks(push_networks, "--push-networks"),
        mail=letters,
    )
    shown = f"[{host}]" if ":" in host else "localhost" if host == "127.0.0.1" else host
    if not settings.is_private:
        say(
            "Everyone who can reach this machine can reach the tables, and what they send can be read on the way:"
            " put a proxy with TLS in front of it, or use it at home only.",
            sys.stderr,
        )
    address = f"http://{shown}:{settings.port}{root}/"

    def opened() -> None:
        say(f"The tables are open: {address} (Ctrl-C closes them)")
        if browse and has_screen():
            click.launch(address)

    try:
        asyncio.run(prepare(settings))
        compile_first()
        if workers > 1:
            supervise(settings, door, workers, opened)
        else:
            serve(settings, door, opened)
    except (StoreError, WorkersFailed) as error:
        raise click.ClickException(str(error)) from None
    except MetricsError as error:
        raise click.ClickException(f"Metrics cannot be served at {metrics}: {error}.") from None
    except KeyboardInterrupt:
        say("\nThe tables are closed. What was played is kept.")


def checked_contact(contact: str, origins: tuple[str, ...]) -> str:
    """
    >>> checked_contact("", ("http://localhost:8000", "https://tables.example"))
    'https://tables.example'
    """
    if contact and not contact.startswith(("mailto:", "https://")):
        raise click.UsageError(f"--contact takes mailto:ADDRESS or an address with https://, not {contact!r}.")
    return contact or next((each for each in origins if each.startswith("https://")), "")


def networks(listed: str, flag: str) -> frozenset[IPv4Network | IPv6Network]:
    """
    >>> sorted(map(str, networks("10.0.0.1, fd00::/8", "--proxies")))
    ['10.0.0.1/32', 'fd00::/8']
    """
    try:
        return frozenset(ip_network(each.strip()) for each in listed.split(",") if each.strip())
    except ValueError as error:
        raise click.UsageError(f"{flag} takes addresses and networks, as 10.0.0.1 or 10.0.0.0/8: {error}.") from None


def address_and_port(written: str) -> tuple[str, int]:
    """
    >>> address_and_port("127.0.0.1:9100"), address_and_port("[::1]:9100")
    (('127.0.0.1', 9100), ('::1', 9100))
    """
    address, _, port = written.rpartition(":")
    if not address or not port.isdecimal() or int(port) > 65535:
        raise click.UsageError(f"--metrics takes an address and a port, as 127.0.0.1:9100; not {written!r}.")
    return address.strip("[]"), int(port)


def say(text: str, stream: TextIO | None = None) -> None:
    """Nobody need be able to read it: a full disk or a closed pipe is no reason to stop serving."""
    stream = stream or sys.stdout
    try:
        click.echo(text, file=stream)
    except OSError:
        os.dup2(os.open(os.devnull, os.O_WRONLY), stream.fileno())  # what is still to be written goes nowhere


def compile_first() -> None:
    """Make the machine code that is not there yet, before anybody waits for it at a table."""
    import time

    from brocante.precompile import compile_all, is_complete

    if is_complete():
        return
    click.echo("Compiling the games to machine code, once; this takes a few minutes …", err=True)
    start = time.perf_counter()
    for title in compile_all():
        click.echo(f"  {title} is ready after {time.perf_counter() - start:.0f} s.", err=True)


def has_screen() -> bool:
    """Whether a browser could be shown here."""
    return sys.platform != "linux" or bool(os.environ.get("DISPLAY") or os.environ.get("WAYLAND_DISPLAY"))
