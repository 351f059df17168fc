"""Alles futsch!: the position and its rules, in the order of the rulebook (`rules.md`)."""

from itertools import combinations_with_replacement
from typing import Any

import numpy as np

from brocante.games.bare import only_with
from brocante.games.chance import draw, position_type, reseed, roll_shuffle, shuffle
from brocante.games.compiled import compiled
from brocante.games.facts import tell
from brocante.games.seats import left_of

PAINTING, SCULPTURE, FURNITURE, CLOCK, VASE = range(5)
KINDS = 5
OBJECTS = np.array(list(combinations_with_replacement(range(KINDS), 3)), np.int8)  # the three objects of each card
CARDS = 35
ROW = 5
SEATS = 5  # room in a position; `players` of them are taken

START_MONEY = 200
PRICE, FEE, BONUS = 20, 10, 30  # a forced sale, the fourth or fifth of a kind, the third of a kind
BONUS_AT, MOST_OF_A_KIND = 3, 5
MOST_MONEY = 320 * SEATS

OFFER, AUCTION, USE, OVER = range(4)  # phases
SECRET, OPEN = range(2)  # option `money`

# Facts.
WON_AUCTION, BONUS_PAID, BOUGHT, FINED, LOST, DISCARDED, SHUFFLED, DREW, IN_CHARGE, RUINED, ENDED, WON = range(12)
RUIN, FULL = range(2)  # why the game ended (A4.1, A4.2)
CLEAR, MORE_OBJECTS, SHARED = range(3)  # how a tie was broken (A4.3)

# Moves: a card, a kind, KINDS * kind + seat, or the bid added to one of these.
OFFERS, PASS, KEEP, SELL, BID = 0, 35, 36, 41, 65  # the lowest bid, 1, is move 66
MOVES = BID + MOST_MONEY + 1
MOST_LEGAL = MOST_MONEY + 1

POSITION = position_type(
    [
        ("players", np.int8),
        ("lacks", np.int8, (SEATS,)),  # the kind that a seat's board lacks
        ("money_is_open", np.int8),
        ("in_charge", np.int8),  # offers the card and opens the bidding
        ("phase", np.int8),
        ("turn", np.int8),  # -1 when the game is over
        ("bankrupt", np.int8),  # the seat, -1 for nobody
        ("money", np.int16, (SEATS,)),
        ("stone", np.int8, (SEATS, KINDS)),  # how many of a kind the seat has
        ("row", np.int8, (ROW,)),
        ("row_size", np.int8),
        ("card", np.int8),  # under the hammer or in use, -1 for none
        ("objects", np.int8, (KINDS,)),  # those of the card not yet used
        ("bid", np.int16),
        ("bidder", np.int8),  # -1 before the first bid
        ("out", np.int8, (SEATS,)),  # 1: out of this auction
        ("still_in", np.int8),
        ("auctions", np.int16),  # how many there have been, the running one included
        ("pile", np.int8, (CARDS,)),
        ("discards", np.int8, (CARDS,)),
        ("discards_size", np.int8),
    ]
)

KNOWLEDGE: tuple[str, ...] = ()  # all is open but the pile

Position = Any  # a record of POSITION


# --- A1 Setting up ---


@compiled
def deal(position: Position) -> None:
    """A1. A fresh position brings its players, options, key and the first player as `in_charge`."""
    for seat in range(position.players):
        position.money[seat] = START_MONEY  # A1.1
    for card in range(CARDS):
        position.pile[card] = card
    shuffle(position, CARDS)  # A1.2
    for _ in range(ROW):
        draw_to_row(position)
    position.bankrupt = -1
    start_offer(position, position.in_charge)  # A1.3


@compiled
def draw_to_row(position: Position) -> None:
    position.row[position.row_size] = draw(position)
    tell(position, DREW, position.row[position.row_size])
    position.row_size += 1


# --- A2 The auction ---


@compiled
def start_offer(position: Position, seat: int) -> None:
    position.phase = OFFER
    position.auctions += 1
    position.in_charge = seat
    position.turn = seat
    position.card = -1
    position.bid = 0
    position.bidder = -1
    position.still_in = position.players
    for other in range(SEATS):
        position.out[other] = 0


@compiled
def offer(position: Position, card: int) -> None:
    """A2.1: the card leaves the row; A2.2: the seat that offers it opens the bidding."""
    at = 0
    while position.row[at] != card:
        at += 1
    position.row_size -= 1
    for i in range(at, position.row_size):
        position.row[i] = position.row[i + 1]
    position.row[position.row_size] = 0
    position.card = card
    position.phase = AUCTION


