"""What a seat may see of Alles futsch! (*Hidden* in the rules): all but the order of the pile, and secret money.

Payments are public, so whoever counts knows everyone's money, also where the table keeps it secret: learners are told
it as `counted_money`, while a view shows `money` as the table does.
"""

from typing import Any

from brocante.games.alles_futsch.rules import AUCTION, KINDS, MOST_MONEY, OBJECTS, OPEN, OVER, USE
from brocante.games.alles_futsch.rules import SEATS as ROOM
from brocante.games.alles_futsch.words import CARDS as CARD_NAMES
from brocante.games.alles_futsch.words import KINDS as KIND_NAMES
from brocante.games.alles_futsch.words import PHASES
from brocante.games.compiled import compiled
from brocante.games.layout import (
    SEAT_NUMBERS,
    Flag,
    Layout,
    Number,
    Places,
    SeatAt,
    Spread,
    Tracks,
    Word,
    point_at,
    write,
)
from brocante.games.seats import clockwise

SECRET_MONEY = -1

LAYOUT = Layout(
    2,
    [
        Number("players", "how many play", shown=False),
        Flag("open_option", "1: money lies open on the table", shown=False),
        Word("own_seat", "1 at your seat's number, which `sell` is told", of=SEAT_NUMBERS, shown=False),
        Word("phase", "1 at the phase", of=PHASES, always=True),
        SeatAt("turn", "1 at the seat to move; none when the game is over", shown=False),
        SeatAt("in_charge", "1 at the seat that offers and opens", always=True),
        Places("row", "the cards in the row: 1 at the first, 2 at the second …", of=CARD_NAMES, unforeseen=True),
        Spread("card", "objects on the card under the hammer or in use", of=KIND_NAMES, joined="+"),
        Spread("objects", "those of the card in use not yet used", of=KIND_NAMES),
        Number("bid", "the highest bid, 0 before the first"),
        SeatAt("bidder", "1 at the highest bidder"),
        Number("pile", "cards in the draw pile"),
        Places("discards", "the cards discarded: 1 at the first, 2 at the second …", of=CARD_NAMES),
        SeatAt("bankrupt", "1 at the bankrupt seat"),
        Number("counted_money", "in thousands of Mark, by all payments so far", each=True, shown=False),
        Word("lacks", "1 at the kind that a board lacks", of=KIND_NAMES, each=True, always=True),
        Tracks("stones", "how many of a kind each has; -1 for the kind that the board lacks", of=KIND_NAMES, each=True),
        Number(
            "money",
            "in thousands of Mark, as the table shows it: -1 where it is secret",
            each=True,
            own=True,
            none=SECRET_MONEY,
        ),
        Flag("out", "1 at the seats that are out of this auction", each=True),
    ],
)
_AT = LAYOUT.starts
PLAYERS, OPEN_OPTION, OWN_SEAT, PHASE = _AT["players"], _AT["open_option"], _AT["own_seat"], _AT["phase"]
TURN, IN_CHARGE, ROW, CARD, LEFT = _AT["turn"], _AT["in_charge"], _AT["row"], _AT["card"], _AT["objects"]
BID, BIDDER, PILE, DISCARDS, BANKRUPT = _AT["bid"], _AT["bidder"], _AT["pile"], _AT["discards"], _AT["bankrupt"]
COUNTED_MONEY, LACKS, STONES, MONEY, OUT = (
    _AT["counted_money"],
    _AT["lacks"],
    _AT["stones"],
    _AT["money"],
    _AT["out"],
)


@compiled
def observe_public(position: Any, seat: int, numbers: Any) -> None:
    """Write what everyone may see into `numbers`, which are all 0; seats are counted from this one."""
    money_is_shown = position.money_is_open == OPEN or position.phase == OVER
    numbers[PLAYERS] = position.players
    numbers[OPEN_OPTION] = position.money_is_open
    numbers[PHASE + position.phase] = 1
    numbers[BID] = position.bid
    numbers[PILE] = position.pile_size
    point_at(numbers, TURN, position, seat, position.turn)
    point_at(numbers, IN_CHARGE, position, seat, position.in_charge)
    point_at(numbers, BIDDER, position, seat, position.bidder)
    point_at(numbers, BANKRUPT, position, seat, position.bankrupt)
    for i in range(position.players):
        other = clockwise(position, seat, i)
        numbers[COUNTED_MONEY + i] = position.money[other]
        numbers[MONEY + i] = position.money[other] if money_is_shown else SECRET_MONEY
        numbers[LACKS + i * KINDS + position.lacks[other]] = 1
        write(numbers, STONES + i * KINDS, position.stone[other], KINDS)
        numbers[STONES + i * KINDS + position.lacks[other]] = -1
        numbers[OUT + i] = position.out[other] * (position.phase == AUCTION)  # a branch here would be guesswork
    if position.card >= 0:
        for i in range(3):
            numbers[CARD + OBJECTS[position.card, i]] += 1
    if position.phase == USE:
        write(numbers, LEFT, position.objects, KINDS)
    for i in range(position.row_size):
        numbers[ROW + position.row[i]] = i + 1
    for i in range(position.discards_size):
        numbers[DISCARDS + position.discards[i]] = i + 1


@compiled
def observe_private(position: Any, seat: int, numbers: Any) -> None:
    """Write what the seat may see beside that: its own money."""
    numbers[OWN_SEAT + seat] = 1
    numbers[MONEY] = position.money[seat]


def longest(players: int, options: dict[str, Any]) -> tuple[int, int]:
    """No game has more moves than this, nor more changes of the row.

    Every auction takes from the players at least as much as there were bids in it, and there is never more to take
    than all money that can come into the game: so many bids and so many auctions at most, and in each an offer, the
    passes of the others and three objects. With an offer the cards of the row close up, then one is drawn.
    """
    money = MOST_MONEY // ROOM * players
    return money + money * (1 + players - 1 + 3), 5 + (5 + 1) * money
