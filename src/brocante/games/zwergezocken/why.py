"""Why a move of ZwergeZocken is not legal now, with the clause that says so."""

from typing import Any

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
    START: "First the chip's side is chosen (Z1.3): start yellow or start blue.",
    TURN: "Now it is your turn (Z2.1): play a card, before it a set if you like.",
    LAID: "At most one set a turn (Z3.2): now play a card.",
    TO: "First say who gets the cards (Z5.2): to SEAT.",
    GIVING: "Now cards are given (Z5.2): give FACE.",
    PASSING: "Now a card is passed to the left (Z5.4): pass FACE.",
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


def why_not(position: Any, move: int) -> str:
    seat, phase = int(position["turn"]), int(position["phase"])
    if phase not in phases_of(move):
        return NOW[phase]
    if move < PLAY:
        return why_not_lay(position, seat, move - LAY)
    if TO_SEAT <= move < GIVE_CARD:
        other = move - TO_SEAT
        if other == seat:
            return "Cards are given to another player (Z5.2)."
        return f"There is no seat {other}: {position['players']} play (C1)."
    base, clause = PASS_CARD, "Z5.4"
    if move < PASS_CARD:
        base, clause = (PLAY, "Z2.1") if move < TO_SEAT else (GIVE_CARD, "Z5.2")
    face = move - base
    if position["hand"][seat][face] == 0:
        return f"There is no {NAMES[face]} in your hand ({clause})."
    return "A dwarf must be passed as long as there is one in your hand (Z5.4)."


def why_not_lay(position: Any, seat: int, index: int) -> str:
    size = set_size(index)
    if size < SMALLEST_SET:
        return f"A set has at least {SMALLEST_SET} cards (Z3.1)."
    for face in range(FACES):
        held, wanted = int(position["hand"][seat][face]), int(copies_in_set(index, face))
        if held < wanted:
            what = NAMES[face] if face >= DWARFS + 8 else f"{NAMES[face]} x{wanted}"
            return f"Your hand does not hold {what} (Z3.1)."
    return "A card must be left to play after a set (Z3.2)."
