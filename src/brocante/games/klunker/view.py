"""What a seat may see of Klunker (*Hidden* in the rules): built up from what is open, and the own hand."""

from typing import Any

from brocante.games.klunker.words import KINDS, PHASES
from brocante.games.sight import counted


def everyone(position: Any) -> dict[str, Any]:
    """What everyone may see."""
    size, known_top = int(position["pile_size"]), int(position["known_top"])
    known, window, safe = (position[name].tolist() for name in ("known", "window", "safe"))
    cards, bills, purchase_card = (position[name].tolist() for name in ("hand_size", "bills", "purchase_card"))
    return {
        "phase": PHASES[position["phase"]],
        "round": int(position["round"]),
        "first": int(position["first"]),
        "pile": {
            "cards": size,
            "known_top": [KINDS[kind] for kind in position["pile"][size - known_top : size]],  # the last is the top
        },
        "box": counted(KINDS, position["box"].tolist()),
        "money": counted(KINDS, position["money"].tolist()),
        "seats": [
            {
                "hand": None,
                "cards": cards[seat],
                "known": counted(KINDS, known[seat]),
                "window": counted(KINDS, window[seat]),
                "safe": counted(KINDS, safe[seat]),
                "bills": bills[seat],
                "purchase_card": purchase_card[seat] or None,
            }
            for seat in range(position["players"])
        ],
    }


def own(position: Any, seat: int) -> dict[int, dict[str, Any]]:
    """What a seat may see beside that, by seat: its own hand."""
    return {seat: {"hand": counted(KINDS, position["hand"][seat].tolist())}}


def knowers(position: Any, move: int) -> None:
    """All moves are made in the open."""


def pending(position: Any) -> int:
    """No move is known later than it is made."""
    return 0
