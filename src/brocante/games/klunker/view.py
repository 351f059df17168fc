"""What a seat may see of Klunker (*Hidden* in the rules): built up from what is open, and the own hand."""

from typing import Any

from brocante.games.klunker.words import KINDS, PHASES


def counted(cards: Any) -> dict[str, int]:
    return {kind: int(n) for kind, n in zip(KINDS, cards, strict=True) if n}


def table(position: Any, seat: int | None) -> dict[str, Any]:
    size, known_top = int(position["pile_size"]), int(position["known_top"])
    return {
        "phase": PHASES[position["phase"]],
        "round": int(position["round"]),
        "first": int(position["first"]),
        "pile": {
            "cards": size,
            "known_top": [KINDS[kind] for kind in position["pile"][size - known_top : size]],  # the last is the top
        },
        "box": counted(position["box"]),
        "money": counted(position["money"]),
        "seats": [
            {
                "hand": counted(position["hand"][other]) if other == seat else None,
                "cards": int(position["hand_size"][other]),
                "known": counted(position["known"][other]),
                "window": counted(position["window"][other]),
                "safe": counted(position["safe"][other]),
                "bills": int(position["bills"][other]),
                "purchase_card": int(position["purchase_card"][other]) or None,
            }
            for other in range(position["players"])
        ],
    }


def knowers(position: Any, move: int) -> None:
    """All moves are made in the open."""


def pending(position: Any) -> int:
    """No move is known later than it is made."""
    return 0
