"""What a net is given of ZwergeZocken: what it sees, who holds the trick as it lies, and which cards would take it."""

from typing import Any

from brocante.games.compiled import compiled
from brocante.games.perception import Numbers, Perception, Sum, Thermometers
from brocante.games.seats import steps_to
from brocante.games.zwergezocken.layout import (
    CHIP,
    DISCARDED,
    HAND_SIZE,
    KNOWN,
    LEADER,
    LIMIT,
    OWN_HAND,
    PHASE,
    PILE,
    PLAYERS,
    RECEIVER,
    RING_OPTION,
    ROUND,
    ROUNDS,
    SET_COPIES,
    SET_DWARF,
    SET_WIDTH,
    SETS,
    TAKEN,
    TO_GIVE,
    TOTAL,
    TRICK,
)
from brocante.games.zwergezocken.rules import (
    BLUE,
    BLUE_SIDE,
    COPIES,
    DRAW,
    DWARFS,
    FACES,
    GIVE_CARD,
    LAID,
    LIGHT_HATS,
    MOST_SETS,
    MOVES,
    RAINBOW,
    SEATS,
    SET_POINTS,
    TO_SEAT,
    TURN,
    VALUES,
    YELLOW,
    YELLOW_SIDE,
    quad_of,
)

PHASES = 6  # but for the end
FAR = 120  # points; more looks the same

_numbers = Numbers()
N_PLAYERS, N_RING, N_ROUND, N_ROUNDS_LEFT, N_PILE, N_TO_GIVE, N_TRICK_SIZE = (_numbers.block(1) for _ in range(7))
N_PHASE, N_CHIP = _numbers.block(PHASES), _numbers.block(2)
N_LEADER, N_RECEIVER, N_CARDS, N_HOLDS = (_numbers.block(SEATS) for _ in range(4))
N_LEFT, N_BEHIND, N_POINTS, N_ORDER = (_numbers.block(SEATS) for _ in range(4))
N_HAND, N_UNSEEN, N_TAKES = _numbers.block(FACES), _numbers.block(FACES), _numbers.block(FACES)
N_TRICK, N_KNOWN = _numbers.block(SEATS * FACES), _numbers.block(SEATS * FACES)


@compiled
def perceive(position: Any, observation: Any, numbers: Any) -> None:
    """Write the numbers from what the seat to move may see."""
    players = observation[PLAYERS]
    numbers[N_PLAYERS] = players
    numbers[N_RING] = observation[RING_OPTION]
    numbers[N_ROUND] = min(observation[ROUND], FAR)
    numbers[N_ROUNDS_LEFT] = min(observation[ROUNDS] - observation[ROUND], FAR)
    numbers[N_PILE] = observation[PILE]
    numbers[N_TO_GIVE] = observation[TO_GIVE]
    for i in range(PHASES):
        numbers[N_PHASE + i] = observation[PHASE + i]
    numbers[N_CHIP] = observation[CHIP]
    numbers[N_CHIP + 1] = observation[CHIP + 1]
    for seat in range(SEATS):
        numbers[N_LEADER + seat] = observation[LEADER + seat]
        numbers[N_RECEIVER + seat] = observation[RECEIVER + seat]
        numbers[N_CARDS + seat] = observation[HAND_SIZE + seat]
        numbers[N_LEFT + seat] = min(max(observation[LIMIT] - observation[TOTAL + seat], -FAR), FAR)
        numbers[N_BEHIND + seat] = min(max(observation[TOTAL + seat] - observation[TOTAL], -FAR), FAR)
        numbers[N_HOLDS + seat] = 0
        points = 0
        for face in range(FACES):
            points += observation[TAKEN + seat * FACES + face]
        numbers[N_POINTS + seat] = points
    for face in range(FACES):
        unseen = COPIES[face] - (LIGHT_HATS[face] if players == 3 else 0)
        unseen -= observation[OWN_HAND + face] + observation[DISCARDED + face]
        for seat in range(SEATS):
            at = seat * FACES + face
            unseen -= observation[TAKEN + at] + (observation[TRICK + at] > 0)
            numbers[N_KNOWN + at] = observation[KNOWN + at]
        numbers[N_UNSEEN + face] = unseen
        numbers[N_HAND + face] = observation[OWN_HAND + face]
    see_sets(observation, numbers)
    see_trick(observation, numbers)


@compiled
def see_sets(observation: Any, numbers: Any) -> None:
    """Sets on the table are points, and cards that are not to come."""
    for i in range(MOST_SETS):
        at = SETS + i * SET_WIDTH
        copies, rainbow, quad = (
            observation[at + SET_COPIES],
            observation[at + SET_COPIES + 1],
            observation[at + SET_COPIES + 2],
        )
        for seat in range(SEATS):
            if observation[at + seat] > 0:
                numbers[N_POINTS + seat] += SET_POINTS[copies + rainbow + quad]
        numbers[N_UNSEEN + RAINBOW] -= rainbow
        for dwarf in range(8):
            if observation[at + SET_DWARF + dwarf] > 0:
                numbers[N_UNSEEN + DWARFS + dwarf] -= copies
                numbers[N_UNSEEN + quad_of(dwarf)] -= quad


