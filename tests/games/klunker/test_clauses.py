"""Klunker, clause by clause: every test carries the number of the clause in `klunker/rules.md` that it tests."""

import json
import random
import re
from collections import Counter
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

import pytest

import brocante
from brocante import Game, IllegalMove, SetupError
from brocante.games.klunker import rules
from brocante.games.klunker.words import KINDS, PHASES, WORDS
from tests.reference.chance import Chance
from tests.staging import get, put, staged

Cards = dict[str, int]
Seats = dict[int, Cards]

TABLES = [(3, 0), (3, 2), (4, 1), (5, 4)]  # players, first player
SIX: Cards = {"tooth": 3, "tiara": 3}  # a hand to which nothing is dealt
FIVE: Cards = {"tooth": 3, "tiara": 2}

SHOW_OR_DONE = "Now windows are filled (K3): show a card, or done."
STORE_OR_PASS = "Now cards are stored (K4): store a card, or pass."
BUY_OR_DECLINE = "Now windows are bought (K6): buy a window, or decline."
SELL_FIRST = "Now a kind of which there are four must be sold first (K6.3)."
MUST_BUY = "Your own window has cards, so you must buy, it or another (K6.2)."
NO_BILL = "Another’s window costs one bill, and you have none (K6.1)."


def klunker(
    players: int = 3,
    *,
    phase: str = "windows",
    turn: int | None = None,
    hands: Seats | None = None,
    windows: Seats | None = None,
    safes: Seats | None = None,
    bills: Sequence[int] | None = None,
    passed: Sequence[int] = (),
    pile: Sequence[str] | None = None,
    **options: Any,
) -> Game:
    """A game staged in this phase. `passed` are the seats with purchase card 1, 2, …; the pile's top is its last card.
    What is not given is as at the start of a game; seats left out of what is given have no cards there."""
    first = options.get("first", 0)
    game = staged("klunker", players, {"phase": PHASES.index(phase)}, **options)
    put(game, "turn", (passed[0] if phase == "purchases" else first) if turn is None else turn)
    for field, given in {"hand": hands, "window": windows, "safe": safes}.items():
        if given is None:
            continue
        for seat in range(players):
            cards = [given.get(seat, {}).get(kind, 0) for kind in KINDS]
            put(game, field, {seat: cards})
            if field != "safe":
                put(game, f"{field}_size", {seat: sum(cards)})
    if bills is not None:
        put(game, "bills", dict(enumerate(bills)))
    put(game, "passed", len(passed))
    put(game, "purchase_order", dict(enumerate(passed)))
    put(game, "purchase_card", {seat: card for card, seat in enumerate(passed, start=1)})
    if pile is not None:
        put(game, "pile", {at: KINDS.index(kind) for at, kind in enumerate(pile)})
        put(game, "pile_size", len(pile))
        put(game, "unmixed", 0)
    return game


def buying(window: Cards, safe: Cards, players: int = 3, **more: Any) -> Game:
    """Seat 0 is the first to buy, and its own window, which costs nothing, has these cards."""
    return klunker(players, phase="purchases", passed=range(players), windows={0: window}, safes={0: safe}, **more)


def play(game: Game, *moves: str) -> None:
    for move in moves:
        game.play(move)


def seat(game: Game, number: int) -> Any:
    """What lies at a seat, as the seat itself sees it."""
    return game.view(number)["seats"][number]


def every_seat(game: Game, field: str) -> list[Any]:
    return [seat(game, number)[field] for number in range(game.players)]


def table(game: Game, field: str) -> Any:
    """What everyone sees."""
    return game.view(None)[field]


def clockwise(players: int, first: int) -> list[int]:
    return [*range(first, players), *range(first)]


def all_views(game: Game) -> list[str]:
    """To the byte, of the watcher and of every seat."""
    return [json.dumps(game.view(viewer)) for viewer in (None, *range(game.players))]


def refused(game: Game, move: str, why: str) -> None:
    """The move is not legal, the text says why, and nothing has changed."""
    before = game.record(), game.legal(), all_views(game)
    assert move not in game.legal()
    with pytest.raises(IllegalMove) as caught:
        game.play(move)
    assert str(caught.value).startswith(f"{move!r} is not legal: {why} Legal now: {game.legal()[0]}")
    assert (game.record(), game.legal(), all_views(game)) == before


def whole_game(players: int, seed: int, **options: Any) -> Iterator[Game]:
    """A game played at random: itself before every move, and once more when it is over."""
    game = brocante.new("klunker", players=players, seed=seed, **options)
    luck = random.Random(seed)
    while game.turn is not None:
        yield game
        game.play(luck.choice(game.legal()))
    yield game


def shuffled(seed: bytes) -> list[str]:
    """K1.1 by the slow and plain shuffle: the pile, its top last."""
    cards = [kind for kind, copies in enumerate([14, 14, 14, 14, 14, 14, 10]) for _ in range(copies)]
    Chance(seed).shuffle(cards)
    return [KINDS[card] for card in cards]


def take(pile: list[str], cards: int) -> Cards:
    return dict(Counter(pile.pop() for _ in range(cards)))


def test_k_every_clause_has_a_test() -> None:
    page = Path(rules.__file__).with_name("rules.md").read_text(encoding="utf-8")
    clauses = re.findall(r"^(?:## )?K(\d)\.?(\d?) ", page, re.MULTILINE)
    numbered = {f"k{part}_{clause}" for part, clause in clauses if clause} | {"k2"}
    assert len(numbered) == 21
    tests = [name.removeprefix("test_") for name in globals() if name.startswith("test_k")]
    assert {clause for clause in numbered if not any(name.startswith(f"{clause}_") for name in tests)} == set()


# --- Kinds, and K1 Setting up ---


def test_k_kinds_are_fourteen_of_each_and_ten_necklaces() -> None:
    assert KINDS == ("stud", "earring", "tooth", "shoe", "monocle", "tiara", "necklace")
    game = brocante.new("klunker", players=4, seed=3)
    cards = get(game, "pile")[: get(game, "pile_size")] + get(game, "starting_bill")[:4]
    for hand in get(game, "hand"):
        cards += [kind for kind in range(7) for _ in range(hand[kind])]
    assert sorted(Counter(cards).items()) == [(0, 14), (1, 14), (2, 14), (3, 14), (4, 14), (5, 14), (6, 10)]


def test_k_players_are_three_to_five() -> None:
    assert brocante.games()["klunker"]["players"] == [3, 4, 5]
    for players in (2, 6):
        with pytest.raises(SetupError, match="Klunker is for 3 to 5 players"):
            brocante.new("klunker", players=players)


@pytest.mark.parametrize(("players", "first"), TABLES)
def test_k1_1_the_pile_is_shuffled_once_and_lasts_the_whole_game(players: int, first: int) -> None:
    game = brocante.new("klunker", players=players, seed=2**255 + 2**100 + 5, first=first, unsold="box")
    pile = shuffled(game.seed)
    take(pile, players)  # the starting bills
    while game.turn is not None:  # all show all and buy their own window: six cards for everyone each round
        for number in clockwise(players, first):
            assert seat(game, number)["hand"] == take(pile, 6)
        assert table(game, "pile")["cards"] == len(pile)
        this_round = table(game, "round")
        while game.turn is not None and table(game, "round") == this_round:
            own_window = table(game, "phase") == "purchases"
            storing = table(game, "phase") == "safes"
            game.play(f"buy {game.turn}" if own_window else "pass" if storing else game.legal()[0])
    assert len(pile) < 6 * players


