"""Klunker: the position and its rules, in the order of the rulebook (`rules.md`)."""

from typing import Any

import numpy as np

from brocante.games.bare import only_with
from brocante.games.chance import draw, position_type, reseed, roll_shuffle, shuffle
from brocante.games.compiled import compiled
from brocante.games.facts import list_cards, tell
from brocante.games.seats import clockwise, left_of

STUD, EARRING, TOOTH, SHOE, MONOCLE, TIARA, NECKLACE = range(7)
KINDS = 7
COPIES = np.array([14, 14, 14, 14, 14, 14, 10], np.int8)
CARDS = 94
SEATS = 5  # room in a position; `players` of them are taken
HAND = 6
SET = 4

WINDOWS, SAFES, PURCHASES, SELLING, OVER = range(5)  # phases; SELLING is a choice within PURCHASES (K6.3)
PILE, BOX = range(2)  # option `unsold`

# Facts.
FILLED, ROUND_BEGAN, TOOK_PURCHASE_CARD, SOLD, UNSOLD, BOUGHT, BECAME_FIRST, ENDED, WON = range(9)
CLEAR, FEWER_CARDS, SHARED = range(3)  # how a tie was broken (K7.3)

# Moves: a kind or a seat added to one of these.
SHOW, STORE, SELL, BUY, DONE, PASS, DECLINE = 0, 7, 14, 21, 26, 27, 28
MOVES = 29
MOST_LEGAL = 8

POSITION = position_type(
    [
        ("players", np.int8),
        ("unsold", np.int8),
        ("first", np.int8),  # the first player
        ("phase", np.int8),
        ("turn", np.int8),  # -1 when the game is over
        ("round", np.int16),
        ("hand", np.int8, (SEATS, KINDS)),
        ("hand_size", np.int8, (SEATS,)),
        ("window", np.int8, (SEATS, KINDS)),
        ("window_size", np.int8, (SEATS,)),
        ("safe", np.int8, (SEATS, KINDS)),
        ("bills", np.int8, (SEATS,)),
        ("purchase_card", np.int8, (SEATS,)),  # its number, 0 for none yet
        ("purchase_order", np.int8, (SEATS,)),  # the seat with purchase card 1, 2, …
        ("passed", np.int8),  # how many have taken a purchase card
        ("bought", np.int8),  # how many have bought
        ("pile", np.int8, (CARDS,)),
        ("known_top", np.int8),  # how many cards on top everyone has seen (K5.4)
        ("known", np.int8, (SEATS, KINDS)),  # the least number everyone knows to be in that hand (K5.4)
        ("box", np.int8, (KINDS,)),
        ("money", np.int8, (KINDS,)),  # jewels on the back of bills, but for the starting ones
        ("starting_bill", np.int8, (SEATS,)),  # the jewel nobody may look at (K1.2)
    ]
)

KNOWLEDGE = ("known_top", "known")  # what players know of hidden cards

Position = Any  # a record of POSITION


# --- K1 Setting up ---


@compiled
def deal(position: Position) -> None:
    """K1. A fresh position brings its players, options and key; all else in it is still 0."""
    size = 0
    for kind in range(KINDS):
        for _ in range(COPIES[kind]):
            position.pile[size] = kind
            size += 1
    shuffle(position, CARDS)  # K1.1
    for i in range(position.players):  # K1.2
        seat = clockwise(position, position.first, i)
        position.starting_bill[seat] = draw(position)
        position.bills[seat] = 1
    fill_hands(position)  # K1.3
    begin_round(position)


@compiled
def fill_hands(position: Position) -> None:
    """K1.3, K7.2: from the first player clockwise each hand is filled to six, in one go."""
    for i in range(position.players):
        seat = clockwise(position, position.first, i)
        if position.hand_size[seat] < HAND:
            tell(position, FILLED, seat, HAND - position.hand_size[seat])
        while position.hand_size[seat] < HAND:
            kind = draw(position)
            list_cards(position, kind)
            position.hand[seat, kind] += 1
            position.hand_size[seat] += 1
            see_dealt(position, seat, kind)


@only_with("known")
def see_dealt(position: Position, seat: int, kind: int) -> None:
    """K5.4: of a card that lay open on the pile, everyone knows which hand it went to."""
    if position.known_top > 0:
        position.known_top -= 1
        position.known[seat, kind] += 1


# --- K3 Windows ---


@compiled
def begin_round(position: Position) -> None:
    """K2: a round begins with the windows."""
    position.round += 1
    position.phase = WINDOWS
    position.turn = position.first
    tell(position, ROUND_BEGAN, position.round, position.first)


@compiled
def leave_hand(position: Position, seat: int, kind: int) -> None:
    """A card leaves the hand in the open."""
    position.hand[seat, kind] -= 1
    position.hand_size[seat] -= 1
    see_leave(position, seat, kind)


