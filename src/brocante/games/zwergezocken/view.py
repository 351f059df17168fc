"""What a seat may see of ZwergeZocken (*Hidden* in the rules): what is open, the own hand, and what one has given."""

from typing import Any

from brocante.games.sight import counted
from brocante.games.zwergezocken.rules import GIVE_CARD, PASS_CARD, PASSING, RING
from brocante.games.zwergezocken.words import FACES, PHASES, SIDES, WORDS


def everyone(position: Any) -> dict[str, Any]:
    """What everyone may see."""
    chip, receiver = int(position["chip"]), int(position["receiver"])
    cards, taken, shown = (position[name].tolist() for name in ("hand_size", "taken", "shown"))
    totals, gained = position["totals"].tolist(), position["gained"].tolist()
    sets = [
        (int(position["set_seat"][i]), WORDS[position["set_lay"][i]].removeprefix("lay "))
        for i in range(position["sets"])
    ]
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
        "discarded": counted(FACES, position["discarded"].tolist()),
        "seats": [
            {
                "hand": None,
                "cards": cards[seat],
                "known": {},
                "chosen": None,
                "taken": counted(FACES, taken[seat]),
                "sets": [words for owner, words in sets if owner == seat],
                "total": totals[seat],
                "last_hand": counted(FACES, shown[seat]),  # Z6.5
                "last_points": gained[seat],
            }
            for seat in range(position["players"])
        ],
    }


def own(position: Any, seat: int) -> dict[int, dict[str, Any]]:
    """What a seat may see beside that, by seat: its hand and choice, and what it knows to be in others' hands."""
    known = position["known"][:, :, seat].tolist()
    more: dict[int, dict[str, Any]] = {
        other: {"known": counted(FACES, known[other])} for other in range(position["players"])
    }
    chosen = int(position["chosen"][seat])
    more[seat]["hand"] = counted(FACES, position["hand"][seat].tolist())
    more[seat]["chosen"] = FACES[chosen] if chosen >= 0 else None
    return more


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
