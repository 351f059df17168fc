"""ZwergeZocken, clause by clause: the name of a test bears the number of the clause of `zwergezocken/rules.md`."""

import json
import random
from collections import Counter
from collections.abc import Callable, Iterator
from itertools import islice, permutations
from typing import Any

import numpy as np
import pytest

import brocante
from brocante import Game, IllegalMove, SetupError
from tests.reference.chance import Chance
from tests.staging import get, put, staged

# The table of cards, in its order: copies, and how many of them wear a light hat.
DWARFS = ["1/9", "2/8", "3/7", "4/6", "6/4", "7/3", "8/2", "9/1"]
NUMBERS = ["0/10", *DWARFS, "10/0"]
ACTIONS = ["draw", "give", "swap", "blue", "yellow"]
JOKERS = ["rainbow", "quad-low", "quad-high"]
FACES = [*NUMBERS, *ACTIONS, *JOKERS]
TREES = [face for face in FACES if face not in [*DWARFS, "rainbow"]]
COPIES = dict(zip(FACES, [2, *[4] * 8, 2, 5, 5, 5, 3, 3, 1, 1, 1], strict=True))
LIGHT = dict(zip(FACES, [0, *[1] * 8, 0, 2, 2, 2, 0, 0, 0, 0, 0], strict=True))

SIDES = ["yellow", "blue"]
DEALT = {3: 13, 4: 13, 5: 10}  # cards in a hand
PAIRS = ["1/9 2/8", "3/7 4/6", "6/4 7/3", "8/2 9/1", "0/10 10/0"]  # hands for up to five seats

JOKERS_LAID = ["", " +quad", " +rainbow", " +rainbow +quad"]  # in the order of the legal moves
ALL_MOVES = [
    *(f"start {side}" for side in SIDES),
    *(f"lay {dwarf} x{copies}{jokers}" for dwarf in DWARFS for copies in range(1, 5) for jokers in JOKERS_LAID),
    *(f"play {face}" for face in FACES),
    *(f"to {seat}" for seat in range(5)),
    *(f"give {face}" for face in FACES),
    *(f"pass {face}" for face in FACES),
]


def table(*hands: str, chip: str = "yellow", leader: int = 0, **options: Any) -> Game:
    """A first trick that the leader is about to begin: seats with these hands, the chip as it lies."""
    hand = np.zeros((5, len(FACES)), np.int8)
    for seat, cards in enumerate(hands):
        for face in cards.split():
            hand[seat, FACES.index(face)] += 1
    fields = {"hand": hand, "hand_size": hand.sum(axis=1)}
    game = staged("zwergezocken", len(hands), fields, first=leader, **options)
    game.play(f"start {chip}")
    return game


def lay_pile(game: Game, *cards: str) -> None:
    """The draw pile, its top last, shuffled already."""
    put(game, "pile", {at: FACES.index(face) for at, face in enumerate(cards)})
    put(game, "pile_size", len(cards))
    put(game, "unmixed", 0)


def play(game: Game, *moves: str) -> Game:
    for move in moves:
        game.play(move)
    return game


def trick(game: Game, *faces: str) -> Game:
    return play(game, *(f"play {face}" for face in faces))


def laying(game: Game) -> list[str]:
    return [move for move in game.legal() if move.startswith("lay")]


def hand(game: Game, seat: int) -> str:
    """A hand as its holder sees it, in the order of the table."""
    held = game.view(seat)["seats"][seat]["hand"]
    return " ".join(face for face in FACES for _ in range(held.get(face, 0)))


def hands(game: Game) -> list[str]:
    return [hand(game, seat) for seat in range(game.players)]


def each(game: Game, field: str, onlooker: int | None = None) -> list[Any]:
    """A field of all seats, as a watcher or a seat sees it."""
    return [seat[field] for seat in game.view(onlooker)["seats"]]


def taken(game: Game) -> list[int]:
    """How many cards each seat has taken."""
    return [sum(cards.values()) for cards in each(game, "taken")]


def known(game: Game, seat: int, of: int) -> dict[str, int]:
    """What a seat knows to be in another's hand."""
    cards: dict[str, int] = game.view(seat)["seats"][of]["known"]
    return cards


def log(game: Game, onlooker: int | None) -> list[str]:
    """The moves after the start, as a seat or a watcher may know them."""
    return [entry["move"] for entry in game.view(onlooker)["log"]][1:]


def onlookers(game: Game) -> list[int | None]:
    return [*range(game.players), None]


def worth(face: str, side: str) -> int:
    """What a card counts on one side of the chip, read off its name; action cards and jokers are 5/5."""
    return int(face.split("/")[side == "blue"]) if "/" in face else 5


def packs(players: int, seed: bytes) -> Iterator[list[str]]:
    """The shuffled pack of one round after the other, its top last."""
    chance = Chance(seed)
    while True:
        pack = [FACES.index(face) for face in FACES for _ in range(COPIES[face] - (LIGHT[face] if players == 3 else 0))]
        chance.shuffle(pack)
        yield [FACES[face] for face in pack]


def dealt(pack: list[str], players: int, leader: int) -> list[str]:
    """The hands that are dealt from a pack."""
    dealing, size = list(pack), DEALT[players]
    held = {}
    for place in range(players):
        held[(leader + place) % players] = [dealing.pop() for _ in range(size)]
    return [" ".join(sorted(held[seat], key=FACES.index)) for seat in range(players)]


def everything(game: Game) -> Any:
    return [game.record(), [game.view(onlooker) for onlooker in onlookers(game)]]


def refused(game: Game, move: str, why: str) -> None:
    """The move is refused with this text, and nothing has changed."""
    before = json.dumps(everything(game))
    with pytest.raises(IllegalMove) as error:
        game.play(move)
    assert str(error.value).startswith(f"{move!r} is not legal: {why} Legal now: {game.legal()[0]}")
    assert json.dumps(everything(game)) == before


TURN_HAND = "1/9 3/7 3/7 3/7 draw give swap"


def at_start() -> Game:
    return brocante.new("zwergezocken", players=3, seed=1)


def at_turn(cards: str = TURN_HAND, swap: str = "single") -> Game:
    return table(cards, *PAIRS[2:4], swap=swap)


def laid() -> Game:
    return play(at_turn(f"{TURN_HAND} 9/1 9/1 9/1"), "lay 3/7 x3")


def giving_to() -> Game:
    return play(at_turn(), "play give")


def giving() -> Game:
    return play(at_turn(), "play give", "to 1")


def passing() -> Game:
    return play(at_turn(), "play swap")


def passing_round() -> Game:
    return play(at_turn(swap="ring"), "play swap", "pass 1/9")


PHASES: dict[str, Callable[[], Game]] = {
    "First the chip’s side is chosen (Z1.3): start yellow or start blue.": at_start,
    "Now it is your turn (Z2.1): play a card, before it a set if you like.": at_turn,
    "At most one set a turn (Z3.2): now play a card.": laid,
    "First say who gets the cards (Z5.2): to SEAT.": giving_to,
    "Now cards are given (Z5.2): give FACE.": giving,
    "Now a card is passed to the left (Z5.4): pass FACE.": passing,
}
ASKED = [["start"], ["lay", "play"], ["play"], ["to"], ["give"], ["pass"]]  # in each of them


# --- Cards ---


@pytest.mark.parametrize("players", [3, 4, 5])
def test_z_cards_the_pack_is_that_of_the_table(players: int) -> None:
    game = brocante.new("zwergezocken", players=players, seed=5)
    pack = Counter(" ".join(hands(game)).split())
    pack.update(FACES[face] for face in get(game, "pile")[: game.view(None)["pile"]])
    assert pack == {face: COPIES[face] - (LIGHT[face] if players == 3 else 0) for face in FACES}
    kinds = [sum(pack[face] for face in kind) for kind in (NUMBERS, ACTIONS, JOKERS)]
    assert kinds == ([28, 15, 3] if players == 3 else [36, 21, 3])


@pytest.mark.parametrize("side", SIDES)
def test_z_cards_values_by_the_side_of_the_chip(side: str) -> None:
    lowest = "0/10" if side == "yellow" else "10/0"
    for first, second in permutations([face for face in [*NUMBERS, *JOKERS] if face != lowest], 2):
        game = table(f"{first} 1/9", f"{second} 2/8", f"{lowest} 3/7", chip=side)
        trick(game, first, second, lowest)
        assert taken(game) == ([3, 0, 0] if worth(first, side) > worth(second, side) else [0, 3, 0])


@pytest.mark.parametrize("side", SIDES)
@pytest.mark.parametrize("action", ACTIONS)
def test_z_cards_an_action_card_is_5_5(action: str, side: str) -> None:
    side = action if action in SIDES else side
    six, four = ("6/4", "4/6") if side == "yellow" else ("4/6", "6/4")
    for other, taker in ((six, 1), (four, 0)):
        game = table(f"{action} 1/9 2/8 3/7", f"{other} 1/9", "10/0 0/10 1/9", chip=side)
        game.play(f"play {action}")
        while game.view(None)["phase"] != "turn":  # cards are given to seat 1 or passed
            game.play(game.legal()[0])
        trick(game, other, "0/10" if side == "yellow" else "10/0")
        assert taken(game) == [3 if seat == taker else 0 for seat in range(3)]


@pytest.mark.parametrize("dwarf", DWARFS)
def test_z_cards_rainbow_stands_for_any_dwarf_a_quad_for_its_four(dwarf: str) -> None:
    shown, other = ("quad-low", "quad-high") if dwarf in ("1/9", "2/8", "3/7", "4/6") else ("quad-high", "quad-low")
    for joker, words in (("rainbow", [" +rainbow"]), (shown, [" +quad"]), (other, [])):
        game = table(f"{dwarf} {dwarf} {joker} draw", *PAIRS[:2])
        assert laying(game) == [f"lay {dwarf} x2{word}" for word in words]


# --- Z1 A round's deal ---


