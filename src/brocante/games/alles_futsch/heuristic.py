"""Rules of thumb for Alles futsch!: how good each legal move looks, from weights that `brocante tune` has found.

Everything but the pile is public, so one can tell what a card is worth to each player: bonuses, steps towards them, and
forced sales. Bid just above what the others would, up to the own worth; sell so as to ruin when that wins, else spare.
"""

from typing import Any

from brocante.games.alles_futsch.rules import (
    AUCTION,
    BID,
    BONUS,
    BONUS_AT,
    FEE,
    KEEP,
    OBJECTS,
    OFFER,
    PASS,
    PRICE,
    SEATS,
    SELL,
    can_be_sold_to,
    collects,
)
from brocante.games.compiled import compiled

WEIGHTS = (
    "first",  # worth of the first, second of a kind, and of the third beyond its bonus
    "second",
    "third",
    "sale",  # worth of an object that will be sold to another
    "deny",  # share of what the card would be worth to the one who wants it most
    "keep_back",  # money never bid
    "bid",  # share of the worth that is bid
    "offer_rival",  # what others would gain counts against offering a card
    "harm",  # what a sale costs its buyer
    "harm_leader",  # and more if the buyer is the richest other
    "poor",  # share of the money beyond which no worth is paid
)
FIRST, SECOND, THIRD, SALE, DENY, KEEP_BACK, SHARE, OFFER_RIVAL, HARM, HARM_LEADER, POOR = range(11)


@compiled
def worth(position: Any, seat: int, card: int, weights: Any) -> float:
    """What the three objects of a card are worth to a seat."""
    value = 0.0
    for i in range(3):
        kind = OBJECTS[card, i]
        held = position.stone[seat, kind]
        for j in range(i):
            held += OBJECTS[card, j] == kind
        if not collects(position, seat, kind) or held >= BONUS_AT:
            value += weights[SALE] if any_buyer(position, seat, kind) else 0.0
        elif held == 0:
            value += weights[FIRST]
        elif held == 1:
            value += weights[SECOND]
        else:
            value += weights[THIRD] + BONUS
    return value


@compiled
def any_buyer(position: Any, seat: int, kind: int) -> bool:
    for buyer in range(position.players):
        if can_be_sold_to(position, seat, kind, buyer):
            return True
    return False


@compiled
def most_worth_to_others(position: Any, seat: int, card: int, weights: Any) -> float:
    most = 0.0
    for other in range(position.players):
        if other != seat and position.out[other] == 0:
            most = max(most, min(worth(position, other, card, weights), position.money[other] - 1.0))
    return most


@compiled
def limit_of(position: Any, seat: int, card: int, rival: float, weights: Any) -> float:
    """The most a seat should bid."""
    value = weights[SHARE] * (worth(position, seat, card, weights) + weights[DENY] * rival)
    money = position.money[seat]
    return min(value, min(money - weights[KEEP_BACK], money * weights[POOR]))


@compiled
def heuristic(position: Any, moves: Any, count: int, weights: Any, scores: Any) -> None:
    """A score for each of the legal moves, the higher the better."""
    seat = position.turn
    if position.phase == AUCTION:
        bidding(position, seat, moves, count, weights, scores)
    elif position.phase == OFFER:
        for i in range(count):
            rival = most_worth_to_others(position, seat, moves[i], weights)
            scores[i] = worth(position, seat, moves[i], weights) - weights[OFFER_RIVAL] * rival
    else:
        for i in range(count):
            scores[i] = using(position, seat, moves[i], weights)


@compiled
def bidding(position: Any, seat: int, moves: Any, count: int, weights: Any, scores: Any) -> None:
    """Just above what the others would pay, as long as that is not above the own limit."""
    rival = most_worth_to_others(position, seat, position.card, weights)
    limit = limit_of(position, seat, position.card, rival, weights)
    target = min(rival * weights[SHARE] + 1.0, limit)
    for i in range(count):
        bid = moves[i] - BID
        if moves[i] == PASS:
            scores[i] = 0.0
        elif bid <= limit:
            scores[i] = 2.0 - abs(bid - target) * 0.001
        else:
            scores[i] = (limit - bid) * 0.1


@compiled
def using(position: Any, seat: int, move: int, weights: Any) -> float:
    if move < SELL:
        return 60.0 + (BONUS if position.stone[seat, move - KEEP] == BONUS_AT - 1 else 0)
    kind, buyer = (move - SELL) // SEATS, (move - SELL) % SEATS
    held = position.stone[buyer, kind]
    fee = FEE if held >= BONUS_AT else 0
    richest, richest_other = position.money[seat], 0
    for other in range(position.players):
        if other != seat:
            richest_other = max(richest_other, position.money[other])
    if position.money[buyer] <= PRICE + fee:  # ruin
        second = 0
        for other in range(position.players):
            if other != seat and other != buyer:
                second = max(second, position.money[other])
        return 1000.0 if richest + min(PRICE, position.money[buyer]) > second else -1000.0
    cost = float(PRICE + fee)
    if held == BONUS_AT - 1:
        cost -= BONUS + weights[THIRD]
    elif held == 0:
        cost -= weights[FIRST]
    elif held == 1:
        cost -= weights[SECOND]
    return (weights[HARM] + (weights[HARM_LEADER] if position.money[buyer] == richest_other else 0.0)) * cost