@pytest.mark.parametrize(("players", "first"), TABLES)
def test_k1_2_each_starts_with_one_bill_dealt_from_the_first_player_clockwise(players: int, first: int) -> None:
    game = brocante.new("klunker", players=players, seed=12, first=first)
    assert every_seat(game, "bills") == [1] * players
    bills = [KINDS[get(game, "starting_bill")[number]] for number in clockwise(players, first)]
    assert bills == shuffled(game.seed)[: -1 - players : -1]
    assert table(game, "money") == {}


def test_k1_2_nobody_may_look_at_the_jewel_on_a_starting_bill() -> None:
    game = brocante.new("klunker", players=3, seed=12)
    before = all_views(game)
    for jewel in range(7):
        put(game, "starting_bill", {0: jewel, 1: (jewel + 1) % 7, 2: (jewel + 2) % 7})
        assert all_views(game) == before


@pytest.mark.parametrize(("players", "first"), TABLES)
def test_k1_3_six_cards_in_one_go_after_all_bills(players: int, first: int) -> None:
    game = brocante.new("klunker", players=players, seed=13, first=first)
    pile = shuffled(game.seed)
    take(pile, players)
    for number in clockwise(players, first):
        assert seat(game, number)["hand"] == take(pile, 6)
    assert every_seat(game, "cards") == [6] * players
    assert table(game, "pile") == {"cards": 94 - 7 * players, "known_top": []}


def test_k1_3_windows_and_safes_start_empty() -> None:
    game = brocante.new("klunker", players=5, seed=13)
    assert every_seat(game, "window") == every_seat(game, "safe") == [{}] * 5
    assert every_seat(game, "purchase_card") == [None] * 5


# --- K2 A round ---


@pytest.mark.parametrize("players", [3, 4, 5])
def test_k2_a_round_is_windows_then_safes_then_purchases(players: int) -> None:
    phases: list[str] = []
    for game in whole_game(players, seed=players):
        phase = table(game, "phase")
        if phase != "selling" and phases[-1:] != [phase]:  # selling is a choice within purchases (K6.3)
            phases.append(phase)
            started = (phases.count("windows"), table(game, "round"))
            assert started[0] == started[1]
    played = phases.count("windows")
    assert played > 1
    assert phases == ["windows", "safes", "purchases"] * played + ["over"]


# --- K3 Windows ---


@pytest.mark.parametrize(("players", "first"), TABLES)
def test_k3_1_from_the_first_player_clockwise_once_each(players: int, first: int) -> None:
    game = brocante.new("klunker", players=players, seed=31, first=first)
    for number in clockwise(players, first):
        assert (game.turn, table(game, "phase")) == (number, "windows")
        play(game, game.legal()[0], "done")
    assert (game.turn, table(game, "phase")) == (first, "safes")


def test_k3_1_show_moves_one_card_from_hand_into_the_own_window() -> None:
    game = klunker(hands={0: {"stud": 2, "shoe": 1}})
    game.play("show stud")
    assert game.turn == 0
    assert seat(game, 0)["hand"] == {"stud": 1, "shoe": 1}
    assert (seat(game, 0)["cards"], seat(game, 0)["window"], seat(game, 0)["safe"]) == (2, {"stud": 1}, {})
    game.play("show stud")
    assert (seat(game, 0)["hand"], seat(game, 0)["window"]) == ({"shoe": 1}, {"stud": 2})
    assert every_seat(game, "window")[1:] == [{}, {}]


def test_k3_1_all_cards_may_be_shown_and_done_is_still_a_move() -> None:
    game = klunker(hands={0: SIX, 1: SIX, 2: SIX})
    play(game, *["show tooth"] * 3, *["show tiara"] * 3)
    assert (game.turn, game.legal()) == (0, ["done"])
    assert (seat(game, 0)["hand"], seat(game, 0)["window"]) == ({}, SIX)


def test_k3_1_only_cards_in_hand_can_be_shown() -> None:
    game = klunker(hands={0: {"stud": 1, "shoe": 1}, 1: {"tiara": 1}}, safes={0: {"tooth": 1}})
    refused(game, "show tooth", "There is no tooth in your hand (K3.1).")
    refused(game, "show tiara", "There is no tiara in your hand (K3.1).")
    game.play("show stud")
    refused(game, "show stud", "There is no stud in your hand (K3.1).")


def test_k3_2_done_needs_a_card_in_the_own_window() -> None:
    game = klunker(hands={0: SIX}, windows={1: SIX, 2: SIX})
    assert game.legal() == ["show tooth", "show tiara"]
    refused(game, "done", "Your window may not be empty at the end of your turn (K3.2).")
    game.play("show tiara")
    assert game.legal() == ["show tooth", "show tiara", "done"]
    game.play("done")
    assert game.turn == 1


def test_k3_2_a_window_nobody_bought_lets_its_owner_show_nothing() -> None:
    game = klunker(phase="purchases", passed=[2, 1, 0], windows={0: {"shoe": 1}, 1: {"stud": 2}})
    game.play("decline")  # seat 2 is the new first player
    play(game, game.legal()[0], "done")
    assert (game.turn, game.legal()[-1]) == (0, "done")
    game.play("done")
    assert (game.turn, seat(game, 0)["cards"], seat(game, 0)["window"]) == (1, 6, {"shoe": 1})


def test_k3_3_there_is_no_upper_limit() -> None:
    game = klunker(hands={0: SIX}, windows={0: {"tooth": 10, "shoe": 14}})
    play(game, *["show tooth"] * 3, *["show tiara"] * 3)
    assert seat(game, 0)["window"] == {"tooth": 13, "shoe": 14, "tiara": 3}
    assert game.legal() == ["done"]


def test_k3_3_nothing_is_taken_back_out_of_a_window() -> None:
    for players in (3, 4, 5):
        before: list[Counter[str]] = [Counter()] * players
        for game in whole_game(players, seed=33):
            windows = [Counter(window) for window in every_seat(game, "window")]
            if game.moves and not game.moves[-1].startswith("buy"):
                assert all(old <= new for old, new in zip(before, windows, strict=True))
            before = windows


# --- K4 Safes ---


@pytest.mark.parametrize(("players", "first"), TABLES)
def test_k4_1_from_the_first_player_clockwise_again_and_again(players: int, first: int) -> None:
    hands = {number: {"stud": 1, "shoe": 1, "tiara": 1} for number in range(players)}
    game = klunker(players, phase="safes", hands=hands, first=first)
    for kind in ("shoe", "stud", "tiara"):
        for number in clockwise(players, first):
            assert game.turn == number
            game.play(f"store {kind}")
    assert (game.turn, table(game, "phase")) == (first, "safes")


def test_k4_1_store_puts_one_card_from_hand_into_the_own_safe_face_up() -> None:
    game = klunker(phase="safes", hands={0: {"stud": 2, "shoe": 1}})
    game.play("store stud")
    assert (seat(game, 0)["hand"], seat(game, 0)["cards"]) == ({"stud": 1, "shoe": 1}, 2)
    assert [owner["safe"] for owner in table(game, "seats")] == [{"stud": 1}, {}, {}]
    assert every_seat(game, "window") == [{}, {}, {}]
    assert (game.turn, table(game, "phase")) == (1, "safes")


def test_k4_1_one_may_pass_at_once_with_a_full_hand() -> None:
    game = klunker(phase="safes", hands={0: SIX})
    assert game.legal() == ["store tooth", "store tiara", "pass"]
    game.play("pass")
    assert seat(game, 0)["hand"] == SIX


