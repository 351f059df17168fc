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
from brocante.games.refusals import Why, no_such_seat

NOW = {OFFER: Why("now_offer", "A2.1"), AUCTION: Why("now_auction", "A2.2"), USE: Why("now_use", "A3")}


def phase_of(move: int) -> int:
    if move < PASS:
        return OFFER
    return AUCTION if move == PASS or move > BID else USE


def why_not(position: Any, move: int) -> Why:
    seat, phase = position["turn"], int(position["phase"])
    if phase_of(move) != phase:
        return NOW[phase]
    if move < PASS:
        return Why("not_in_row", "A2.1")
    if move == PASS:
        return Why("must_open", "A2.2")
    if move > BID:
        if move - BID <= position["bid"]:
            return Why("bid_too_low", "A2.2", {"bid": int(position["bid"])})
        return Why("bid_too_high", "A2.2", {"money": int(position["money"][seat])})
    return why_not_use(position, seat, move)


def why_not_use(position: Any, seat: int, move: int) -> Why:
    kind = move - KEEP if move < SELL else (move - SELL) // SEATS
    collects, held = position["lacks"][seat] != kind, int(position["stone"][seat][kind])
    card = {"card": KINDS[kind]}
    if position["objects"][kind] == 0:
        return Why("not_on_card", "A3", card)
    if not (collects and held < BONUS_AT) and not any_buyer(position, seat, kind):
        return Why("lost", "A3.4", card)
    if move < SELL:
        return Why("have_enough", "A3.2", {**card, "number": held}) if collects else Why("not_collected", "A3.2", card)
    buyer, players = (move - SELL) % SEATS, int(position["players"])
    if buyer >= players:
        return no_such_seat(buyer, players)
    if collects and held < BONUS_AT:
        return Why("must_keep", "A3.1", card)
    if buyer == seat:
        return Why("not_to_yourself", "A3.2")
    if position["lacks"][buyer] == kind:
        return Why("buyer_does_not_collect", "A3.2", {**card, "seat": buyer})
    return Why("buyer_is_full", "A3.2", {**card, "seat": buyer, "number": MOST_OF_A_KIND})


def any_buyer(position: Any, seat: int, kind: int) -> bool:
    """Whether another player collects the kind and has room for it (A3.2)."""
    return any(
        other != seat and position["lacks"][other] != kind and position["stone"][other][kind] < MOST_OF_A_KIND
        for other in range(position["players"])
    )
