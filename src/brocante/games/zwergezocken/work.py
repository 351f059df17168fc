"""What work is ahead in a game, for GPUs: games with the same are played side by side (`envs/gpu_pool.py`)."""

import numpy as np

from brocante.games.compiled import compiled
from brocante.games.zwergezocken.rules import (
    DRAW,
    DWARFS,
    GIVE,
    GIVE_CARD,
    LAY,
    PASS_CARD,
    PLAY,
    QUAD_HIGH,
    QUAD_LOW,
    RAINBOW,
    SMALLEST_SET,
    SWAP,
    TO_SEAT,
    TURN,
    Position,
)

# Kinds of work: a card is played, and perhaps a trick or a round ends with it; what belongs to an action; sets.
CARD, DRAWN, LAST_GIVEN, GIVES, SWAPS, TO, FIRST_GIVEN, LAID, TRICK, TRICK_BY_ACTION, ROUND, SETS = range(12)
KINDS = 12


@compiled
def work_of_playing(position: Position, move: int) -> int:
    """The kind of work that a move will be. A wrong guess costs time, nothing else: a player to the left who draws does
    not end the round, and the last pass of a ring is not told from the others."""
    seat = position.turn
    kind, end, played = CARD, TRICK, 0
    if PLAY <= move < TO_SEAT:
        face, played = move - PLAY, 1
        if face == GIVE and position.hand_size[seat] > 1:
            return GIVES
        if face == SWAP and position.hand_size[seat] > 1:
            return SWAPS
        if face == DRAW:
            kind, end = DRAWN, TRICK_BY_ACTION
    elif move >= GIVE_CARD:
        if move < PASS_CARD and position.to_give > 1:
            return FIRST_GIVEN
        kind, end = LAST_GIVEN, TRICK_BY_ACTION
    elif move >= LAY:
        return TO if move >= TO_SEAT else LAID
    if position.turns < position.players:
        return kind
    for other in range(position.players):
        if position.hand_size[other] == (played if other == seat else 0):
            return ROUND
    return end


@compiled
def work_of_choosing(position: Position) -> int:
    """SETS if there may be a set among the legal moves, which takes long to find out; else -1."""
    if position.phase != TURN:
        return -1
    hand = position.hand[position.turn]
    low, high = np.int8(0), np.int8(0)
    for dwarf in range(4):
        low = max(low, hand[DWARFS + dwarf])
        high = max(high, hand[DWARFS + 4 + dwarf])
    return SETS if max(low + hand[QUAD_LOW], high + hand[QUAD_HIGH]) + hand[RAINBOW] >= SMALLEST_SET else -1
