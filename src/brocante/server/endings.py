"""What is stored with the move that ends a game: all of it or nothing."""

from sqlalchemy import Connection, text

from brocante.server.archive import encoder
from brocante.server.ratings import count, take_turns
from brocante.server.series import count_game
from brocante.server.store import Store, Work
from brocante.table.events import Moved
from brocante.table.outcome import Finisher, outcome
from brocante.table.table import Table

ENDED = text(
    "INSERT INTO outcomes (table_id, game, finished, seats, counted) "
    "VALUES (:table_id, :game, :finished, :seats, :counted) "
    "ON CONFLICT DO NOTHING"
)


def ending(table: Table, at: int, seats: tuple[Finisher, ...]) -> Work:
    """How a game ended; if it counts new ratings; and of a series the results, and the tables of the next round."""

    def store(connection: Connection) -> None:
        if table.setup.counts or table.setup.series:
            take_turns(connection)
        counted, noted = count(connection, table.setup.game, seats) if table.setup.counts else (None, seats)
        row = {"table_id": table.id, "game": table.setup.game, "finished": at, "counted": counted}
        connection.execute(ENDED.bindparams(**row, seats=encoder.encode(noted).decode()))
        if table.setup.series:
            count_game(connection, table, seats)

    return store


async def note_outcome(store: Store, table: Table) -> None:
    """How a game ended that is over, where that has not been stored: by a version before outcomes were."""
    seats = outcome(table)
    if seats is not None and not table.setup.counts:
        at = next(event.at for event in reversed(table.events) if isinstance(event, Moved))
        await store.run(ending(table, at, seats))
