"""Why a move of Klunker is not legal now, with the clause that says so."""

from typing import Any

from brocante.games.klunker.rules import BUY, DECLINE, DONE, PASS, PURCHASES, SAFES, SELL, SELLING, SET, STORE, WINDOWS
from brocante.games.klunker.words import KINDS

NOW = {
    WINDOWS: "Now windows are filled (K3): show a card, or done.",
    SAFES: "Now cards are stored (K4): store a card, or pass.",
    PURCHASES: "Now windows are bought (K6): buy a window, or decline.",
    SELLING: "Now a kind of which there are four must be sold first (K6.3).",
}


def phase_of(move: int) -> int:
    if move < STORE or move == DONE:
        return WINDOWS
    if move < SELL or move == PASS:
        return SAFES
    return SELLING if move < BUY else PURCHASES


def why_not(position: Any, move: int) -> str:
    seat, phase = position["turn"], position["phase"]
    if phase_of(move) != phase:
        return NOW[int(phase)]
    if move == DONE:
        return "Your window may not be empty at the end of your turn (K3.2)."
    if move == DECLINE:
        return "Your own window has cards, so you must buy, it or another (K6.2)."
    if move < SELL:
        return f"There is no {KINDS[move % len(KINDS)]} in your hand ({'K3.1' if move < STORE else 'K4.1'})."
    if move < BUY:
        return f"Your safe has fewer than {SET} cards of that kind (K6.3)."
    owner = move - BUY
    if owner >= position["players"]:
        return f"There is no seat {owner}: {position['players']} play (C1)."
    if position["window_size"][owner] == 0:
        return f"The window of seat {owner} is empty (K6.1)."
    assert position["bills"][seat] == 0
    return "Another's window costs one bill, and you have none (K6.1)."
