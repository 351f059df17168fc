"""Why a move of ZwergeZocken is not legal now, with the clause that says so."""

from typing import Any

from brocante.games.refusals import Why, no_such_seat
from brocante.games.zwergezocken.rules import (
    DWARFS,
    FACES,
    GIVE_CARD,
    GIVING,
    LAID,
    LAY,
    PASS_CARD,
    PASSING,
    PLAY,
    SMALLEST_SET,
    START,
    TO,
    TO_SEAT,
    TURN,
    copies_in_set,
    set_size,
)
from brocante.games.zwergezocken.words import FACES as NAMES

NOW = {
    START: Why("now_start", "Z1.3"),
    TURN: Why("now_turn", "Z2.1"),
    LAID: Why("now_laid", "Z3.2"),
    TO: Why("now_to", "Z5.2"),
    GIVING: Why("now_giving", "Z5.2"),
    PASSING: Why("now_passing", "Z5.4"),
}


def phases_of(move: int) -> set[int]:
    if move < LAY:
        return {START}
    if move < PLAY:
        return {TURN}
    if move < TO_SEAT:
        return {TURN, LAID}
    if move < GIVE_CARD:
        return {TO}
    return {GIVING} if move < PASS_CARD else {PASSING}


def why_not(position: Any, move: int) -> Why:
    seat, phase = int(position["turn"]), int(position["phase"])
    if phase not in phases_of(move):
        return NOW[phase]
    if move < PLAY:
        return why_not_lay(position, seat, move - LAY)
    if TO_SEAT <= move < GIVE_CARD:
        other = move - TO_SEAT
        return Why("to_another", "Z5.2") if other == seat else no_such_seat(other, int(position["players"]))
    base, clause = PASS_CARD, "Z5.4"
    if move < PASS_CARD:
        base, clause = (PLAY, "Z2.1") if move < TO_SEAT else (GIVE_CARD, "Z5.2")
    face = move - base
    if position["hand"][seat][face] == 0:
        return Why("not_in_hand", clause, {"card": NAMES[face]})
    return Why("pass_a_dwarf", "Z5.4")


def why_not_lay(position: Any, seat: int, index: int) -> Why:
    if set_size(index) < SMALLEST_SET:
        return Why("set_too_small", "Z3.1", {"number": SMALLEST_SET})
    for face in range(FACES):
        held, wanted = int(position["hand"][seat][face]), int(copies_in_set(index, face))
        if held < wanted:
            code = "joker_not_in_hand" if face >= DWARFS + 8 else "set_not_in_hand"
            return Why(code, "Z3.1", {"card": NAMES[face], "number": wanted})
    return Why("card_left", "Z3.2")
