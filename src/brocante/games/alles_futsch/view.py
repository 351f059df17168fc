"""What a seat may see of Alles futsch! (*Hidden* in the rules): all but the order of the pile, and secret money."""

from typing import Any

from brocante.games.alles_futsch.rules import AUCTION, OVER, USE
from brocante.games.alles_futsch.words import CARDS, KINDS, PHASES


def everyone(position: Any) -> dict[str, Any]:
    """What everyone may see."""
    phase, bidder, bankrupt = int(position["phase"]), int(position["bidder"]), int(position["bankrupt"])
    money_is_open = bool(position["money_is_open"]) or phase == OVER
    lacks, stone, money, out = (position[name].tolist() for name in ("lacks", "stone", "money", "out"))
    return {
        "phase": PHASES[phase],
        "in_charge": int(position["in_charge"]),
        "row": [CARDS[card] for card in position["row"][: position["row_size"]].tolist()],
        "card": CARDS[position["card"]] if position["card"] >= 0 else None,
        "objects": [kind for kind, n in zip(KINDS, position["objects"], strict=True) if phase == USE for _ in range(n)],
        "bid": int(position["bid"]),
        "bidder": bidder if bidder >= 0 else None,
        "pile": int(position["pile_size"]),
        "discards": [CARDS[card] for card in position["discards"][: position["discards_size"]].tolist()],
        "bankrupt": bankrupt if bankrupt >= 0 else None,
        "seats": [
            {
                "lacks": KINDS[lacks[seat]],
                "stones": {kind: stone[seat][i] for i, kind in enumerate(KINDS) if i != lacks[seat]},
                "money": money[seat] if money_is_open else None,
                "out": phase == AUCTION and bool(out[seat]),
            }
            for seat in range(position["players"])
        ],
    }


def own(position: Any, seat: int) -> dict[int, dict[str, Any]]:
    """What a seat may see beside that, by seat: its own money."""
    return {seat: {"money": int(position["money"][seat])}}


def knowers(position: Any, move: int) -> None:
    """All moves are made in the open."""


def pending(position: Any) -> int:
    """No move is known later than it is made."""
    return 0
