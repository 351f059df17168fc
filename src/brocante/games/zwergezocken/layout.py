"""What a seat may see of ZwergeZocken (*Hidden* in the rules): what is open, the own hand, and what one has given."""

from typing import Any

from brocante.games.compiled import compiled
from brocante.games.layout import (
    SEAT_NUMBERS,
    Counts,
    Flag,
    Laid,
    Layout,
    Number,
    Played,
    SeatAt,
    Word,
    fit,
    point_at,
    write,
)
from brocante.games.seats import clockwise, steps_to
from brocante.games.zwergezocken.rules import FACES, GIVE_CARD, LAY, MOST_SETS, PASS_CARD, PASSING, RING
from brocante.games.zwergezocken.words import DWARFS as DWARF_NAMES
from brocante.games.zwergezocken.words import FACES as FACE_NAMES
from brocante.games.zwergezocken.words import PHASES, SIDES

LAYOUT = Layout(
    2,
    [
        Number("players", "how many play", shown=False),
        Flag("ring_option", "1: all pass a card when `swap` is played (Z5.4)", shown=False),
        Number("limit", "a total above it ends the game; cut off where the numbers end", shown=False),
        Number("rounds", "the game ends after so many; cut off like the limit", shown=False),
        Word("own_seat", "1 at your seat's number, which `to` is told", of=SEAT_NUMBERS, shown=False),
        Word("phase", "1 at the phase", of=PHASES, always=True),
        SeatAt("turn", "1 at the seat to move; none when the game is over", shown=False),
        Number("round", "which round it is, cut off like the limit"),
        SeatAt("leader", "1 at the seat that leads the trick", always=True),
        Word("chip", "1 at the side that lies up; none before it is chosen", of=SIDES),
        Played("trick", "the cards of this trick: 1 at the first played, 2 at the second …", of=FACE_NAMES, as_="face"),
        SeatAt("receiver", "1 at the seat that is being given cards"),
        Number("to_give", "how many cards are still to be given", shown=False),
        Number("pile", "cards in the draw pile"),
        Counts("discarded", "cards of discarded tricks", of=FACE_NAMES),
        Counts("hand", "cards in your hand", of=FACE_NAMES, private=True, unforeseen=True),
        Number("cards", "cards in each hand", each=True),
        Counts(
            "known",
            "the least number you know to be in each hand",
            of=FACE_NAMES,
            each=True,
            private=True,
            unknown={},
        ),
        Word("chosen", "1 at the card you chose in a ring not yet finished", of=FACE_NAMES, private=True),
        Counts("taken", "cards taken in this round", of=FACE_NAMES, each=True),
        Laid(
            "sets",
            "in the order laid: 1 at whose it is, 1 at its dwarf, how many of it, 1 if with rainbow, with quad",
            most=MOST_SETS,
            parts=(DWARF_NAMES, "x{}", "+rainbow", "+quad"),
        ),
        Number("total", "points of all rounds before, cut off like the limit", each=True),
        Counts(
            "last_hand",
            "hands as shown when the last round ended (Z6.5)",
            of=FACE_NAMES,
            each=True,
            unforeseen=True,
        ),
        Number("last_points", "of the last round", each=True),
    ],
)
_AT = LAYOUT.starts
PLAYERS, RING_OPTION, LIMIT, ROUNDS = _AT["players"], _AT["ring_option"], _AT["limit"], _AT["rounds"]
OWN_SEAT, PHASE, TURN, ROUND, LEADER = _AT["own_seat"], _AT["phase"], _AT["turn"], _AT["round"], _AT["leader"]
CHIP, TRICK, RECEIVER, TO_GIVE, PILE = _AT["chip"], _AT["trick"], _AT["receiver"], _AT["to_give"], _AT["pile"]
DISCARDED, OWN_HAND, HAND_SIZE, KNOWN = _AT["discarded"], _AT["hand"], _AT["cards"], _AT["known"]
CHOSEN, TAKEN, SETS, TOTAL = _AT["chosen"], _AT["taken"], _AT["sets"], _AT["total"]
LAST_HAND, LAST_POINTS = _AT["last_hand"], _AT["last_points"]
SET_WIDTH, SET_DWARF, SET_COPIES = 16, 5, 13


