"""What a net is given of Alles futsch!.

There are hundreds of bids, so a bid is numbered by how much it raises the last one: small raises each for themselves,
larger ones in classes. A net that chooses a class bids its lowest; a search that asks the net can tell all bids apart.
"""

from typing import Any

import numpy as np

from brocante.games.alles_futsch.layout import (
    BID as BID_NOW,
)
from brocante.games.alles_futsch.layout import (
    BIDDER,
    CARD,
    COUNTED_MONEY,
    DISCARDS,
    IN_CHARGE,
    LACKS,
    LEFT,
    OUT,
    PHASE,
    PILE,
    PLAYERS,
    ROW,
    STONES,
)
from brocante.games.alles_futsch.rules import BID, BONUS_AT, CARDS, KINDS, MOST_MONEY, MOST_OF_A_KIND, SEATS, SELL
from brocante.games.compiled import compiled
from brocante.games.perception import Numbers, Perception, Sum, Thermometers
from brocante.games.seats import steps_to

PHASES = 3  # but for the end
MOST_SEEN = 255  # more money than that looks the same

RAISES = (*range(1, 17), 18, 20, 22, 25, 28, 32, 36, 40, 45, 50, 60, 70, 80, 100, 130, 160, 200, 300, 500, 900)
_FIRST_BID = SELL + KINDS * SEATS  # of the net's actions: all others are numbered as moves are
CLASS = np.array([sum(raised >= each for each in RAISES) - 1 for raised in range(MOST_MONEY + 1)], np.int16)

_numbers = Numbers()
N_PLAYERS, N_BID, N_PILE, N_MOST = (_numbers.block(1) for _ in range(4))
N_PHASE, N_IN_CHARGE, N_BIDDER, N_OUT = _numbers.block(PHASES), *(_numbers.block(SEATS) for _ in range(3))
N_MONEY, N_AHEAD = _numbers.block(SEATS), _numbers.block(SEATS)
N_LACKS, N_STONES = _numbers.block(SEATS * KINDS), _numbers.block(SEATS * KINDS)
N_CARD, N_LEFT = _numbers.block(KINDS), _numbers.block(KINDS)
N_ROW, N_DISCARDS = _numbers.block(CARDS), _numbers.block(CARDS)


@compiled
def perceive(position: Any, observation: Any, numbers: Any) -> None:
    """Write the numbers from what the seat to move may see."""
    numbers[N_PLAYERS] = observation[PLAYERS]
    numbers[N_BID] = min(observation[BID_NOW], MOST_SEEN)
    numbers[N_PILE] = observation[PILE]
    for i in range(PHASES):
        numbers[N_PHASE + i] = observation[PHASE + i]
    most = 0
    for seat in range(SEATS):
        money = observation[COUNTED_MONEY + seat]
        numbers[N_IN_CHARGE + seat] = observation[IN_CHARGE + seat]
        numbers[N_BIDDER + seat] = observation[BIDDER + seat]
        numbers[N_OUT + seat] = observation[OUT + seat]
        numbers[N_MONEY + seat] = min(money, MOST_SEEN)
        numbers[N_AHEAD + seat] = min(max(money - observation[COUNTED_MONEY], -MOST_SEEN), MOST_SEEN)
        if seat > 0 and observation[OUT + seat] == 0:
            most = max(most, money)
    numbers[N_MOST] = min(most, MOST_SEEN)  # that anyone else could still bid
    for i in range(SEATS * KINDS):
        numbers[N_LACKS + i] = observation[LACKS + i]
        numbers[N_STONES + i] = max(observation[STONES + i], 0)
    for kind in range(KINDS):
        numbers[N_CARD + kind] = observation[CARD + kind]
        numbers[N_LEFT + kind] = observation[LEFT + kind]
    for card in range(CARDS):
        numbers[N_ROW + card] = observation[ROW + card] > 0
        numbers[N_DISCARDS + card] = observation[DISCARDS + card] > 0


@compiled
def action_of(position: Any, move: int) -> int:
    """The number of a legal move for the net: buyers are counted from the own seat, bids by the raise."""
    if move > BID:
        return _FIRST_BID + CLASS[move - BID - position.bid]
    if move < SELL:
        return move
    kind, buyer = (move - SELL) // SEATS, (move - SELL) % SEATS
    return SELL + kind * SEATS + steps_to(position, position.turn, buyer)


def _common() -> Thermometers:
    amounts = [1, 2, 3, 5, 8, 11, 16, 21, 26, 31, 36, *range(41, 202, 10), 211, 221, 231, 251]
    margins = [
        -100,
        -80,
        -60,
        -50,
        -40,
        -30,
        -25,
        -20,
        -15,
        -10,
        -5,
        -2,
        0,
        1,
        3,
        6,
        11,
        16,
        21,
        26,
        31,
        41,
        51,
        61,
        81,
        101,
    ]
    read = Thermometers()
    for place in (
        *range(N_PHASE, N_PHASE + PHASES),
        *range(N_ROW, N_ROW + CARDS),
        *range(N_DISCARDS, N_DISCARDS + CARDS),
    ):
        read.read(place)
    read.read(N_PLAYERS, [3, 4, 5])
    read.read(N_PILE, [1, 2, 3, 5, 8, 12, 16, 20, 25])
    read.read(N_BID, [1, 2, 3, 5, 7, 9, 11, 14, 17, *range(20, 101, 5), 111, 121, 141, 161, 181, 201])
    read.read({N_MOST: 1, N_BID: -1}, [1, 2, 3, 6, 11, 16, 21, 31, 41, 61, 81, 101, 131, 161])
    read.read({N_MONEY: 1, N_MOST: -1}, margins)
    for seat in range(SEATS):
        for place in (N_IN_CHARGE, N_BIDDER, N_OUT):
            read.read(place + seat)
        read.read(N_MONEY + seat, amounts)
        read.read({N_MONEY + seat: 1, N_BID: -1}, [1, 2, 3, 6, 11, 16, 21, 26, 31, 41, 51, 61, 81, 101, 131, 161])
        if seat > 0:
            read.read(N_AHEAD + seat, margins)
        for kind in range(KINDS):
            at = seat * KINDS + kind
            read.read(N_LACKS + at)
            read.read(N_STONES + at, range(1, MOST_OF_A_KIND + 1))
            with_card: Sum = {N_STONES + at: 1, N_CARD + kind: 1}
            read.read(with_card, [BONUS_AT, BONUS_AT + 1])
    for kind in range(KINDS):
        read.read(N_CARD + kind, range(1, 4))
        read.read(N_LEFT + kind, range(1, 4))
    return read


PERCEPTION = Perception(version=1, numbers=_numbers.size, actions=_FIRST_BID + len(RAISES), common=_common())
