"""What somebody at a table is told: all of it at first, then what has changed since the version they have."""

from brocante.server.messages import News
from brocante.server.moment import now
from brocante.server.people import Actor
from brocante.table import events
from brocante.table.sight import clock_shown, table_shown, told_since, views
from brocante.table.table import Table

SAT = events.Sat.__struct_config__.tag


def news(table: Table, actor: Actor, since: int | None) -> News:
    """What changed after a version, as this one may see it; None, or a version there never was: everything."""
    begin = since if since is not None and since <= table.version else 0
    told = told_since(table, begin)
    first = since is None or since > table.version
    changed = first or bool(told) or table.status == "over"
    seated = any(each.kind == SAT for each in told)  # who takes a seat sees more of it all
    moved = first or seated or table.game_changed > begin
    return News(
        version=table.version,
        table=table_shown(table, actor.guest) if changed else None,
        told=told,
        views=views(table, actor.seats_at(table), 0 if seated else begin) if moved else [],
        clock=clock_shown(table, now()),
    )