def test_z1_1_with_three_players_the_light_hats_stay_out() -> None:
    sizes = [
        sum(each(game, "cards")) + game.view(None)["pile"]
        for game in (brocante.new("zwergezocken", players=players, seed=2) for players in (3, 4, 5))
    ]
    assert sizes == [46, 60, 60]


@pytest.mark.parametrize("players", [3, 4, 5])
def test_z1_1_every_round_is_shuffled_with_the_next_words(players: int) -> None:
    dice = random.Random(players)
    game = brocante.new("zwergezocken", players=players, seed=11, first=1, limit=500, rounds=4)
    for number, pack in enumerate(islice(packs(players, game.seed), 4), start=1):
        view = game.view(None)
        assert view["round"] == number
        assert hands(game) == dealt(pack, players, view["leader"])
        while game.turn is not None and game.view(None)["round"] == number:
            game.play(dice.choice(game.legal()))
    assert game.turn is None


@pytest.mark.parametrize("draws", [0, 1, 3, 4])
def test_z1_1_the_next_words_whatever_was_drawn_from_the_pile(draws: int) -> None:
    game = trick(table("draw draw 9/1", "draw 1/9 2/8", "draw 3/7 4/6"), *["draw"] * draws)
    assert game.view(None)["pile"] == max(7 - 2 * draws, 0)
    while game.view(None)["round"] == 1:
        game.play(min(game.legal(), key=lambda move: move == "play draw"))  # another card if there is one
    pack = list(islice(packs(3, game.seed), 2))[1]
    assert hands(game) == dealt(pack, 3, game.view(None)["leader"])


@pytest.mark.parametrize(("players", "cards", "pile"), [(3, 13, 7), (4, 13, 8), (5, 10, 10)])
def test_z1_2_hands_in_one_go_from_the_leader_and_the_rest_is_the_pile(players: int, cards: int, pile: int) -> None:
    for first in range(players):
        game = brocante.new("zwergezocken", players=players, seed=3, first=first)
        assert each(game, "cards") == [cards] * players
        assert game.view(None)["pile"] == pile
        assert hands(game) == dealt(next(packs(players, game.seed)), players, first)


def test_z1_2_a_later_round_is_dealt_from_its_leader_too() -> None:
    game = trick(table("1/9", "9/1", "2/8"), "1/9", "9/1", "2/8")
    pack = list(islice(packs(3, game.seed), 2))[1]
    assert game.view(None)["leader"] == 2
    assert hand(game, 2).split() == sorted(pack[-13:], key=FACES.index)
    assert hands(game) == dealt(pack, 3, 2)
    assert game.view(None)["pile"] == 7


@pytest.mark.parametrize("players", [3, 4, 5])
@pytest.mark.parametrize("side", SIDES)
def test_z1_3_the_first_player_chooses_the_side_and_leads(players: int, side: str) -> None:
    for first in range(players):
        game = brocante.new("zwergezocken", players=players, seed=4, first=first)
        assert game.turn == first
        assert game.legal() == ["start yellow", "start blue"]
        assert game.view(None)["chip"] is None
        assert len(hand(game, first).split()) == DEALT[players]  # the hand has been seen
        game.play(f"start {side}")
        assert game.view(None)["chip"] == side
        assert game.turn == game.view(None)["leader"] == first


def test_z1_3_option_first() -> None:
    assert brocante.new("zwergezocken", players=3, seed=1).turn == 0
    for wrong in (3, -1, "0", True, None):
        with pytest.raises(SetupError, match="first"):
            brocante.new("zwergezocken", players=3, seed=1, first=wrong)


@pytest.mark.parametrize(("start", "last", "lies"), [("blue", "1/9", "blue"), ("yellow", "blue", "blue")])
def test_z1_3_the_chip_stays_as_it_lies_from_round_to_round(start: str, last: str, lies: str) -> None:
    game = trick(table(last, "2/8", "3/7", chip=start), last, "2/8", "3/7")
    view = game.view(None)
    assert (view["round"], view["chip"], view["phase"]) == (2, lies, "turn")
    assert all(move.startswith(("lay", "play")) for move in game.legal())


@pytest.mark.parametrize("players", [3, 4, 5])
def test_z1_4_the_next_round_is_led_from_the_left_of_the_last_taker(players: int) -> None:
    for taker in range(players):
        cards = ["9/1" if seat == taker else DWARFS[seat] for seat in range(players)]
        game = trick(table(*cards), *cards)
        assert game.view(None)["round"] == 2
        assert game.view(None)["leader"] == game.turn == (taker + 1) % players


def test_z1_4_after_a_discarded_last_trick_from_the_left_of_who_played_last() -> None:
    game = table(*["draw"] * 5, leader=3)
    lay_pile(game)
    trick(game, *["draw"] * 5)
    assert (game.view(None)["round"], game.turn) == (2, 3)


def test_z1_5_hats_are_not_told_apart() -> None:
    game = table("1/9 1/9 draw draw", *PAIRS[1:4])  # one 1/9 of four and two draws of five wear light hats
    assert game.legal() == ["play 1/9", "play draw"]
    assert game.view(0)["seats"][0]["hand"] == {"1/9": 2, "draw": 2}


# --- Z2 A turn ---


@pytest.mark.parametrize("players", [3, 4, 5])
def test_z2_1_one_turn_each_from_the_leader_clockwise(players: int) -> None:
    game = table(*PAIRS[:players], leader=2)
    order = []
    for played in range(players):
        assert len(game.view(None)["trick"]) == played
        order.append(game.turn)
        game.play(game.legal()[0])
    assert order == [(2 + place) % players for place in range(players)]
    assert game.view(None)["trick"] == []
    assert sum(taken(game)) == players


def test_z2_1_any_card_may_be_played() -> None:
    game = table("3/7 1/9", " ".join(FACES), "2/8 4/6")
    game.play("play 3/7")
    assert [move for move in game.legal() if not move.startswith("lay")] == [f"play {face}" for face in FACES]


def test_z2_1_a_turn_may_begin_with_a_set_then_a_card_must_be_played() -> None:
    game = table("3/7 3/7 3/7 1/9 draw", *PAIRS[:2])
    assert game.legal() == ["lay 3/7 x3", "play 1/9", "play 3/7", "play draw"]
    game.play("lay 3/7 x3")
    assert game.turn == 0
    assert game.legal() == ["play 1/9", "play draw"]
    game.play("play 1/9")
    assert game.turn == 1


def test_z2_1_a_card_played_lies_open_in_the_trick() -> None:
    game = trick(table("3/7 1/9", *PAIRS[2:4], leader=2), "8/2", "3/7")
    assert game.view(None)["trick"] == [{"seat": 2, "face": "8/2"}, {"seat": 0, "face": "3/7"}]
    assert hand(game, 0) == "1/9"


def test_z2_2_the_effect_follows_at_once() -> None:
    game = table("draw 1/9", "2/8", "3/7 4/6")
    lay_pile(game, "7/3", "6/4")
    game.play("play draw")
    assert game.turn == 1
    assert game.legal() == ["play 2/8", "play 6/4", "play 7/3"]


def test_z2_2_then_it_is_the_next_players_turn() -> None:
    game = play(table("give 1/9 2/8 3/7", *PAIRS[1:4]), "play give", "to 3", "give 1/9", "give 2/8")
    assert game.turn == 1
    game = play(table("1/9 2/8", "swap 3/7", "4/6", swap="ring"), "play 1/9", "play swap")
    play(game, "pass 3/7", "pass 4/6", "pass 2/8")
    assert game.turn == 2


def shortened(swap: str = "swap") -> Game:
    """Seat 1 has passed its only card on in a ring, nothing has come from seat 0, and it is passed over."""
    game = table("swap", "1/9", f"2/8 3/7 4/6 {swap}", swap="ring")
    return play(game, "play swap", "pass 1/9", "pass 2/8")


def test_z2_3_who_has_no_card_when_the_turn_comes_is_passed_over() -> None:
    game = shortened()
    assert each(game, "cards") == [1, 0, 4]
    assert game.turn == 2


def test_z2_3_no_turn_in_this_trick_even_if_cards_arrive_later() -> None:
    game = play(shortened("give"), "play give", "to 1", "give 1/9", "give 3/7")
    assert game.view(None)["trick"] == []  # it has ended with two cards
    assert taken(game) == [0, 0, 2]
    assert game.view(None)["round"] == 1
    assert hands(game) == ["2/8", "1/9 3/7", "4/6"]
    assert game.turn == 0


def test_z2_3_cards_that_arrive_before_the_turn_make_a_turn() -> None:
    game = play(table("give 1/9 2/8 3/7", "", "4/6 6/4"), "play give", "to 1", "give 1/9", "give 2/8")
    assert game.turn == 1
    assert game.legal() == ["play 1/9", "play 2/8"]


def test_z2_3_who_has_played_and_receives_cards_simply_holds_them() -> None:
    game = trick(table("1/9", "2/8 3/7", "draw 4/6"), "1/9", "2/8", "draw")
    assert game.view(None)["trick"] == []
    assert taken(game) == [0, 0, 3]
    assert each(game, "cards") == [2, 1, 1]


def test_z2_3_several_in_a_row_are_passed_over() -> None:
    game = trick(table("1/9 2/8", "", "", "3/7 4/6", ""), "1/9")
    assert game.turn == 3
    game.play("play 3/7")
    assert game.view(None)["round"] == 2  # after 3 nobody was left to play


# --- Z3 Sets ---

SETS = [  # all there are for a dwarf: copies, jokers, cards
    (1, " +rainbow +quad", 3),
    (2, " +quad", 3),
    (2, " +rainbow", 3),
    (2, " +rainbow +quad", 4),
    (3, "", 3),
    (3, " +quad", 4),
    (3, " +rainbow", 4),
    (3, " +rainbow +quad", 5),
    (4, "", 4),
    (4, " +quad", 5),
    (4, " +rainbow", 5),
    (4, " +rainbow +quad", 6),
]


def set_cards(dwarf: str, copies: int, jokers: str) -> str:
    quad = "quad-low" if dwarf in DWARFS[:4] else "quad-high"
    return " ".join([dwarf] * copies) + jokers.replace("+quad", quad).replace("+", "")


