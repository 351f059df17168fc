"""Alles futsch!, clause by clause: the number in a test's name is that of the clause in `alles_futsch/rules.md`."""

from collections.abc import Callable
from itertools import combinations_with_replacement, permutations
from typing import Any

import numpy as np
import pytest

import brocante
from brocante import Game, IllegalMove
from brocante.games import rules
from brocante.games.chance import new_dice
from tests.reference.chance import Chance
from tests.staging import get, put

KINDS = ("painting", "sculpture", "furniture", "clock", "vase")
CARDS = ["+".join(kinds) for kinds in combinations_with_replacement(KINDS, 3)]
PLAYERS = range(2, 6)
EVERYONE_COLLECTS_PAINTING_AND_SCULPTURE = ["vase", "clock", "furniture"]

Stones = dict[int, dict[str, int]]
any_number_of_players = pytest.mark.parametrize("players", PLAYERS)


def new(players: int = 3, seed: int | bytes = 1, **options: Any) -> Game:
    return brocante.new("alles-futsch", players=players, seed=seed, **options)


def play(game: Game, *moves: str) -> None:
    for move in moves:
        game.play(move)


def bids(least: int, most: int) -> list[str]:
    return [f"bid {bid}" for bid in range(least, most + 1)]


def phase(game: Game) -> str:
    return str(game.view(None)["phase"])


def row(game: Game) -> list[str]:
    return list(game.view(None)["row"])


def money(game: Game) -> list[int]:
    return [game.view(seat)["seats"][seat]["money"] for seat in range(game.players)]


def stone(game: Game, seat: int, kind: str) -> int:
    return int(game.view(None)["seats"][seat]["stones"][kind])


def snapshot(game: Game) -> Any:
    """Everything there is to see of a game."""
    views = [game.view(seat) for seat in [*range(game.players), None]]
    return game.record(), views, game.legal(), game.turn


def put_stones(game: Game, stones: Stones) -> None:
    put(game, "stone", {(seat, KINDS.index(kind)): n for seat, held in stones.items() for kind, n in held.items()})


def with_card(card: str, players: int = 3, **options: Any) -> Game:
    """The first game, by seed, that has this card in its row."""
    games = (new(players, seed, **options) for seed in range(1000))
    return next(game for game in games if card in row(game))


def won(
    card: str, players: int = 3, *, stones: Stones | None = None, cash: dict[int, int] | None = None, **options: Any
) -> Game:
    """The first player has bought the card for 1 and is to use it. Stones and cash are as they stand then."""
    game = with_card(card, players, **options)
    winner = game.turn
    put_stones(game, stones or {})
    put(game, "money", {seat: amount + (seat == winner) for seat, amount in (cash or {}).items()})
    play(game, f"offer {card}", "bid 1", *["pass"] * (players - 1))
    return game


def finish_card(game: Game) -> None:
    """Everyone else passes, and the card is used as it comes."""
    while phase(game) in ("auction", "use"):
        game.play("pass" if phase(game) == "auction" else game.legal()[0])


def buy_first(game: Game) -> None:
    """Who is in charge offers the first card of the row, buys it for 1 and uses it."""
    play(game, game.legal()[0], "bid 1")
    finish_card(game)


def wear_out(game: Game, cards: int) -> None:
    """Play so many cards; stones and money are put back before each, so that the game does not end."""
    for _ in range(cards):
        put(game, "stone", 0)
        put(game, "money", dict.fromkeys(range(game.players), 200))
        buy_first(game)


def all_full(players: int, *, but: Stones) -> Stones:
    """Every stone of the default boards on 5, but for these."""
    return {
        seat: {kind: but.get(seat, {}).get(kind, 5) for kind in KINDS if kind != KINDS[seat]} for seat in range(players)
    }


# --- Boards, cards, money ---


@any_number_of_players
def test_a_boards_by_default_seats_lack_the_kinds_in_order(players: int) -> None:
    seats = new(players).view(None)["seats"]
    assert [seat["lacks"] for seat in seats] == list(KINDS[:players])


def test_a_boards_each_of_the_five_collects_the_other_four_kinds() -> None:
    for seat in new(5).view(None)["seats"]:
        assert list(seat["stones"]) == [kind for kind in KINDS if kind != seat["lacks"]]


@pytest.mark.parametrize("boards", [["vase", "painting"], ("clock", "vase", "painting"), list(reversed(KINDS))])
def test_a_boards_are_chosen_by_option(boards: list[str]) -> None:
    seats = new(len(boards), boards=boards).view(None)["seats"]
    assert [seat["lacks"] for seat in seats] == list(boards)
    assert all(seat["lacks"] not in seat["stones"] for seat in seats)


@pytest.mark.parametrize("kind", KINDS)
def test_a_boards_decide_who_collects_what(kind: str) -> None:
    others = [other for other in KINDS if other != kind]
    card = "+".join([kind] * 3)
    assert won(card, 2, boards=[kind, others[0]]).legal() == [f"sell {kind} to 1"]
    assert won(card, 2, boards=[others[0], kind]).legal() == [f"keep {kind}"]


