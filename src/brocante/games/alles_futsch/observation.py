"""What a seat may know of Alles futsch!, as numbers: all but the order of the pile. Payments are public, so money is
there too, also where the table keeps it secret (*Hidden* in the rules)."""

from typing import Any

from brocante.games.alles_futsch.rules import KINDS, MOST_MONEY, OBJECTS, USE
from brocante.games.alles_futsch.rules import SEATS as ROOM
from brocante.games.alles_futsch.words import CARDS as CARD_NAMES
from brocante.games.alles_futsch.words import KINDS as KIND_NAMES
from brocante.games.alles_futsch.words import PHASES
from brocante.games.compiled import compiled
from brocante.games.observation import SEAT_NUMBERS, SEATS, Block, Layout, point_at, write
from brocante.games.seats import clockwise

LAYOUT = Layout(
    1,
    [
        Block("players", "how many play"),
        Block("open option", "1: money lies open on the table"),
        Block("own seat", "1 at your seat's number, which `sell` is told", (SEAT_NUMBERS,)),
        Block("phase", "1 at the phase", (PHASES,)),
        Block("turn", "1 at who is to move; none when the game is over", (SEATS,)),
        Block("in charge", "1 at who offers and opens", (SEATS,)),
        Block("bid", "the highest bid, 0 before the first"),
        Block("bidder", "1 at the highest bidder", (SEATS,)),
        Block("out", "1 at who is out of this auction", (SEATS,)),
        Block("bankrupt", "1 at who is", (SEATS,)),
        Block("money", "in thousands of Mark", (SEATS,)),
        Block("lacks", "1 at the kind that a board lacks", (SEATS, KIND_NAMES)),
        Block("stones", "how many of a kind each has", (SEATS, KIND_NAMES)),
        Block("card", "objects on the card under the hammer or in use", (KIND_NAMES,)),
        Block("objects", "those of the card in use not yet used", (KIND_NAMES,)),
        Block("pile", "cards in the draw pile"),
        Block("row", "1 at the cards in the row", (CARD_NAMES,), unforeseen=True),
        Block("discards", "1 at the cards discarded", (CARD_NAMES,)),
    ],
)
_AT = LAYOUT.starts
PLAYERS, OPEN_OPTION, OWN_SEAT, PHASE, TURN = (
    _AT["players"],
    _AT["open option"],
    _AT["own seat"],
    _AT["phase"],
    _AT["turn"],
)
IN_CHARGE, BID, BIDDER, OUT, BANKRUPT = _AT["in charge"], _AT["bid"], _AT["bidder"], _AT["out"], _AT["bankrupt"]
MONEY, LACKS, STONES, CARD, LEFT = _AT["money"], _AT["lacks"], _AT["stones"], _AT["card"], _AT["objects"]
PILE, ROW, DISCARDS = _AT["pile"], _AT["row"], _AT["discards"]


@compiled
def observe(position: Any, seat: int, numbers: Any) -> None:
    """Write what the seat may know into `numbers`, which are all 0."""
    numbers[PLAYERS] = position.players
    numbers[OPEN_OPTION] = position.money_is_open
    numbers[OWN_SEAT + seat] = 1
    numbers[PHASE + position.phase] = 1
    numbers[BID] = position.bid
    numbers[PILE] = position.pile_size
    point_at(numbers, TURN, position, seat, position.turn)
    point_at(numbers, IN_CHARGE, position, seat, position.in_charge)
    point_at(numbers, BIDDER, position, seat, position.bidder)
    point_at(numbers, BANKRUPT, position, seat, position.bankrupt)
    for i in range(position.players):
        other = clockwise(position, seat, i)
        numbers[OUT + i] = position.out[other]
        numbers[MONEY + i] = position.money[other]
        numbers[LACKS + i * KINDS + position.lacks[other]] = 1
        write(numbers, STONES + i * KINDS, position.stone[other], KINDS)
    if position.card >= 0:
        for i in range(3):
            numbers[CARD + OBJECTS[position.card, i]] += 1
    if position.phase == USE:
        write(numbers, LEFT, position.objects, KINDS)
    for i in range(position.row_size):
        numbers[ROW + position.row[i]] = 1
    for i in range(position.discards_size):
        numbers[DISCARDS + position.discards[i]] = 1


def longest(players: int, options: dict[str, Any]) -> tuple[int, int]:
    """No game has more moves than this, nor more changes of the row.

    Every auction takes from the players at least as much as there were bids in it, and there is never more to take
    than all money that can come into the game: so many bids and so many auctions at most, and in each an offer, the
    passes of the others and three objects.
    """
    money = MOST_MONEY // ROOM * players
    return money + money * (1 + players - 1 + 3), 5 + 2 * money
