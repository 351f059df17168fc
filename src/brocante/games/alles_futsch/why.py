"""Why a move of Alles futsch! is not legal now, with the clause that says so."""

from typing import Any

from brocante.games.alles_futsch.rules import (
    AUCTION,
    BID,
    BONUS_AT,
    KEEP,
    MOST_OF_A_KIND,
    OFFER,
    PASS,
    SEATS,
    SELL,
    USE,
)
from brocante.games.alles_futsch.words import KINDS

NOW = {
    OFFER: "Now a card of the row is offered (A2.1).",
    AUCTION: "Now the card is auctioned (A2.2): bid or pass.",
    USE: "Now the objects of the card are used (A3): keep or sell one.",
}


def phase_of(move: int) -> int:
    if move < PASS:
        return OFFER
    return AUCTION if move == PASS or move > BID else USE


def why_not(position: Any, move: int) -> str:
    seat, phase = position["turn"], int(position["phase"])
    if phase_of(move) != phase:
        return NOW[phase]
    if move < PASS:
        return "That card is not in the row (A2.1)."
    if move == PASS:
        return "Who is in charge must open the bidding with at least 1 (A2.2)."
    if move > BID:
        if move - BID <= position["bid"]:
            return f"A bid must be above the last one, {position['bid']} (A2.2)."
        return f"You have {position['money'][seat]} and cannot bid more (A2.2)."
    return why_not_use(position, seat, move)


def why_not_use(position: Any, seat: int, move: int) -> str:
    kind = move - KEEP if move < SELL else (move - SELL) // SEATS
    collects, held = position["lacks"][seat] != kind, position["stone"][seat][kind]
    if position["objects"][kind] == 0:
        return f"There is no {KINDS[kind]} left on the card (A3)."
    if not (collects and held < BONUS_AT) and not any_buyer(position, seat, kind):
        return f"Nobody can buy a {KINDS[kind]} any more: it is lost (A3.4)."
    if move < SELL:
        if not collects:
            return f"You do not collect {KINDS[kind]}: it must be sold (A3.2)."
        return f"You have {held} of {KINDS[kind]}: it must be sold (A3.2)."
    buyer = (move - SELL) % SEATS
    if buyer >= position["players"]:
        return f"There is no seat {buyer}: {position['players']} play (C1)."
    if collects and held < BONUS_AT:
        return f"You collect {KINDS[kind]} and have fewer than three: it must be kept (A3.1)."
    if buyer == seat:
        return "An object is sold to another player (A3.2)."
    if position["lacks"][buyer] == kind:
        return f"Seat {buyer} does not collect {KINDS[kind]} (A3.2)."
    return f"Seat {buyer} has {MOST_OF_A_KIND} of {KINDS[kind]} already (A3.2)."


def any_buyer(position: Any, seat: int, kind: int) -> bool:
    """Whether another player collects the kind and has room for it (A3.2)."""
    return any(
        other != seat and position["lacks"][other] != kind and position["stone"][other][kind] < MOST_OF_A_KIND
        for other in range(position["players"])
    )