def test_a_cards_every_choice_of_three_kinds_occurs_once() -> None:
    game = new(5)
    wear_out(game, 30)
    seen = row(game) + game.view(None)["discards"]
    assert game.view(None)["pile"] == 0
    assert len(seen) == 35
    assert sorted(seen) == sorted(CARDS)


@any_number_of_players
def test_a_money_the_most_that_anyone_can_hold_can_be_bid(players: int) -> None:
    most = 320 * players
    full = {seat: {"clock": 5} for seat in range(1, players) if seat != 3}  # seat 3 lacks clock
    game = won("clock+clock+clock", players, stones={0: {"clock": 2}, **full}, cash={0: most - 30})
    game.play("keep clock")
    game.play(game.legal()[0])
    assert game.legal() == bids(1, most)
    game.play(f"bid {most}")
    assert game.legal() == ["pass"]


def test_a_money_needs_no_change_and_the_bank_never_runs_out() -> None:
    game = won("clock+clock+clock", 2, stones={0: {"clock": 2}, 1: {"clock": 2}}, cash={0: 1, 1: 21})
    game.play("keep clock")
    assert money(game) == [31, 21]
    game.play("sell clock to 1")
    assert money(game) == [51, 31]


# --- A1 Setting up ---


@any_number_of_players
def test_a1_1_each_seat_has_200_and_its_stones_at_0(players: int) -> None:
    game = new(players)
    seats = game.view(None)["seats"]
    assert money(game) == [200] * players
    assert len(seats) == players
    assert all(list(seat["stones"].values()) == [0, 0, 0, 0] for seat in seats)


@pytest.mark.parametrize("seed", [0, 7, 2**256 - 1, bytes(range(32))])
def test_a1_2_the_top_five_of_the_shuffled_cards_make_the_row_in_the_order_drawn(seed: int | bytes) -> None:
    pile = list(range(35))
    Chance(seed if isinstance(seed, bytes) else seed.to_bytes(32, "little")).shuffle(pile)
    game = new(seed=seed)
    assert row(game) == [CARDS[card] for card in pile[:-6:-1]]
    assert game.view(None)["pile"] == 30
    assert game.view(None)["discards"] == []


def test_a1_2_the_deal_does_not_depend_on_players_or_options() -> None:
    assert row(new(2)) == row(new(5, first=3, boards=list(reversed(KINDS)), money="open"))


@pytest.mark.parametrize(("players", "first"), [(n, seat) for n in PLAYERS for seat in range(n)])
def test_a1_3_the_first_player_offers_first(players: int, first: int) -> None:
    game = new(players, first=first)
    assert game.turn == game.view(None)["in_charge"] == first
    assert all(move.startswith("offer ") for move in game.legal())


# --- A2 The auction ---


def test_a2_1_any_card_of_the_row_may_be_offered() -> None:
    game = new()
    assert game.legal() == [f"offer {card}" for card in row(game)]


@pytest.mark.parametrize("at", range(5))
def test_a2_1_the_card_offered_leaves_the_row(at: int) -> None:
    game = new()
    before = row(game)
    game.play(f"offer {before[at]}")
    assert game.view(None)["card"] == before[at]
    assert row(game) == before[:at] + before[at + 1 :]
    assert game.view(None)["pile"] == 30  # it is not replaced yet


@pytest.mark.parametrize("cash", [1, 2, 200])
def test_a2_2_who_is_in_charge_must_open(cash: int) -> None:
    game = new()
    put(game, "money", {0: cash})
    game.play(game.legal()[0])
    assert game.turn == 0
    assert game.legal() == bids(1, cash)
    with pytest.raises(IllegalMove, match=r"A2\.2"):
        game.play("pass")


@any_number_of_players
def test_a2_2_bidding_goes_clockwise_again_and_again_from_who_is_in_charge(players: int) -> None:
    game = new(players, first=players - 1)
    game.play(game.legal()[0])
    for turn in range(2 * players):
        assert game.turn == (players - 1 + turn) % players
        game.play(f"bid {turn + 1}")


def test_a2_2_a_bid_is_above_the_last_and_at_most_the_own_money() -> None:
    game = new()
    put(game, "money", {1: 50, 2: 41})
    play(game, game.legal()[0], "bid 17")
    assert game.legal() == ["pass", *bids(18, 50)]
    game.play("bid 40")
    assert game.legal() == ["pass", "bid 41"]
    game.play("bid 41")
    assert game.legal() == ["pass", *bids(42, 200)]


@pytest.mark.parametrize("cash", [4, 5])
def test_a2_2_who_cannot_bid_more_is_asked_all_the_same_and_can_only_pass(cash: int) -> None:
    game = new()
    put(game, "money", {1: cash})
    play(game, game.legal()[0], "bid 5")
    assert game.turn == 1
    assert game.legal() == ["pass"]


def test_a2_2_who_passes_is_out_of_this_auction_for_good() -> None:
    game = new(4)
    play(game, game.legal()[0], "bid 1", "pass", "bid 2", "pass")
    assert [seat["out"] for seat in game.view(None)["seats"]] == [False, True, False, True]
    turns = []
    for bid in range(3, 7):
        turns.append(game.turn)
        game.play(f"bid {bid}")
    assert turns == [0, 2, 0, 2]


