"""What a seat may know of Klunker, as numbers: all that is open, and the own hand."""

from typing import Any

from brocante.games.compiled import compiled
from brocante.games.klunker.rules import CARDS, KINDS
from brocante.games.klunker.words import KINDS as KIND_NAMES
from brocante.games.klunker.words import PHASES
from brocante.games.observation import SEAT_NUMBERS, SEATS, Block, Layout, point_at, write
from brocante.games.seats import clockwise

LAYOUT = Layout(
    1,
    [
        Block("players", "how many play"),
        Block("box option", "1: unsold cards go out of the game (K5.4)"),
        Block("own seat", "1 at your seat's number, which `buy` is told", (SEAT_NUMBERS,)),
        Block("phase", "1 at the phase", (PHASES,)),
        Block("turn", "1 at who is to move; none when the game is over", (SEATS,)),
        Block("first", "1 at the first player", (SEATS,)),
        Block("round", "which round it is"),
        Block("pile", "cards in the draw pile"),
        Block("hand", "cards in your hand", (KIND_NAMES,), unforeseen=True),
        Block("cards", "cards in each hand", (SEATS,)),
        Block("bills", "money", (SEATS,)),
        Block("purchase card", "its number, 0 before one passes (K4.2)", (SEATS,)),
        Block("window", "cards in each window", (SEATS, KIND_NAMES)),
        Block("safe", "cards in each safe", (SEATS, KIND_NAMES)),
        Block("known", "the least number everyone knows to be in each hand (K5.4)", (SEATS, KIND_NAMES)),
        Block("sold", "jewels that became money, starting bills not counted", (KIND_NAMES,)),
        Block("boxed", "jewels out of the game", (KIND_NAMES,)),
        Block(
            "known top",
            "the cards on top of the pile that everyone has seen (K5.4), the top one first: 1 for a stud … 7 for a "
            "necklace, 0 beyond the last known",
            (tuple(f"card {number}" for number in range(1, CARDS + 1)),),
        ),
    ],
)
_AT = LAYOUT.starts
PLAYERS, BOX_OPTION, OWN_SEAT, PHASE, TURN = (
    _AT["players"],
    _AT["box option"],
    _AT["own seat"],
    _AT["phase"],
    _AT["turn"],
)
FIRST, ROUND, PILE, OWN_HAND, HAND_SIZE = _AT["first"], _AT["round"], _AT["pile"], _AT["hand"], _AT["cards"]
BILLS, PURCHASE_CARD, WINDOW, SAFE = _AT["bills"], _AT["purchase card"], _AT["window"], _AT["safe"]
KNOWN, SOLD, BOXED, KNOWN_TOP = _AT["known"], _AT["sold"], _AT["boxed"], _AT["known top"]


@compiled
def observe(position: Any, seat: int, numbers: Any) -> None:
    """Write what the seat may know into `numbers`, which are all 0."""
    numbers[PLAYERS] = position.players
    numbers[BOX_OPTION] = position.unsold
    numbers[OWN_SEAT + seat] = 1
    numbers[PHASE + position.phase] = 1
    numbers[ROUND] = position.round
    numbers[PILE] = position.pile_size
    write(numbers, OWN_HAND, position.hand[seat], KINDS)
    write(numbers, SOLD, position.money, KINDS)
    write(numbers, BOXED, position.box, KINDS)
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


def longest(players: int, options: dict[str, Any]) -> tuple[int, int]:
    """No game has more moves than this, nor more changes of a seat's hand.

    A card that reaches a hand is shown or stored once. A sale turns at least one of four into money for good, so where
    the others go back to the pile at most 94 + 3 · 94 cards ever reach a hand. The first purchase of a round empties a
    window, and who it belongs to must show a card in the next: there are no more rounds than cards.
    """
    cards = CARDS if options["unsold"] == "box" else CARDS + 3 * CARDS
    return cards + cards * 3 * players + CARDS, 2 * cards
