"""`brocante` alone: open the tables to browsers and programs."""

import os
import sys

import click


def open_tables(
    host: str,
    port: int,
    database: str | None,
    origins: frozenset[str],
    proxies: str,
    waiting: float,
    limits: bool,
    delay: bool,
    logs: bool,
    browse: bool,
) -> None:
    """Serve until told to stop."""
    from brocante.server.serve import listening_socket, serve
    from brocante.server.settings import Settings, own_database
    from brocante.server.store import StoreError

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
        origins=origins,
        proxies=proxies,
        waiting=60 * waiting,
        limits=limits,
        natural=delay,
        logs=logs,
    )
    shown = f"[{host}]" if ":" in host else "localhost" if host == "127.0.0.1" else host
    if not settings.is_private:
        click.echo(
            "Everyone who can reach this machine can reach the tables, and what they send can be read on the way:"
            " put a proxy with TLS in front of it, or use it at home only.",
            err=True,
        )
    address = f"http://{shown}:{settings.port}/"

    def opened() -> None:
        click.echo(f"The tables are open: {address} (Ctrl-C closes them)")
        if browse and has_screen():
            click.launch(address)

    try:
        serve(settings, door, opened)
    except StoreError as error:
        raise click.ClickException(str(error)) from None
    except KeyboardInterrupt:
        click.echo("\nThe tables are closed. What was played is kept.")


def has_screen() -> bool:
    """Whether a browser could be shown here."""
    return sys.platform != "linux" or bool(os.environ.get("DISPLAY") or os.environ.get("WAYLAND_DISPLAY"))