@compiled
def raise_bid(position: Position, seat: int, bid: int) -> None:
    """A2.2: more than the last bid, at most the own money."""
    position.bid = bid
    position.bidder = seat
    next_bidder(position, seat)


@compiled
def drop_out(position: Position, seat: int) -> None:
    """A2.2: out of this auction for good; A2.3: when all others have passed, the last bidder wins."""
    position.out[seat] = 1
    position.still_in -= 1
    if position.still_in > 1:
        next_bidder(position, seat)
    else:
        win_auction(position, position.bidder)


@compiled
def next_bidder(position: Position, seat: int) -> None:
    seat = left_of(position, seat)
    while position.out[seat] == 1:
        seat = left_of(position, seat)
    position.turn = seat


@compiled
def win_auction(position: Position, seat: int) -> None:
    """A2.3: the bid is paid to the bank, before any bonus."""
    position.turn = seat
    position.phase = USE
    for i in range(3):
        position.objects[OBJECTS[position.card, i]] += 1
    tell(position, WON_AUCTION, seat, position.card, position.bid, min(position.bid, position.money[seat]))
    if pay(position, seat, position.bid):
        finish_if_used_up(position, seat)


# --- A3 Using the three objects ---


@compiled
def collects(position: Position, seat: int, kind: int) -> bool:
    return position.lacks[seat] != kind


@compiled
def must_keep(position: Position, seat: int, kind: int) -> bool:
    """A3.1: a kind the player collects and holds 0 to 2 of."""
    return collects(position, seat, kind) and position.stone[seat, kind] < BONUS_AT


@compiled
def can_be_sold_to(position: Position, seat: int, kind: int, buyer: int) -> bool:
    """A3.2: another player who collects the kind and holds 0 to 4 of it."""
    return buyer != seat and collects(position, buyer, kind) and position.stone[buyer, kind] < MOST_OF_A_KIND


@compiled
def keep(position: Position, seat: int, kind: int) -> None:
    """A3.1: the stone moves on by one; the third of a kind pays 30."""
    position.objects[kind] -= 1
    position.stone[seat, kind] += 1
    if position.stone[seat, kind] == BONUS_AT:
        pay_bonus(position, seat, kind)
    finish_if_used_up(position, seat)


@compiled
def pay_bonus(position: Position, seat: int, kind: int) -> None:
    """A3.1: the bank pays for the third of a kind."""
    position.money[seat] += BONUS
    tell(position, BONUS_PAID, seat, kind, BONUS_AT, BONUS)


@compiled
def sell(position: Position, seat: int, kind: int, buyer: int) -> None:
    """A3.3: the buyer pays the seller, moves the stone, pays the bank, is paid by it; ruin ends the game between."""
    position.objects[kind] -= 1
    tell(position, BOUGHT, buyer, seat, kind, PRICE, min(PRICE, position.money[buyer]))
    position.money[seat] += min(PRICE, position.money[buyer])
    if not pay(position, buyer, PRICE):
        return
    position.stone[buyer, kind] += 1
    if position.stone[buyer, kind] > BONUS_AT:
        tell(position, FINED, buyer, kind, position.stone[buyer, kind], FEE, min(FEE, position.money[buyer]))
        if not pay(position, buyer, FEE):
            return
    if position.stone[buyer, kind] == BONUS_AT:
        pay_bonus(position, buyer, kind)
    finish_if_used_up(position, seat)


@compiled
def finish_if_used_up(position: Position, seat: int) -> None:
    """A3.4: when no object left can be used, they are lost and the card is done (A3.5)."""
    for kind in range(KINDS):
        if position.objects[kind] > 0:
            if must_keep(position, seat, kind):
                return
            for buyer in range(position.players):
                if can_be_sold_to(position, seat, kind, buyer):
                    return
    discard(position, seat)


@compiled
def discard(position: Position, seat: int) -> None:
    """A3.5: the card is discarded, a new one drawn, and the winner of the auction is in charge of the next."""
    position.discards[position.discards_size] = position.card
    position.discards_size += 1
    for kind in range(KINDS):
        if position.objects[kind] > 0:
            tell(position, LOST, kind, position.objects[kind])
        position.objects[kind] = 0
    tell(position, DISCARDED, position.card)
    if position.pile_size == 0:
        tell(position, SHUFFLED, position.discards_size)
        for i in range(position.discards_size):
            position.pile[i] = position.discards[i]
            position.discards[i] = 0
        shuffle(position, position.discards_size)
        position.discards_size = 0
    draw_to_row(position)
    start_offer(position, seat)
    if all_stones_at_the_end(position):  # A4.2
        end(position, FULL)
    else:
        tell(position, IN_CHARGE, seat)