def test_a2_2_who_is_in_charge_may_pass_once_there_is_a_higher_bid() -> None:
    game = new()
    play(game, game.legal()[0], "bid 1", "bid 2", "bid 3", "pass")
    assert (game.turn, phase(game)) == (1, "auction")
    game.play("pass")
    assert (game.turn, phase(game)) == (2, "use")


def test_a2_2_in_the_next_auction_everyone_is_in_again() -> None:
    game = new()
    buy_first(game)
    game.play(game.legal()[0])
    assert not any(seat["out"] for seat in game.view(None)["seats"])
    play(game, "bid 1", "bid 2", "bid 3", "bid 4")
    assert game.turn == 1


@any_number_of_players
def test_a2_3_when_all_others_have_passed_the_last_bidder_wins_and_pays_the_bank(players: int) -> None:
    winner = players - 1
    game = new(players, seed=3)
    card = row(game)[2]
    play(game, f"offer {card}", "bid 1", *["pass"] * (players - 2), "bid 17")
    assert game.turn == 0  # not over: the one in charge is still in
    assert money(game) == [200] * players  # a bid is not paid before it has won
    game.play("pass")
    assert (game.turn, phase(game)) == (winner, "use")
    assert game.view(None)["objects"] == card.split("+")
    assert money(game) == [200] * winner + [183]


@any_number_of_players
def test_a2_3_the_opening_bid_wins_if_nobody_bids_more(players: int) -> None:
    game = new(players)
    play(game, game.legal()[0], "bid 9", *["pass"] * (players - 1))
    assert game.turn == 0
    assert money(game) == [191] + [200] * (players - 1)


def test_a2_3_the_bid_is_paid_before_any_bonus() -> None:
    game = with_card("clock+clock+clock", 2)
    put_stones(game, {0: {"clock": 2}})
    put(game, "money", {0: 30})
    play(game, "offer clock+clock+clock", "bid 30", "pass")
    assert game.turn is None  # the 30 for the third clock come too late
    assert money(game) == [0, 200]


# --- A3 Using the three objects ---


@pytest.mark.parametrize("order", list(permutations(("sculpture", "clock", "vase"))))
def test_a3_objects_are_used_one_at_a_time_in_any_order(order: tuple[str, ...]) -> None:
    game = won("sculpture+clock+vase")
    for used, kind in enumerate(order):
        left = [each for each in KINDS if each in order[used:]]
        assert game.legal() == [f"keep {each}" for each in left]
        assert game.view(None)["objects"] == left
        game.play(f"keep {kind}")
    assert phase(game) == "offer"


@pytest.mark.parametrize(("held", "bonus"), [(0, 0), (1, 0), (2, 30)])
def test_a3_1_what_one_collects_must_be_kept_and_the_third_pays_30(held: int, bonus: int) -> None:
    game = won("painting+painting+clock", stones={0: {"clock": held}}, cash={0: 100})
    assert [move for move in game.legal() if "clock" in move] == ["keep clock"]
    game.play("keep clock")
    assert stone(game, 0, "clock") == held + 1
    assert money(game) == [100 + bonus, 200, 200]


def test_a3_1_three_of_a_kind_on_one_card_pay_30_once() -> None:
    game = won("clock+clock+clock", cash={0: 100})
    balance = []
    for _ in range(3):
        assert game.legal() == ["keep clock"]
        game.play("keep clock")
        balance.append(money(game)[0])
    assert balance == [100, 100, 130]
    assert stone(game, 0, "clock") == 3


def test_a3_1_once_there_are_three_the_next_of_the_same_card_must_be_sold() -> None:
    game = won("clock+clock+clock", stones={0: {"clock": 2}})
    game.play("keep clock")
    assert game.legal() == ["sell clock to 1", "sell clock to 2"]


@pytest.mark.parametrize("held", [3, 4, 5])
def test_a3_2_a_kind_held_three_times_or_more_must_be_sold(held: int) -> None:
    game = won("clock+clock+clock", stones={0: {"clock": held}})
    assert game.legal() == ["sell clock to 1", "sell clock to 2"]


def test_a3_2_a_kind_not_collected_must_be_sold() -> None:
    assert won("painting+painting+painting").legal() == ["sell painting to 1", "sell painting to 2"]


@pytest.mark.parametrize("held", range(6))
def test_a3_2_a_buyer_collects_the_kind_and_holds_0_to_4_of_it(held: int) -> None:
    game = won("sculpture+sculpture+sculpture", stones={0: {"sculpture": 3}, 2: {"sculpture": held}})
    sales = [move for move in game.legal() if move.startswith("sell")]
    assert sales == ["sell sculpture to 2"] * (held < 5)  # seat 1 lacks sculpture


def test_a3_2_nobody_sells_to_oneself() -> None:
    game = won("clock+clock+clock", 4, first=2, boards=["vase", "painting", "sculpture", "furniture"])
    put_stones(game, {2: {"clock": 3}})
    assert game.legal() == ["sell clock to 0", "sell clock to 1", "sell clock to 3"]