@pytest.mark.parametrize("dwarf", DWARFS)
def test_z3_1_three_to_six_cards_with_all_jokers(dwarf: str) -> None:
    game = table(set_cards(dwarf, 4, " +rainbow +quad") + " draw", "0/10", "10/0")
    assert laying(game) == [f"lay {dwarf} x{copies}{jokers}" for copies, jokers, _ in SETS]


@pytest.mark.parametrize(("copies", "jokers", "size"), SETS)
def test_z3_1_a_set_takes_its_cards_from_the_hand(copies: int, jokers: str, size: int) -> None:
    for dwarf in ("3/7", "6/4"):
        game = table(set_cards(dwarf, copies, jokers) + " 10/0", "0/10 1/9", "2/8 9/1")
        game.play(f"lay {dwarf} x{copies}{jokers}")
        assert hand(game, 0) == "10/0"
        assert each(game, "cards") == [1, 2, 2]
        assert each(game, "sets") == [[f"{dwarf} x{copies}{jokers}"], [], []]


def test_z3_1_a_set_takes_no_more_than_it_says() -> None:
    game = play(table("3/7 3/7 3/7 3/7 rainbow quad-low quad-high", *PAIRS[:2]), "lay 3/7 x2 +rainbow")
    assert hand(game, 0) == "3/7 3/7 quad-low quad-high"


@pytest.mark.parametrize(
    "cards",
    [
        "3/7 3/7 draw 1/9",  # two are too few
        "3/7 rainbow 1/9 draw",
        "3/7 3/7 quad-high 1/9",  # the quad does not show it
        "7/3 7/3 quad-low 1/9",
        "rainbow quad-low quad-high draw",  # at least one real dwarf
        "draw draw draw draw rainbow",  # actions are not dwarfs
        "0/10 0/10 rainbow quad-low 10/0 10/0 quad-high",  # nor are the trees among the numbers
        "1/9 2/8 3/7 4/6",  # one dwarf
    ],
)
def test_z3_1_no_set(cards: str) -> None:
    assert laying(table(cards, *PAIRS[2:4])) == []


def test_z3_1_both_quads_never_help_the_same_dwarf() -> None:
    game = table("3/7 quad-low quad-high rainbow 9/1 draw", *PAIRS[2:4])
    assert laying(game) == ["lay 3/7 x1 +rainbow +quad", "lay 9/1 x1 +rainbow +quad"]


def test_z3_2_at_most_one_set_a_turn() -> None:
    game = table("3/7 3/7 3/7 9/1 9/1 9/1 draw 10/0", "1/9 2/8", "4/6 6/4")
    game.play("lay 3/7 x3")
    assert game.legal() == ["play 9/1", "play 10/0", "play draw"]
    trick(game, "10/0", "1/9", "4/6")  # seat 0 takes it, seat 1 leads
    trick(game, "2/8", "6/4")
    assert laying(game) == ["lay 9/1 x3"]  # a turn later, another
    play(game, "lay 9/1 x3")
    assert each(game, "sets") == [["3/7 x3", "9/1 x3"], [], []]


def test_z3_2_who_does_not_lead_may_lay_too() -> None:
    game = trick(table("1/9 2/8", "3/7 3/7 3/7 draw", "4/6 4/6 4/6 draw"), "1/9")
    play(game, "lay 3/7 x3", "play draw", "lay 4/6 x3")
    assert each(game, "sets") == [[], ["3/7 x3"], ["4/6 x3"]]


def test_z3_2_only_before_playing() -> None:
    triple = "3/7 3/7 3/7 1/9"
    assert trick(table(f"{triple} 2/8", *PAIRS[2:4]), "2/8").turn == 1
    game = trick(table(f"{triple} give", *PAIRS[2:4]), "give")
    assert game.legal() == ["to 1", "to 2"]
    assert play(game, "to 1").legal() == ["give 1/9", "give 3/7"]
    game = trick(table(f"{triple} swap", *PAIRS[2:4]), "swap")
    assert game.legal() == ["pass 1/9", "pass 3/7"]


@pytest.mark.parametrize(("copies", "jokers", "size"), SETS)
def test_z3_2_only_if_a_card_is_left_to_play(copies: int, jokers: str, size: int) -> None:
    cards = set_cards("9/1", copies, jokers)
    whole = f"lay 9/1 x{copies}{jokers}"
    assert whole not in laying(table(cards, *PAIRS[:2]))
    assert whole in laying(table(f"{cards} 0/10", *PAIRS[:2]))


def test_z3_2_the_card_left_may_be_of_the_same_dwarf() -> None:
    game = table("3/7 3/7 3/7 3/7", *PAIRS[:2])
    assert laying(game) == ["lay 3/7 x3"]
    assert play(game, "lay 3/7 x3").legal() == ["play 3/7"]


def test_z3_3_a_set_lies_open() -> None:
    game = play(table("3/7 3/7 3/7 quad-low draw", *PAIRS[2:4]), "lay 3/7 x3 +quad")
    for onlooker in onlookers(game):
        assert each(game, "sets", onlooker) == [["3/7 x3 +quad"], [], []]
        assert log(game, onlooker) == ["lay 3/7 x3 +quad"]


def test_z3_3_nothing_is_added_to_a_set() -> None:
    game = table("3/7 3/7 3/7 3/7 rainbow 10/0 draw", "1/9 2/8", "4/6 6/4")
    trick(play(game, "lay 3/7 x3"), "10/0", "1/9", "4/6")
    trick(game, "2/8", "6/4")
    assert game.turn == 0
    assert laying(game) == []


def test_z3_3_a_second_set_of_the_same_dwarf_is_a_set_of_its_own() -> None:
    game = table("3/7 3/7 3/7 3/7 rainbow quad-low 10/0 0/10", "1/9 2/8", "4/6 6/4")
    trick(play(game, "lay 3/7 x2 +rainbow"), "10/0", "1/9", "4/6")
    trick(game, "2/8", "6/4")
    play(game, "lay 3/7 x2 +quad")
    assert each(game, "sets") == [["3/7 x2 +rainbow", "3/7 x2 +quad"], [], []]
    trick(game, "0/10")  # 6/4 takes the second trick; two threes, not a six
    assert each(game, "last_points") == [3 - 5 - 5, 0, 3]


# --- Z4 The trick ---


def taker(chip: str, cards: str, leader: int = 0) -> int | None:
    """The place in the trick of the card that takes all of it; None if nobody does."""
    faces = cards.split()
    spare = ["0/10", "10/0", "rainbow", "quad-low", "quad-high"]  # left in hand, so that the round goes on
    seats = len(faces)
    game = table(*(f"{faces[(s - leader) % seats]} {spare[s]}" for s in range(seats)), chip=chip, leader=leader)
    trick(game, *faces)
    everybody = taken(game)
    assert sum(everybody) in (0, seats)
    return (everybody.index(seats) - leader) % seats if sum(everybody) else None


@pytest.mark.parametrize(
    ("chip", "cards", "place"),
    [
        ("yellow", "1/9 8/2 2/8", 1),
        ("blue", "1/9 8/2 2/8", 0),
        ("yellow", "1/9 8/2 blue", 0),  # turned by the last card
        ("blue", "1/9 yellow 8/2", 2),
        ("yellow", "blue 1/9 8/2", 1),
        ("yellow", "1/9 blue 8/2 yellow", 2),  # turned there and back
        ("blue", "1/9 blue 8/2 yellow 2/8", 2),
    ],
)
def test_z4_1_values_as_the_chip_lies_when_the_trick_ends(chip: str, cards: str, place: int) -> None:
    assert taker(chip, cards) == place


@pytest.mark.parametrize(
    ("cards", "place"),
    [
        ("9/1 9/1 1/9", 2),  # of two none counts
        ("9/1 1/9 9/1", 1),
        ("9/1 1/9 9/1 2/8", 3),
        ("9/1 1/9 9/1 2/8 2/8", 1),
        ("9/1 9/1 9/1 8/2", 2),  # of three the last counts
        ("9/1 9/1 8/2 9/1", 3),
        ("8/2 9/1 9/1 9/1 7/3", 3),
        ("1/9 1/9 1/9 8/2", 3),  # which need not be the highest
        ("9/1 9/1 9/1", 2),
        ("1/9 1/9 9/1 1/9 9/1", 3),  # three and two
        ("9/1 1/9 1/9 9/1 1/9", 4),
        ("1/9 9/1 1/9 1/9 9/1", 3),
        ("9/1 9/1 9/1 9/1 1/9", 4),  # of four none
        ("9/1 1/9 9/1 9/1 9/1", 1),
        ("draw draw draw draw 1/9", 4),
    ],
)
def test_z4_2_identical_cards(cards: str, place: int) -> None:
    assert taker("yellow", cards) == place
    assert taker("yellow", cards, leader=2) == place


def test_z4_2_only_the_same_face_is_identical() -> None:
    assert taker("yellow", "draw rainbow 4/6") == 1  # both are 5/5, and both count
    assert taker("yellow", "draw rainbow quad-low quad-high 6/4") == 4


@pytest.mark.parametrize("leader", range(5))
def test_z4_2_five_identical_cards_are_discarded(leader: int) -> None:
    game = table(*(f"draw {face}" for face in DWARFS[:5]), leader=leader)
    trick(game, *["draw"] * 5)
    for onlooker in onlookers(game):
        assert each(game, "taken", onlooker) == [{}] * 5
        assert game.view(onlooker)["discarded"] == {"draw": 5}
    assert game.turn == leader


