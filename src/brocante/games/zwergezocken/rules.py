"""ZwergeZocken: the position and its rules, in the order of the rulebook (`rules.md`)."""

from typing import Any

import numpy as np

from brocante.games.bare import only_with
from brocante.games.chance import draw, finish_shuffle, position_type, reseed, roll, roll_shuffle, shuffle
from brocante.games.compiled import compiled
from brocante.games.facts import list_cards, tell
from brocante.games.seats import clockwise, left_of

# Faces, in the order of the table: 0/10, the eight dwarfs 1/9 … 9/1, 10/0, actions, jokers.
FACES = 18
TREE_LOW, DWARFS, TREE_HIGH = 0, 1, 9  # dwarf d is the face DWARFS + d
DRAW, GIVE, SWAP, BLUE, YELLOW = 10, 11, 12, 13, 14
RAINBOW, QUAD_LOW, QUAD_HIGH = 15, 16, 17
VALUES = np.array(  # on the yellow and on the blue side
    [
        [0, 1, 2, 3, 4, 6, 7, 8, 9, 10, 5, 5, 5, 5, 5, 5, 5, 5],
        [10, 9, 8, 7, 6, 4, 3, 2, 1, 0, 5, 5, 5, 5, 5, 5, 5, 5],
    ],
    np.int8,
)
COPIES = np.array([2, 4, 4, 4, 4, 4, 4, 4, 4, 2, 5, 5, 5, 3, 3, 1, 1, 1], np.int8)
LIGHT_HATS = np.array([0, 1, 1, 1, 1, 1, 1, 1, 1, 0, 2, 2, 2, 0, 0, 0, 0, 0], np.int8)  # told apart here alone (Z1.5)
CARDS = 60
SEATS = 5  # room in a position; `players` of them are taken
SMALLEST_SET, MOST_SETS = 3, 11  # 35 dwarfs and jokers make 11 sets at most
SET_POINTS = np.array([0, 0, 0, -5, -10, -20, -25], np.int8)

START, TURN, LAID, TO, GIVING, PASSING, OVER = range(7)  # phases; LAID is a turn whose set is on the table
YELLOW_SIDE, BLUE_SIDE = range(2)  # the chip; -1 until it is chosen
SINGLE, RING = range(2)  # option `swap`

# Facts.
ROUND_BEGAN, DEALT, CHIP_TURNED, DREW, GAVE, PASSED, SET_LAID, TRICK_TAKEN, TRICK_DISCARDED, LEADS = range(10)
ROUND_ENDED, REVEALED, SCORED, ENDED, WON = range(10, 15)
ABOVE_LIMIT, LAST_ROUND = range(2)  # why the game ended (Z6.3, Z6.4)
CLEAR, SHARED = range(2)  # whether a win is shared (Z6.3)

# Moves: a side, ((4 * dwarf + N - 1) * 2 + rainbow) * 2 + quad, a face or a seat added to one of these.
STARTS, LAY, PLAY, TO_SEAT, GIVE_CARD, PASS_CARD = 0, 2, 130, 148, 153, 171
MOVES = 189
MOST_LEGAL = 146

POSITION = position_type(
    [
        ("limit", np.int32),
        ("rounds", np.int32),
        ("round", np.int32),
        ("totals", np.int32, (SEATS,)),
        ("players", np.int8),
        ("swap", np.int8),
        ("phase", np.int8),
        ("turn", np.int8),  # -1 when the game is over
        ("leader", np.int8),  # of the trick
        ("turns", np.int8),  # how many had theirs in this trick or were passed over
        ("chip", np.int8),
        ("hand", np.int8, (SEATS, FACES)),
        ("hand_size", np.int8, (SEATS,)),
        ("trick", np.int8, (SEATS,)),  # faces in the order played, -1 for none
        ("trick_seat", np.int8, (SEATS,)),
        ("trick_size", np.int8),
        ("taken", np.int8, (SEATS, FACES)),
        ("discarded", np.int8, (FACES,)),
        ("sets", np.int8),  # how many lie on the table
        ("set_lay", np.int16, (MOST_SETS,)),  # the move that laid it
        ("set_seat", np.int8, (MOST_SETS,)),
        ("receiver", np.int8),  # of cards being given, -1 for nobody
        ("to_give", np.int8),  # how many cards more
        ("chosen", np.int8, (SEATS,)),  # face chosen in a ring not yet finished, -1 for none
        ("received", np.int8, (SEATS,)),  # 1: was given or passed a card in this round
        (
            "known",
            np.int8,
            (SEATS, SEATS, FACES),
        ),  # in a hand, to a seat, of a face: the least number that the seat knows to be there
        ("shown", np.int8, (SEATS, FACES)),  # hands as they were shown when the last round ended (Z6.5)
        ("gained", np.int16, (SEATS,)),  # points of the last round
        ("pile", np.int8, (CARDS,)),
    ]
)