def test_k4_1_with_an_empty_hand_only_pass_is_legal_and_it_is_not_played_by_itself() -> None:
    game = klunker(phase="safes", hands={1: SIX}, windows={0: SIX})
    assert (game.turn, game.legal()) == (0, ["pass"])
    play(game, "pass", "pass")
    assert (game.turn, game.legal()) == (2, ["pass"])


def test_k4_1_only_cards_in_hand_can_be_stored() -> None:
    game = klunker(phase="safes", hands={0: {"shoe": 1}, 1: {"tiara": 1}}, windows={0: {"stud": 1}})
    refused(game, "store stud", "There is no stud in your hand (K4.1).")
    refused(game, "store tiara", "There is no tiara in your hand (K4.1).")


@pytest.mark.parametrize(("players", "first"), TABLES)
def test_k4_2_purchase_cards_are_taken_in_the_order_of_passing(players: int, first: int) -> None:
    game = klunker(players, phase="safes", first=first)
    last, *others = clockwise(players, first)
    game.play(game.legal()[0])  # the first player stores, so is the last to pass
    for card, number in enumerate(others, start=1):
        assert (game.turn, seat(game, number)["purchase_card"]) == (number, None)
        game.play("pass")
        assert seat(game, number)["purchase_card"] == card
    assert (game.turn, table(game, "phase")) == (last, "safes")
    game.play("pass")
    assert seat(game, last)["purchase_card"] == players
    assert (game.turn, table(game, "phase")) == (others[0], "purchases")


def test_k4_2_who_has_passed_does_nothing_more() -> None:
    hand = {"stud": 1, "earring": 1, "tooth": 1, "shoe": 1}
    game = klunker(5, phase="safes", hands=dict.fromkeys(range(5), hand), first=3)
    turns = []
    for move in ["pass", "store stud", "pass", "store stud", "store stud", "store shoe", "pass", "store shoe", "pass"]:
        turns.append(game.turn)
        game.play(move)
    assert turns == [3, 4, 0, 1, 2, 4, 1, 2, 4]
    assert every_seat(game, "purchase_card") == [2, 3, None, 1, 4]
    for move in ["store tooth", "store earring"]:  # the last one goes on alone, as long as it likes
        assert (game.turn, table(game, "phase")) == (2, "safes")
        game.play(move)
    assert (game.turn, game.legal()) == (2, ["pass"])
    game.play("pass")
    assert (game.turn, table(game, "phase")) == (3, "purchases")
    assert every_seat(game, "purchase_card") == [2, 3, 5, 1, 4]


def test_k4_3_four_of_a_kind_are_sold_as_soon_as_they_lie_in_the_safe() -> None:
    game = klunker(phase="safes", hands={0: {"shoe": 3}, 1: {"shoe": 1}}, safes={0: {"shoe": 2}, 1: {"shoe": 2}})
    play(game, "store shoe", "store shoe", "pass")
    assert every_seat(game, "safe") == [{"shoe": 3}, {"shoe": 3}, {}]  # four in two safes are no four
    assert every_seat(game, "bills") == [1, 1, 1]
    game.play("store shoe")
    assert every_seat(game, "safe") == [{}, {"shoe": 3}, {}]
    assert every_seat(game, "bills") == [5, 1, 1]
    assert (game.turn, table(game, "phase"), seat(game, 0)["hand"]) == (1, "safes", {"shoe": 1})


def test_k4_3_four_of_a_kind_in_hand_or_window_are_not_sold() -> None:
    game = klunker(hands={0: {"shoe": 6}})
    play(game, *["show shoe"] * 4)
    assert (seat(game, 0)["window"], seat(game, 0)["bills"]) == ({"shoe": 4}, 1)
    game = klunker(phase="safes", hands={0: {"shoe": 4, "stud": 1}}, windows={0: {"stud": 4}})
    game.play("store stud")
    assert (seat(game, 0)["window"], seat(game, 0)["safe"]) == ({"stud": 4}, {"stud": 1})
    assert (seat(game, 0)["hand"], seat(game, 0)["bills"]) == ({"shoe": 4}, 1)


# --- K5 Selling ---


def sold_by_storing(kind: str, beside: Cards, **more: Any) -> Game:
    """The fourth card of a kind has been stored beside these others."""
    game = klunker(phase="safes", hands={0: {kind: 1}}, safes={0: {kind: 3, **beside}}, **more)
    game.play(f"store {kind}")
    return game


def test_k5_1_exactly_four_leave_the_safe_and_the_rest_stays() -> None:
    game = buying({"stud": 4, "shoe": 1}, {"stud": 3, "tooth": 2})
    game.play("buy 0")
    assert seat(game, 0)["safe"] == {"stud": 3, "tooth": 2, "shoe": 1}


def test_k5_1_a_kind_counts_once_however_many_cards_remain() -> None:
    assert seat(sold_by_storing("stud", {"earring": 1}), 0)["bills"] == 1 + 3
    assert seat(sold_by_storing("stud", {"earring": 3}), 0)["bills"] == 1 + 3
    assert seat(sold_by_storing("stud", {"earring": 3, "necklace": 3}), 0)["bills"] == 1 + 2


@pytest.mark.parametrize(("bought", "bills"), [(1, 4), (2, 3), (3, 3), (4, 3)])
def test_k5_1_cards_of_the_sold_kind_beyond_four_count_as_another_kind_once(bought: int, bills: int) -> None:
    game = buying({"shoe": bought}, {"shoe": 3})
    game.play("buy 0")
    assert seat(game, 0)["bills"] == 1 + bills
    assert seat(game, 0)["safe"] == ({"shoe": bought - 1} if bought > 1 else {})


def test_k5_1_hand_window_and_other_safes_do_not_count() -> None:
    game = klunker(
        phase="safes",
        hands={0: {"stud": 1, "shoe": 1}},
        windows={0: {"tooth": 1, "stud": 1}},
        safes={0: {"stud": 3}, 1: {"tiara": 3}},
    )
    game.play("store stud")
    assert seat(game, 0)["bills"] == 1 + 4
    assert (seat(game, 0)["window"], seat(game, 0)["hand"]) == ({"tooth": 1, "stud": 1}, {"shoe": 1})


@pytest.mark.parametrize("kind", KINDS[:-1])
def test_k5_2_bills_by_the_number_of_kinds(kind: str) -> None:
    others = [other for other in KINDS if other != kind]
    for kinds, bills in enumerate([4, 3, 2, 1, 1, 1, 1], start=1):
        for beside in (others[: kinds - 1], others[len(others) - kinds + 1 :]):
            game = sold_by_storing(kind, dict.fromkeys(beside, 1))
            assert every_seat(game, "bills") == [1 + bills, 1, 1]
            assert table(game, "money") == {kind: bills}


def test_k5_3_necklaces_always_give_four_bills() -> None:
    for kinds in range(7):
        game = sold_by_storing("necklace", dict.fromkeys(KINDS[:kinds], 2))
        assert seat(game, 0)["bills"] == 1 + 4
        assert table(game, "money") == {"necklace": 4}
        assert table(game, "pile")["known_top"] == []
    game = buying({"necklace": 2, "stud": 1}, {"necklace": 3})
    game.play("buy 0")
    assert (seat(game, 0)["bills"], seat(game, 0)["safe"]) == (1 + 4, {"stud": 1, "necklace": 1})


def test_k5_3_necklaces_count_as_a_kind_lying_in_the_safe() -> None:
    assert seat(sold_by_storing("shoe", {"necklace": 2}), 0)["bills"] == 1 + 3
    assert seat(sold_by_storing("shoe", {"necklace": 1, "stud": 1}), 0)["bills"] == 1 + 2


