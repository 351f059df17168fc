"""A view of Alles futsch! to read in a terminal."""

from typing import Any

from brocante.games.alles_futsch.words import KINDS
from brocante.games.columns import columns, headline, paragraph, row_name, seat_name


def lines(view: dict[str, Any]) -> list[str]:
    """The table as a seat or a watcher sees it; at most 80 columns wide. There are no hands, but there is money."""
    return [
        headline(view, "Alles futsch!", phase(view), f"pile: {view['pile']}"),
        *paragraph(f"Row: {', '.join(view['row'])}", hang=5),
        *paragraph(under_the_hammer(view)),
        "",
        *columns([["", "money", *KINDS, ""], *boards(view)], left=(0, len(KINDS) + 2)),
    ]


def phase(view: dict[str, Any]) -> str:
    if view["turn"] is None:
        return ""
    return f"{view['phase']}, {seat_name(view, view['in_charge'])} in charge"


def under_the_hammer(view: dict[str, Any]) -> str:
    """The card being auctioned or used, and what is left of it."""
    if view["card"] is None:
        return ""
    bid = f" · bid {view['bid']} by {seat_name(view, view['bidder'])}" if view["bid"] else " · no bid yet"
    left = f" · still to use: {', '.join(view['objects'])}" if view["objects"] else ""
    return f"Under the hammer: {view['card']}{bid}{left}"


def boards(view: dict[str, Any]) -> list[list[str]]:
    """For each seat its money, `?` where it is secret, how far its stones are, and how it stands in the auction."""
    rows = []
    for number, seat in enumerate(view["seats"]):
        money = "?" if seat["money"] is None else str(seat["money"])
        stones = [str(seat["stones"].get(kind, "lacks")) for kind in KINDS]
        rows.append([row_name(view, number), money, *stones, standing(view, number)])
    return rows


def standing(view: dict[str, Any], seat: int) -> str:
    if seat == view["bankrupt"]:
        return "bankrupt"
    if seat == view["bidder"]:
        return f"bid {view['bid']}"
    return "out" if view["seats"][seat]["out"] else ""