@pytest.mark.parametrize(
    ("chip", "cards", "place"),
    [
        ("yellow", "2/8 9/1 1/9", 1),
        ("yellow", "9/1 2/8 1/9", 0),
        ("yellow", "rainbow 4/6 draw", 2),  # equal value, different cards: the last played
        ("yellow", "draw rainbow 4/6", 1),
        ("blue", "rainbow quad-low 6/4 quad-high", 3),
        ("yellow", "draw rainbow draw draw 1/9", 3),  # the last of three against another 5/5
        ("yellow", "draw draw draw rainbow 1/9", 3),
        ("yellow", "9/1 9/1 4/6 4/6", 3),  # none counts
        ("yellow", "4/6 9/1 9/1 4/6", 3),
        ("yellow", "9/1 4/6 4/6 9/1", 3),
        ("blue", "9/1 9/1 9/1 9/1", 3),
        ("yellow", "0/10 draw draw", 0),  # a card of value 0 counts too
        ("blue", "9/1 10/0 9/1", 1),
    ],
)
def test_z4_3_the_highest_that_counts_else_the_last_played(chip: str, cards: str, place: int) -> None:
    assert taker(chip, cards) == place
    assert taker(chip, cards, leader=1) == place


def test_z4_3_a_pair_in_a_shortened_trick() -> None:
    game = play(shortened(), "play swap", "pass 1/9", "pass 2/8")
    assert each(game, "taken") == [{}, {}, {"swap": 2}]
    assert game.view(None)["round"] == 1  # 1 has a card again
    assert game.turn == 0


def test_z4_3_four_alike_in_a_shortened_trick() -> None:
    game = trick(table(*["9/1"] * 2, "", *["9/1"] * 2), *["9/1"] * 4)
    assert each(game, "last_points") == [0, 0, 0, 0, 4]


@pytest.mark.parametrize("players", [3, 4, 5])
def test_z4_4_the_taker_gets_all_cards_and_the_left_neighbour_leads(players: int) -> None:
    for seat in range(players):
        cards = ["9/1" if other == seat else DWARFS[other] for other in range(players)]
        game = trick(table(*(f"{card} 0/10" for card in cards), leader=1), *cards[1:], cards[0])
        assert each(game, "taken") == [dict.fromkeys(sorted(cards), 1) if s == seat else {} for s in range(players)]
        assert game.turn == game.view(None)["leader"] == (seat + 1) % players


def test_z4_4_cards_taken_are_not_in_hand() -> None:
    game = trick(table("1/9 2/8", "9/1 7/3", "3/7 4/6"), "1/9", "9/1", "3/7")
    assert hands(game) == ["2/8", "7/3", "4/6"]


def test_z4_4_taken_cards_add_up() -> None:
    game = table("1/9 2/8 0/10", "9/1 1/9 0/10", "3/7 8/2 10/0")
    trick(game, "1/9", "9/1", "3/7")
    trick(game, "8/2", "2/8", "1/9")
    assert each(game, "taken") == [{}, {"1/9": 1, "3/7": 1, "9/1": 1}, {"1/9": 1, "2/8": 1, "8/2": 1}]
    assert game.turn == 0


def test_z4_4_after_a_discarded_trick_the_left_of_who_played_last_leads() -> None:
    game = table(*(f"draw {face}" for face in DWARFS[:5]), leader=3)
    trick(game, *["draw"] * 5)
    assert game.turn == game.view(None)["leader"] == 3


# --- Z5 Actions ---


@pytest.mark.parametrize("players", [3, 4, 5])
def test_z5_1_the_player_to_the_left_draws_two_from_the_top(players: int) -> None:
    for leader in (0, players - 1):
        game = table(*["draw 4/6"] * players, leader=leader)
        lay_pile(game, "1/9", "2/8", "3/7")
        game.play("play draw")
        left = (leader + 1) % players
        assert hand(game, left) == "2/8 3/7 4/6 draw"
        assert each(game, "cards") == [{leader: 1, left: 4}.get(seat, 2) for seat in range(players)]
        assert game.view(None)["pile"] == 1


@pytest.mark.parametrize(("pile", "drawn"), [(["7/3", "8/2"], "7/3 8/2"), (["7/3"], "7/3"), ([], "")])
def test_z5_1_or_as_many_as_the_pile_still_has(pile: list[str], drawn: str) -> None:
    game = table("draw 1/9", "2/8", "3/7 4/6")
    lay_pile(game, *pile)
    game.play("play draw")
    assert hand(game, 1) == f"2/8 {drawn}".strip()
    assert game.view(None)["pile"] == 0
    assert game.turn == 1


def test_z5_1_the_pile_as_it_was_shuffled() -> None:
    game = table("draw draw", "draw draw", "draw 0/10")  # pile: what 3 times 13 cards leave of the pack
    pile = next(packs(3, game.seed))[:7]
    for seat, left in ((0, 7), (1, 5), (2, 3)):
        assert game.view(None)["pile"] == left
        neighbour = (seat + 1) % 3
        before = hand(game, neighbour).split()
        game.play("play draw")
        drawn = Counter(hand(game, neighbour).split()) - Counter(before)
        assert drawn == Counter([pile.pop(), pile.pop()])
    before = hand(game, 1).split()  # the last of the three draws took the trick
    game.play("play draw")
    assert Counter(hand(game, 1).split()) - Counter(before) == Counter(pile)
    assert game.view(None)["pile"] == 0


def test_z5_1_what_is_drawn_is_not_told() -> None:
    game = table("draw 1/9", "2/8", "3/7 4/6")
    lay_pile(game, "7/3", "8/2")
    game.play("play draw")
    for onlooker in (0, 2, None):
        assert "7/3" not in json.dumps(game.view(onlooker))
        assert each(game, "cards", onlooker)[1] == 3


@pytest.mark.parametrize("players", [3, 4, 5])
def test_z5_2_choose_another_player(players: int) -> None:
    for giver in range(players):
        game = table(*["give 1/9 2/8"] * players, leader=giver)
        game.play("play give")
        assert game.turn == giver
        assert game.legal() == [f"to {seat}" for seat in range(players) if seat != giver]


def test_z5_2_two_cards_one_by_one() -> None:
    game = play(table("give 1/9 1/9 3/7", "2/8", "4/6 6/4", "7/3 8/2"), "play give", "to 2")
    assert game.legal() == ["give 1/9", "give 3/7"]
    game.play("give 3/7")
    assert each(game, "cards") == [2, 1, 3, 2]
    assert game.turn == 0
    assert game.view(None)["receiver"] == 2
    assert game.legal() == ["give 1/9"]
    game.play("give 1/9")
    assert hands(game) == ["1/9", "2/8", "1/9 3/7 4/6 6/4", "7/3 8/2"]
    assert game.turn == 1
    assert game.view(None)["receiver"] is None


def test_z5_2_any_two_cards_trees_before_dwarfs_too() -> None:
    game = play(table("give 1/9 10/0 draw", *PAIRS[1:3]), "play give", "to 1")
    assert game.legal() == ["give 1/9", "give 10/0", "give draw"]
    assert play(game, "give draw").legal() == ["give 1/9", "give 10/0"]


def test_z5_2_or_the_only_one_left() -> None:
    game = play(table("give 1/9", *PAIRS[1:3]), "play give", "to 1", "give 1/9")
    assert hands(game) == ["", "1/9 3/7 4/6", "6/4 7/3"]
    assert game.turn == 1


def test_z5_2_with_an_empty_hand_nothing_is_asked() -> None:
    game = trick(table("give", *PAIRS[1:3]), "give")
    assert game.turn == 1
    assert hands(game) == ["", *PAIRS[1:3]]


def test_z5_2_to_one_who_has_played() -> None:
    game = trick(table("1/9", "give 2/8 3/7 4/6", "6/4 7/3"), "1/9", "give")
    play(game, "to 0", "give 2/8", "give 3/7")
    assert game.turn == 2
    assert hand(game, 0) == "2/8 3/7"


def test_z5_2_the_others_do_not_see_which() -> None:
    game = play(table("give 1/9 2/8 3/7", *PAIRS[1:4]), "play give", "to 2", "give 3/7")
    for onlooker in onlookers(game):
        assert log(game, onlooker) == ["play give", "to 2", "give 3/7" if onlooker in (0, 2) else "give ?"]
    game.play("give 1/9")
    for onlooker in onlookers(game):
        told = ["give 3/7", "give 1/9"] if onlooker in (0, 2) else ["give ?", "give ?"]
        assert log(game, onlooker) == ["play give", "to 2", *told]


@pytest.mark.parametrize("face", SIDES)
@pytest.mark.parametrize("before", SIDES)
def test_z5_3_the_chip_is_turned_if_it_is_not_there_already(face: str, before: str) -> None:
    game = trick(table(f"{face} 1/9", *PAIRS[1:3], chip=before), face)
    assert game.view(None)["chip"] == face
    turned = [{"fact": "chip_turned", "seat": 0, "side": face}]
    assert game.log(None)[-1]["facts"] == (turned if face != before else [])
    assert game.turn == 1
    assert each(game, "cards") == [1, 2, 2]


def test_z5_3_cards_already_played_change_too() -> None:
    assert taker("yellow", "9/1 1/9 blue") == 1
    assert taker("blue", "9/1 1/9 yellow") == 0


@pytest.mark.parametrize("players", [3, 4, 5])
def test_z5_4_single_one_card_to_the_left(players: int) -> None:
    for seat in (0, players - 1):
        game = table(*["swap 1/9 9/1"] * players, leader=seat)
        game.play("play swap")
        assert game.turn == seat
        assert game.legal() == ["pass 1/9", "pass 9/1"]
        game.play("pass 9/1")
        left = (seat + 1) % players
        assert game.turn == left
        assert hand(game, seat) == "1/9"
        assert hand(game, left) == "1/9 9/1 9/1 swap"
        assert sum(each(game, "cards")) == 3 * players - 1


def test_z5_4_single_is_the_default() -> None:
    options = brocante.games()["zwergezocken"]["options"]
    assert options["swap"] == {"choices": ["single", "ring"], "default": "single"}
    assert brocante.new("zwergezocken", players=3, seed=1).record()["options"] == {}
    assert trick(table("swap", *PAIRS[1:3], swap="single"), "swap").turn == 1
    for wrong in ("both", "", 0, None):
        with pytest.raises(SetupError, match="swap"):
            brocante.new("zwergezocken", players=3, seed=1, swap=wrong)