@pytest.mark.parametrize("cash", [1, 20, 200])
def test_a3_2_the_buyer_cannot_refuse(cash: int) -> None:
    game = won("painting+painting+painting", cash={1: cash})
    game.play("sell painting to 1")
    assert money(game)[1] == max(0, cash - 20)
    assert game.turn == (0 if cash > 20 else None)  # never the buyer's


@pytest.mark.parametrize(("held", "change"), [(0, -20), (1, -20), (2, -20 + 30), (3, -20 - 10), (4, -20 - 10)])
def test_a3_3_what_a_sale_costs_and_brings(held: int, change: int) -> None:
    game = won("painting+painting+painting", stones={1: {"painting": held}, 2: {"painting": 2}}, cash={0: 100})
    game.play("sell painting to 1")
    assert money(game) == [120, 200 + change, 200]
    assert [stone(game, 1, "painting"), stone(game, 2, "painting")] == [held + 1, 2]


def test_a3_3_the_buyer_pays_before_being_paid() -> None:
    game = won("painting+painting+painting", stones={1: {"painting": 2}, 2: {"painting": 2}}, cash={1: 20, 2: 21})
    game.play("sell painting to 2")
    assert money(game)[2] == 31
    game.play("sell painting to 1")
    assert (money(game)[1], game.turn) == (0, None)


def test_a3_3_nobody_holds_more_than_five() -> None:
    game = won("painting+painting+painting", stones={1: {"painting": 4}, 2: {"painting": 4}})
    play(game, "sell painting to 1", "sell painting to 2")
    assert [stone(game, seat, "painting") for seat in (1, 2)] == [5, 5]
    assert money(game)[1:] == [170, 170]
    assert phase(game) == "offer"  # the third painting finds no buyer


def test_a3_4_an_object_neither_kept_nor_sold_is_lost() -> None:
    game = won("painting+sculpture+sculpture", 2, stones={1: {"painting": 5}}, cash={0: 100})
    assert game.legal() == ["keep sculpture"]
    game.play("keep sculpture")
    assert game.legal() == ["keep sculpture"]
    game.play("keep sculpture")
    assert phase(game) == "offer"
    assert stone(game, 1, "painting") == 5
    assert money(game) == [100, 200]


def test_a3_4_what_is_used_may_leave_the_rest_of_the_card_unusable() -> None:
    game = won("painting+painting+painting", 2, stones={1: {"painting": 4}}, cash={0: 100})
    game.play("sell painting to 1")
    assert phase(game) == "offer"
    assert money(game) == [120, 170]


def test_a3_4_what_the_winner_alone_collects_is_lost_at_three() -> None:
    game = won("painting+painting+sculpture", 2, first=1, stones={0: {"sculpture": 5}, 1: {"painting": 2}})
    assert game.legal() == ["keep painting"]
    game.play("keep painting")
    assert phase(game) == "offer"
    assert stone(game, 1, "painting") == 3


def test_a3_4_a_card_without_a_usable_object_is_paid_for_and_done() -> None:
    game = with_card("painting+painting+painting", 2)
    put_stones(game, {1: {"painting": 5}})
    play(game, "offer painting+painting+painting", "bid 7", "pass")
    assert (game.turn, phase(game)) == (0, "offer")
    assert money(game) == [193, 200]
    assert game.view(None)["discards"] == ["painting+painting+painting"]
    assert len(row(game)) == 5


def test_a3_4_no_object_is_lost_as_long_as_it_can_be_used() -> None:
    game = won("painting+painting+clock", 2, stones={0: {"clock": 3}, 1: {"painting": 3, "clock": 4}})
    play(game, "sell clock to 1", "sell painting to 1")
    assert game.legal() == ["sell painting to 1"]


def test_a3_5_the_card_is_discarded_and_a_new_one_drawn_to_the_end_of_the_row() -> None:
    game, pile = new(seed=5), list(range(35))
    Chance((5).to_bytes(32, "little")).shuffle(pile)
    del pile[-5:]
    gone: list[str] = []
    for at in (2, 0, 4, 3):
        before = row(game)
        gone.append(before.pop(at))
        play(game, f"offer {gone[-1]}", "bid 1", "pass", "pass")
        while phase(game) == "use":
            assert row(game) == before  # not before the card is done
            assert game.view(None)["discards"] == gone[:-1]
            game.play(game.legal()[0])
        assert row(game) == [*before, CARDS[pile.pop()]]
        assert game.view(None)["discards"] == gone
        assert game.view(None)["pile"] == len(pile)
        assert game.view(None)["card"] is None


@any_number_of_players
def test_a3_5_who_won_the_auction_is_in_charge_of_the_next(players: int) -> None:
    winner = players - 1
    game = new(players)
    play(game, game.legal()[0], "bid 1", *["pass"] * (players - 2), "bid 2")
    finish_card(game)
    assert game.turn == game.view(None)["in_charge"] == winner
    game.play(game.legal()[0])
    assert game.turn == winner
    assert game.legal()[0] == "bid 1"