@compiled
def see_trick(observation: Any, numbers: Any) -> None:
    """The cards of the trick, who holds it as it lies, and which cards of the hand would take it."""
    size = 0
    for i in range(SEATS):
        numbers[N_ORDER + i] = -1
    for seat in range(SEATS):
        for face in range(FACES):
            played = observation[TRICK + seat * FACES + face]
            numbers[N_TRICK + seat * FACES + face] = played > 0
            if played > 0:
                numbers[N_ORDER + played - 1] = face
                size += 1
    numbers[N_TRICK_SIZE] = size
    side = observation[CHIP + 1]  # 0: yellow, 1: blue
    if size > 0:
        at = holder(numbers, size, side)
        for seat in range(SEATS):
            if at >= 0 and observation[TRICK + seat * FACES + numbers[N_ORDER + at]] == at + 1:
                numbers[N_HOLDS + seat] = 1
    own_turn = observation[PHASE + TURN] + observation[PHASE + LAID] > 0
    for face in range(FACES):
        numbers[N_TAKES + face] = 0
        if own_turn and observation[OWN_HAND + face] > 0:
            numbers[N_ORDER + size] = face
            then = BLUE_SIDE if face == BLUE else (YELLOW_SIDE if face == YELLOW else side)
            numbers[N_TAKES + face] = holder(numbers, size + 1, then) == size
            numbers[N_ORDER + size] = -1


@compiled
def holder(numbers: Any, size: int, side: int) -> int:
    """Where in the trick the card lies that takes it so far (Z4.1–Z4.3); -1 if it would be discarded."""
    best, best_value = size - 1, -1
    for i in range(size):
        face = numbers[N_ORDER + i]
        alike, later = 0, 0
        for j in range(size):
            same = numbers[N_ORDER + j] == face
            alike += same
            later += same and j > i
        if alike == 5:
            return -1
        counts = alike == 1 or (alike == 3 and later == 0)
        value = VALUES[side, face]
        if counts and value >= best_value:
            best, best_value = i, value
    return best


@compiled
def action_of(position: Any, move: int) -> int:
    """The number of a legal move for the net: who is given cards is counted from the own seat."""
    if TO_SEAT <= move < GIVE_CARD:
        return TO_SEAT + steps_to(position, position.turn, move - TO_SEAT)
    return move


def _common() -> Thermometers:
    read = Thermometers()
    for place in (N_RING, N_CHIP, N_CHIP + 1, *range(N_PHASE, N_PHASE + PHASES)):
        read.read(place)
    read.read(N_PLAYERS, [4, 5])
    read.read(N_ROUND, [2, 3, 4, 6, 8])
    read.read(N_ROUNDS_LEFT, [1, 2, 3, 5, 8, 12])
    read.read(N_PILE, range(1, 11))
    read.read(N_TO_GIVE, [1, 2])
    read.read(N_TRICK_SIZE, [1, 2, 3, 4])
    for seat in range(SEATS):
        for place in (N_LEADER, N_RECEIVER, N_HOLDS):
            read.read(place + seat)
        read.read(N_CARDS + seat, [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 16, 18])
        read.read(N_POINTS + seat, [-20, -10, -5, -3, 0, 1, 2, 4, 6, 8, 10, 12, 15, 18, 22])
        to_limit: Sum = {N_LEFT + seat: 1, N_POINTS + seat: -1}  # if the round ended now, but for cards in hand
        read.read(to_limit, [-5, -1, 0, 1, 2, 3, 5, 8, 11, 15, 20, 25, 30, 35, 45, 55, 80])
        if seat > 0:
            behind: Sum = {N_BEHIND + seat: 1, N_POINTS + seat: 1, N_POINTS: -1}
            read.read(behind, [-40, -30, -20, -15, -10, -6, -3, -1, 0, 1, 2, 4, 7, 11, 16, 21, 31, 41])
    worth = {N_HAND + face: 1 if face < DRAW else (2 if face < RAINBOW else 3) for face in range(FACES)}  # Z6.2
    read.read(worth, [2, 4, 6, 8, 10, 12, 14, 16, 18, 20, 24])
    for face in range(FACES):
        copies = int(COPIES[face])
        read.read(N_HAND + face, range(1, min(copies, 4) + 1))
        read.read(N_UNSEEN + face, range(1, copies + 1))
        read.read(N_TAKES + face)
        for seat in range(SEATS):
            read.read(N_TRICK + seat * FACES + face)
            if seat > 0:
                read.read(N_KNOWN + seat * FACES + face)
    return read


PERCEPTION = Perception(version=1, numbers=_numbers.size, actions=MOVES, common=_common())