def test_z5_4_single_with_an_empty_hand_nothing_is_asked() -> None:
    game = trick(table("swap", *PAIRS[1:3]), "swap")
    assert (game.turn, game.view(None)["phase"]) == (1, "turn")
    assert hands(game) == ["", *PAIRS[1:3]]


def test_z5_4_single_into_an_empty_hand() -> None:
    game = play(table("swap 1/9", "", *PAIRS[1:3]), "play swap", "pass 1/9")
    assert game.turn == 1
    assert game.legal() == ["play 1/9"]


def ring(*hands: str, leader: int = 0) -> Game:
    return table(*hands, leader=leader, swap="ring")


def test_z5_4_ring_each_chooses_and_all_go_left_together() -> None:
    game = trick(ring("swap 1/9", "2/8 0/10", "draw 3/7", "10/0 give"), "swap")
    choices = []
    for choice in ("pass 1/9", "pass 2/8", "pass 3/7", "pass give"):
        choices.append((game.turn, game.legal()))
        assert hands(game) == ["1/9", "0/10 2/8", "3/7 draw", "10/0 give"]  # until all have chosen
        assert each(game, "cards") == [1, 2, 2, 2]
        game.play(choice)
    assert choices == [(0, ["pass 1/9"]), (1, ["pass 2/8"]), (2, ["pass 3/7"]), (3, ["pass 10/0", "pass give"])]
    assert hands(game) == ["give", "0/10 1/9", "2/8 draw", "3/7 10/0"]
    assert game.turn == 1


@pytest.mark.parametrize("players", [3, 4, 5])
def test_z5_4_ring_begins_with_the_player_of_the_action(players: int) -> None:
    game = ring(*["swap 1/9"] * players, leader=1)
    trick(game, "1/9", "swap")  # seat 2 plays the action
    order = []
    while game.view(None)["phase"] == "pass":
        order.append(game.turn)
        game.play(game.legal()[0])
    assert order == [(2 + place) % players for place in range(players)]
    assert game.turn == 3 % players


def test_z5_4_ring_a_card_on_its_way_cannot_be_passed_on() -> None:
    game = play(ring("swap 1/9", "draw", "2/8 3/7"), "play swap", "pass 1/9")
    assert game.turn == 1
    assert game.legal() == ["pass draw"]  # no dwarf has arrived yet
    play(game, "pass draw", "pass 2/8")
    assert hands(game) == ["2/8", "1/9", "3/7 draw"]


def test_z5_4_ring_the_same_card_may_go_round() -> None:
    game = play(ring("swap 1/9", "1/9", "1/9 2/8"), "play swap", "pass 1/9", "pass 1/9", "pass 2/8")
    assert hands(game) == ["2/8", "1/9", "1/9 1/9"]


def test_z5_4_ring_the_others_still_pass_if_the_player_of_the_action_has_no_card() -> None:
    game = trick(ring("swap", "1/9 2/8", "3/7 4/6"), "swap")
    assert game.turn == 1
    play(game, "pass 1/9", "pass 3/7")
    assert hands(game) == ["3/7", "2/8", "1/9 4/6"]
    assert game.turn == 1


def test_z5_4_ring_empty_hands_are_not_asked_but_receive() -> None:
    game = trick(ring("swap 1/9", "2/8 3/7", "", "4/6 6/4", ""), "swap")
    order = []
    for choice in ("pass 1/9", "pass 2/8", "pass 6/4"):
        order.append(game.turn)
        game.play(choice)
    assert order == [0, 1, 3]
    assert hands(game) == ["", "1/9 3/7", "2/8", "4/6", "6/4"]
    trick(game, "3/7")
    assert game.turn == 2  # the card came before the turn (Z2.3)


def test_z5_4_ring_of_one() -> None:
    game = trick(ring("1/9", "2/8", "swap 3/7"), "1/9", "2/8", "swap")
    assert game.turn == 2
    game.play("pass 3/7")
    assert game.view(None)["round"] == 2
    assert each(game, "last_hand") == [{"3/7": 1}, {}, {}]


def test_z5_4_ring_without_any_card_asks_nobody() -> None:
    game = trick(ring("1/9", "2/8", "swap"), "1/9", "2/8", "swap")
    assert (game.view(None)["round"], game.view(None)["phase"]) == (2, "turn")
    assert each(game, "last_points") == [0, 0, 3]


@pytest.mark.parametrize("swap", ["single", "ring"])
def test_z5_4_a_dwarf_if_there_is_one_in_hand_else_a_tree(swap: str) -> None:
    everything_held = " ".join([*FACES, "swap"])
    game = trick(table(everything_held, *PAIRS[:2], swap=swap), "swap")
    assert game.legal() == [f"pass {face}" for face in [*DWARFS, "rainbow"]]
    trees = " ".join([*TREES, "swap"])
    game = trick(table(trees, *PAIRS[:2], swap=swap), "swap")
    assert game.legal() == [f"pass {face}" for face in TREES]
    game = trick(table(f"{trees} rainbow", *PAIRS[:2], swap=swap), "swap")
    assert game.legal() == ["pass rainbow"]


def test_z5_4_ring_every_chooser_passes_a_dwarf_first() -> None:
    game = trick(ring("swap draw", "rainbow quad-low", "quad-low quad-high", "0/10 4/6"), "swap")
    seen = []
    while game.view(None)["phase"] == "pass":
        seen.append(game.legal())
        game.play(game.legal()[0])
    assert seen == [["pass draw"], ["pass rainbow"], ["pass quad-low", "pass quad-high"], ["pass 4/6"]]


def test_z5_4_single_is_seen_by_passer_and_receiver() -> None:
    game = play(table("1/9 2/8", "swap 3/7 4/6", *PAIRS[2:4]), "play 1/9", "play swap", "pass 4/6")
    for onlooker in onlookers(game):
        told = "pass 4/6" if onlooker in (1, 2) else "pass ?"
        assert log(game, onlooker) == ["play 1/9", "play swap", told]


def test_z5_4_ring_a_choice_is_seen_only_by_who_made_it_and_in_the_end_by_who_receives() -> None:
    game = trick(ring("swap 1/9", "2/8 3/7", "4/6 6/4", "7/3 8/2"), "swap")
    choices = ["pass 1/9", "pass 3/7", "pass 4/6", "pass 8/2"]
    for made, choice in enumerate(choices[:-1], start=1):
        game.play(choice)
        for onlooker in onlookers(game):
            own = [choices[seat] if seat == onlooker else "pass ?" for seat in range(made)]
            assert log(game, onlooker) == ["play swap", *own]
            chosen = [choices[seat][5:] if seat == onlooker and seat < made else None for seat in range(4)]
            assert each(game, "chosen", onlooker) == chosen
    game.play(choices[-1])
    for onlooker in onlookers(game):
        told = [choices[seat] if onlooker in (seat, (seat + 1) % 4) else "pass ?" for seat in range(4)]
        assert log(game, onlooker) == ["play swap", *told]
        assert each(game, "chosen", onlooker) == [None] * 4
        assert [entry["seat"] for entry in game.view(onlooker)["log"]][2:] == [0, 1, 2, 3]


def test_z5_4_ring_the_log_with_empty_hands() -> None:
    game = play(ring("swap", "1/9 2/8", "", "3/7 4/6"), "play swap", "pass 2/8")
    assert [log(game, onlooker)[1:] for onlooker in onlookers(game)] == [["pass ?"], ["pass 2/8"], *[["pass ?"]] * 3]
    game.play("pass 3/7")
    assert [log(game, onlooker)[1:] for onlooker in onlookers(game)] == [
        ["pass ?", "pass 3/7"],
        ["pass 2/8", "pass ?"],
        ["pass 2/8", "pass ?"],
        ["pass ?", "pass 3/7"],
        ["pass ?", "pass ?"],
    ]


def test_z5_4_ring_what_was_told_of_an_earlier_ring_stays_told() -> None:
    game = trick(ring("swap 1/9 2/8", "swap 3/7 4/6", "6/4 7/3 8/2"), "swap")
    play(game, "pass 1/9", "pass 3/7", "pass 6/4", "play swap", "pass 1/9")
    assert log(game, 1) == ["play swap", "pass 1/9", "pass 3/7", "pass ?", "play swap", "pass 1/9"]
    assert log(game, 2) == ["play swap", "pass ?", "pass 3/7", "pass 6/4", "play swap", "pass ?"]


@pytest.mark.parametrize("face", [*NUMBERS, *JOKERS])
@pytest.mark.parametrize("swap", ["single", "ring"])
def test_z5_5_jokers_and_number_cards_have_no_effect(face: str, swap: str) -> None:
    game = table(f"{face} 1/9", *PAIRS[1:3], chip="blue", swap=swap)
    pile = game.view(None)["pile"]
    game.play(f"play {face}")
    view = game.view(None)
    assert (view["phase"], view["turn"], view["chip"], view["pile"]) == ("turn", 1, "blue", pile)
    assert hands(game) == ["1/9", *PAIRS[1:3]]


# --- Z6 The end of a round, the end of the game ---


def test_z6_1_a_round_ends_only_at_the_end_of_the_trick() -> None:
    game = table("1/9", "2/8 6/4", "3/7 4/6")
    for face, played in (("1/9", 1), ("2/8", 2)):
        game.play(f"play {face}")
        assert (game.view(None)["round"], len(game.view(None)["trick"])) == (1, played)
        assert each(game, "last_points") == [0, 0, 0]
    game.play("play 3/7")
    assert game.view(None)["round"] == 2
    assert each(game, "last_points") == [0, 1, 4]


@pytest.mark.parametrize("players", [3, 4, 5])
def test_z6_1_any_players_empty_hand_ends_it(players: int) -> None:
    for empty in range(players):
        cards = [pair.split()[0] if seat == empty else pair for seat, pair in enumerate(PAIRS[:players])]
        game = trick(table(*cards), *(hand.split()[0] for hand in cards))
        assert game.view(None)["round"] == 2


def test_z6_1_not_while_every_hand_holds_a_card() -> None:
    game = trick(table(*PAIRS[:3]), "1/9", "3/7", "6/4")
    assert (game.view(None)["round"], each(game, "cards")) == (1, [1, 1, 1])