KNOWLEDGE = ("known", "received", "shown")  # what players know of hidden cards

Position = Any  # a record of POSITION


@compiled
def is_dwarf(face: int) -> bool:
    return DWARFS <= face < TREE_HIGH or face == RAINBOW


@compiled
def quad_of(dwarf: int) -> int:
    """The joker with four symbols that shows this dwarf."""
    return QUAD_LOW if dwarf < 4 else QUAD_HIGH


# --- Z1 A round's deal ---


@compiled
def deal(position: Position) -> None:
    """Z1. A fresh position brings its players, options, key and the first player as `leader`."""
    position.chip = -1
    position.receiver = -1
    for seat in range(SEATS):
        position.chosen[seat] = -1
    deal_round(position)
    position.phase = START  # Z1.3
    position.turn = position.leader


@compiled
def deal_round(position: Position) -> None:
    position.round += 1
    finish_shuffle(position)
    size = 0
    for face in range(FACES):  # Z1.1
        for _ in range(COPIES[face] - (LIGHT_HATS[face] if position.players == 3 else 0)):
            position.pile[size] = face
            size += 1
    shuffle(position, size)
    tell(position, ROUND_BEGAN, position.round, position.leader)
    for i in range(position.players):  # Z1.2
        seat = clockwise(position, position.leader, i)
        draw_cards(position, seat, 10 if position.players == 5 else 13, DEALT)
    clear_trick(position, position.leader)


@compiled
def draw_cards(position: Position, seat: int, cards: int, fact: int) -> None:
    cards = min(cards, position.pile_size)
    tell(position, fact, seat, cards)
    for _ in range(cards):
        face = draw(position)
        list_cards(position, face)
        position.hand[seat, face] += 1
        position.hand_size[seat] += 1


@compiled
def deal_in_next_round(position: Position) -> None:
    """Clear the table for a new round; it is led by the seat that would have led the next trick (Z1.4)."""
    for face in range(FACES):
        position.discarded[face] = 0
    for seat in range(SEATS):
        for face in range(FACES):
            position.taken[seat, face] = 0
    forget_what_was_given(position)
    for i in range(position.sets):
        position.set_lay[i] = 0
        position.set_seat[i] = 0
    position.sets = 0
    deal_round(position)


# --- Z2 A turn ---


@compiled
def clear_trick(position: Position, leader: int) -> None:
    position.leader = leader
    position.turns = 0
    position.trick_size = 0
    for i in range(SEATS):
        position.trick[i] = -1
        position.trick_seat[i] = -1


@compiled
def next_turn(position: Position) -> None:
    """Z2.1: clockwise, one turn each; Z2.3: a player without cards is skipped. After the last turn the trick ends."""
    while position.phase != OVER:
        while position.turns < position.players:
            seat = clockwise(position, position.leader, position.turns)
            position.turns += 1
            if position.hand_size[seat] > 0:
                position.phase = TURN
                position.turn = seat
                return
        end_trick(position)


@compiled
def play_card(position: Position, seat: int, face: int) -> bool:
    """Z2.1: one card must be played; Z2.2: an action's effect follows at once. Whether the turn is over then."""
    leave_hand_openly(position, seat, face)
    position.trick[position.trick_size] = face
    position.trick_seat[position.trick_size] = seat
    position.trick_size += 1
    if face < DRAW or face >= RAINBOW:
        return True  # Z5.5
    if face == GIVE and position.hand_size[seat] > 0:
        position.phase = TO
        return False
    if face == SWAP and start_swap(position, seat):
        position.phase = PASSING
        return False
    if face == DRAW:
        draw_cards(position, left_of(position, seat), 2, DREW)  # Z5.1
    elif face == BLUE:
        turn_chip(position, seat, BLUE_SIDE)
    elif face == YELLOW:
        turn_chip(position, seat, YELLOW_SIDE)
    return True