def test_k5_4_unsold_goes_on_the_pile_unless_the_option_says_box() -> None:
    assert brocante.games()["klunker"]["options"]["unsold"] == {"choices": ["pile", "box"], "default": "pile"}
    assert brocante.new("klunker", players=3).options["unsold"] == "pile"
    with pytest.raises(SetupError, match="unsold is 'pile' or 'box'"):
        brocante.new("klunker", players=3, unsold="hand")


@pytest.mark.parametrize("options", [{}, {"unsold": "pile"}])
@pytest.mark.parametrize("kinds", [1, 2, 3, 4, 5])
def test_k5_4_pile_unsold_cards_lie_on_top_of_the_pile_and_everyone_knows_them(
    kinds: int, options: dict[str, str]
) -> None:
    unsold = min(kinds - 1, 3)
    game = sold_by_storing("shoe", dict.fromkeys(["stud", "tiara", "tooth", "earring"][: kinds - 1], 1), **options)
    for viewer in (None, 0, 1, 2):
        pile = game.view(viewer)["pile"]
        assert pile == {"cards": 94 - 7 * 3 + unsold, "known_top": ["shoe"] * unsold}
    assert (table(game, "money"), table(game, "box")) == ({"shoe": 4 - unsold}, {})


def test_k5_4_pile_a_later_sale_lies_above_an_earlier_one() -> None:
    game = klunker(
        phase="safes",
        hands={0: {"shoe": 1}, 1: {"stud": 1}},
        safes={0: {"shoe": 3, "tiara": 1, "tooth": 1}, 1: {"stud": 3, "tooth": 1}},
        pile=["tooth"] * 20,
    )
    play(game, "store shoe", "store stud")
    assert table(game, "pile") == {"cards": 23, "known_top": ["shoe", "shoe", "stud"]}  # the last is the top


def test_k5_4_pile_the_dealt_hand_is_known_to_hold_them() -> None:
    game = klunker(
        phase="purchases",
        passed=[0, 1, 2],
        hands={0: SIX, 1: FIVE, 2: {"stud": 3}},
        windows={0: {"stud": 1, "earring": 1}},
        safes={0: {"stud": 3, "earring": 3, "shoe": 1}},
        pile=["monocle"] * 20,
    )
    play(game, "buy 0", "sell stud")
    assert table(game, "pile") == {"cards": 23, "known_top": ["stud", "stud", "earring"]}
    game.play("decline")  # dealt are one card to seat 1, then three to seat 2
    assert seat(game, 1)["hand"] == {**FIVE, "earring": 1}
    assert seat(game, 2)["hand"] == {"stud": 5, "monocle": 1}
    for viewer in (None, 0, 1, 2):
        known = [owner["known"] for owner in game.view(viewer)["seats"]]
        assert known == [{}, {"earring": 1}, {"stud": 2}]  # not the monocle, nor the studs held before
    assert table(game, "pile") == {"cards": 19, "known_top": []}


def test_k5_4_pile_what_is_not_dealt_stays_known_for_the_next_deal() -> None:
    game = klunker(
        phase="purchases",
        passed=[0, 1, 2],
        hands={0: SIX, 1: FIVE, 2: SIX},
        windows={0: {"shoe": 1}},
        safes={0: {"shoe": 3, "stud": 1, "tiara": 1, "tooth": 1}},
        pile=["monocle"] * 20,
    )
    play(game, "buy 0", "decline")
    assert every_seat(game, "known") == [{}, {"shoe": 1}, {}]
    assert table(game, "pile") == {"cards": 22, "known_top": ["shoe", "shoe"]}
    play(game, "show tiara", "done", "show tiara", "done", "show tiara", "done")
    play(game, "pass", "pass", "pass", "buy 1", "buy 2", "buy 0")
    assert every_seat(game, "known") == [{}, {"shoe": 2}, {"shoe": 1}]  # what seat 1 kept is still known
    assert table(game, "pile") == {"cards": 19, "known_top": []}


def test_k5_4_pile_what_is_known_falls_by_one_with_each_card_shown_or_stored_not_below_zero() -> None:
    game = klunker(hands={0: {"stud": 4, "shoe": 2}, 1: {"stud": 1}, 2: {"stud": 1}})
    put(game, "known", {(0, KINDS.index("stud")): 2, (0, KINDS.index("shoe")): 1, (1, KINDS.index("stud")): 1})
    known = [seat(game, 0)["known"]]
    for move in ["show stud", "show shoe", "show shoe"]:
        game.play(move)
        known.append(seat(game, 0)["known"])
    assert known == [{"stud": 2, "shoe": 1}, {"stud": 1, "shoe": 1}, {"stud": 1}, {"stud": 1}]
    play(game, "done", "show stud", "done", "show stud", "done")
    assert every_seat(game, "known") == [{"stud": 1}, {}, {}]
    play(game, "store stud", "pass", "pass")
    assert every_seat(game, "known") == [{}, {}, {}]
    game.play("store stud")
    assert (seat(game, 0)["known"], seat(game, 0)["hand"]) == ({}, {"stud": 1})


@pytest.mark.parametrize("kinds", [1, 2, 3, 4, 5])
def test_k5_4_box_unsold_cards_leave_the_game(kinds: int) -> None:
    unsold = min(kinds - 1, 3)
    beside = dict.fromkeys(["stud", "tiara", "tooth", "earring"][: kinds - 1], 1)
    game = sold_by_storing("shoe", beside, unsold="box")
    assert table(game, "pile") == {"cards": 94 - 7 * 3, "known_top": []}
    assert table(game, "box") == ({"shoe": unsold} if unsold else {})
    assert (table(game, "money"), seat(game, 0)["bills"]) == ({"shoe": 4 - unsold}, 1 + 4 - unsold)


@pytest.mark.parametrize("players", [3, 4, 5])
@pytest.mark.parametrize("unsold", ["pile", "box"])
def test_k5_4_no_card_is_lost_but_into_the_box(players: int, unsold: str) -> None:
    boxed = put_back = 0
    for game in whole_game(players, seed=54, unsold=unsold):
        view = game.view(None)
        lying = sum(
            owner["cards"] + sum(owner["window"].values()) + sum(owner["safe"].values()) + owner["bills"]
            for owner in view["seats"]
        )
        assert lying + view["pile"]["cards"] + sum(view["box"].values()) == 94
        assert sum(view["money"].values()) + players == sum(every_seat(game, "bills"))
        boxed, put_back = boxed + len(view["box"]), put_back + len(view["pile"]["known_top"])
        for owner in range(players):
            assert Counter(seat(game, owner)["known"]) <= Counter(seat(game, owner)["hand"])
    assert (boxed > 0, put_back > 0) == (unsold == "box", unsold == "pile")


# --- K6 Purchases ---


@pytest.mark.parametrize("order", [[2, 0, 1], [3, 1, 0, 2], [4, 0, 3, 1, 2]])
def test_k6_1_in_the_order_of_the_purchase_cards_one_turn_each(order: list[int]) -> None:
    players = len(order)
    windows = {number: {"shoe": 1} for number in range(players)}
    game = klunker(players, phase="purchases", passed=order, windows=windows, first=1)
    for card, number in enumerate(order, start=1):
        assert (game.turn, table(game, "phase")) == (number, "purchases")
        assert seat(game, number)["purchase_card"] == card
        game.play(f"buy {number}")
    assert (table(game, "phase"), table(game, "round")) == ("windows", 2)
    assert every_seat(game, "purchase_card") == [None] * players


def test_k6_1_the_own_window_is_free() -> None:
    game = buying({"shoe": 2, "stud": 1}, {"shoe": 1}, bills=[0, 0, 0])
    game.play("buy 0")
    assert (seat(game, 0)["window"], seat(game, 0)["safe"]) == ({}, {"stud": 1, "shoe": 3})
    assert every_seat(game, "bills") == [0, 0, 0]