def test_a3_5_from_an_empty_pile_the_discards_are_shuffled_into_a_new_one() -> None:
    chance, pile = Chance((1).to_bytes(32, "little")), list(range(35))
    chance.shuffle(pile)
    game = new(seed=1)
    wear_out(game, 30)
    assert game.view(None)["pile"] == 0
    for _ in range(2):  # the second new pile goes on with the same keystream
        discards = [CARDS.index(card) for card in [*game.view(None)["discards"], row(game)[0]]]
        stays = row(game)[1:]
        chance.shuffle(discards)  # this card last
        wear_out(game, 1)
        assert row(game) == [*stays, CARDS[discards.pop()]]
        assert game.view(None)["discards"] == []
        assert game.view(None)["pile"] == 30
        for left in range(29, -1, -1):
            wear_out(game, 1)
            assert row(game)[-1] == CARDS[discards.pop()]
            assert game.view(None)["pile"] == left


# --- A4 The end ---


@pytest.mark.parametrize(
    ("held", "cash", "handed_over", "left", "stands_on", "goes_on"),
    [
        (0, 1, 1, 0, 0, False),
        (0, 19, 19, 0, 0, False),
        (0, 20, 20, 0, 0, False),
        (0, 21, 20, 1, 1, True),
        (2, 19, 19, 0, 2, False),
        (2, 20, 20, 0, 2, False),
        (2, 21, 20, 31, 3, True),
        (3, 20, 20, 0, 3, False),
        (3, 21, 20, 0, 4, False),
        (3, 29, 20, 0, 4, False),
        (3, 30, 20, 0, 4, False),
        (3, 31, 20, 1, 4, True),
        (4, 30, 20, 0, 5, False),
        (4, 31, 20, 1, 5, True),
    ],
)
def test_a4_1_who_cannot_pay_or_has_nothing_left_is_bankrupt(
    held: int, cash: int, handed_over: int, left: int, stands_on: int, goes_on: bool
) -> None:
    game = won("painting+painting+painting", stones={1: {"painting": held}}, cash={0: 100, 1: cash})
    game.play("sell painting to 1")
    assert money(game) == [100 + handed_over, left, 200]
    assert stone(game, 1, "painting") == stands_on
    assert game.view(None)["bankrupt"] == (None if goes_on else 1)
    assert game.turn == (0 if goes_on else None)


@pytest.mark.parametrize("cash", [20, 30])
def test_a4_1_the_game_ends_in_that_moment(cash: int) -> None:
    game = won("painting+clock+vase", stones={0: {"clock": 2}, 1: {"painting": 3}}, cash={1: cash})
    before = row(game)
    game.play("sell painting to 1")
    assert (game.turn, game.legal(), phase(game)) == (None, [], "over")
    assert game.result() is not None
    assert stone(game, 0, "clock") == 2  # no further object
    assert row(game) == before  # no new card
    assert (game.view(None)["pile"], game.view(None)["discards"]) == (30, [])
    with pytest.raises(IllegalMove, match="the game is over"):
        game.play("keep clock")


@pytest.mark.parametrize(("bid", "goes_on"), [(8, True), (9, False)])
def test_a4_1_paying_the_last_money_for_a_bid_is_bankruptcy_too(bid: int, goes_on: bool) -> None:
    game = with_card("clock+clock+clock")
    put(game, "money", {1: 9})
    play(game, "offer clock+clock+clock", "bid 1", f"bid {bid}", "pass", "pass")
    assert money(game) == [200, 9 - bid, 200]
    assert game.view(None)["bankrupt"] == (None if goes_on else 1)
    assert game.legal() == (["keep clock"] if goes_on else [])


def test_a4_1_who_has_1_left_and_is_in_charge_can_be_forced_into_it() -> None:
    game = new(2)
    put(game, "money", {0: 1})
    game.play(game.legal()[0])
    assert game.legal() == ["bid 1"]
    play(game, "bid 1", "pass")
    assert (game.turn, game.view(None)["bankrupt"]) == (None, 0)


def test_a4_1_bidding_all_there_is_does_no_harm_to_who_is_outbid() -> None:
    game = new(2)
    put(game, "money", {0: 9})
    play(game, game.legal()[0], "bid 9", "bid 10", "pass")
    assert (game.turn, game.view(None)["bankrupt"]) == (1, None)
    assert money(game) == [9, 190]


@any_number_of_players
def test_a4_2_the_game_ends_when_every_stone_stands_on_5(players: int) -> None:
    game = won("vase+vase+vase", players, stones=all_full(players, but={1: {"vase": 4}}), cash={0: 100})
    stays = row(game)
    assert game.legal() == ["sell vase to 1"]
    game.play("sell vase to 1")
    assert (game.turn, game.legal(), phase(game)) == (None, [], "over")
    assert game.view(None)["bankrupt"] is None
    assert money(game) == [120, 170] + [200] * (players - 2)
    assert game.view(None)["discards"] == ["vase+vase+vase"]  # after A3.5
    assert row(game)[:4] == stays
    assert len(row(game)) == 5


@pytest.mark.parametrize(("seat", "kind"), [(0, "sculpture"), (1, "painting"), (2, "clock"), (4, "clock")])
def test_a4_2_one_stone_that_does_not_is_enough_to_go_on(seat: int, kind: str) -> None:
    stones = all_full(5, but={1: {"vase": 4}})
    stones[seat][kind] = 4
    game = won("vase+vase+vase", 5, stones=stones)
    game.play("sell vase to 1")
    assert (game.turn, phase(game)) == (0, "offer")
    assert game.result() is None


