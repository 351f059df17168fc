"""What a client at a table is sent: everything at first, then what has changed since the version it has."""

from brocante.server.messages import News
from brocante.server.moment import ticks
from brocante.server.people import Actor
from brocante.table import events
from brocante.table.shown import clock_shown, earlier_lines, table_shown, told_since, views_of
from brocante.table.table import Table

SAT = events.Sat.__struct_config__.tag


def news(table: Table, actor: Actor, since: int | None) -> News:
    """What has changed after a version, as this actor may see it; everything for None or a version that never was."""
    first = since is None or since > table.version
    begin = 0 if since is None or first else since
    told = told_since(table, begin)
    seated = any(each.kind == SAT for each in told) if told else False  # whoever takes a seat sees more of everything
    return News(
        version=table.version,
        table=table_shown(table, actor.guest)
        if first or told or table.status == "over" or max(table.asked_changed, table.told_changed) > begin
        else None,
        told=told,
        earlier=earlier_lines(table, begin) if told else None,
        views=views_of(table, actor.seats_at(table), 0 if seated else begin)
        if first or seated or table.game_changed > begin
        else [],
        clock=clock_shown(table, ticks()) if table.setup.clock else None,
    )
