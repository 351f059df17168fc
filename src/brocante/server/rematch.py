"""The same people again, one seat further, at another table."""

import msgspec

from brocante.server.archive import Archive, again
from brocante.server.tokens import new_seed
from brocante.table.table import Table


async def open_next(archive: Archive, table: Table) -> tuple[str, set[str]]:
    """Open the table of a rematch with everyone seated at it; its name, and the guests."""
    places, people = table.rematch_seats()
    setup = msgspec.structs.replace(again(table.setup, places), public=False, deal="")
    following = await archive.open_seated(setup, new_seed(), people)
    return following, {guest for guest, _ in people if guest}