def test_a4_2_not_in_the_middle_of_an_auction() -> None:
    game = new(2)
    put_stones(game, all_full(2, but={}))
    play(game, game.legal()[0], "bid 1")
    assert game.turn == 1
    game.play("pass")
    assert game.turn is None  # the card is done, nobody can use it
    assert money(game) == [199, 200]


def test_a4_2_who_is_ruined_by_the_last_fee_is_bankrupt_first() -> None:
    game = won("vase+vase+vase", 2, stones=all_full(2, but={1: {"vase": 4}}), cash={1: 30})
    game.play("sell vase to 1")
    assert game.view(None)["bankrupt"] == 1
    assert len(row(game)) == 4


@pytest.mark.parametrize(
    ("cash", "stones", "ranks"),
    [
        ([100, 120, 50], {}, [4, 2, 1, 3]),
        ([100, 99, 50], {2: {"clock": 5, "vase": 5}}, [4, 1, 2, 3]),  # money before objects
        ([100, 100, 50], {}, [4, 1, 1, 3]),
        ([100, 100, 50], {2: {"vase": 1}}, [4, 2, 1, 3]),
        ([100, 100, 50], {1: {"clock": 2, "vase": 2}, 2: {"clock": 3}}, [4, 1, 2, 3]),  # objects, not the longest row
        ([100, 100, 50], {1: {"clock": 3}, 2: {"vase": 3}}, [4, 1, 1, 3]),
        ([120, 50, 50], {3: {"vase": 1}}, [4, 1, 3, 2]),  # places below the first are told apart the same way
        ([50, 50, 50], {}, [4, 1, 1, 1]),
        ([50, 50, 50], {0: {"vase": 5}, 1: {"vase": 1}, 3: {"clock": 1}}, [4, 1, 3, 1]),
    ],
)
def test_a4_3_most_money_wins_then_most_objects_then_the_win_is_shared(
    cash: list[int], stones: Stones, ranks: list[int]
) -> None:
    game = new(4)
    put_stones(game, stones)
    put(game, "money", {0: 5} | dict(enumerate(cash, start=1)))
    play(game, game.legal()[0], "bid 5", "pass", "pass", "pass")
    assert game.result() == {"scores": [0, *cash], "ranks": ranks}


@any_number_of_players
def test_a4_3_the_score_is_the_money_also_when_all_stones_stand_on_5(players: int) -> None:
    game = won("vase+vase+vase", players, stones=all_full(players, but={1: {"vase": 4}}), cash={0: 150, 1: 200})
    game.play("sell vase to 1")
    lead = [2, 2, 1, 1, 1] if players > 2 else [1, 1]
    ranks = [rank + (players - 3) * (rank == 2) for rank in lead[:players]]
    assert game.result() == {"scores": [170, 170] + [200] * (players - 2), "ranks": ranks}


# --- Order of the legal moves ---


def test_a_order_cards_in_the_order_of_the_row() -> None:
    game = new()
    play(game, game.legal()[1], "bid 1")
    finish_card(game)
    assert game.legal() == [f"offer {card}" for card in row(game)]
    assert row(game) != sorted(row(game), key=CARDS.index)  # or the order of the row would not show


def test_a_order_pass_before_bids_and_bids_ascending() -> None:
    game = new()
    play(game, game.legal()[0], "bid 95")
    assert game.legal() == ["pass", *bids(96, 200)]


def test_a_order_kinds_and_for_each_keep_or_the_sales_by_seat() -> None:
    game = won("painting+clock+vase", 5, first=2, stones={2: {"painting": 3, "vase": 4}, 3: {"vase": 5}})
    assert game.legal() == [
        "sell painting to 1",
        "sell painting to 3",
        "sell painting to 4",
        "keep clock",
        "sell vase to 0",
        "sell vase to 1",
    ]


def test_a_order_equal_objects_are_listed_once() -> None:
    assert won("clock+clock+vase").legal() == ["keep clock", "keep vase"]
    assert won("painting+painting+vase", 2).legal() == ["sell painting to 1", "keep vase"]


# --- Hidden ---


def in_the_middle(**options: Any) -> list[Game]:
    """A game in each phase, two cards on."""
    game = new(3, **options)
    wear_out(game, 2)
    games = [game.clone()]
    play(game, game.legal()[0], "bid 3", "bid 4")
    games.append(game.clone())
    play(game, "pass", "pass")
    games.append(game.clone())
    assert [phase(each) for each in games] == ["offer", "auction", "use"]
    return games


def test_a_hidden_the_order_of_the_pile_shows_nowhere() -> None:
    for game in in_the_middle():
        other = game.clone()
        unseen = get(game, "pile")[: get(game, "pile_size")]
        put(other, "pile", dict(enumerate(reversed(unseen))))
        put(other, "key", list(range(8)))
        assert snapshot(other)[1:] == snapshot(game)[1:]
        for each in (game, other):
            finish_card(each)
            wear_out(each, 5)
        assert row(other) != row(game)  # another world indeed