def test_k6_1_anothers_window_costs_one_bill_paid_to_its_owner() -> None:
    windows = {0: {"tooth": 1}, 1: {"stud": 3, "shoe": 3, "tiara": 2}}
    game = klunker(4, phase="purchases", passed=[2, 1, 0, 3], windows=windows, bills=[3, 0, 2, 3])
    game.play("buy 1")
    assert every_seat(game, "bills") == [3, 1, 1, 3]  # one bill, however many cards
    assert every_seat(game, "window") == [{"tooth": 1}, {}, {}, {}]  # whole
    assert every_seat(game, "safe") == [{}, {}, {"stud": 3, "shoe": 3, "tiara": 2}, {}]  # the buyer's safe


def test_k6_1_a_bill_just_received_can_be_spent() -> None:
    windows = {1: {"stud": 1}, 2: {"shoe": 1}}
    game = klunker(phase="purchases", passed=[0, 1, 2], windows=windows, bills=[1, 0, 0])
    assert game.legal() == ["buy 1", "buy 2", "decline"]
    game.play("buy 1")
    assert (game.turn, game.legal()) == (1, ["buy 2", "decline"])
    game.play("buy 2")
    assert every_seat(game, "bills") == [0, 0, 1]


def test_k6_1_only_a_window_with_cards_can_be_bought() -> None:
    game = klunker(4, phase="purchases", passed=[1, 2, 3, 0], windows={3: {"shoe": 1}}, bills=[1, 5, 1, 1])
    assert game.legal() == ["buy 3", "decline"]
    refused(game, "buy 0", "The window of seat 0 is empty (K6.1).")
    refused(game, "buy 1", "The window of seat 1 is empty (K6.1).")
    game.play("buy 3")
    assert game.turn == 2
    refused(game, "buy 3", "The window of seat 3 is empty (K6.1).")


def test_k6_1_without_a_bill_only_the_own_window_can_be_bought() -> None:
    windows = {0: {"shoe": 1}, 1: {"stud": 1}, 2: {"tooth": 1}}
    game = klunker(phase="purchases", passed=[0, 1, 2], windows=windows, bills=[0, 1, 1])
    assert game.legal() == ["buy 0"]
    refused(game, "buy 1", NO_BILL)
    refused(game, "buy 2", NO_BILL)


def test_k6_1_the_bill_is_paid_before_anything_is_sold() -> None:
    windows, safes = {1: {"stud": 1}}, {0: {"stud": 3}}
    poor = klunker(phase="purchases", passed=[0, 1, 2], windows=windows, safes=safes, bills=[0, 1, 1])
    assert poor.legal() == ["decline"]  # though the sale would bring four
    refused(poor, "buy 1", NO_BILL)
    game = klunker(phase="purchases", passed=[0, 1, 2], windows=windows, safes=safes, bills=[1, 1, 1])
    game.play("buy 1")
    assert every_seat(game, "bills") == [1 - 1 + 4, 2, 1]


def test_k6_1_there_are_only_as_many_seats_as_players() -> None:
    game = buying({"shoe": 1}, {})
    refused(game, "buy 3", "There is no seat 3: 3 play (C1).")
    refused(game, "buy 4", "There is no seat 4: 3 play (C1).")
    refused(buying({"shoe": 1}, {}, players=4), "buy 4", "There is no seat 4: 4 play (C1).")
    game = klunker(5, phase="purchases", passed=range(5), windows={0: {"shoe": 1}, 4: {"shoe": 1}})
    assert game.legal() == ["buy 0", "buy 4"]


def test_k6_2_a_player_whose_own_window_has_cards_must_buy_it_or_another() -> None:
    windows = {0: {"shoe": 1}, 2: {"stud": 1}}
    game = klunker(phase="purchases", passed=[0, 1, 2], windows=windows)
    assert game.legal() == ["buy 0", "buy 2"]
    refused(game, "decline", MUST_BUY)
    game.play("buy 2")  # the own window stays
    assert every_seat(game, "window") == [{"shoe": 1}, {}, {}]
    poor = klunker(phase="purchases", passed=[0, 1, 2], windows=windows, bills=[0, 1, 1])
    refused(poor, "decline", MUST_BUY)


def test_k6_2_a_player_whose_own_window_is_empty_may_buy_or_decline() -> None:
    game = klunker(phase="purchases", passed=[1, 0, 2], windows={0: {"shoe": 1}, 2: {"stud": 1}})
    assert game.legal() == ["buy 0", "buy 2", "decline"]


def test_k6_2_decline_is_the_only_move_if_no_purchase_is_possible() -> None:
    nothing_there = klunker(phase="purchases", passed=[1, 0, 2], windows={})
    assert (nothing_there.turn, nothing_there.legal()) == (1, ["decline"])
    windows = {0: {"shoe": 1}, 2: {"stud": 1}}
    no_money = klunker(phase="purchases", passed=[1, 0, 2], windows=windows, bills=[2, 0, 2])
    assert (no_money.turn, no_money.legal()) == (1, ["decline"])


def test_k6_3_bought_cards_go_into_the_safe_at_once() -> None:
    game = buying({"stud": 3, "shoe": 1}, {"shoe": 2, "tooth": 3})
    game.play("buy 0")
    assert seat(game, 0)["safe"] == {"stud": 3, "tooth": 3, "shoe": 3}
    assert (game.turn, table(game, "phase"), seat(game, 0)["bills"]) == (1, "purchases", 1)


@pytest.mark.parametrize("kind", KINDS)
def test_k6_3_one_kind_of_four_is_sold_without_choice(kind: str) -> None:
    game = buying({kind: 2}, {kind: 2})
    game.play("buy 0")
    assert (seat(game, 0)["safe"], seat(game, 0)["bills"]) == ({}, 1 + 4)
    assert (game.turn, table(game, "phase")) == (1, "purchases")


def test_k6_3_one_kind_is_sold_again_until_fewer_than_four_are_left() -> None:
    game = buying({"shoe": 10}, {"shoe": 3})
    game.play("buy 0")
    assert (seat(game, 0)["safe"], seat(game, 0)["bills"]) == ({"shoe": 1}, 1 + 3 + 3 + 3)
    assert table(game, "money") == {"shoe": 9}


def test_k6_3_among_several_kinds_the_player_chooses_and_the_last_is_sold_without_choice() -> None:
    game = klunker(
        phase="purchases",
        passed=[1, 2, 0],
        windows={1: {"stud": 1, "shoe": 1, "tiara": 1}, 2: {"tooth": 1}},
        safes={0: {"tooth": 3}, 1: {"stud": 3, "shoe": 3, "tiara": 3, "tooth": 3}},
    )
    game.play("buy 1")
    assert (game.turn, table(game, "phase")) == (1, "selling")
    assert game.legal() == ["sell stud", "sell shoe", "sell tiara"]
    assert (seat(game, 1)["window"], seat(game, 1)["bills"]) == ({}, 1)
    game.play("sell shoe")  # beside three other kinds
    assert (game.turn, game.legal()) == (1, ["sell stud", "sell tiara"])
    assert (seat(game, 1)["safe"], seat(game, 1)["bills"]) == ({"stud": 4, "tooth": 3, "tiara": 4}, 1 + 1)
    game.play("sell tiara")  # beside two; then the studs beside one
    assert (seat(game, 1)["safe"], seat(game, 1)["bills"]) == ({"tooth": 3}, 1 + 1 + 2 + 3)
    assert (game.turn, table(game, "phase")) == (2, "purchases")