@only_with("known")
def see_leave(position: Position, seat: int, kind: int) -> None:
    """Of what was known to be in that hand, one less is (K5.4)."""
    if position.known[seat, kind] > 0:
        position.known[seat, kind] -= 1


@compiled
def show(position: Position, seat: int, kind: int) -> None:
    """K3.1: one card from hand into the own window; K3.3: as many as one likes, and none comes back."""
    leave_hand(position, seat, kind)
    position.window[seat, kind] += 1
    position.window_size[seat] += 1


@compiled
def done(position: Position, seat: int) -> None:
    """K3.1: clockwise, once each; then the safes."""
    left = left_of(position, seat)
    position.turn = left
    if left == position.first:
        position.phase = SAFES


# --- K4 Safes ---


@compiled
def store(position: Position, seat: int, kind: int) -> None:
    """K4.1: one card from hand into the own safe; K4.3: four of a kind are sold at once."""
    leave_hand(position, seat, kind)
    position.safe[seat, kind] += 1
    if position.safe[seat, kind] == SET:
        sell(position, seat, kind)
    next_to_store(position, seat)


@compiled
def take_purchase_card(position: Position, seat: int) -> None:
    """K4.2: the first to pass takes purchase card 1, the next 2, and so on."""
    position.purchase_order[position.passed] = seat
    position.passed += 1
    position.purchase_card[seat] = position.passed
    tell(position, TOOK_PURCHASE_CARD, seat, position.passed)
    if position.passed < position.players:
        next_to_store(position, seat)
    else:
        position.phase = PURCHASES
        position.turn = position.purchase_order[0]


@compiled
def next_to_store(position: Position, seat: int) -> None:
    """K4.2: a player who has passed does nothing more in this phase."""
    seat = left_of(position, seat)
    while position.purchase_card[seat] > 0:
        seat = left_of(position, seat)
    position.turn = seat


# --- K5 Selling ---


@compiled
def price(position: Position, seat: int, kind: int) -> int:
    """What four of a kind in the safe would bring, once there are four."""
    if kind == NECKLACE:
        return 4  # K5.3
    kinds = 1
    for other in range(KINDS):  # K5.1: kinds still lying there, more of the sold one among them
        if position.safe[seat, other] > (SET if other == kind else 0):
            kinds += 1
    return max(5 - kinds, 1)  # K5.2


@compiled
def sell(position: Position, seat: int, kind: int) -> None:
    """K5: four cards leave the safe, some become money, the others go as option `unsold` says."""
    bills = price(position, seat, kind)
    position.safe[seat, kind] -= SET
    position.bills[seat] += bills
    position.money[kind] += bills
    tell(position, SOLD, seat, kind, SET, bills)
    if bills < SET:
        tell(position, UNSOLD, seat, kind, SET - bills, position.unsold)
    for _ in range(SET - bills):  # K5.4
        if position.unsold == BOX:
            position.box[kind] += 1
        else:
            position.pile[position.pile_size] = kind
            position.pile_size += 1
            see_laid_on_pile(position)


@only_with("known_top")
def see_laid_on_pile(position: Position) -> None:
    """K5.4: the card lies there for all to see."""
    position.known_top += 1


# --- K6 Purchases ---


@compiled
def buy(position: Position, seat: int, owner: int) -> None:
    """K6.1: a whole window into the own safe, for one bill unless it is one's own."""
    tell(position, BOUGHT, seat, owner, owner != seat)
    if owner != seat:
        position.bills[seat] -= 1
        position.bills[owner] += 1
    for kind in range(KINDS):  # K6.3
        list_cards(position, kind, position.window[owner, kind])
        position.safe[seat, kind] += position.window[owner, kind]
        position.window[owner, kind] = 0
    position.window_size[owner] = 0
    sell_what_must_be_sold(position, seat)


@compiled
def sell_what_must_be_sold(position: Position, seat: int) -> None:
    """K6.3: one kind of four or more is sold, again until there is none; among several the player chooses."""
    while True:
        full, kinds = 0, 0
        for kind in range(KINDS):
            if position.safe[seat, kind] >= SET:
                full = kind
                kinds += 1
        if kinds > 1:
            position.phase = SELLING
            return
        if kinds == 0:
            break
        sell(position, seat, full)
    position.phase = PURCHASES
    position.bought += 1
    if position.bought < position.players:
        position.turn = position.purchase_order[position.bought]
    else:
        end_round(position)  # K6.4: all have bought, the first player stays


@compiled
def decline(position: Position, seat: int) -> None:
    """K6.4: the phase ends at once, and the player who declined becomes first player."""
    position.first = seat
    tell(position, BECAME_FIRST, seat)
    end_round(position)


# --- K7 End of the round, end of the game ---


@compiled
def end_round(position: Position) -> None:
    missing = 0
    for seat in range(position.players):
        missing += HAND - position.hand_size[seat]
        position.purchase_card[seat] = 0
        position.purchase_order[seat] = 0
    position.passed = 0
    position.bought = 0
    if position.pile_size < missing:  # K7.1
        position.phase = OVER
        position.turn = -1
        tell(position, ENDED, position.pile_size, missing)
        tell_winners(position)
        return
    fill_hands(position)  # K7.2
    begin_round(position)


