"""Why a move of Klunker is not legal now, with the clause that says so."""

from typing import Any

from brocante.games.klunker.rules import BUY, DECLINE, DONE, PASS, PURCHASES, SAFES, SELL, SELLING, SET, STORE, WINDOWS
from brocante.games.klunker.words import KINDS
from brocante.games.refusals import Why, no_such_seat

NOW = {
    WINDOWS: Why("now_windows", "K3"),
    SAFES: Why("now_safes", "K4"),
    PURCHASES: Why("now_purchases", "K6"),
    SELLING: Why("now_selling", "K6.3"),
}


def phase_of(move: int) -> int:
    if move < STORE or move == DONE:
        return WINDOWS
    if move < SELL or move == PASS:
        return SAFES
    return SELLING if move < BUY else PURCHASES


def why_not(position: Any, move: int) -> Why:
    phase = int(position["phase"])
    if phase_of(move) != phase:
        return NOW[phase]
    if move == DONE:
        return Why("window_empty", "K3.2")
    if move == DECLINE:
        return Why("must_buy", "K6.2")
    if move < SELL:
        return Why("not_in_hand", "K3.1" if move < STORE else "K4.1", {"card": KINDS[move % len(KINDS)]})
    if move < BUY:
        return Why("fewer_than_four", "K6.3", {"card": KINDS[move - SELL], "number": SET})
    owner, players = move - BUY, int(position["players"])
    if owner >= players:
        return no_such_seat(owner, players)
    if position["window_size"][owner] == 0:
        return Why("nothing_to_buy", "K6.1", {"seat": owner})
    return Why("no_bill", "K6.1")