@pytest.mark.parametrize("action", ["draw", "give", "swap"])
def test_z6_1_a_hand_that_was_empty_in_between_does_not_end_it(action: str) -> None:
    game = trick(table("1/9", "2/8 3/7", f"{action} 4/6 6/4 7/3"), "1/9", "2/8", action)
    while game.view(None)["phase"] != "turn":  # `to 0`, and what there is to give or pass
        game.play(game.legal()[0])
    assert game.view(None)["round"] == 1
    assert each(game, "cards")[0] > 0


def test_z6_1_an_empty_hand_by_giving_or_passing_ends_it() -> None:
    game = trick(table("1/9 2/8", "3/7 4/6", "give 6/4 7/3"), "1/9", "3/7", "give")
    play(game, "to 0", "give 6/4", "give 7/3")
    assert (game.view(None)["round"], each(game, "last_hand")[2]) == (2, {})
    game = play(table("1/9 2/8", "3/7 4/6", "swap 6/4"), "play 1/9", "play 3/7", "play swap", "pass 6/4")
    assert (game.view(None)["round"], each(game, "last_hand")[2]) == (2, {})


@pytest.mark.parametrize("face", FACES)
def test_z6_2_points_for_cards_in_hand(face: str) -> None:
    each_costs = 1 if face in NUMBERS else 2 if face in ACTIONS else 3
    game = trick(table("10/0", f"1/9 {face} {face}", "2/8"), "10/0", "1/9", "2/8")
    assert each(game, "last_points") == [3, 2 * each_costs, 0]
    assert each(game, "total") == [3, 2 * each_costs, 0]


@pytest.mark.parametrize(("copies", "jokers", "size"), SETS)
def test_z6_2_points_for_sets(copies: int, jokers: str, size: int) -> None:
    points = {3: -5, 4: -10, 5: -20, 6: -25}[size]
    for dwarf in ("4/6", "6/4"):
        game = table("10/0", f"1/9 {set_cards(dwarf, copies, jokers)}", "2/8")
        play(game, "play 10/0", f"lay {dwarf} x{copies}{jokers}", "play 1/9", "play 2/8")
        assert each(game, "last_points") == [3, points, 0]


def test_z6_2_a_card_taken_is_one_point_whatever_it_is() -> None:
    game = trick(table("quad-low", "rainbow", "draw", "swap", "10/0"), "quad-low", "rainbow")
    lay_pile(game)
    trick(game, "draw", "swap", "10/0")
    assert each(game, "last_points") == [0, 0, 0, 0, 5]


def test_z6_2_all_together_added_to_the_totals() -> None:
    game = table("10/0", "9/1 9/1 9/1 1/9 draw quad-low", "2/8 4/6")
    put(game, "totals", [10, -7, 0, 0, 0])
    play(game, "play 10/0", "lay 9/1 x3", "play 1/9", "play 2/8")
    assert each(game, "last_points") == [3, -5 + 2 + 3, 1]
    assert each(game, "total") == [13, -7, 1]


def test_z6_2_points_of_a_round_are_its_own() -> None:
    game = table("10/0", "9/1 9/1 9/1 1/9", "2/8")
    play(game, "play 10/0", "lay 9/1 x3", "play 1/9", "play 2/8")
    assert each(game, "total") == [3, -5, 0]
    assert each(game, "taken") == [{}] * 3
    assert each(game, "sets") == [[]] * 3
    assert game.view(None)["trick"] == []
    fresh = np.zeros((5, len(FACES)), np.int8)
    fresh[:3, 0] = fresh[1, 9] = 1  # 0/10 each, and 10/0 for seat 1, who leads
    put(game, "hand", fresh)
    put(game, "hand_size", fresh.sum(axis=1))
    trick(game, "10/0", "0/10", "0/10")
    assert each(game, "last_points") == [0, 3 + 1, 0]
    assert each(game, "total") == [3, -1, 0]


def test_z6_2_a_discarded_trick_costs_nobody() -> None:
    game = table(*["draw"] * 5)
    lay_pile(game)
    trick(game, *["draw"] * 5)
    assert game.view(None)["round"] == 2
    assert each(game, "last_points") == [0] * 5
    assert game.view(None)["discarded"] == {}  # in the pack again


def last_trick(*totals: int, taker: int = 0, round_number: int = 1, **options: Any) -> Game:
    """A round that has just ended, in which the taker got one point for each player and the others nothing."""
    cards = ["9/1" if seat == taker else DWARFS[seat] for seat in range(len(totals))]
    game = table(*cards, **options)
    put(game, "totals", [*totals, 0, 0, 0][:5])
    put(game, "round", round_number)
    return trick(game, *cards)


def test_z6_3_the_game_ends_when_a_total_is_above_55() -> None:
    game = last_trick(52, 0, 0)
    assert each(game, "total") == [55, 0, 0]
    assert game.turn is not None
    assert game.result() is None
    assert game.view(None)["round"] == 2
    game = last_trick(53, 0, 0)
    assert game.turn is None
    assert game.legal() == []
    assert game.result() == game.view(1)["result"] == {"scores": [56, 0, 0], "ranks": [3, 1, 1]}
    assert game.view(None)["phase"] == "over"


@pytest.mark.parametrize("seat", range(4))
def test_z6_3_any_players_total(seat: int) -> None:
    totals = [51 + (other == seat) for other in range(4)]
    assert last_trick(*totals, taker=seat).turn is None
    assert last_trick(51, 51, 51, 51, taker=seat).turn is not None


@pytest.mark.parametrize("limit", [0, 1, 20, 100, 500])
def test_z6_3_option_limit(limit: int) -> None:
    assert last_trick(limit - 3, 0, 0, limit=limit).turn is not None
    assert last_trick(limit - 2, 0, 0, limit=limit).turn is None


def test_z6_3_option_limit_is_a_whole_number_0_to_500() -> None:
    assert brocante.games()["zwergezocken"]["options"]["limit"]["default"] == 55
    for wrong in (-1, 501, 55.0, "55", True, None):
        with pytest.raises(SetupError, match="limit"):
            brocante.new("zwergezocken", players=3, seed=1, limit=wrong)


@pytest.mark.parametrize(
    ("totals", "scores", "ranks"),
    [
        ((53, 60, 70), [56, 60, 70], [1, 2, 3]),
        ((57, 60, 70), [60, 60, 70], [1, 1, 3]),
        ((57, 0, 60), [60, 0, 60], [2, 1, 2]),
        ((60, -30, -30), [63, -30, -30], [3, 1, 1]),
        ((56, 10, 60, 10, 70), [61, 10, 60, 10, 70], [4, 1, 3, 1, 5]),
        ((57, 61, 61, 61), [61, 61, 61, 61], [1, 1, 1, 1]),
    ],
)
def test_z6_3_the_lowest_total_wins_and_equal_totals_share(
    totals: tuple[int, ...], scores: list[int], ranks: list[int]
) -> None:
    assert last_trick(*totals).result() == {"scores": scores, "ranks": ranks}


def test_z6_3_else_a_new_round() -> None:
    game = last_trick(0, 0, 0)
    assert (game.view(None)["round"], each(game, "cards"), game.view(None)["pile"]) == (2, [13] * 3, 7)
    assert game.result() is None


def test_z6_4_the_game_ends_after_round_30() -> None:
    game = last_trick(0, 0, 0, round_number=29)
    assert (game.view(None)["round"], game.result()) == (30, None)
    game = last_trick(0, -400, 5, round_number=30)
    assert game.turn is None
    assert game.result() == {"scores": [3, -400, 5], "ranks": [2, 1, 3]}


@pytest.mark.parametrize("rounds", [1, 2, 5])
def test_z6_4_option_rounds(rounds: int) -> None:
    dice = random.Random(rounds)
    game = brocante.new("zwergezocken", players=3, seed=rounds, rounds=rounds, limit=500)
    while game.turn is not None:
        game.play(dice.choice(game.legal()))
    assert game.view(None)["round"] == rounds


def test_z6_4_option_rounds_is_1_to_100() -> None:
    assert brocante.games()["zwergezocken"]["options"]["rounds"]["default"] == 30
    assert last_trick(0, 0, 0, round_number=99, rounds=100).turn is not None
    assert last_trick(0, 0, 0, round_number=100, rounds=100).turn is None
    for wrong in (0, 101, -1, 1.0, "1", True, None):
        with pytest.raises(SetupError, match="rounds"):
            brocante.new("zwergezocken", players=3, seed=1, rounds=wrong)


def test_z6_4_totals_may_be_negative_without_limit() -> None:
    game = last_trick(-100_000, -100_000, 0)
    assert each(game, "total") == [-99_997, -100_000, 0]
    assert game.turn is not None


@pytest.mark.parametrize("rounds", [1, 30])
def test_z6_5_all_hands_are_shown_when_a_round_ends(rounds: int) -> None:
    game = table("10/0", "1/9 3/7 3/7 draw", "2/8 rainbow", rounds=rounds)
    for onlooker in onlookers(game):
        assert each(game, "last_hand", onlooker) == [{}, {}, {}]
    trick(game, "10/0", "1/9", "2/8")
    for onlooker in onlookers(game):
        assert each(game, "last_hand", onlooker) == [{}, {"3/7": 2, "draw": 1}, {"rainbow": 1}]
        assert each(game, "last_points", onlooker) == [3, 4, 3]
    assert each(game, "hand") == [None] * 3  # the new hands are not


# --- Order of the legal moves ---


def test_z_order_start() -> None:
    assert brocante.new("zwergezocken", players=5, seed=1).legal() == ["start yellow", "start blue"]


