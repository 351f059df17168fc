"""Rules of thumb for ZwergeZocken: how good each legal move looks, from weights that `brocante tune` has found.

Duck; throw high cards under a sure taker; keep what may become a set; lay sets; turn the chip when it makes another
take.
"""

from typing import Any

from brocante.games.compiled import compiled
from brocante.games.zwergezocken.rules import (
    BLUE,
    BLUE_SIDE,
    DRAW,
    DWARFS,
    FACES,
    GIVE,
    GIVE_CARD,
    LAY,
    PASS_CARD,
    PLAY,
    RAINBOW,
    SET_POINTS,
    STARTS,
    SWAP,
    TO_SEAT,
    TREE_HIGH,
    VALUES,
    YELLOW,
    YELLOW_SIDE,
    quad_of,
    set_size,
    taking_card,
)

WEIGHTS = (
    "take",  # cost of each card of a trick that is surely taken
    "risk",  # cost of each card of a trick that may be taken: by the value of the card that takes it now
    "risk_square",
    "risk_base",
    "high",  # how gladly a card goes: by its value now
    "extreme",  # by how far it is from the middle
    "action",  # an action, a joker
    "joker",
    "pair",  # the second, third of a dwarf in hand is kept
    "triple",
    "helped",  # and a dwarf for which there is a joker
    "draw",  # the actions' effects
    "give",
    "swap",
    "lay",  # how gladly a set is laid, and by its points
    "lay_points",
    "to_leader",  # cards are given to the player with the fewest points
    "start",
)
TAKE, RISK, RISK_SQUARE, RISK_BASE, HIGH, EXTREME, ACTION, JOKER, PAIR, TRIPLE, HELPED = range(11)
DREW, GAVE, SWAPPED, LAID_SET, LAY_POINTS, TO_LEADER, STARTED = range(11, 18)


@compiled
def riddance(position: Any, seat: int, face: int, weights: Any) -> float:
    """How gladly a card leaves the hand."""
    value = VALUES[position.chip, face]
    glad = weights[HIGH] * value + weights[EXTREME] * abs(value - 5)
    if face >= RAINBOW:
        return glad + weights[JOKER]
    if face >= DRAW:
        return glad + weights[ACTION]
    if DWARFS <= face < TREE_HIGH:
        copies = position.hand[seat, face]
        if copies >= 3:
            glad -= weights[TRIPLE]
        elif copies == 2:
            glad -= weights[PAIR]
        if position.hand[seat, RAINBOW] + position.hand[seat, quad_of(face - DWARFS)] > 0:
            glad -= weights[HELPED] * copies
    return glad


@compiled
def playing(position: Any, seat: int, face: int, weights: Any) -> float:
    """What comes of playing a card: who takes the trick as it lies then, and what leaves the hand."""
    chip, at = position.chip, position.trick_size
    position.trick[at] = face
    position.trick_size = at + 1
    if face == BLUE:
        position.chip = BLUE_SIDE
    elif face == YELLOW:
        position.chip = YELLOW_SIDE
    taking = taking_card(position) == at
    value = VALUES[position.chip, face]
    position.chip = chip
    position.trick_size = at
    position.trick[at] = -1
    score = riddance(position, seat, face, weights)
    if face == DRAW:
        score += weights[DREW]
    elif face == GIVE:
        score += weights[GAVE]
    elif face == SWAP:
        score += weights[SWAPPED]
    if taking:
        to_come = position.players - position.turns
        if to_come == 0:
            score -= weights[TAKE] * (at + 1)
        else:
            share = value * 0.1
            risk = weights[RISK_BASE] + weights[RISK] * share + weights[RISK_SQUARE] * share * share
            score -= risk * (at + 1 + to_come)
    return score


@compiled
def heuristic(position: Any, moves: Any, count: int, weights: Any, scores: Any) -> None:
    """A score for each of the legal moves, the higher the better."""
    seat = position.turn
    for i in range(count):
        move = moves[i]
        if move >= PASS_CARD:
            scores[i] = riddance(position, seat, move - PASS_CARD, weights)
        elif move >= GIVE_CARD:
            scores[i] = riddance(position, seat, move - GIVE_CARD, weights)
        elif move >= TO_SEAT:
            scores[i] = -weights[TO_LEADER] * (position.totals[move - TO_SEAT] + points_now(position, move - TO_SEAT))
        elif move >= PLAY:
            scores[i] = playing(position, seat, move - PLAY, weights)
        elif move >= LAY:
            scores[i] = weights[LAID_SET] - weights[LAY_POINTS] * SET_POINTS[set_size(move - LAY)]
        else:
            total = 0.0
            for face in range(FACES):
                total += position.hand[seat, face] * VALUES[move - STARTS, face]
            scores[i] = -weights[STARTED] * total


@compiled
def points_now(position: Any, seat: int) -> int:
    """Points of this round that are on the table: cards taken and sets."""
    total = 0
    for face in range(FACES):
        total += position.taken[seat, face]
    for i in range(position.sets):
        if position.set_seat[i] == seat:
            total += SET_POINTS[set_size(position.set_lay[i] - LAY)]
    return total