# --- A4 The end ---


@compiled
def pay(position: Position, seat: int, amount: int) -> bool:
    """A4.1: a player who cannot pay in full, or has nothing left after paying, is bankrupt, and the game ends. False
    then."""
    paid = min(amount, position.money[seat])
    position.money[seat] -= paid
    if position.money[seat] > 0:
        return True
    position.bankrupt = seat
    tell(position, RUINED, seat, amount, paid)
    end(position, RUIN)
    return False


@compiled
def all_stones_at_the_end(position: Position) -> bool:
    for seat in range(position.players):
        for kind in range(KINDS):
            if collects(position, seat, kind) and position.stone[seat, kind] < MOST_OF_A_KIND:
                return False
    return True


@compiled
def end(position: Position, why: int) -> None:
    position.phase = OVER
    position.turn = -1
    tell(position, ENDED, why)
    tell_winners(position)


@compiled
def collection(position: Position, seat: int) -> int:
    """Objects in the collection (A4.3)."""
    objects = 0
    for kind in range(KINDS):
        objects += position.stone[seat, kind]
    return objects


@compiled
def result(position: Position, scores: Any, ranks: Any) -> None:
    """A4.3: most money, then most objects; equal standing shares a rank."""
    for seat in range(position.players):
        scores[seat] = position.money[seat]
        ranks[seat] = 1
        for other in range(position.players):
            more = position.money[other] - position.money[seat]
            if more > 0 or (more == 0 and collection(position, other) > collection(position, seat)):
                ranks[seat] += 1


@only_with("facts")
def tell_winners(position: Position) -> None:
    """A4.3: who has won, and what broke a tie."""
    for seat in range(position.players):
        beaten, tied, shared = False, False, False
        for other in range(position.players):
            more = position.money[other] - position.money[seat]
            objects = collection(position, other) - collection(position, seat)
            beaten |= more > 0 or (more == 0 and objects > 0)
            tied |= other != seat and more == 0
            shared |= other != seat and more == 0 and objects == 0
        if not beaten:
            tie_break = SHARED if shared else (MORE_OBJECTS if tied else CLEAR)
            tell(position, WON, seat, position.money[seat], collection(position, seat), tie_break)


# --- Moves ---


@compiled
def legal(position: Position, moves: Any) -> int:
    """The legal moves into `moves`, in the order of the rulebook; how many there are."""
    if position.phase == OVER:
        return 0
    seat = position.turn
    count = 0
    if position.phase == OFFER:
        for i in range(position.row_size):  # A2.1
            moves[i] = OFFERS + position.row[i]
        return position.row_size
    if position.phase == AUCTION:
        if position.bidder >= 0:  # A2.2: the seat in charge must open
            moves[0] = PASS
            count = 1
        for bid in range(position.bid + 1, position.money[seat] + 1):
            moves[count] = BID + bid
            count += 1
        return count
    for kind in range(KINDS):
        if position.objects[kind] == 0:
            continue
        if must_keep(position, seat, kind):  # A3.1
            moves[count] = KEEP + kind
            count += 1
            continue
        for buyer in range(position.players):  # A3.2
            if can_be_sold_to(position, seat, kind, buyer):
                moves[count] = SELL + kind * SEATS + buyer
                count += 1
    return count


@compiled
def play(position: Position, move: int) -> None:
    """Play a legal move of the seat whose turn it is."""
    seat = position.turn
    if move > BID:
        raise_bid(position, seat, move - BID)
    elif move == PASS:
        drop_out(position, seat)
    elif move < PASS:
        offer(position, move - OFFERS)
    elif move < SELL:
        keep(position, seat, move - KEEP)
    else:
        sell(position, seat, (move - SELL) // SEATS, (move - SELL) % SEATS)


# --- Hidden ---


@compiled
def redeal(position: Position, seat: int, dice: Any, cards: Any) -> None:
    """Deal anew, by dice, all that is hidden from the seat: the order of the pile. Money is not: payments are public.
    Every seat and a watcher see the same, so `seat` does not matter. `cards` is scratch."""
    reseed(position, dice)
    for card in range(CARDS):
        cards[card] = 1
    for i in range(position.row_size):
        cards[position.row[i]] = 0
    for i in range(position.discards_size):
        cards[position.discards[i]] = 0
    if position.card >= 0:
        cards[position.card] = 0
    unseen = 0
    for card in range(CARDS):  # in the order of the cards, whatever the truth is
        if cards[card] == 1:
            position.pile[unseen] = card
            unseen += 1
    for i in range(unseen, CARDS):
        position.pile[i] = 0
    roll_shuffle(dice, position.pile, unseen)