def test_z_order_of_a_turn() -> None:
    game = table("9/1 9/1 9/1 3/7 3/7 1/9 draw draw 10/0 rainbow quad-low quad-high blue 0/10", *PAIRS[1:3])
    assert game.legal() == [
        "lay 1/9 x1 +rainbow +quad",
        "lay 3/7 x1 +rainbow +quad",
        "lay 3/7 x2 +quad",
        "lay 3/7 x2 +rainbow",
        "lay 3/7 x2 +rainbow +quad",
        "lay 9/1 x1 +rainbow +quad",
        "lay 9/1 x2 +quad",
        "lay 9/1 x2 +rainbow",
        "lay 9/1 x2 +rainbow +quad",
        "lay 9/1 x3",
        "lay 9/1 x3 +quad",
        "lay 9/1 x3 +rainbow",
        "lay 9/1 x3 +rainbow +quad",
        "play 0/10",
        "play 1/9",
        "play 3/7",
        "play 9/1",
        "play 10/0",
        "play draw",
        "play blue",
        "play rainbow",
        "play quad-low",
        "play quad-high",
    ]


def test_z_order_to_by_seat_and_give_by_face() -> None:
    game = trick(table(*PAIRS[:3], " ".join([*reversed(FACES), "give", "3/7"]), PAIRS[4], leader=3), "give")
    assert game.legal() == ["to 0", "to 1", "to 2", "to 4"]
    assert play(game, "to 4").legal() == [f"give {face}" for face in FACES]


def test_z_order_pass_by_face() -> None:
    game = trick(table(" ".join([*reversed(DWARFS), "rainbow", "swap", "1/9"]), *PAIRS[1:3]), "swap")
    assert game.legal() == [f"pass {face}" for face in [*DWARFS, "rainbow"]]


def test_z_order_every_list_is_in_the_one_order() -> None:
    dice = random.Random(8)
    for players in (3, 4, 5):
        game = brocante.new("zwergezocken", players=players, seed=players, swap="ring", rounds=3)
        while game.turn is not None:
            legal = game.legal()
            assert legal == [move for move in ALL_MOVES if move in legal]
            assert len(legal) == len(set(legal))
            game.play(dice.choice(legal))


# --- Hidden ---


def test_z_hidden_hands() -> None:
    for build in [*PHASES.values(), passing_round]:
        game = build()
        for onlooker in onlookers(game):
            held = each(game, "hand", onlooker)
            assert [seat for seat in range(game.players) if held[seat] is not None] == [
                seat for seat in range(game.players) if seat == onlooker
            ]


def test_z_hidden_the_pile_and_the_seed() -> None:
    views = []
    for pile in (["7/3", "8/2", "1/9"], ["quad-low", "0/10", "6/4"]):
        game = table("draw 4/6", *PAIRS[:2])
        lay_pile(game, *pile)
        views.append([game.view(onlooker) for onlooker in onlookers(game)])
        game.play("play draw")
        views[-1] += [game.view(onlooker) for onlooker in (0, 2, None)]
        assert all(view["pile"] in (3, 1) for view in views[-1])
        assert game.seed.hex() not in json.dumps(views[-1])
    assert json.dumps(views[0]) == json.dumps(views[1])


@pytest.mark.parametrize("swap", ["single", "ring"])
def test_z_hidden_two_worlds_look_the_same_until_a_card_arrives(swap: str) -> None:
    """Seat 0 and a watcher see neither other hands nor what is given to 2 and passed to 2 and 3."""
    worlds = [
        (["give 3/7 4/6 6/4", "swap 7/3 8/2", "9/1 10/0 blue"], ["give 3/7", "give 4/6", "pass 3/7", "pass 6/4"]),
        (["give draw 0/10 7/3", "swap 4/6 yellow", "9/1 1/9 blue"], ["give draw", "give 0/10", "pass 4/6", "pass 7/3"]),
    ]
    seen: list[list[str]] = []
    for others, (first, second, to_3, to_2) in worlds:
        game = table("1/9 2/8", *others, swap=swap)
        round_the_table = ["pass 9/1", "pass 2/8", to_2] if swap == "ring" else []
        seen.append([])
        for move in ["play 1/9", "play give", "to 2", first, second, "play swap", to_3, *round_the_table, "play blue"]:
            game.play(move)
            seen[-1] += [json.dumps([game.view(onlooker), game.turn]) for onlooker in (0, None)]
    assert seen[0] == seen[1]


def test_z_hidden_what_was_given_is_never_told_later() -> None:
    game = play(table("give 1/9 2/8", "3/7 4/6", "6/4 7/3", rounds=1), "play give", "to 1", "give 1/9", "give 2/8")
    trick(game, "1/9", "6/4")  # even when the card has been played, and when all is over
    assert game.turn is None
    assert log(game, 2)[2:4] == log(game, None)[2:4] == ["give ?", "give ?"]
    assert log(game, 0)[2:4] == log(game, 1)[2:4] == ["give 1/9", "give 2/8"]


def test_z_hidden_but_what_lies_open_is_open_to_all() -> None:
    game = table("3/7 3/7 3/7 1/9 blue", "9/1 2/8 1/9", "4/6 6/4 7/3")
    play(game, "lay 3/7 x3", "play 1/9", "play 9/1", "play 4/6", "play 6/4", "play blue")
    for onlooker in onlookers(game):
        view = game.view(onlooker)
        assert each(game, "sets", onlooker) == [["3/7 x3"], [], []]
        assert each(game, "cards", onlooker) == [0, 2, 1]
        assert each(game, "taken", onlooker) == [{}, {"1/9": 1, "4/6": 1, "9/1": 1}, {}]
        assert each(game, "total", onlooker) == [0, 0, 0]
        assert view["trick"] == [{"seat": 2, "face": "6/4"}, {"seat": 0, "face": "blue"}]
        assert (view["chip"], view["leader"], view["turn"], view["pile"]) == ("blue", 2, 1, 7)
        assert log(game, onlooker) == ["lay 3/7 x3", "play 1/9", "play 9/1", "play 4/6", "play 6/4", "play blue"]


def given(receiver: str, cards: str) -> Game:
    """Seat 0 has given seat 2 these two cards and seat 1 has played; it is seat 2's turn, of 4."""
    first, second = cards.split()
    game = play(table(f"give {cards} 1/9", "2/8 4/6", receiver, "7/3 8/2 9/1"), "play give", "to 2")
    return play(game, f"give {first}", f"give {second}", "play 2/8")


def test_z_hidden_known_to_the_giver_alone() -> None:
    game = play(table("give 3/7 10/0 1/9", "2/8 4/6", "6/4 3/7", "7/3 8/2"), "play give", "to 2", "give 10/0")
    assert known(game, 0, 2) == {"10/0": 1}
    game.play("give 3/7")
    assert known(game, 0, 2) == {"3/7": 1, "10/0": 1}  # seat 2 holds a second 3/7 that 0 knows nothing of
    for onlooker in onlookers(game):
        expected = [{}, {}, {"3/7": 1, "10/0": 1} if onlooker == 0 else {}, {}]
        assert each(game, "known", onlooker) == expected


def test_z_hidden_known_to_the_passer_alone() -> None:
    game = play(table("swap 3/7 1/9", *PAIRS[1:3]), "play swap", "pass 3/7")
    assert [each(game, "known", onlooker) for onlooker in onlookers(game)] == [[{}, {"3/7": 1}, {}], *[[{}] * 3] * 3]


def test_z_hidden_known_to_each_passer_when_a_ring_is_finished() -> None:
    game = play(ring("swap 1/9", "2/8 3/7", "4/6 6/4"), "play swap", "pass 1/9", "pass 3/7")
    assert [each(game, "known", onlooker) for onlooker in onlookers(game)] == [[{}] * 3] * 4
    game.play("pass 4/6")
    assert [each(game, "known", onlooker) for onlooker in onlookers(game)] == [
        [{}, {"1/9": 1}, {}],
        [{}, {}, {"3/7": 1}],
        [{"4/6": 1}, {}, {}],
        [{}, {}, {}],
    ]


def test_z_hidden_known_is_nothing_of_cards_drawn() -> None:
    game = trick(table("draw 1/9", *PAIRS[1:3]), "draw")
    assert [each(game, "known", onlooker) for onlooker in onlookers(game)] == [[{}] * 3] * 4


def test_z_hidden_known_falls_when_the_card_is_played() -> None:
    game = given("6/4", "3/7 10/0")
    assert known(trick(game.clone(), "6/4"), 0, 2) == {"3/7": 1, "10/0": 1}  # another card
    assert known(trick(game.clone(), "3/7"), 0, 2) == {"10/0": 1}
    game = given("6/4", "3/7 3/7")
    assert known(game, 0, 2) == {"3/7": 2}
    assert known(trick(game, "3/7"), 0, 2) == {"3/7": 1}


def test_z_hidden_known_is_the_least_there_can_be() -> None:
    game = trick(given("3/7 6/4", "3/7 10/0"), "3/7")
    assert hand(game, 2) == "3/7 6/4 10/0"
    assert known(game, 0, 2) == {"10/0": 1}  # seat 0 cannot tell that there was another 3/7


def test_z_hidden_known_falls_when_the_card_is_laid() -> None:
    game = play(given("3/7 draw", "3/7 3/7"), "lay 3/7 x3")
    assert known(game, 0, 2) == {}
    game = play(given("3/7 3/7 3/7 draw", "rainbow quad-low"), "lay 3/7 x3 +quad")
    assert known(game, 0, 2) == {"rainbow": 1}
    game = play(given("6/4 6/4 6/4 draw", "rainbow quad-low"), "lay 6/4 x3 +rainbow")
    assert known(game, 0, 2) == {"quad-low": 1}


def test_z_hidden_known_falls_when_a_card_is_given_unseen() -> None:
    game = play(given("give 6/4 6/4", "3/7 3/7"), "play give", "to 3", "give 6/4")
    assert known(game, 0, 2) == {"3/7": 1}  # it may have been a 3/7
    game.play("give 6/4")
    assert known(game, 0, 2) == {}
    assert known(game, 2, 3) == {"6/4": 2}
    game = play(given("give 6/4 6/4", "3/7 10/0"), "play give", "to 1", "give 6/4")
    assert known(game, 0, 2) == {}  # either of the two