@compiled
def leftovers(position: Position, seat: int) -> int:
    """Cards in window and safe together (K7.3)."""
    cards = 0
    for kind in range(KINDS):
        cards += position.window[seat, kind] + position.safe[seat, kind]
    return cards


@compiled
def result(position: Position, scores: Any, ranks: Any) -> None:
    """K7.3: most bills, then the fewest cards in window and safe; equal standing shares a rank."""
    for seat in range(position.players):
        scores[seat] = position.bills[seat]
        ranks[seat] = 1
        for other in range(position.players):
            more = position.bills[other] - position.bills[seat]
            if more > 0 or (more == 0 and leftovers(position, other) < leftovers(position, seat)):
                ranks[seat] += 1


@only_with("facts")
def tell_winners(position: Position) -> None:
    """K7.3: who has won, and what broke a tie."""
    for seat in range(position.players):
        beaten, tied, shared = False, False, False
        for other in range(position.players):
            more = position.bills[other] - position.bills[seat]
            fewer = leftovers(position, seat) - leftovers(position, other)
            beaten |= more > 0 or (more == 0 and fewer > 0)
            tied |= other != seat and more == 0
            shared |= other != seat and more == 0 and fewer == 0
        if not beaten:
            tie_break = SHARED if shared else (FEWER_CARDS if tied else CLEAR)
            tell(position, WON, seat, position.bills[seat], leftovers(position, seat), tie_break)


# --- Moves ---


@compiled
def legal(position: Position, moves: Any) -> int:
    """The legal moves into `moves`, in the order of the rulebook; how many there are."""
    if position.phase == OVER:
        return 0
    seat = position.turn
    count = 0
    if position.phase == PURCHASES:
        for owner in range(position.players):  # K6.1
            if position.window_size[owner] > 0 and (owner == seat or position.bills[seat] > 0):
                moves[count] = BUY + owner
                count += 1
        if position.window_size[seat] == 0:  # K6.2
            moves[count] = DECLINE
            count += 1
        return count
    if position.phase == SELLING:
        for kind in range(KINDS):  # K6.3
            if position.safe[seat, kind] >= SET:
                moves[count] = SELL + kind
                count += 1
        return count
    base = SHOW if position.phase == WINDOWS else STORE
    for kind in range(KINDS):  # K3.1, K4.1
        moves[count] = base + kind
        count += position.hand[seat, kind] > 0  # branches here would be guesswork
    if position.phase == SAFES:
        moves[count] = PASS
        count += 1
    elif position.window_size[seat] > 0:  # K3.2
        moves[count] = DONE
        count += 1
    return count


@compiled
def play(position: Position, move: int) -> None:
    """Play a legal move of the seat whose turn it is."""
    seat = position.turn
    if move < STORE:
        show(position, seat, move - SHOW)
    elif move < SELL:
        store(position, seat, move - STORE)
    elif move < BUY:
        sell(position, seat, move - SELL)
        sell_what_must_be_sold(position, seat)
    elif move < DONE:
        buy(position, seat, move - BUY)
    elif move == DONE:
        done(position, seat)
    elif move == PASS:
        take_purchase_card(position, seat)
    else:
        decline(position, seat)


# --- Hidden ---


@compiled
def redeal(position: Position, seat: int, dice: Any, cards: Any) -> None:
    """Deal anew, by dice, all that is hidden from the seat (-1: from a watcher): other hands but for what everyone
    knows of them, the pile but for its known top, and the jewels on the starting bills. `cards` is scratch."""
    reseed(position, dice)
    unseen = 0
    for kind in range(KINDS):  # in the order of the kinds, whatever the truth is
        count = COPIES[kind] - position.box[kind] - position.money[kind]
        for other in range(position.players):
            count -= position.window[other, kind] + position.safe[other, kind]
            count -= position.hand[other, kind] if other == seat else position.known[other, kind]
        for i in range(position.pile_size - position.known_top, position.pile_size):
            if position.pile[i] == kind:
                count -= 1
        for _ in range(count):
            cards[unseen] = kind
            unseen += 1
    roll_shuffle(dice, cards, unseen)
    for other in range(position.players):
        unseen -= 1
        position.starting_bill[other] = cards[unseen]
        if other != seat:
            hidden = position.hand_size[other]
            for kind in range(KINDS):
                position.hand[other, kind] = position.known[other, kind]
                hidden -= position.known[other, kind]
            for _ in range(hidden):
                unseen -= 1
                position.hand[other, cards[unseen]] += 1
    for i in range(unseen):
        position.pile[i] = cards[i]
    for i in range(position.pile_size, CARDS):  # nor does it matter what lay there once
        position.pile[i] = 0
