"""A view of Klunker to read in a terminal."""

from typing import Any

from brocante.games.columns import NONE, columns, headline, in_order, paragraph, row_name, seat_name, several
from brocante.games.klunker.words import KINDS

LABEL = "{:<19} {:<6}"  # always as wide, so that the table stands still from turn to turn


def lines(view: dict[str, Any]) -> list[str]:
    """The table as a seat or a watcher sees it, the own hand last; at most 80 columns wide."""
    return [
        headline(view, "Klunker", f"round {view['round']}", view["phase"] if view["turn"] is not None else ""),
        *paragraph(f"First player: {seat_name(view, view['first'])} · Pile: {pile(view['pile'])}"),
        *purchase_cards(view),
        "",
        *columns([[LABEL.format("", ""), *KINDS], *jewels(view)], left=(0,)),
    ]


def pile(cards: dict[str, Any]) -> str:
    """How many there are, and what everyone has seen go on top (K5.4)."""
    top = in_order(cards["known_top"][::-1])
    return several(cards["cards"], "card") + (f", from the top {top}" if top else "")


def purchase_cards(view: dict[str, Any]) -> list[str]:
    """Who buys first, second and so on, as far as it is settled (K4.2)."""
    taken = sorted(
        (seat["purchase_card"], number) for number, seat in enumerate(view["seats"]) if seat["purchase_card"]
    )
    order = ", ".join(f"{card} {seat_name(view, number)}" for card, number in taken)
    return paragraph(f"Purchase cards: {order}") if taken else []


def jewels(view: dict[str, Any]) -> list[list[str]]:
    """The number of each kind in every window and safe, known to all in a hand, sold, and in the own hand."""
    rows = []
    for number, seat in enumerate(view["seats"]):
        bills = f"   {several(seat['bills'], 'bill')}, hand {seat['cards']}"
        rows.append(row(row_name(view, number), "window", seat["window"]))
        rows.append(row(bills, "safe", seat["safe"]))
        if seat["known"]:
            rows.append(row("", "known", seat["known"]))
    if view["money"]:
        rows.append(row("  sold, now money", "", view["money"]))
    if view["box"]:
        rows.append(row("  sold, in the box", "", view["box"]))
    if view["seat"] is not None:
        rows.append([""] * len(rows[0]))
        rows.append(row("  your hand", "", view["seats"][view["seat"]]["hand"]))
    return rows


def row(name: str, where: str, cards: dict[str, int]) -> list[str]:
    return [LABEL.format(name, where), *(str(cards.get(kind, NONE)) for kind in KINDS)]
