"""How many bytes a move takes in the database: people play at random on a real server, then its file is looked at.

python -m brocante.bench.stored
"""

import asyncio
import sqlite3
import tempfile
from pathlib import Path

import click

from brocante.bench.load import SEATS, Party, people, running


async def play(port: int, tables: int, moves: int) -> None:
    """Until at least so many moves are stored."""
    latencies: list[float] = []
    groups = [await people(port, SEATS) for _ in range(tables)]
    parties = [
        asyncio.create_task(Party(group, number, latencies, lambda: 0.0).play()) for number, group in enumerate(groups)
    ]
    while len(latencies) < moves:
        await asyncio.wait(parties, timeout=0.5, return_when=asyncio.FIRST_EXCEPTION)
        for party in parties:
            if party.done():
                party.result()
    for party in parties:
        party.cancel()
    await asyncio.gather(*parties, return_exceptions=True)


def looked_at(file: Path) -> dict[str, float]:
    """Entries in a database and their bytes: of their content, and of the whole file."""
    with sqlite3.connect(file) as database:
        database.execute("VACUUM")
        database.execute("PRAGMA wal_checkpoint(TRUNCATE)")
        entries, content = database.execute("SELECT count(*), sum(length(content)) FROM entries").fetchone()
        tables = database.execute("SELECT count(DISTINCT table_id) FROM entries").fetchone()[0]
    return {
        "tables": tables,
        "entries": entries,
        "bytes of content per entry": round(content / entries, 1),
        "bytes of the file per entry": round(file.stat().st_size / entries, 1),
    }


@click.command()
@click.option("--tables", type=click.IntRange(min=1), default=30, show_default=True, help="Played at together.")
@click.option("--moves", type=click.IntRange(min=1), default=10_000, show_default=True, help="To store at least.")
def main(tables: int, moves: int) -> None:
    """Measure how many bytes a move takes in the database."""
    with tempfile.TemporaryDirectory(prefix="brocante-stored-") as folder:
        file = Path(folder) / "tables.db"
        with running(f"sqlite:///{file}", None, "--no-limits") as (port, _):
            asyncio.run(play(port, tables, moves))
        for what, number in looked_at(file).items():
            click.echo(f"{what}: {number:,}")


if __name__ == "__main__":
    main()
