"""What a seat may see of Klunker (*Hidden* in the rules): all that is open, and the own hand."""

from typing import Any

from brocante.games.compiled import compiled
from brocante.games.klunker.rules import CARDS, KINDS
from brocante.games.klunker.words import KINDS as KIND_NAMES
from brocante.games.klunker.words import PHASES
from brocante.games.layout import SEAT_NUMBERS, Counts, Flag, Layout, Number, SeatAt, Stack, Word, point_at, write
from brocante.games.seats import clockwise

LAYOUT = Layout(
    2,
    [
        Number("players", "how many play", shown=False),
        Flag("box_option", "1: unsold cards go out of the game (K5.4)", shown=False),
        Word("own_seat", "1 at your seat's number, which `buy` is told", of=SEAT_NUMBERS, shown=False),
        Word("phase", "1 at the phase", of=PHASES, always=True),
        SeatAt("turn", "1 at the seat to move; none when the game is over", shown=False),
        Number("round", "which round it is"),
        SeatAt("first", "1 at the first player", always=True),
        Number("pile.cards", "cards in the draw pile"),
        Stack(
            "pile.known_top",
            "the cards on top of the pile that everyone has seen (K5.4), the top one first: 1 for a stud … 7 for a "
            "necklace, 0 beyond the last known",
            of=KIND_NAMES,
            most=CARDS,
        ),
        Counts("box", "jewels out of the game", of=KIND_NAMES),
        Counts("money", "jewels that became money, starting bills not counted", of=KIND_NAMES),
        Counts("hand", "cards in your hand", of=KIND_NAMES, private=True, unforeseen=True),
        Number("cards", "cards in each hand", each=True),
        Counts("known", "the least number everyone knows to be in each hand (K5.4)", of=KIND_NAMES, each=True),
        Counts("window", "cards in each window", of=KIND_NAMES, each=True),
        Counts("safe", "cards in each safe", of=KIND_NAMES, each=True),
        Number("bills", "money", each=True),
        Number("purchase_card", "its number, 0 before the seat passes (K4.2)", each=True, none=0),
    ],
)
_AT = LAYOUT.starts
PLAYERS, BOX_OPTION, OWN_SEAT, PHASE = _AT["players"], _AT["box_option"], _AT["own_seat"], _AT["phase"]
TURN, ROUND, FIRST, PILE, KNOWN_TOP = _AT["turn"], _AT["round"], _AT["first"], _AT["pile.cards"], _AT["pile.known_top"]
BOX, MONEY, OWN_HAND, HAND_SIZE = _AT["box"], _AT["money"], _AT["hand"], _AT["cards"]
KNOWN, WINDOW, SAFE = _AT["known"], _AT["window"], _AT["safe"]
BILLS, PURCHASE_CARD = _AT["bills"], _AT["purchase_card"]


@compiled
def observe_public(position: Any, seat: int, numbers: Any) -> None:
    """Write what everyone may see into `numbers`, which are all 0; seats are counted from this one."""
    numbers[PLAYERS] = position.players
    numbers[BOX_OPTION] = position.unsold
    numbers[PHASE + position.phase] = 1
    numbers[ROUND] = position.round
    numbers[PILE] = position.pile_size
    write(numbers, MONEY, position.money, KINDS)
    write(numbers, BOX, position.box, KINDS)
    point_at(numbers, TURN, position, seat, position.turn)
    point_at(numbers, FIRST, position, seat, position.first)
    for i in range(position.players):
        other = clockwise(position, seat, i)
        numbers[HAND_SIZE + i] = position.hand_size[other]
        numbers[BILLS + i] = position.bills[other]
        numbers[PURCHASE_CARD + i] = position.purchase_card[other]
        write(numbers, WINDOW + i * KINDS, position.window[other], KINDS)
        write(numbers, SAFE + i * KINDS, position.safe[other], KINDS)
        write(numbers, KNOWN + i * KINDS, position.known[other], KINDS)
    for i in range(position.known_top):
        numbers[KNOWN_TOP + i] = position.pile[position.pile_size - 1 - i] + 1


@compiled
def observe_private(position: Any, seat: int, numbers: Any) -> None:
    """Write what the seat may see beside that: its hand."""
    numbers[OWN_SEAT + seat] = 1
    write(numbers, OWN_HAND, position.hand[seat], KINDS)


def longest(players: int, options: dict[str, Any]) -> tuple[int, int]:
    """No game has more moves than this, nor more changes of a seat's hand.

    A card that reaches a hand is shown or stored once. A sale turns at least one of four into money for good, so where
    the others go back to the pile at most 94 + 3 · 94 cards ever reach a hand. The first purchase of a round empties a
    window, and its owner must show a card in the next: there are no more rounds than cards.
    """
    cards = CARDS if options["unsold"] == "box" else CARDS + 3 * CARDS
    return cards + cards * 3 * players + CARDS, 2 * cards
