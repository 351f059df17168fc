"""What a seat may know of ZwergeZocken, as numbers: what is open, the own hand, and what one has given or passed."""

from typing import Any

from brocante.games.compiled import compiled
from brocante.games.observation import MOST, SEAT_NUMBERS, SEATS, Block, Layout, point_at, write
from brocante.games.seats import clockwise, steps_to
from brocante.games.zwergezocken.rules import FACES, LAY, MOST_SETS
from brocante.games.zwergezocken.words import DWARFS as DWARF_NAMES
from brocante.games.zwergezocken.words import FACES as FACE_NAMES
from brocante.games.zwergezocken.words import PHASES, SIDES

LAYOUT = Layout(
    1,
    [
        Block("players", "how many play"),
        Block("ring option", "1: all pass a card when `swap` is played (Z5.4)"),
        Block("limit", f"a total above it ends the game; {MOST} stands for all above"),
        Block("rounds", f"the game ends after so many; {MOST} stands for all above"),
        Block("own seat", "1 at your seat's number, which `to` is told", (SEAT_NUMBERS,)),
        Block("phase", "1 at the phase", (PHASES,)),
        Block("turn", "1 at who is to move; none when the game is over", (SEATS,)),
        Block("leader", "1 at who leads the trick", (SEATS,)),
        Block("chip", "1 at the side that lies up; none before it is chosen", (SIDES,)),
        Block("round", "which round it is, cut off like the rounds"),
        Block("pile", "cards in the draw pile"),
        Block("receiver", "1 at who is being given cards", (SEATS,)),
        Block("to give", "how many cards more"),
        Block("hand", "cards in your hand", (FACE_NAMES,), unforeseen=True),
        Block("chosen", "1 at the card you chose in a ring not yet finished", (FACE_NAMES,)),
        Block("cards", "cards in each hand", (SEATS,)),
        Block("totals", f"points of all rounds before, cut off at ±{MOST}", (SEATS,)),
        Block("trick", "1 at the card each has played to this trick", (SEATS, FACE_NAMES)),
        Block("taken", "cards taken in this round", (SEATS, FACE_NAMES)),
        Block("known", "the least number you know to be in each hand", (SEATS, FACE_NAMES)),
        Block("discarded", "cards of discarded tricks", (FACE_NAMES,)),
        Block(
            "sets",
            "in the order laid: 1 at whose it is, 1 at its dwarf, how many of it, 1 if with rainbow, with quad",
            (
                tuple(f"set {number}" for number in range(1, MOST_SETS + 1)),
                (*SEATS, *DWARF_NAMES, "copies", "rainbow", "quad"),
            ),
        ),
        Block("last hand", "hands as shown when the last round ended (Z6.5)", (SEATS, FACE_NAMES), unforeseen=True),
        Block("last points", "of the last round", (SEATS,)),
    ],
)
_AT = LAYOUT.starts
PLAYERS, RING_OPTION, LIMIT, ROUNDS = _AT["players"], _AT["ring option"], _AT["limit"], _AT["rounds"]
OWN_SEAT, PHASE, TURN, LEADER, CHIP = _AT["own seat"], _AT["phase"], _AT["turn"], _AT["leader"], _AT["chip"]
ROUND, PILE, RECEIVER, TO_GIVE, OWN_HAND = _AT["round"], _AT["pile"], _AT["receiver"], _AT["to give"], _AT["hand"]
CHOSEN, HAND_SIZE, TOTALS, TRICK, TAKEN = _AT["chosen"], _AT["cards"], _AT["totals"], _AT["trick"], _AT["taken"]
KNOWN, DISCARDED, LAST_HAND, LAST_POINTS = _AT["known"], _AT["discarded"], _AT["last hand"], _AT["last points"]
SETS, SET_WIDTH, SET_DWARF, SET_COPIES = _AT["sets"], 16, 5, 13


@compiled
def observe(position: Any, seat: int, numbers: Any) -> None:
    """Write what the seat may know into `numbers`, which are all 0."""
    numbers[PLAYERS] = position.players
    numbers[RING_OPTION] = position.swap
    numbers[LIMIT] = min(position.limit, MOST)
    numbers[ROUNDS] = min(position.rounds, MOST)
    numbers[OWN_SEAT + seat] = 1
    numbers[PHASE + position.phase] = 1
    if position.chip >= 0:
        numbers[CHIP + position.chip] = 1
    numbers[ROUND] = min(position.round, MOST)
    numbers[PILE] = position.pile_size
    numbers[TO_GIVE] = position.to_give
    if position.chosen[seat] >= 0:
        numbers[CHOSEN + position.chosen[seat]] = 1
    write(numbers, OWN_HAND, position.hand[seat], FACES)
    write(numbers, DISCARDED, position.discarded, FACES)
    point_at(numbers, TURN, position, seat, position.turn)
    point_at(numbers, LEADER, position, seat, position.leader)
    point_at(numbers, RECEIVER, position, seat, position.receiver)
    for i in range(position.players):
        other = clockwise(position, seat, i)
        numbers[HAND_SIZE + i] = position.hand_size[other]
        numbers[TOTALS + i] = max(-MOST, min(position.totals[other], MOST))
        numbers[LAST_POINTS + i] = position.gained[other]
        write(numbers, TAKEN + i * FACES, position.taken[other], FACES)
        write(numbers, LAST_HAND + i * FACES, position.shown[other], FACES)
        if position.received[other]:  # else nobody knows anything of this hand
            for face in range(FACES):
                numbers[KNOWN + i * FACES + face] = position.known[other, face, seat]
    for i in range(position.trick_size):
        numbers[TRICK + steps_to(position, seat, position.trick_seat[i]) * FACES + position.trick[i]] = 1
    for i in range(position.sets):
        index, at = position.set_lay[i] - LAY, SETS + i * SET_WIDTH
        numbers[at + steps_to(position, seat, position.set_seat[i])] = 1
        numbers[at + SET_DWARF + (index >> 4)] = 1
        numbers[at + SET_COPIES] = ((index >> 2) & 3) + 1
        numbers[at + SET_COPIES + 1] = (index >> 1) & 1
        numbers[at + SET_COPIES + 2] = index & 1


def longest(players: int, options: dict[str, Any]) -> tuple[int, int]:
    """No game has more moves than this, nor more changes of the hands a seat sees.

    A round: 60 cards are played, 11 sets laid, five `give` ask three times, five `swap` ask everyone; then the hands
    are shown. Into one hand come 13 cards dealt, 10 drawn, 10 given and 5 passed, and all leave it again.
    """
    moves, changes = 60 + MOST_SETS + 15 + 5 * players, 2 * (13 + 10 + 10 + 5) + (players + 1) * FACES
    return 1 + moves * options["rounds"], changes * options["rounds"]
