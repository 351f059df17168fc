"""A view of ZwergeZocken to read in a terminal."""

from typing import Any

from brocante.games.columns import NONE, columns, counted, headline, paragraph, row_name, seat_name, several
from brocante.games.zwergezocken.words import SIDES


def lines(view: dict[str, Any]) -> list[str]:
    """The table as a seat or a watcher sees it, the own hand last; at most 80 columns wide."""
    return [
        headline(view, "ZwergeZocken", f"round {view['round']}", phase(view)),
        f"Chip: {view['chip'] or 'to be chosen'} · Pile: {several(view['pile'], 'card')}",
        *paragraph(trick(view), hang=7),
        "",
        *columns([["", "total", "last round", "hand", "taken", "sets"], *standings(view)], left=(0, 5)),
        "",
        *open_cards(view),
        *own_hand(view),
    ]


def phase(view: dict[str, Any]) -> str:
    """What the turn is about, where it is not about playing a card."""
    receiver = f" to {seat_name(view, view['receiver'])}" if view["receiver"] is not None else ""
    return {
        "start": "choose the chip's side",
        "to": "choose who is given cards",
        "give": f"give a card{receiver}",
        "pass": "pass a card to the left",
    }.get(view["phase"], "")


def trick(view: dict[str, Any]) -> str:
    """The cards in the order played, with what they are worth as the chip lies (Z4.1)."""
    cards = [
        f"{seat_name(view, card['seat'])} {card['face']} = {value(card['face'], view['chip'])}"
        for card in view["trick"]
    ]
    if view["turn"] is None:
        return ""
    return f"Trick: {', '.join(cards) or seat_name(view, view['leader']) + ' leads'}"


def value(face: str, chip: str) -> str:
    """
    >>> value("3/7", "yellow"), value("3/7", "blue"), value("draw", "blue")
    ('3', '7', '5')
    """
    return face.split("/")[SIDES.index(chip)] if "/" in face else "5"


def standings(view: dict[str, Any]) -> list[list[str]]:
    """A row for each seat, and one more for each set after the first."""
    rows = []
    for number, seat in enumerate(view["seats"]):
        points = f"{seat['last_points']:+}" if view["round"] > 1 or view["turn"] is None else NONE
        taken = sum(seat["taken"].values())
        cells = [row_name(view, number), str(seat["total"]), points, str(seat["cards"]), str(taken)]
        first, *more = seat["sets"] or [NONE]
        rows.append([*cells, first])
        rows.extend([*[""] * len(cells), another] for another in more)
    return rows


def open_cards(view: dict[str, Any]) -> list[str]:
    """Cards taken or discarded, those the viewer knows in a hand, and, until the first trick is taken, the hands that
    were counted when the last round ended (Z6.5)."""
    fresh = view["turn"] is None or not any(seat["taken"] for seat in view["seats"])
    shown = []
    for label, zone in (("Taken by", "taken"), ("Known to you in the hand of", "known"), ("Last hand of", "last_hand")):
        for number, seat in enumerate(view["seats"]):
            if seat[zone] and (zone != "last_hand" or fresh):
                shown += paragraph(f"{label} {seat_name(view, number)}: {counted(seat[zone])}")
    return shown + (paragraph(f"Discarded: {counted(view['discarded'])}") if view["discarded"] else [])


def own_hand(view: dict[str, Any]) -> list[str]:
    if view["seat"] is None:
        return []
    own = view["seats"][view["seat"]]
    chosen = f" · to be passed on: {own['chosen']}" if own["chosen"] else ""
    return paragraph(f"Your hand: {counted(own['hand'])}{chosen}", hang=11)
