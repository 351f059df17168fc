"""A view of Alles futsch! to read in a terminal."""

from typing import Any

from brocante.games.alles_futsch.words import KINDS
from brocante.games.columns import columns, headline, paragraph, row_name, seat_name

BANK = {3: "the bank pays 30", 4: "the bank asks for 10", 5: "the bank asks for 10"}  # A3.1, A3.3


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


def news(before: dict[str, Any], after: dict[str, Any]) -> list[str]:
    """What followed from a move by itself, told from the views of one seat before and after it."""
    followed = []
    if before["phase"] == "auction" != after["phase"]:
        followed.append(f"{seat_name(after, before['bidder'])} wins the auction and pays {before['bid']}")
    for number, seat in enumerate(after["seats"]):
        for kind, stone in seat["stones"].items():
            if stone in BANK and stone != before["seats"][number]["stones"][kind]:
                followed.append(f"{seat_name(after, number)} now has {stone} of {kind}: {BANK[stone]}")
    if after["bankrupt"] is not None:
        followed.append(f"{seat_name(after, after['bankrupt'])} is bankrupt")
    return followed