@compiled
def turn_chip(position: Position, seat: int, side: int) -> None:
    """Z1.3, Z5.3: the chip shows this side from now on, whichever it showed before."""
    if position.chip != side:
        tell(position, CHIP_TURNED, seat, side)
    position.chip = side


# --- Z3 Sets ---


@compiled
def lay(position: Position, seat: int, index: int) -> None:
    """Z3.1: a set goes from hand to the table, where it is finished (Z3.3); a card still has to be played."""
    rainbow, quad, copies, dwarf = (index >> 1) & 1, index & 1, ((index >> 2) & 3) + 1, index >> 4
    for _ in range(copies):
        leave_hand_openly(position, seat, DWARFS + dwarf)
    if rainbow:
        leave_hand_openly(position, seat, RAINBOW)
    if quad:
        leave_hand_openly(position, seat, quad_of(dwarf))
    position.set_lay[position.sets] = LAY + index
    position.set_seat[position.sets] = seat
    position.sets += 1
    position.phase = LAID
    tell(position, SET_LAID, seat, index, SET_POINTS[set_size(index)])


@compiled
def set_size(index: int) -> int:
    return ((index >> 2) & 3) + 1 + ((index >> 1) & 1) + (index & 1)


# --- Z4 The trick ---


@compiled
def taking_card(position: Position) -> int:
    """Where in the trick the card lies that takes it (Z4.1–Z4.3); -1 if the trick is discarded."""
    side = position.chip
    best, best_value = position.trick_size - 1, -1  # if none counts, the last played takes it
    for i in range(position.trick_size):
        alike, later = 0, 0
        for j in range(position.trick_size):
            if position.trick[j] == position.trick[i]:
                alike += 1
                if j > i:
                    later += 1
        if alike == 5:  # Z4.2
            return -1
        counts = alike == 1 or (alike == 3 and later == 0)
        value = VALUES[side, position.trick[i]]
        if counts and value >= best_value:  # Z4.3: of equal values the last played
            best, best_value = i, value
    return best


@compiled
def end_trick(position: Position) -> None:
    """Z4.4: the taker gets the cards and the player to the left leads; Z6.1: an empty hand ends the round."""
    at = taking_card(position)
    if at < 0:
        tell(position, TRICK_DISCARDED)
        for i in range(position.trick_size):
            position.discarded[position.trick[i]] += 1
            list_cards(position, position.trick[i])
        at = position.trick_size - 1
    else:
        tell(position, TRICK_TAKEN, position.trick_seat[at], position.trick[at], position.trick_size)
        for i in range(position.trick_size):
            position.taken[position.trick_seat[at], position.trick[i]] += 1
            list_cards(position, position.trick[i])
    leader = left_of(position, position.trick_seat[at])
    for seat in range(position.players):
        if position.hand_size[seat] == 0:
            tell(position, ROUND_ENDED, position.round, seat)
            end_round(position, leader)
            return
    clear_trick(position, leader)
    tell(position, LEADS, leader)


# --- Z5 Actions ---


@compiled
def leave_hand_openly(position: Position, seat: int, face: int) -> None:
    """A card is played or laid."""
    position.hand[seat, face] -= 1
    position.hand_size[seat] -= 1
    see_leave(position, seat, face)


@only_with("known")
def see_leave(position: Position, seat: int, face: int) -> None:
    """Everyone sees the card go: of what they know to be in that hand, one less is."""
    for other in range(SEATS):
        position.known[seat, other, face] -= position.known[seat, other, face] > 0


@compiled
def leave_hand_secretly(position: Position, seat: int, face: int, receiver: int, passing: bool) -> None:
    """A card is given or passed."""
    position.hand[seat, face] -= 1
    position.hand_size[seat] -= 1
    guess_leave(position, seat, face, receiver, passing)


@only_with("known")
def guess_leave(position: Position, seat: int, face: int, receiver: int, passing: bool) -> None:
    """The receiver sees which card left the hand; to the others it may be any card they know to be there, but when
    passing, a dwarf if they know of one (Z5.4)."""
    if position.received[seat] == 0:
        return  # nobody knows anything of this hand
    for other in range(position.players):
        if other == receiver:
            position.known[seat, other, face] -= position.known[seat, other, face] > 0
            continue
        dwarfs_only = passing and knows_a_dwarf(position, seat, other)
        for lost in range(FACES):
            if is_dwarf(lost) or not dwarfs_only:
                position.known[seat, other, lost] -= position.known[seat, other, lost] > 0


