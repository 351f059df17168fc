"""What a net is given of Klunker. The six kinds of jewels that the rules treat alike share their weights; necklaces, of
which there are fewer and which sell for four bills (K5.3), are a kind of their own."""

from typing import Any

from brocante.games.compiled import compiled
from brocante.games.klunker.layout import (
    BILLS,
    BOX,
    BOX_OPTION,
    FIRST,
    HAND_SIZE,
    KNOWN,
    KNOWN_TOP,
    MONEY,
    OWN_HAND,
    PHASE,
    PILE,
    PLAYERS,
    PURCHASE_CARD,
    ROUND,
    SAFE,
    WINDOW,
)
from brocante.games.klunker.rules import BUY, COPIES, DONE, HAND, KINDS, MOVES, NECKLACE, SEATS, SET
from brocante.games.perception import Numbers, Perception, Sum, Thermometers
from brocante.games.seats import steps_to

PHASES = 4  # but for the end
TOP = 8  # cards on top of the pile that everyone has seen

_numbers = Numbers()
N_PLAYERS, N_BOX_OPTION, N_ROUND, N_PILE, N_MISSING = (_numbers.block(1) for _ in range(5))
N_PHASE, N_FIRST = _numbers.block(PHASES), _numbers.block(SEATS)
N_CARDS, N_BILLS, N_PURCHASE_CARD = _numbers.block(SEATS), _numbers.block(SEATS), _numbers.block(SEATS)
N_NECKLACE, N_HAND, N_UNSEEN = _numbers.block(KINDS), _numbers.block(KINDS), _numbers.block(KINDS)
N_WINDOW, N_SAFE, N_KNOWN = (_numbers.block(SEATS * KINDS) for _ in range(3))
N_TOP = _numbers.block(TOP * KINDS)


@compiled
def perceive(position: Any, observation: Any, numbers: Any) -> None:
    """Write the numbers from what the seat to move may see."""
    players = observation[PLAYERS]
    numbers[N_PLAYERS] = players
    numbers[N_BOX_OPTION] = observation[BOX_OPTION]
    numbers[N_ROUND] = observation[ROUND]
    numbers[N_PILE] = observation[PILE]
    for i in range(PHASES):
        numbers[N_PHASE + i] = observation[PHASE + i]
    missing = 0
    for seat in range(SEATS):
        numbers[N_FIRST + seat] = observation[FIRST + seat]
        numbers[N_CARDS + seat] = observation[HAND_SIZE + seat]
        numbers[N_BILLS + seat] = observation[BILLS + seat]
        numbers[N_PURCHASE_CARD + seat] = observation[PURCHASE_CARD + seat]
        if seat < players:
            missing += HAND - observation[HAND_SIZE + seat]
    numbers[N_MISSING] = missing
    for kind in range(KINDS):
        numbers[N_NECKLACE + kind] = kind == NECKLACE
        numbers[N_HAND + kind] = observation[OWN_HAND + kind]
        unseen = COPIES[kind] - observation[OWN_HAND + kind] - observation[MONEY + kind] - observation[BOX + kind]
        for seat in range(SEATS):
            at = seat * KINDS + kind
            unseen -= observation[WINDOW + at] + observation[SAFE + at]
            numbers[N_WINDOW + at] = observation[WINDOW + at]
            numbers[N_SAFE + at] = observation[SAFE + at]
            numbers[N_KNOWN + at] = observation[KNOWN + at]
        numbers[N_UNSEEN + kind] = unseen
        for i in range(TOP):
            numbers[N_TOP + i * KINDS + kind] = observation[KNOWN_TOP + i] == kind + 1


@compiled
def action_of(position: Any, move: int) -> int:
    """The number of a legal move for the net: windows are counted from the own seat."""
    if BUY <= move < DONE:
        return BUY + steps_to(position, position.turn, move - BUY)
    return move


def _kind_numbers(kind: int) -> list[int]:
    """The places of all numbers about a kind; thermometers of kinds count on this order."""
    seats = [base + seat * KINDS + kind for base in (N_WINDOW, N_SAFE, N_KNOWN) for seat in range(SEATS)]
    return [N_NECKLACE + kind, N_HAND + kind, N_UNSEEN + kind, *seats, *(N_TOP + i * KINDS + kind for i in range(TOP))]


def _of_kind() -> Thermometers:
    necklace, hand, unseen, window, safe, known, top = 0, 1, 2, 3, 3 + SEATS, 3 + 2 * SEATS, 3 + 3 * SEATS
    read = Thermometers()
    read.read(necklace)
    read.read(hand, range(1, 7))
    read.read({hand: 1, safe: 1}, [SET])
    read.read(unseen, [1, 2, 3, 4, 5, 6, 8, 10])
    for seat in range(SEATS):
        read.read(window + seat, range(1, 5))
        read.read(safe + seat, range(1, 4))
        if seat > 0:
            read.read(known + seat, [1, 2])
        for owner in range(SEATS):  # would the window of that owner complete a set in this safe
            read.read({safe + seat: 1, window + owner: 1}, [SET])
    for i in range(TOP):
        read.read(top + i)
    return read


def _common() -> Thermometers:
    read = Thermometers()
    for place in (N_BOX_OPTION, *range(N_PHASE, N_PHASE + PHASES), *range(N_FIRST, N_FIRST + SEATS)):
        read.read(place)
    read.read(N_PLAYERS, [4, 5])
    read.read(N_ROUND, range(2, 10))
    read.read(N_PILE, [1, 2, 4, 6, 8, 10, 12, 14, 16, 18, 20, 24, 28, 32, 40, 50, 60])
    cards_left: Sum = {N_PILE: 1, N_MISSING: -1}  # below 0 the game ends with this round (K7.1)
    read.read(cards_left, [-16, -12, -9, -6, -4, -2, -1, 0, 1, 2, 3, 5, 8, 11, 14, 18, 22, 26, 30])
    for seat in range(SEATS):
        read.read(N_CARDS + seat, range(1, 7))
        read.read(N_PURCHASE_CARD + seat, range(1, 6))
        read.read(N_BILLS + seat, [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 12, 14, 16, 18, 20, 24])
        if seat > 0:
            ahead: Sum = {N_BILLS: 1, N_BILLS + seat: -1}
            read.read(ahead, [-10, -8, -6, -5, -4, -3, -2, -1, 0, 1, 2, 3, 4, 5, 6, 7, 9, 11])
    return read


PERCEPTION = Perception(
    version=1,
    numbers=_numbers.size,
    actions=MOVES,
    common=_common(),
    kind=_of_kind(),
    kind_numbers=[_kind_numbers(kind) for kind in range(KINDS)],
    pools=[int(kind == NECKLACE) for kind in range(KINDS)],
    roles=3,  # show, store, sell
)