def test_a_hidden_a_view_holds_nothing_else() -> None:
    for game in in_the_middle():
        for seat in (0, 1, 2, None):
            view = game.view(seat)
            assert set(view) == {
                *("game", "rules", "players", "options", "seat", "turn", "log", "result"),
                *("phase", "in_charge", "row", "card", "objects", "bid", "bidder"),
                *("pile", "discards", "bankrupt", "seats"),
            }
            assert isinstance(view["pile"], int)  # how many, not which
            assert all(set(each) == {"lacks", "stones", "money", "out"} for each in view["seats"])


@pytest.mark.parametrize("viewer", [0, 1, 2, None])
def test_a_hidden_money_is_secret_while_the_game_runs(viewer: int | None) -> None:
    for game in [*in_the_middle(), *in_the_middle(money="secret")]:
        shown = [seat["money"] for seat in game.view(viewer)["seats"]]
        assert [seat for seat, amount in enumerate(shown) if amount is not None] == [viewer] * (viewer is not None)


@pytest.mark.parametrize("viewer", [0, 1, 2, None])
def test_a_hidden_money_may_be_played_open(viewer: int | None) -> None:
    for game in in_the_middle(money="open"):
        assert [seat["money"] for seat in game.view(viewer)["seats"]] == money(game)


@pytest.mark.parametrize("viewer", [0, 1, 2, None])
@pytest.mark.parametrize("option", ["secret", "open"])
def test_a_hidden_money_is_shown_when_the_game_is_over(viewer: int | None, option: str) -> None:
    game = won("painting+painting+painting", cash={0: 60, 1: 20}, money=option)
    game.play("sell painting to 1")
    assert [seat["money"] for seat in game.view(viewer)["seats"]] == [80, 0, 200]


def test_a_hidden_the_option_money_changes_nothing_else() -> None:
    secret, opened = new(money="secret"), new(money="open")
    for game in (secret, opened):
        wear_out(game, 4)
    assert opened.moves == secret.moves
    assert row(opened) == row(secret)


@pytest.mark.parametrize("viewer", [0, 1, 2, None])
def test_a_hidden_discards_and_all_moves_are_open(viewer: int | None) -> None:
    game = new()
    first = row(game)[0]
    buy_first(game)
    second = row(game)[0]
    buy_first(game)
    assert game.view(viewer)["discards"] == [first, second]
    assert [entry["move"] for entry in game.view(viewer)["log"]] == game.moves


def test_a_hidden_money_is_not_among_what_is_dealt_anew() -> None:
    for game in in_the_middle():
        position = game.position
        rules.redeal(position, 1, new_dice(1), np.zeros(35, np.int8))
        assert position["money"].tolist() == get(game, "money")
        assert position["row"].tolist() == get(game, "row")
        assert position["pile"].tolist() != get(game, "pile")


# --- Worked examples ---


def test_a_example_a_third_kept_a_third_sold_a_fifth_sold() -> None:
    game = won(
        "painting+sculpture+sculpture",
        stones={0: {"sculpture": 2, "painting": 3}, 1: {"sculpture": 2}, 2: {"painting": 4}},
        cash={0: 100, 1: 100, 2: 100},
        boards=EVERYONE_COLLECTS_PAINTING_AND_SCULPTURE,
    )
    game.play("keep sculpture")
    assert money(game) == [130, 100, 100]
    game.play("sell sculpture to 1")
    assert money(game) == [150, 110, 100]
    assert stone(game, 1, "sculpture") == 3
    game.play("sell painting to 2")
    assert money(game) == [170, 110, 70]
    assert stone(game, 2, "painting") == 5
    assert phase(game) == "offer"


def two_sales_to_one_who_has_46() -> Game:
    return won(
        "painting+sculpture+sculpture",
        stones={0: {"painting": 3, "sculpture": 3}, 1: {"painting": 3, "sculpture": 2}},
        cash={0: 100, 1: 46},
        boards=EVERYONE_COLLECTS_PAINTING_AND_SCULPTURE,
    )


def test_a_example_the_fourth_then_the_third_ruins() -> None:
    game = two_sales_to_one_who_has_46()
    game.play("sell painting to 1")
    assert money(game) == [120, 16, 200]
    game.play("sell sculpture to 1")
    assert money(game) == [136, 0, 200]
    assert stone(game, 1, "sculpture") == 2
    assert game.view(None)["bankrupt"] == 1
    assert game.result() == {"scores": [136, 0, 200], "ranks": [2, 3, 1]}


def test_a_example_the_third_then_the_fourth_does_not() -> None:
    game = two_sales_to_one_who_has_46()
    play(game, "sell sculpture to 1", "sell painting to 1")
    assert money(game) == [140, 46 - 20 + 30 - 20 - 10, 200]
    assert (game.turn, game.view(None)["bankrupt"]) == (0, None)


def test_a_example_exactly_20_and_a_third() -> None:
    game = won("painting+painting+painting", stones={1: {"painting": 2}}, cash={0: 100, 1: 20})
    game.play("sell painting to 1")
    assert money(game) == [120, 0, 200]
    assert stone(game, 1, "painting") == 2
    assert (game.turn, game.view(None)["bankrupt"]) == (None, 1)


