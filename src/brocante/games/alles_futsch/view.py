"""What a seat may see of Alles futsch! (*Hidden* in the rules): all but the order of the pile, and secret money."""

from typing import Any

from brocante.games.alles_futsch.rules import AUCTION, OVER, USE
from brocante.games.alles_futsch.words import CARDS, KINDS, PHASES


def table(position: Any, seat: int | None) -> dict[str, Any]:
    phase, bidder = int(position["phase"]), int(position["bidder"])
    money_is_open = bool(position["money_is_open"]) or phase == OVER
    bankrupt = int(position["bankrupt"])
    return {
        "phase": PHASES[phase],
        "in_charge": int(position["in_charge"]),
        "row": [CARDS[card] for card in position["row"][: position["row_size"]]],
        "card": CARDS[position["card"]] if position["card"] >= 0 else None,
        "objects": [kind for kind, n in zip(KINDS, position["objects"], strict=True) if phase == USE for _ in range(n)],
        "bid": int(position["bid"]),
        "bidder": bidder if bidder >= 0 else None,
        "pile": int(position["pile_size"]),
        "discards": [CARDS[card] for card in position["discards"][: position["discards_size"]]],
        "bankrupt": bankrupt if bankrupt >= 0 else None,
        "seats": [
            {
                "lacks": KINDS[position["lacks"][other]],
                "stones": {
                    kind: int(position["stone"][other][i])
                    for i, kind in enumerate(KINDS)
                    if i != position["lacks"][other]
                },
                "money": int(position["money"][other]) if money_is_open or other == seat else None,
                "out": phase == AUCTION and bool(position["out"][other]),
            }
            for other in range(position["players"])
        ],
    }


def knowers(position: Any, move: int) -> None:
    """All moves are made in the open."""


def pending(position: Any) -> int:
    """No move is known later than it is made."""
    return 0