@pytest.mark.parametrize(("choice", "bills"), [("stud", 2 + 3), ("earring", 3 + 3)])
def test_k6_3_the_choice_changes_the_price(choice: str, bills: int) -> None:
    game = buying({"stud": 2, "earring": 1}, {"stud": 3, "earring": 3})
    play(game, "buy 0", f"sell {choice}")
    assert (seat(game, 0)["bills"], seat(game, 0)["safe"]) == (1 + bills, {"stud": 1})


def test_k6_3_a_kind_with_four_left_after_its_sale_can_be_chosen_again() -> None:
    game = buying({"shoe": 5, "earring": 1}, {"shoe": 3, "earring": 3})
    play(game, "buy 0", "sell shoe")
    assert (game.turn, game.legal()) == (0, ["sell earring", "sell shoe"])
    game.play("sell earring")  # then the shoes, alone
    assert (seat(game, 0)["safe"], seat(game, 0)["bills"]) == ({}, 1 + 2 + 3 + 4)
    assert game.turn == 1


def test_k6_3_only_a_kind_of_four_can_be_sold() -> None:
    game = buying({"stud": 1, "shoe": 1}, {"stud": 3, "shoe": 3, "tiara": 3})
    game.play("buy 0")
    refused(game, "sell tiara", "Your safe has fewer than 4 cards of that kind (K6.3).")
    refused(game, "sell tooth", "Your safe has fewer than 4 cards of that kind (K6.3).")


def test_k6_3_the_last_buyers_choice_comes_before_the_end_of_the_round() -> None:
    windows = {0: {"stud": 1}, 1: {"stud": 1}, 2: {"stud": 1, "shoe": 1}}
    safes = {2: {"stud": 3, "shoe": 3}}
    game = klunker(phase="purchases", passed=[0, 1, 2], windows=windows, safes=safes)
    play(game, "buy 0", "buy 1", "buy 2")
    assert (game.turn, table(game, "phase"), table(game, "round")) == (2, "selling", 1)
    game.play("sell stud")
    assert (game.turn, table(game, "phase"), table(game, "round")) == (0, "windows", 2)


@pytest.mark.parametrize("before", [0, 1, 2, 3, 4])
def test_k6_4_decline_ends_the_phase_and_makes_the_first_player(before: int) -> None:
    order = [3, 0, 4, 2, 1]
    windows = {number: {"shoe": 1} for number in range(5) if number != order[before]}
    game = klunker(5, phase="purchases", passed=order, windows=windows, first=2 if order[before] != 2 else 1)
    for number in order[:before]:
        game.play(f"buy {number}")
    game.play("decline")
    assert (table(game, "phase"), table(game, "round")) == ("windows", 2)
    assert game.turn == table(game, "first") == order[before]
    for number in order[before + 1 :]:  # who did not buy keeps the window
        assert (seat(game, number)["window"], seat(game, number)["safe"]) == ({"shoe": 1}, {})
    assert every_seat(game, "purchase_card") == [None] * 5


@pytest.mark.parametrize(("players", "first"), TABLES)
def test_k6_4_if_all_have_bought_the_first_player_stays(players: int, first: int) -> None:
    windows = {number: {"shoe": 1} for number in range(players)}
    order = clockwise(players, (first + 1) % players)
    game = klunker(players, phase="purchases", passed=order, windows=windows, first=first)
    for number in order:
        game.play(f"buy {number}")
    assert game.turn == table(game, "first") == first
    assert (table(game, "phase"), table(game, "round")) == ("windows", 2)


# --- K7 End of the round, end of the game ---


@pytest.mark.parametrize("players", [3, 4, 5])
def test_k7_1_the_game_ends_if_the_pile_cannot_fill_every_hand(players: int) -> None:
    hands: Seats = {number: {"shoe": number + 1} for number in range(players)}
    missing = sum(5 - number for number in range(players))
    ends = klunker(players, phase="purchases", passed=range(players), hands=hands, pile=["stud"] * (missing - 1))
    ends.play("decline")
    assert (ends.turn, ends.legal(), table(ends, "phase")) == (None, [], "over")
    assert ends.result() is not None
    assert every_seat(ends, "hand") == list(hands.values())  # nothing is dealt
    assert table(ends, "pile")["cards"] == missing - 1
    goes_on = klunker(players, phase="purchases", passed=range(players), hands=hands, pile=["stud"] * missing)
    goes_on.play("decline")
    assert (goes_on.turn, table(goes_on, "phase"), goes_on.result()) == (0, "windows", None)
    assert every_seat(goes_on, "cards") == [6] * players
    assert table(goes_on, "pile")["cards"] == 0


def test_k7_1_an_empty_pile_fills_hands_that_are_full() -> None:
    game = klunker(phase="purchases", passed=[0, 1, 2], hands={0: SIX, 1: SIX, 2: SIX}, pile=[])
    game.play("decline")
    assert (game.turn, table(game, "round")) == (0, 2)


@pytest.mark.parametrize(("unsold", "over"), [("pile", False), ("box", True)])
def test_k7_1_unsold_cards_on_the_pile_count(unsold: str, over: bool) -> None:
    game = buying({"shoe": 1}, {"shoe": 3, "stud": 1}, hands={0: SIX, 1: {}, 2: SIX}, pile=["tooth"] * 5, unsold=unsold)
    play(game, "buy 0", "decline")
    assert (game.turn is None) == over
    assert seat(game, 1)["hand"] == ({} if over else {"tooth": 5, "shoe": 1})


def test_k7_1_the_game_can_end_after_the_last_purchase_too() -> None:
    windows = {number: {"shoe": 1} for number in range(3)}
    game = klunker(phase="purchases", passed=[2, 1, 0], windows=windows, hands={}, pile=["stud"] * 17)
    play(game, "buy 2", "buy 1", "buy 0")
    assert game.result() == {"scores": [1, 1, 1], "ranks": [1, 1, 1]}


def test_k7_1_after_the_end_no_move_is_legal() -> None:
    game = klunker(phase="purchases", passed=[0, 1, 2], hands={}, pile=[])
    game.play("decline")
    before = game.record(), all_views(game)
    for move in WORDS:
        with pytest.raises(IllegalMove, match=f"^{move!r} is not legal: the game is over"):
            game.play(move)
    assert (game.record(), all_views(game)) == before


@pytest.mark.parametrize("players", [3, 4, 5])
@pytest.mark.parametrize("unsold", ["pile", "box"])
def test_k7_1_in_whole_games_every_round_starts_with_full_hands_until_the_pile_is_too_small(
    players: int, unsold: str
) -> None:
    started = 0
    for game in whole_game(players, seed=71, unsold=unsold, first=1):
        if table(game, "round") > started:
            started = table(game, "round")
            assert every_seat(game, "cards") == [6] * players
            assert game.turn == table(game, "first")
        assert (game.result() is None) == (game.turn is not None)
    missing = sum(6 - cards for cards in every_seat(game, "cards"))
    assert table(game, "pile")["cards"] < missing


@pytest.mark.parametrize("first", [0, 1, 2, 3])
def test_k7_2_hands_are_filled_from_the_new_first_player_clockwise_in_one_go(first: int) -> None:
    hands: Seats = {0: FIVE, 1: {"shoe": 4}, 2: {}, 3: SIX}
    pile = [kind for kind in KINDS for _ in range(2)]
    order = clockwise(4, first)
    game = klunker(4, phase="purchases", passed=order, hands=hands, pile=pile, first=(first + 2) % 4)
    game.play("decline")
    for number in order:
        missing = 6 - sum(hands[number].values())
        assert Counter(seat(game, number)["hand"]) == Counter(hands[number]) + Counter(take(pile, missing))
    assert (game.turn, game.view(None)["pile"]["cards"]) == (first, len(pile))