@compiled
def knows_a_dwarf(position: Position, seat: int, other: int) -> bool:
    for face in range(FACES):
        if is_dwarf(face) and position.known[seat, other, face] > 0:
            return True
    return False


@compiled
def enter_hand(position: Position, seat: int, face: int, giver: int) -> None:
    """A card that was given or passed."""
    position.hand[seat, face] += 1
    position.hand_size[seat] += 1
    know_given(position, seat, face, giver)


@only_with("known")
def know_given(position: Position, seat: int, face: int, giver: int) -> None:
    """The giver knows what the receiver now holds."""
    position.known[seat, giver, face] += 1
    position.received[seat] = 1


@only_with("known")
def forget_what_was_given(position: Position) -> None:
    for seat in range(SEATS):
        position.received[seat] = 0
        for other in range(SEATS):
            for face in range(FACES):
                position.known[seat, other, face] = 0


@compiled
def give_to(position: Position, giver: int, receiver: int) -> None:
    """Z5.2: two cards, or the only one left."""
    position.receiver = receiver
    position.to_give = min(2, position.hand_size[giver])
    position.phase = GIVING


@compiled
def give_card(position: Position, giver: int, face: int) -> bool:
    """Z5.2: one card more is given. Whether the turn is over then."""
    tell(position, GAVE, giver, position.receiver, face)
    leave_hand_secretly(position, giver, face, position.receiver, False)
    enter_hand(position, position.receiver, face, giver)
    position.to_give -= 1
    if position.to_give > 0:
        return False
    position.receiver = -1
    return True


@compiled
def start_swap(position: Position, seat: int) -> bool:
    """Z5.4: who chooses first, the player of the action or, in a ring, the next who holds a card. False if nobody."""
    others = position.players if position.swap == RING else 1
    for i in range(others):
        chooser = clockwise(position, seat, i)
        if position.hand_size[chooser] > 0:
            position.turn = chooser
            return True
    return False


@compiled
def pass_card(position: Position, seat: int, face: int) -> bool:
    """Z5.4: choose a card for the left neighbour; in a ring all have chosen before any card moves. Whether the turn is
    over then."""
    position.chosen[seat] = face
    if position.swap == RING:
        actor = position.trick_seat[position.trick_size - 1]
        chooser = left_of(position, seat)
        while chooser != actor:
            if position.hand_size[chooser] > 0:
                position.turn = chooser
                return False
            chooser = left_of(position, chooser)
    for giver in range(position.players):
        if position.chosen[giver] >= 0:
            left = left_of(position, giver)
            tell(position, PASSED, giver, left, position.chosen[giver])
            leave_hand_secretly(position, giver, position.chosen[giver], left, True)
    for giver in range(position.players):
        if position.chosen[giver] >= 0:
            enter_hand(position, left_of(position, giver), position.chosen[giver], giver)
            position.chosen[giver] = -1
    return True


# --- Z6 The end of a round, the end of the game ---


@compiled
def end_round(position: Position, leader: int) -> None:
    """Z6: hands are shown, points counted and added; then the next round or the end."""
    position.leader = leader
    above_limit = False
    for seat in range(position.players):
        position.gained[seat] = points(position, seat)
        position.totals[seat] += position.gained[seat]
        if position.totals[seat] > position.limit:
            above_limit = True
        tell_count(position, seat)
        show_hand(position, seat)
        for face in range(FACES):
            position.hand[seat, face] = 0
        position.hand_size[seat] = 0
    if above_limit or position.round >= position.rounds:  # Z6.3, Z6.4
        end(position)
        tell(position, ENDED, ABOVE_LIMIT if above_limit else LAST_ROUND)
        tell_winners(position)
    else:
        deal_in_next_round(position)


@only_with("shown")
def show_hand(position: Position, seat: int) -> None:
    """Z6.5"""
    for face in range(FACES):
        position.shown[seat, face] = position.hand[seat, face]


@compiled
def points(position: Position, seat: int) -> int:
    """Z6.2: cards taken, cards in hand, sets."""
    taken = 0
    for face in range(FACES):
        taken += position.taken[seat, face]
    return taken + points_of_hand(position, seat) + points_of_sets(position, seat)


