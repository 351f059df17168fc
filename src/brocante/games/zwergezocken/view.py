"""What a seat may see of ZwergeZocken (*Hidden* in the rules): what is open, the own hand, and what one has given."""

from typing import Any

from brocante.games.zwergezocken.rules import GIVE_CARD, PASS_CARD, PASSING, RING
from brocante.games.zwergezocken.words import FACES, PHASES, SIDES, WORDS


def counted(cards: Any) -> dict[str, int]:
    return {face: int(n) for face, n in zip(FACES, cards, strict=True) if n}


def table(position: Any, seat: int | None) -> dict[str, Any]:
    chip, receiver = int(position["chip"]), int(position["receiver"])
    return {
        "phase": PHASES[position["phase"]],
        "round": int(position["round"]),
        "leader": int(position["leader"]),
        "chip": SIDES[chip] if chip >= 0 else None,
        "trick": [
            {"seat": int(position["trick_seat"][i]), "face": FACES[position["trick"][i]]}
            for i in range(position["trick_size"])
        ],
        "receiver": receiver if receiver >= 0 else None,
        "pile": int(position["pile_size"]),
        "discarded": counted(position["discarded"]),
        "seats": [
            {
                "hand": counted(position["hand"][other]) if other == seat else None,
                "cards": int(position["hand_size"][other]),
                "known": counted(position["known"][other, :, seat]) if seat is not None else {},
                "chosen": FACES[position["chosen"][other]]
                if other == seat and position["chosen"][other] >= 0
                else None,
                "taken": counted(position["taken"][other]),
                "sets": [
                    WORDS[position["set_lay"][i]].removeprefix("lay ")
                    for i in range(position["sets"])
                    if position["set_seat"][i] == other
                ],
                "total": int(position["totals"][other]),
                "last_hand": counted(position["shown"][other]),  # Z6.5
                "last_points": int(position["gained"][other]),
            }
            for other in range(position["players"])
        ],
    }


def knowers(position: Any, move: int) -> set[int] | None:
    """Who learns which card was given or passed; None for everyone."""
    seat = int(position["turn"])
    if move >= PASS_CARD:
        return {seat, (seat + 1) % int(position["players"])}
    if move >= GIVE_CARD:
        return {seat, int(position["receiver"])}
    return None


def pending(position: Any) -> int:
    """How many of the latest moves are choices in a ring not yet finished, known only to who made them (Z5.4)."""
    return int((position["chosen"] >= 0).sum()) if position["phase"] == PASSING and position["swap"] == RING else 0