def test_k7_2_hands_are_filled_from_the_old_first_player_if_all_have_bought() -> None:
    windows: Seats = {0: {"shoe": 1}, 1: {"shoe": 1}, 2: {"shoe": 1}}
    hands: Seats = {0: FIVE, 1: FIVE, 2: FIVE}
    game = klunker(
        phase="purchases", passed=[0, 1, 2], windows=windows, hands=hands, pile=["stud", "shoe", "necklace"], first=2
    )
    play(game, "buy 0", "buy 1", "buy 2")
    dealt = ["shoe", "stud", "necklace"]
    assert every_seat(game, "hand") == [{**FIVE, kind: 1} for kind in dealt]


def test_k7_2_windows_safes_and_bills_stay_for_the_next_round() -> None:
    windows: Seats = {0: {}, 1: {"shoe": 2}, 2: {"stud": 5}}
    safes: Seats = {0: {"tooth": 3}, 1: {"tiara": 1}, 2: {}}
    game = klunker(phase="purchases", passed=[0, 1, 2], windows=windows, safes=safes, bills=[4, 0, 2])
    game.play("decline")
    assert every_seat(game, "window") == list(windows.values())
    assert every_seat(game, "safe") == list(safes.values())
    assert every_seat(game, "bills") == [4, 0, 2]


def ended(players: int, bills: Sequence[int], **cards: Any) -> Any:
    """The result when seat 0, whose window is empty, declines and the pile is empty."""
    game = klunker(players, phase="purchases", passed=range(players), bills=bills, pile=[], **{"hands": {}, **cards})
    assert game.result() is None
    game.play("decline")
    assert game.record()["result"] == game.view(None)["result"] == game.result()
    return game.result()


@pytest.mark.parametrize(
    ("bills", "ranks"),
    [
        ([3, 7, 5], [3, 1, 2]),
        ([0, 1, 0, 0], [2, 1, 2, 2]),
        ([4, 4, 9, 9], [3, 3, 1, 1]),
        ([2, 8, 5, 8, 5], [5, 1, 3, 1, 3]),
    ],
)
def test_k7_3_the_score_is_bills_and_most_win(bills: list[int], ranks: list[int]) -> None:
    assert ended(len(bills), bills) == {"scores": bills, "ranks": ranks}


def test_k7_3_cards_are_worth_nothing() -> None:
    seats: Seats = {1: {"necklace": 3, "tiara": 2}}
    assert ended(3, [3, 2, 1], hands=seats, windows=seats, safes=seats) == {"scores": [3, 2, 1], "ranks": [1, 2, 3]}
    for place in ("hands", "windows", "safes"):
        assert ended(3, [3, 4, 1], **{place: seats}) == {"scores": [3, 4, 1], "ranks": [2, 1, 3]}


def test_k7_3_on_a_tie_the_fewer_cards_in_window_and_safe_together() -> None:
    # two kinds, but two cards against one kind of three
    result = ended(3, [5, 5, 5], windows={1: {"stud": 1}, 2: {"stud": 2}}, safes={1: {"shoe": 1}, 2: {"stud": 1}})
    assert result == {"scores": [5, 5, 5], "ranks": [1, 2, 3]}
    # each alone would say otherwise: the fewest in the safe, and the fewest in the window
    result = ended(
        4,
        [1, 6, 6, 6],
        windows={1: {"stud": 5}, 2: {"stud": 1}, 3: {"shoe": 2}},
        safes={1: {}, 2: {"stud": 3}, 3: {"tooth": 1}},
    )
    assert result == {"scores": [1, 6, 6, 6], "ranks": [4, 3, 2, 1]}


def test_k7_3_cards_in_hand_do_not_break_a_tie() -> None:
    assert ended(3, [2, 2, 2], hands={1: SIX, 2: {"stud": 1}})["ranks"] == [1, 1, 1]


def test_k7_3_on_a_further_tie_the_win_is_shared() -> None:
    windows: Seats = {1: {"stud": 2}, 2: {"shoe": 1}}
    safes: Seats = {0: {"tooth": 3}, 1: {"tiara": 1}, 2: {"shoe": 2}}
    assert ended(3, [4, 4, 4], windows=windows, safes=safes)["ranks"] == [1, 1, 1]
    assert ended(3, [3, 4, 4], windows=windows, safes=safes)["ranks"] == [3, 1, 1]
    assert ended(5, [4, 4, 4, 4, 4], windows=windows, safes=safes)["ranks"] == [3, 3, 3, 1, 1]


# --- Order of the legal moves ---


@pytest.mark.parametrize("missing", KINDS)
def test_k_order_kinds_then_done_or_pass_and_equal_cards_once(missing: str) -> None:
    kinds = [kind for kind in KINDS if kind != missing]
    game = klunker(hands={0: dict.fromkeys(kinds, 1)}, windows={0: {missing: 1}})
    assert game.legal() == [*(f"show {kind}" for kind in kinds), "done"]
    game = klunker(phase="safes", hands={0: dict.fromkeys(reversed(kinds), 1)})
    assert game.legal() == [*(f"store {kind}" for kind in kinds), "pass"]
    game = klunker(hands={0: {missing: 6}})
    assert game.legal() == [f"show {missing}"]


@pytest.mark.parametrize("buyer", [0, 1, 2, 3, 4])
def test_k_order_seats_ascending_then_decline(buyer: int) -> None:
    order = clockwise(5, buyer)
    game = klunker(5, phase="purchases", passed=order, windows={number: {"shoe": 1} for number in range(5)})
    assert game.legal() == ["buy 0", "buy 1", "buy 2", "buy 3", "buy 4"]
    others = [number for number in range(5) if number != buyer]
    game = klunker(5, phase="purchases", passed=order, windows={number: {"shoe": 1} for number in others})
    assert game.legal() == [*(f"buy {number}" for number in others), "decline"]


def test_k_order_kinds_to_sell() -> None:
    window = dict.fromkeys(KINDS, 1)
    game = buying(window, dict.fromkeys(KINDS, 3))
    game.play("buy 0")
    left = list(KINDS)
    while len(left) > 1:
        assert game.legal() == [f"sell {kind}" for kind in left]
        game.play(f"sell {left.pop(len(left) // 2)}")


# --- Hidden ---


def test_k_hidden_a_view_holds_what_is_open_and_the_own_hand() -> None:
    game = klunker(
        phase="purchases",
        passed=[2, 0, 1],
        hands={0: {"stud": 1}, 1: FIVE, 2: {}},
        windows={0: {"tooth": 1}, 2: {"shoe": 1}},
        safes={1: {"tiara": 2}, 2: {"shoe": 3, "stud": 1}},
        bills=[0, 3, 1],
        pile=["stud"] * 30,
    )
    game.play("buy 2")
    open_of_seats: list[dict[str, Any]] = [
        {"cards": 1, "known": {}, "window": {"tooth": 1}, "safe": {}, "bills": 0, "purchase_card": 2},
        {"cards": 5, "known": {}, "window": {}, "safe": {"tiara": 2}, "bills": 3, "purchase_card": 3},
        {"cards": 0, "known": {}, "window": {}, "safe": {"stud": 1}, "bills": 4, "purchase_card": 1},
    ]
    hands: list[Cards] = [{"stud": 1}, FIVE, {}]
    facts = [
        {"fact": "bought", "seat": 2, "owner": 2, "bills": 0, "cards": ["shoe"]},
        {"fact": "sold", "seat": 2, "kind": "shoe", "cards": 4, "bills": 3},
        {"fact": "unsold", "seat": 2, "kind": "shoe", "number": 1, "to": "pile"},
    ]
    for viewer in (None, 0, 1, 2):
        assert game.view(viewer) == {
            "game": "klunker",
            "rules": 1,
            "players": 3,
            "options": {"first": 0, "unsold": "pile"},
            "seat": viewer,
            "turn": 0,
            "phase": "purchases",
            "round": 1,
            "first": 0,
            "pile": {"cards": 31, "known_top": ["shoe"]},
            "box": {},
            "money": {"shoe": 3},
            "seats": [
                {"hand": hands[owner] if owner == viewer else None, **there}
                for owner, there in enumerate(open_of_seats)
            ],
            "log": [{"seat": 2, "move": "buy 2", "facts": facts}],
            "result": None,
        }