@compiled
def points_of_hand(position: Position, seat: int) -> int:
    total = 0
    for face in range(FACES):
        worth = 1 if face < DRAW else (2 if face < RAINBOW else 3)
        total += position.hand[seat, face] * worth
    return total


@compiled
def points_of_sets(position: Position, seat: int) -> int:
    total = 0
    for i in range(position.sets):
        if position.set_seat[i] == seat:
            total += SET_POINTS[set_size(position.set_lay[i] - LAY)]
    return total


@only_with("facts")
def tell_count(position: Position, seat: int) -> None:
    """Z6.5, Z6.2: which cards are left in the hand, and what the round brings."""
    tell(position, REVEALED, seat, position.hand_size[seat])
    for face in range(FACES):
        list_cards(position, face, position.hand[seat, face])
    hand, sets = points_of_hand(position, seat), points_of_sets(position, seat)
    tell(position, SCORED, seat, position.gained[seat] - hand - sets, hand, sets, position.totals[seat])


@compiled
def end(position: Position) -> None:
    position.phase = OVER
    position.turn = -1
    clear_trick(position, position.leader)
    forget_what_was_given(position)


@compiled
def result(position: Position, scores: Any, ranks: Any) -> None:
    """Z6.3: the lowest total wins; equal totals share a rank."""
    for seat in range(position.players):
        scores[seat] = position.totals[seat]
        ranks[seat] = 1
        for other in range(position.players):
            if position.totals[other] < position.totals[seat]:
                ranks[seat] += 1


@only_with("facts")
def tell_winners(position: Position) -> None:
    """Z6.3: who has won, and whether the win is shared."""
    for seat in range(position.players):
        beaten, shared = False, False
        for other in range(position.players):
            beaten |= position.totals[other] < position.totals[seat]
            shared |= other != seat and position.totals[other] == position.totals[seat]
        if not beaten:
            tell(position, WON, seat, position.totals[seat], SHARED if shared else CLEAR)


# --- Moves ---


@compiled
def legal(position: Position, moves: Any) -> int:
    """The legal moves into `moves`, in the order of the rulebook; how many there are."""
    if position.phase == OVER:
        return 0
    seat = position.turn
    count = 0
    if position.phase == PASSING:  # Z5.4
        return legal_passes(position, seat, moves)
    if position.phase == START:  # Z1.3
        for side in range(2):
            moves[side] = STARTS + side
        return 2
    if position.phase == TO:  # Z5.2
        for other in range(position.players):
            if other != seat:
                moves[count] = TO_SEAT + other
                count += 1
        return count
    if position.phase == TURN:
        count = legal_sets(position, seat, moves)
    return legal_faces(
        position, seat, GIVE_CARD if position.phase == GIVING else PLAY, moves, count
    )  # Z5.2; Z2.1, Z3.2


@compiled
def legal_sets(position: Position, seat: int, moves: Any) -> int:
    """Z3.1, Z3.2: three to six cards, at least one real dwarf, and a card left to play."""
    hand = position.hand[seat]
    most_low, most_high = np.int8(0), np.int8(0)  # as most turns have no set, find that out without branches
    for dwarf in range(4):
        most_low = max(most_low, hand[DWARFS + dwarf])
        most_high = max(most_high, hand[DWARFS + 4 + dwarf])
    if max(most_low + hand[QUAD_LOW], most_high + hand[QUAD_HIGH]) + hand[RAINBOW] < SMALLEST_SET:
        return 0
    count = 0
    for dwarf in range(8):
        rainbows, quads = hand[RAINBOW], hand[quad_of(dwarf)]
        for copies in range(max(1, SMALLEST_SET - rainbows - quads), hand[DWARFS + dwarf] + 1):
            for rainbow in range(rainbows + 1):
                for quad in range(quads + 1):
                    size = copies + rainbow + quad
                    if SMALLEST_SET <= size < position.hand_size[seat]:
                        moves[count] = LAY + ((4 * dwarf + copies - 1) * 2 + rainbow) * 2 + quad
                        count += 1
    return count


@compiled
def legal_faces(position: Position, seat: int, base: int, moves: Any, count: int) -> int:
    """One move for each face in hand."""
    hand = position.hand[seat]
    for face in range(FACES):
        moves[count] = base + face
        count += hand[face] > 0  # a branch here would be guesswork
    return count


