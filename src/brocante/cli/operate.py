"""`brocante backup`, `restore`, `prune`, `forget` and `ratings`: for operators of a server."""

import asyncio
import re
from collections.abc import Coroutine
from pathlib import Path
from typing import Any, TypeVar

import click

T = TypeVar("T")

DAYS = {"d": 1, "w": 7, "m": 30, "y": 365}

database = click.option(
    "--database",
    envvar="BROCANTE_DATABASE",
    help="sqlite:///FILE or postgresql://…, also as $BROCANTE_DATABASE  [default: the one in your data folder]",
)


@click.command(epilog="\b\nExample:\n  brocante backup /backups/brocante-$(date +%F).db")
@click.argument("file", type=click.Path(path_type=Path, dir_okay=False))
@database
def backup(file: Path, database: str | None) -> None:
    """Write all that the database holds, as it is at one moment, to FILE. The server goes on meanwhile.

    FILE is an SQLite database, whichever database it comes from. It holds names, the hashes of secrets, and the seeds
    of running games: nobody but you may read it.
    """
    from brocante.server.backup import back_up

    click.echo(f"{file}: {counted(done(back_up(address(database), file)))}.")


@click.command(
    epilog="\b\nExamples:\n  brocante restore /backups/brocante-2027-01-31.db"
    "\n  brocante restore old.db --database postgresql://user:password@host/brocante"
)
@click.argument("file", type=click.Path(path_type=Path, dir_okay=False))
@click.option("--replace", is_flag=True, help="Delete what the database holds now.")
@database
def restore(file: Path, replace: bool, database: str | None) -> None:
    """Fill a database from a backup FILE, of this version or an earlier one, from either kind of database.

    Stop the server first.
    """
    from brocante.server import backup

    click.echo(f"The database has {counted(done(backup.restore(address(database), file, replace)))}.")


def age(context: click.Context, parameter: click.Parameter, value: str | None) -> int | None:
    """Days, as `90d`, `12w`, `6m` or `1y`."""
    if value is None:
        return None
    found = re.fullmatch(r"([1-9]\d{0,4})([dwmy])", value)
    if not found:
        raise click.BadParameter(f"Days, weeks, months or years, as 90d, 12w, 6m or 1y; not {value!r}.")
    return int(found[1]) * DAYS[found[2]]


@click.command(epilog="\b\nExamples:\n  brocante prune --older 1y --dry-run\n  brocante prune --older 90d")
@click.option("--older", required=True, callback=age, metavar="AGE", help="As 90d, 12w, 6m or 1y.")
@click.option(
    "--records",
    type=click.Path(path_type=Path, file_okay=False),
    help="The folder that finished games are written to.  [default: records, in your data folder]",
)
@click.option("--dry-run", is_flag=True, help="Say what would go, and change nothing.")
@database
def prune(older: int, records: Path | None, dry_run: bool, database: str | None) -> None:
    """Remove tables at which nothing has happened for so long, and guests as old who have no table any more.

    Of a finished game the record is written to a file first, which `brocante verify` and the client can read.
    """
    from brocante.server.prune import DAY, prune_database
    from brocante.server.settings import own_records

    folder = records or own_records()
    pruned = done(prune_database(address(database), older * DAY, folder, dry_run))
    would = "Would remove" if dry_run else "Removed"
    to = f" (records in {folder})" if pruned.finished and not dry_run else ""
    click.echo(
        f"{would} {number(pruned.finished, 'finished table')}{to}, {number(pruned.unfinished, 'unfinished table')}"
        f" and {number(pruned.guests, 'guest')}{f', {pruned.series} series' if pruned.series else ''}."
    )
    if pruned.unreadable:
        click.echo(
            f"{number(len(pruned.unreadable), 'table')} stay: they are of games or rules that are not installed here.",
            err=True,
        )


@click.command(epilog="\b\nExamples:\n  brocante forget Anna\n  brocante forget id:OZyMV_DErG7k")
@click.argument("guest", metavar="GUEST")
@database
def forget(guest: str, database: str | None) -> None:
    """Forget a GUEST, named by their name or, as id:ID, by the id that this command lists where names are not unique.

    Name and secret go. Their seats in stored tables become nobody's, their lines of chat are removed; their moves stay,
    since the games of the others are made of them. Backups and record files are not changed; record files hold no
    names.
    """
    from brocante.server.forget import forget_by_name

    found = done(forget_by_name(address(database), guest))
    if found.forgotten is not None:
        click.echo(f"Forgotten, at {number(found.forgotten, 'table')}.")
    elif found.alike:
        click.echo("There are several of that name; name one by its id:", err=True)
        for each, created, tables in found.alike:
            click.echo(f"  id:{each}  since {created}, {number(tables, 'table')}", err=True)
        raise SystemExit(1)
    else:
        raise click.ClickException(f"There is no guest {guest!r}.")


@click.command(epilog="\b\nExamples:\n  brocante ratings --check\n  brocante ratings")
@click.option("--check", is_flag=True, help="Only compare, and change nothing.")
@database
def ratings(check: bool, database: str | None) -> None:
    """Work out all ratings again, from the games that count in the order in which they ended.

    They are the same to the last digit; where they are not, the stored ones are replaced. A server may run meanwhile.
    """
    from brocante.server.ratings import recompute_database

    found = done(recompute_database(address(database), check))
    said = f"{number(found.games, 'game')}, {number(found.ratings, 'rating')}: "
    click.echo(said + ("all as stored." if not found.wrong else f"{found.wrong} not as stored."))
    if found.wrong and check:
        raise SystemExit(1)
    if found.wrong:
        click.echo("Replaced.")


def address(database: str | None) -> str:
    from brocante.server.settings import own_database

    return database or own_database()


def done(work: Coroutine[Any, Any, T]) -> T:
    """What the work gives; a StoreError as a sentence."""
    from brocante.server.store import StoreError

    try:
        return asyncio.run(work)
    except StoreError as error:
        raise click.ClickException(str(error)) from None


def counted(rows: dict[str, int]) -> str:
    return f"{number(rows['tables'], 'table')}, {number(rows['guests'], 'guest')}, {number(rows['entries'], 'event')}"


def number(count: int, what: str) -> str:
    """
    >>> number(1, "table"), number(2, "table")
    ('1 table', '2 tables')
    """
    return f"{count} {what}" if count == 1 else f"{count} {what}s"
