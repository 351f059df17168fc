"""Rules of thumb for Klunker: how good each legal move looks, from weights that `brocante tune` has found.

What lies in a safe is worth something before it is sold: the nearer to four of a kind the more, and less with each
other kind beside it. A move is as good as what it brings in bills and in that worth.
"""

from typing import Any

from brocante.games.compiled import compiled
from brocante.games.klunker.rules import (
    BUY,
    DECLINE,
    KINDS,
    NECKLACE,
    PURCHASES,
    SELL,
    SELLING,
    SET,
    SHOW,
    STORE,
    WINDOWS,
    price,
)

WEIGHTS = (
    "one",  # worth of one, two, three of a kind in the safe
    "two",
    "three",
    "kind",  # cost of each kind in the safe
    "crowd",  # cost of each pair of kinds in it
    "necklace",  # worth of a necklace more than of another jewel
    "show",  # how gladly a card is shown at all
    "show_own",  # for each of its kind in the own safe
    "show_hand",  # for each more of its kind in the hand
    "show_wanted",  # for each of its kind in the safe of the player who wants it most
    "show_crowd",  # for each card in the window already
    "store",  # how gladly a card is stored at all
    "store_hand",  # for each more of its kind in the hand
    "pass_window",  # a good window to buy is a reason to pass early
    "deny",  # what the next buyer would gain by the window
    "pay",  # what a bill given to another costs beyond the bill
    "decline",  # how gladly to become first player
    "rare",  # for each card of the kind still unseen
)
ONE, TWO, THREE, KIND, CROWD, NECK = range(6)
SHOWN, SHOW_OWN, SHOW_HAND, SHOW_WANTED, SHOW_CROWD = range(6, 11)
STORED, STORE_HAND, PASS_WINDOW, DENY, PAY, DECLINED, RARE = range(11, 18)


@compiled
def worth(copies: int, kind: int, weights: Any) -> float:
    """What so many of a kind in a safe are worth."""
    if copies == 0:
        return 0.0
    value = weights[ONE] if copies == 1 else (weights[TWO] if copies == 2 else weights[THREE])
    return value + (weights[NECK] * copies if kind == NECKLACE else 0.0) - weights[KIND]


@compiled
def gain(position: Any, seat: int, owner: int, weights: Any) -> float:
    """What a window would bring to a seat: bills, and the worth of its safe after against before."""
    kinds_after, kinds_before, value, sets = 0, 0, 0.0, 0
    for kind in range(KINDS):
        before = position.safe[seat, kind]
        after = before + position.window[owner, kind]
        if before > 0:
            kinds_before += 1
            value -= worth(before, kind, weights)
        while after >= SET:
            after -= SET
            sets += 1
            if kind == NECKLACE:
                value += 4.0
                sets -= 1
        if after > 0:
            kinds_after += 1
            value += worth(after, kind, weights)
    value += sets * max(4 - kinds_after, 1)
    return value - weights[CROWD] * (kinds_after * (kinds_after - 1) - kinds_before * (kinds_before - 1)) / 2


@compiled
def best_window(position: Any, seat: int, weights: Any) -> float:
    """What the window a seat would like best would bring it."""
    best = -100.0
    for owner in range(position.players):
        if position.window_size[owner] > 0:
            value = gain(position, seat, owner, weights)
            if owner != seat:
                value -= 1.0 + weights[PAY]
            if value > best:
                best = value
    return best


@compiled
def unseen(position: Any, seat: int, kind: int) -> int:
    """How many cards of a kind may still come."""
    count = (10 if kind == NECKLACE else 14) - position.hand[seat, kind] - position.box[kind] - position.money[kind]
    for other in range(position.players):
        count -= position.window[other, kind] + position.safe[other, kind]
    return count


@compiled
def heuristic(position: Any, moves: Any, count: int, weights: Any, scores: Any) -> None:
    """A score for each of the legal moves, the higher the better."""
    seat = position.turn
    if position.phase == PURCHASES:
        for i in range(count):
            scores[i] = purchase(position, seat, moves[i], weights)
    elif position.phase == SELLING:
        for i in range(count):
            kind = moves[i] - SELL
            scores[i] = price(position, seat, kind) - 0.1 * (kind == NECKLACE)
    elif position.phase == WINDOWS:
        for i in range(count):
            scores[i] = showing(position, seat, moves[i] - SHOW, weights) if moves[i] < STORE else 0.0
    else:
        kinds = 0
        for kind in range(KINDS):
            kinds += position.safe[seat, kind] > 0
        for i in range(count):
            if moves[i] < SELL:
                scores[i] = storing(position, seat, moves[i] - STORE, kinds, weights)
            else:
                scores[i] = weights[PASS_WINDOW] * best_window(position, seat, weights)


@compiled
def purchase(position: Any, seat: int, move: int, weights: Any) -> float:
    if move == DECLINE:
        return weights[DECLINED]
    owner = move - BUY
    value = gain(position, seat, owner, weights)
    if owner != seat:
        value -= 1.0 + weights[PAY]
    if position.bought + 1 < position.players:
        value += weights[DENY] * gain(position, position.purchase_order[position.bought + 1], owner, weights)
    return value


@compiled
def showing(position: Any, seat: int, kind: int, weights: Any) -> float:
    wanted = 0
    for other in range(position.players):
        if other != seat:
            wanted = max(wanted, position.safe[other, kind])
    value = weights[SHOWN] + weights[SHOW_OWN] * position.safe[seat, kind] + weights[SHOW_WANTED] * wanted
    value += weights[SHOW_HAND] * (position.hand[seat, kind] - 1) + weights[SHOW_CROWD] * position.window_size[seat]
    return value


@compiled
def storing(position: Any, seat: int, kind: int, kinds: int, weights: Any) -> float:
    copies = position.safe[seat, kind]
    value = weights[STORED] + weights[STORE_HAND] * (position.hand[seat, kind] - 1)
    value += weights[RARE] * unseen(position, seat, kind) - worth(copies, kind, weights)
    if copies == 0:
        value -= weights[CROWD] * kinds
    if copies + 1 < SET:
        return value + worth(copies + 1, kind, weights)
    if kind == NECKLACE:
        return value + 4.0 + weights[CROWD] * (kinds - 1)
    return value + max(5 - kinds, 1) + weights[CROWD] * (kinds - 1)