@compiled
def legal_passes(position: Position, seat: int, moves: Any) -> int:
    """Z5.4: the dwarfs in hand; if there is none, the trees."""
    count = 0
    for face in range(DWARFS, TREE_HIGH):
        moves[count] = PASS_CARD + face
        count += position.hand[seat, face] > 0
    moves[count] = PASS_CARD + RAINBOW
    count += position.hand[seat, RAINBOW] > 0
    return count if count > 0 else legal_faces(position, seat, PASS_CARD, moves, 0)


@compiled
def play(position: Position, move: int) -> None:
    """Play a legal move of the seat whose turn it is; if its turn is over then, the next follows (Z2.2)."""
    seat, is_over = position.turn, False
    if PLAY <= move < TO_SEAT:
        is_over = play_card(position, seat, move - PLAY)
    elif move >= PASS_CARD:
        is_over = pass_card(position, seat, move - PASS_CARD)
    elif move >= GIVE_CARD:
        is_over = give_card(position, seat, move - GIVE_CARD)
    elif move >= TO_SEAT:
        give_to(position, seat, move - TO_SEAT)
    elif move >= LAY:
        lay(position, seat, move - LAY)
    else:
        turn_chip(position, seat, move - STARTS)
        is_over = True
    if is_over:
        next_turn(position)


# --- Hidden ---


@compiled
def redeal(position: Position, seat: int, dice: Any, cards: Any) -> None:
    """Deal anew, by dice, all that is hidden from the seat (-1: from a watcher): other hands but for what the seat
    knows of them, the pile, choices in a ring, and what others know of each other. `cards` is scratch."""
    reseed(position, dice)
    unseen = 0
    for face in range(FACES):  # in the order of the faces, whatever the truth is
        for _ in range(unseen_copies(position, seat, face)):
            cards[unseen] = face
            unseen += 1
    roll_shuffle(dice, cards, unseen)
    for other in range(position.players):
        if other == seat:
            continue
        hidden = position.hand_size[other]
        for face in range(FACES):
            position.hand[other, face] = position.known[other, seat, face] if seat >= 0 else 0
            hidden -= position.hand[other, face]
        for _ in range(hidden):
            unseen -= 1
            position.hand[other, cards[unseen]] += 1
        if position.chosen[other] >= 0:
            choose_anew(position, other, dice)
        for third in range(position.players):  # what others know of this hand, the seat does not
            if third != seat:
                for face in range(FACES):
                    position.known[other, third, face] = 0
    for i in range(position.pile_size):
        position.pile[i] = cards[i]
    for i in range(position.pile_size, CARDS):
        position.pile[i] = 0


@compiled
def unseen_copies(position: Position, seat: int, face: int) -> int:
    """Copies of a face whose place the seat does not know."""
    count = COPIES[face] - (LIGHT_HATS[face] if position.players == 3 else 0) - position.discarded[face]
    for i in range(position.trick_size):
        if position.trick[i] == face:
            count -= 1
    for i in range(position.sets):
        count -= copies_in_set(position.set_lay[i] - LAY, face)
    for other in range(position.players):
        count -= position.taken[other, face]
        if position.phase == OVER:
            count -= position.shown[other, face]
        elif other == seat:
            count -= position.hand[other, face]
        elif seat >= 0:
            count -= position.known[other, seat, face]
    return count


@compiled
def copies_in_set(index: int, face: int) -> int:
    dwarf = index >> 4
    if face == DWARFS + dwarf:
        return ((index >> 2) & 3) + 1
    if face == RAINBOW:
        return (index >> 1) & 1
    return index & 1 if face == quad_of(dwarf) else 0


@compiled
def choose_anew(position: Position, seat: int, dice: Any) -> None:
    """A choice the rules allow (Z5.4), from a hand dealt anew, for a seat that has chosen in a ring."""
    dwarfs = 0
    for face in range(FACES):
        if is_dwarf(face):
            dwarfs += position.hand[seat, face]
    skip = roll(dice, dwarfs if dwarfs > 0 else position.hand_size[seat])
    for face in range(FACES):
        if is_dwarf(face) or dwarfs == 0:
            skip -= position.hand[seat, face]
            if skip < 0:
                position.chosen[seat] = face
                return