def redealt(game: Game, viewer: int | None, luck: random.Random) -> Game:
    """The game in another world that the viewer cannot tell from this one."""
    world = game.clone()
    pile, hands, known = get(game, "pile"), get(game, "hand"), get(game, "known")
    unseen = get(game, "pile_size") - get(game, "known_top")
    others = [owner for owner in range(game.players) if owner != viewer]
    secret = [[kind for kind in range(7) for _ in range(hands[o][kind] - known[o][kind])] for o in others]
    hidden = pile[:unseen] + get(game, "starting_bill")[: game.players] + [kind for hand in secret for kind in hand]
    luck.shuffle(hidden)
    for owner, hand in zip(others, secret, strict=True):
        dealt = Counter(hidden.pop() for _ in hand)
        put(world, "hand", {owner: [known[owner][kind] + dealt[kind] for kind in range(7)]})
    put(world, "starting_bill", {owner: hidden.pop() for owner in range(game.players)})
    put(world, "pile", dict(enumerate(hidden)))
    put(world, "unmixed", 0)
    return world


@pytest.mark.parametrize("players", [3, 4, 5])
@pytest.mark.parametrize("unsold", ["pile", "box"])
def test_k_hidden_in_another_world_view_and_legal_moves_are_the_same(players: int, unsold: str) -> None:
    luck = random.Random(players)
    for game in whole_game(players, seed=9, unsold=unsold):
        for viewer in (None, *range(players)):
            world = redealt(game, viewer, luck)
            assert json.dumps(world.view(viewer)) == json.dumps(game.view(viewer))
            if viewer == game.turn:
                assert world.legal() == game.legal()


def test_k_hidden_another_hand_looks_different_to_its_owner_only() -> None:
    game = brocante.new("klunker", players=3, seed=9)
    world = redealt(game, 0, random.Random(0))
    assert [world.view(viewer) == game.view(viewer) for viewer in (None, 0, 1, 2)] == [True, True, False, False]


def test_k_hidden_all_moves_are_open() -> None:
    for game in whole_game(3, seed=10):
        for viewer in (None, 0, 1, 2):
            assert [entry["move"] for entry in game.view(viewer)["log"]] == game.moves


# --- Worked examples ---


def test_k_example_four_studs_alone_bring_four_bills() -> None:
    game = sold_by_storing("stud", {})
    assert (seat(game, 0)["bills"], seat(game, 0)["safe"]) == (1 + 4, {})


def test_k_example_studs_beside_earrings_and_a_shoe_bring_two_bills_and_two_studs_go_on_the_pile() -> None:
    game = sold_by_storing("stud", {"earring": 2, "shoe": 1})
    assert (seat(game, 0)["bills"], seat(game, 0)["safe"]) == (1 + 2, {"earring": 2, "shoe": 1})
    assert table(game, "pile")["known_top"] == ["stud", "stud"]


def test_k_example_studs_then_earrings_bring_two_and_three_bills() -> None:
    game = klunker(
        phase="purchases",
        passed=[0, 1, 2],
        windows={1: {"stud": 1, "earring": 1}},
        safes={0: {"stud": 3, "earring": 3, "shoe": 1}},
    )
    game.play("buy 1")
    assert game.legal() == ["sell stud", "sell earring"]
    game.play("sell stud")
    assert table(game, "money") == {"stud": 2, "earring": 3}
    assert table(game, "pile")["known_top"] == ["stud", "stud", "earring"]
    assert (every_seat(game, "bills"), seat(game, 0)["safe"]) == ([1 - 1 + 2 + 3, 2, 1], {"shoe": 1})


def test_k_example_five_studs_one_remains_and_counts_three_bills() -> None:
    game = buying({"stud": 2}, {"stud": 3})
    game.play("buy 0")
    assert (seat(game, 0)["bills"], seat(game, 0)["safe"]) == (1 + 3, {"stud": 1})
    assert table(game, "pile")["known_top"] == ["stud"]


def test_k_example_eight_shoes_bring_three_and_then_four_bills() -> None:
    game = buying({"shoe": 5}, {"shoe": 3})
    game.play("buy 0")
    assert (seat(game, 0)["bills"], seat(game, 0)["safe"]) == (1 + 3 + 4, {})
    assert (table(game, "money"), table(game, "pile")["known_top"]) == ({"shoe": 7}, ["shoe"])


def test_k_example_four_necklaces_beside_three_kinds_bring_four_bills() -> None:
    game = sold_by_storing("necklace", {"stud": 1, "shoe": 2, "tiara": 3})
    assert (seat(game, 0)["bills"], seat(game, 0)["safe"]) == (1 + 4, {"stud": 1, "shoe": 2, "tiara": 3})
    assert table(game, "pile")["known_top"] == []


# --- Why a move is refused ---


@pytest.mark.parametrize(
    ("phase", "words", "why"),
    [
        ("windows", ("show", "done"), SHOW_OR_DONE),
        ("safes", ("store", "pass"), STORE_OR_PASS),
        ("purchases", ("buy", "decline"), BUY_OR_DECLINE),
        ("selling", ("sell",), SELL_FIRST),
    ],
)
def test_k2_a_move_of_another_phase_is_refused_with_what_is_to_be_done_now(
    phase: str, words: tuple[str, ...], why: str
) -> None:
    if phase in ("windows", "safes"):
        game = klunker(phase=phase, windows={0: SIX})
    else:
        game = buying({"stud": 1, "shoe": 1}, {"stud": 3, "shoe": 3})
        if phase == "selling":
            game.play("buy 0")
    elsewhere = [move for move in WORDS if not move.startswith(words)]
    assert len(elsewhere) >= 21
    for move in elsewhere:
        refused(game, move, why)


@pytest.mark.parametrize("players", [3, 4, 5])
def test_k_every_refusal_gives_a_reason_and_changes_nothing(players: int) -> None:
    reason = r"\(K\d(\.\d)?\)|There is no seat [34]: [34] play \(C1\)\."
    for number, game in enumerate(whole_game(players, seed=17)):
        if number % 7 or game.turn is None:
            continue
        before = game.record(), all_views(game)
        for move in set(WORDS) - set(game.legal()):
            with pytest.raises(IllegalMove, match=reason):
                game.play(move)
        assert (game.record(), all_views(game)) == before


@pytest.mark.parametrize("nonsense", ["", "show", "show Stud", "show  stud", "buy -1", "buy 5", "sell", "done ", None])
def test_k_what_is_no_move_at_all_is_refused(nonsense: Any) -> None:
    game = klunker(windows={0: SIX})
    before = game.record(), all_views(game)
    with pytest.raises(IllegalMove, match="is not a move of Klunker"):
        game.play(nonsense)
    assert (game.record(), all_views(game)) == before
