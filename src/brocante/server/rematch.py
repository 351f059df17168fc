"""The same people again, one seat further, at another table."""

import msgspec

from brocante.games.catalogue import ruleset
from brocante.server.archive import Archive
from brocante.server.moment import now
from brocante.server.tokens import new_seed
from brocante.table import events
from brocante.table.table import Table


async def open_next(archive: Archive, table: Table) -> tuple[str, set[str]]:
    """Open the table of a rematch with everyone seated at it; its name, and the guests."""
    places, people = table.rematch_seats()
    rules = ruleset(table.setup.game)  # a new game is played by the rules of today
    options = rules.still_accepted(len(places), table.setup.options)
    setup = msgspec.structs.replace(
        table.setup, rules=rules.version, options=options, places=tuple(places), public=False, deal=""
    )
    following = await archive.open_table(setup, new_seed())
    seated = [(seat, guest, name) for seat, (guest, name) in enumerate(people) if guest]
    for number, (seat, guest, name) in enumerate(seated, start=1):
        await archive.append(following, number, events.Sat(at=now(), seat=seat, guest=guest, name=name))
    return following, {guest for _, guest, _ in seated}