def test_z_hidden_known_falls_by_what_is_seen_when_the_giver_receives() -> None:
    game = play(given("give 6/4", "3/7 10/0"), "play give", "to 0", "give 6/4")
    assert known(game, 0, 2) == {"3/7": 1, "10/0": 1}
    game.play("give 10/0")
    assert known(game, 0, 2) == {"3/7": 1}
    assert known(game, 2, 0) == {"6/4": 1, "10/0": 1}


def test_z_hidden_known_falls_when_a_card_is_passed_unseen() -> None:
    game = play(given("swap 6/4", "10/0 draw"), "play swap", "pass 6/4")
    assert known(game, 0, 2) == {}  # for all 0 knows it was a tree
    game = play(given("swap 6/4", "3/7 10/0"), "play swap", "pass 6/4")
    assert known(game, 0, 2) == {"10/0": 1}  # with a 3/7 in hand it was a dwarf
    game = play(given("swap 6/4", "rainbow quad-low"), "play swap", "pass 6/4")
    assert known(game, 0, 2) == {"quad-low": 1}
    assert known(game, 2, 3) == {"6/4": 1}


def test_z_hidden_known_falls_by_what_is_seen_when_the_passer_receives() -> None:
    game = play(table("give 3/7 10/0 1/9", "2/8 4/6", "swap 6/4"), "play give", "to 2", "give 3/7", "give 10/0")
    play(game, "play 2/8", "play swap", "pass 6/4")
    assert known(game, 0, 2) == {"3/7": 1, "10/0": 1}


def test_z_hidden_known_when_cards_go_round() -> None:
    """Seat 0 knows 3/7 and 10/0 at seat 2; then all pass a card, seat 2 to 3, unseen by 0."""
    game = play(table("give 3/7 10/0 1/9", "2/8 4/6", "swap 6/4", "7/3 8/2", swap="ring"), "play give", "to 2")
    play(game, "give 3/7", "give 10/0", "play 2/8", "play swap", "pass 6/4", "pass 7/3", "pass 1/9")
    assert known(game, 0, 2) == {"3/7": 1, "10/0": 1}  # not yet
    game.play("pass 4/6")
    assert each(game, "known", 0) == [{}, {"1/9": 1}, {"10/0": 1}, {}]
    assert each(game, "known", 1) == [{}, {}, {"4/6": 1}, {}]
    assert each(game, "known", 2) == [{}, {}, {}, {"6/4": 1}]
    assert each(game, "known", 3) == [{"7/3": 1}, {}, {}, {}]


@pytest.mark.parametrize("rounds", [1, 30])
def test_z_hidden_known_ends_with_the_round(rounds: int) -> None:
    game = play(table("give 1/9 2/8", "3/7 4/6", "6/4 7/3", rounds=rounds), "play give", "to 1", "give 1/9", "give 2/8")
    trick(game, "3/7", "6/4")
    assert [each(game, "known", onlooker) for onlooker in onlookers(game)] == [[{}] * 3] * 4


# --- Worked examples ---


def test_z_example_the_sevens_cancel() -> None:
    for chip in SIDES:
        game = trick(table("7/3 0/10", "7/3 10/0", "2/8 1/9", chip=chip), "7/3", "7/3", "2/8")
        assert each(game, "taken") == [{}, {}, {"2/8": 1, "7/3": 2}]


def test_z_example_two_pairs() -> None:
    game = trick(table("9/1 0/10", "9/1 10/0", "4/6 1/9", "4/6 1/9"), "9/1", "9/1", "4/6", "4/6")
    assert each(game, "taken") == [{}, {}, {}, {"4/6": 2, "9/1": 2}]


def test_z_example_fives_are_different_cards_of_equal_value() -> None:
    game = trick(table("draw 0/10", "4/6 10/0", "give 1/9 2/8 3/7"), "draw", "4/6", "give")
    play(game, "to 0", "give 1/9", "give 2/8")
    assert each(game, "taken") == [{}, {}, {"4/6": 1, "draw": 1, "give": 1}]


def test_z_example_the_chip_turned_to_blue() -> None:
    game = trick(table("1/9 0/10", "blue 10/0", "8/2 1/9"), "1/9", "blue", "8/2")
    assert game.view(None)["chip"] == "blue"
    assert each(game, "taken") == [{"1/9": 1, "8/2": 1, "blue": 1}, {}, {}]


def test_z_example_five_times_draw() -> None:
    game = trick(table(*(f"draw {face}" for face in DWARFS[:5]), leader=2), *["draw"] * 5)
    assert each(game, "taken") == [{}] * 5
    assert game.view(None)["discarded"] == {"draw": 5}
    assert game.turn == 2
    assert each(game, "cards") == [3] * 5
    assert game.view(None)["pile"] == 0


def test_z_example_a_set_of_four() -> None:
    game = play(table("3/7 3/7 rainbow quad-low 10/0", "1/9", "2/8"), "lay 3/7 x2 +rainbow +quad")
    trick(game, "10/0", "1/9", "2/8")
    assert each(game, "last_points") == [3 - 10, 0, 0]


# --- Refusals ---


@pytest.mark.parametrize(("why", "asked"), [*zip(PHASES, ASKED, strict=True)])
def test_z_refusals_of_what_is_not_asked_now(why: str, asked: list[str]) -> None:
    game = PHASES[why]()
    for move in ALL_MOVES:
        if move.split()[0] not in asked:
            refused(game, move, why)


@pytest.mark.parametrize("build", [*PHASES.values(), passing_round])
def test_z_refusals_change_nothing(build: Callable[[], Game]) -> None:
    game = build()
    before, legal = json.dumps(everything(game)), game.legal()
    for move in ALL_MOVES:
        if move not in legal:
            with pytest.raises(IllegalMove, match=r"is not legal: .+ \([CZ]\d(\.\d)?\).*\. Legal now: "):
                game.play(move)
    assert json.dumps(everything(game)) == before
    for move in legal:
        game.clone().play(move)


@pytest.mark.parametrize(
    ("build", "moves", "card"),
    [
        (at_turn, [], "play 9/1"),
        (laid, [], "play 3/7"),  # all three lie on the table
        (giving, [], "give give"),  # it has been played
        (giving, ["give draw"], "give draw"),
        (passing, [], "pass swap"),
        (passing, [], "pass 2/8"),
        (passing_round, [], "pass 1/9"),  # on its way, not there yet
    ],
)
def test_z_refusals_a_card_not_in_hand(build: Callable[[], Game], moves: list[str], card: str) -> None:
    verb, face = card.split()
    clause = {"play": "Z2.1", "give": "Z5.2", "pass": "Z5.4"}[verb]
    refused(play(build(), *moves), card, f"There is no {face} in your hand ({clause}).")


def test_z3_1_refusal_too_few_cards() -> None:
    for words in ("3/7 x1", "3/7 x2", "3/7 x1 +rainbow", "3/7 x1 +quad"):
        refused(at_turn("3/7 3/7 rainbow quad-low draw"), f"lay {words}", "A set has at least 3 cards (Z3.1).")


@pytest.mark.parametrize(
    ("words", "lacking"),
    [
        ("3/7 x4", "3/7 x4"),
        ("9/1 x3", "9/1 x3"),
        ("3/7 x2 +rainbow", "rainbow"),
        ("3/7 x2 +quad", "quad-low"),
        ("7/3 x2 +quad", "7/3 x2"),
        ("8/2 x2 +quad", "quad-high"),
        ("8/2 x1 +rainbow +quad", "rainbow"),
    ],
)
def test_z3_1_refusal_cards_not_held(words: str, lacking: str) -> None:
    game = at_turn("3/7 3/7 3/7 8/2 8/2 draw")
    refused(game, f"lay {words}", f"Your hand does not hold {lacking} (Z3.1).")


def test_z3_2_refusal_no_card_left() -> None:
    for cards, words in (("3/7 3/7 3/7", "3/7 x3"), ("3/7 3/7 rainbow quad-low", "3/7 x2 +rainbow +quad")):
        refused(at_turn(cards), f"lay {words}", "A card must be left to play after a set (Z3.2).")


def test_z3_2_refusal_a_second_set() -> None:
    refused(laid(), "lay 9/1 x3", "At most one set a turn (Z3.2): now play a card.")


@pytest.mark.parametrize("players", [3, 4, 5])
def test_z5_2_refusal_of_a_receiver(players: int) -> None:
    for giver in range(players):
        game = trick(table(*["give 1/9 2/8"] * players, leader=giver), "give")
        refused(game, f"to {giver}", "Cards are given to another player (Z5.2).")
        for seat in range(players, 5):
            refused(game, f"to {seat}", f"There is no seat {seat}: {players} play (C1).")


@pytest.mark.parametrize("swap", ["single", "ring"])
def test_z5_4_refusal_of_a_tree(swap: str) -> None:
    for tree in ("draw", "give", "quad-low", "10/0"):
        game = trick(at_turn(f"rainbow swap {tree}", swap=swap), "swap")
        refused(game, f"pass {tree}", "A dwarf must be passed as long as there is one in your hand (Z5.4).")


def test_z5_4_refusal_in_a_ring() -> None:
    game = play(ring("swap 1/9", "2/8 draw", "3/7 4/6"), "play swap", "pass 1/9")
    refused(game, "pass draw", "A dwarf must be passed as long as there is one in your hand (Z5.4).")
    refused(game, "pass 1/9", "There is no 1/9 in your hand (Z5.4).")


def test_z6_3_refusal_when_the_game_is_over() -> None:
    game = last_trick(60, 0, 0)
    before = json.dumps(everything(game))
    for move in ALL_MOVES:
        with pytest.raises(IllegalMove, match=r"^'.+' is not legal: the game is over\.$"):
            game.play(move)
    assert json.dumps(everything(game)) == before


def test_z_refusals_of_what_is_no_move() -> None:
    game = at_turn()
    before = json.dumps(everything(game))
    for words in ("play 5/5", "play", "lay 3/7 x5", "lay 0/10 x3", "lay 3/7 x2 +quad +rainbow", "Play 1/9", "to 5", ""):
        with pytest.raises(IllegalMove, match="is not a move of ZwergeZocken"):
            game.play(words)
    assert json.dumps(everything(game)) == before