@compiled
def observe_public(position: Any, seat: int, numbers: Any) -> None:
    """Write what everyone may see into `numbers`, which are all 0; seats are counted from this one."""
    numbers[PLAYERS] = position.players
    numbers[RING_OPTION] = position.swap
    numbers[LIMIT] = fit(numbers, position.limit)
    numbers[ROUNDS] = fit(numbers, position.rounds)
    numbers[PHASE + position.phase] = 1
    if position.chip >= 0:
        numbers[CHIP + position.chip] = 1
    numbers[ROUND] = fit(numbers, position.round)
    numbers[PILE] = position.pile_size
    numbers[TO_GIVE] = position.to_give
    write(numbers, DISCARDED, position.discarded, FACES)
    point_at(numbers, TURN, position, seat, position.turn)
    point_at(numbers, LEADER, position, seat, position.leader)
    point_at(numbers, RECEIVER, position, seat, position.receiver)
    for i in range(position.players):
        other = clockwise(position, seat, i)
        numbers[HAND_SIZE + i] = position.hand_size[other]
        numbers[TOTAL + i] = fit(numbers, position.totals[other])
        numbers[LAST_POINTS + i] = position.gained[other]
        write(numbers, TAKEN + i * FACES, position.taken[other], FACES)
        write(numbers, LAST_HAND + i * FACES, position.shown[other], FACES)
    for i in range(position.trick_size):
        numbers[TRICK + steps_to(position, seat, position.trick_seat[i]) * FACES + position.trick[i]] = i + 1
    for i in range(position.sets):
        index, at = position.set_lay[i] - LAY, SETS + i * SET_WIDTH
        numbers[at + steps_to(position, seat, position.set_seat[i])] = 1
        numbers[at + SET_DWARF + (index >> 4)] = 1
        numbers[at + SET_COPIES] = ((index >> 2) & 3) + 1
        numbers[at + SET_COPIES + 1] = (index >> 1) & 1
        numbers[at + SET_COPIES + 2] = index & 1


@compiled
def observe_private(position: Any, seat: int, numbers: Any) -> None:
    """Write what the seat may see beside that: its hand and choice, and what it knows to be in others' hands."""
    numbers[OWN_SEAT + seat] = 1
    write(numbers, OWN_HAND, position.hand[seat], FACES)
    if position.chosen[seat] >= 0:
        numbers[CHOSEN + position.chosen[seat]] = 1
    for i in range(position.players):
        write(numbers, KNOWN + i * FACES, position.known[clockwise(position, seat, i), seat], FACES)


def knowers(position: Any, move: int) -> set[int] | None:
    """Who learns which card was given or passed; None for everyone."""
    seat = int(position["turn"])
    if move >= PASS_CARD:
        return {seat, (seat + 1) % int(position["players"])}
    if move >= GIVE_CARD:
        return {seat, int(position["receiver"])}
    return None


def pending(position: Any) -> int:
    """How many of the latest moves are choices in a ring not yet finished, known only to the seat that made each
    (Z5.4)."""
    return int((position["chosen"] >= 0).sum()) if position["phase"] == PASSING and position["swap"] == RING else 0


def longest(players: int, options: dict[str, Any]) -> tuple[int, int]:
    """No game has more moves than this, nor more changes of the hands a seat sees.

    A round: 60 cards are played, 11 sets laid, five `give` ask three times, five `swap` ask everyone; then the hands
    are shown. Into one hand come 13 cards dealt, 10 drawn, 10 given and 5 passed, and all leave it again.
    """
    moves, changes = 60 + MOST_SETS + 15 + 5 * players, 2 * (13 + 10 + 10 + 5) + (players + 1) * FACES
    return 1 + moves * options["rounds"], changes * options["rounds"]