@pytest.mark.parametrize("cash", [30, 25])
def test_a_example_exactly_30_or_25_and_a_fourth(cash: int) -> None:
    game = won("painting+painting+painting", stones={1: {"painting": 3}}, cash={0: 100, 1: cash})
    game.play("sell painting to 1")
    assert money(game) == [120, 0, 200]
    assert stone(game, 1, "painting") == 4
    assert (game.turn, game.view(None)["bankrupt"]) == (None, 1)


def test_a_example_an_auction_won_with_all_ones_money() -> None:
    game = new()
    before = game.view(None)["seats"]
    play(game, game.legal()[0], "bid 200", "pass", "pass")
    assert game.turn is None
    assert game.result() == {"scores": [0, 200, 200], "ranks": [3, 1, 1]}
    assert [seat["stones"] for seat in game.view(None)["seats"]] == [seat["stones"] for seat in before]
    assert game.view(None)["bankrupt"] == 0


# --- Refusals: each text of `why.py` ---


def offering() -> Game:
    return with_card("painting+clock+vase")


def opening() -> Game:
    game = offering()
    game.play("offer painting+clock+vase")
    return game


def bidding() -> Game:
    game = opening()
    put(game, "money", {1: 60})
    game.play("bid 17")
    return game


def using() -> Game:
    """Seat 0 lacks painting, has three clocks and two vases; seat 1 has five clocks."""
    return won("painting+clock+vase", stones={0: {"clock": 3, "vase": 2}, 1: {"clock": 5}})


def using_as_1() -> Game:
    """Seat 1 collects paintings and has four; seat 0 lacks them."""
    return won("painting+clock+vase", first=1, stones={1: {"painting": 4}})


OFFER_NOW = "Now a card of the row is offered (A2.1)."
BID_NOW = "Now the card is auctioned (A2.2): bid or pass."
USE_NOW = "Now the objects of the card are used (A3): keep or sell one."


@pytest.mark.parametrize(
    ("stage", "move", "why"),
    [
        (offering, "pass", OFFER_NOW),
        (offering, "bid 5", OFFER_NOW),
        (offering, "keep clock", OFFER_NOW),
        (offering, "sell vase to 4", OFFER_NOW),  # the last of the sales, beside the first of the bids
        (opening, "offer painting+clock+vase", BID_NOW),
        (bidding, "keep clock", BID_NOW),
        (bidding, "sell vase to 4", BID_NOW),
        (using, "offer painting+clock+vase", USE_NOW),
        (using, "bid 1", USE_NOW),
        (using, "pass", USE_NOW),
        (offering, "offer vase+vase+vase", "That card is not in the row (A2.1)."),
        (opening, "pass", "The seat in charge must open the bidding with at least 1 (A2.2)."),
        (opening, "bid 201", "You have 200 and cannot bid more (A2.2)."),
        (bidding, "bid 16", "A bid must be above the last one, 17 (A2.2)."),
        (bidding, "bid 17", "A bid must be above the last one, 17 (A2.2)."),
        (bidding, "bid 61", "You have 60 and cannot bid more (A2.2)."),
        (bidding, "bid 1600", "You have 60 and cannot bid more (A2.2)."),
        (using, "keep sculpture", "There is no sculpture left on the card (A3)."),
        (using, "sell furniture to 1", "There is no furniture left on the card (A3)."),
        (using, "keep painting", "You do not collect painting: it must be sold (A3.2)."),
        (using, "keep clock", "You have 3 × clock already: it must be sold (A3.2)."),
        (using_as_1, "keep painting", "You have 4 × painting already: it must be sold (A3.2)."),
        (using, "sell painting to 3", "There is no seat 3: 3 play (C1)."),
        (using, "sell vase to 1", "You collect vase and have fewer than three: it must be kept (A3.1)."),
        (using, "sell vase to 0", "You collect vase and have fewer than three: it must be kept (A3.1)."),
        (using, "sell clock to 0", "An object is sold to another player (A3.2)."),
        (using_as_1, "sell painting to 0", "Seat 0 does not collect painting (A3.2)."),
        (using, "sell clock to 1", "Seat 1 has 5 × clock already (A3.2)."),
    ],
)
def test_a_refusal_says_why_and_changes_nothing(stage: Callable[[], Game], move: str, why: str) -> None:
    game = stage()
    before = snapshot(game)
    with pytest.raises(IllegalMove) as refusal:
        game.play(move)
    assert str(refusal.value).startswith(f"{move!r} is not legal: {why} Legal now: {game.legal()[0]}")
    assert snapshot(game) == before


def test_a_refusal_of_an_object_used_up() -> None:
    game = using()
    game.play("keep vase")
    before = snapshot(game)
    with pytest.raises(IllegalMove, match=r"There is no vase left on the card \(A3\)\."):
        game.play("sell vase to 1")
    assert snapshot(game) == before


def test_a_refusal_of_keeping_what_is_lost_does_not_send_the_player_to_a_buyer() -> None:
    game = won("painting+clock+clock", 2, stones={1: {"painting": 5}})
    with pytest.raises(IllegalMove) as refusal:
        game.play("keep painting")
    assert "Nobody can buy a painting any more: it is lost (A3.4)." in str(refusal.value)
