"""What holds in every game, for every number of players and every option, whatever is played."""

import json
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

import brocante
from brocante import Game, IllegalMove
from brocante.games.alles_futsch import rules as alles_futsch
from brocante.games.chance import finish_shuffle
from brocante.games.game import numbers_of
from brocante.games.klunker import rules as klunker
from brocante.games.zwergezocken import rules as zwergezocken
from tests.strategies import NAMES, Deal, deals, played, playing

pytestmark = pytest.mark.boundscheck


def cards_of_klunker(position: Any) -> list[int]:
    kinds = [0] * klunker.KINDS
    for place in ("hand", "window", "safe"):
        for seat in range(position["players"]):
            for kind, count in enumerate(position[place][seat]):
                kinds[kind] += int(count)
    for kind in range(klunker.KINDS):
        kinds[kind] += int(position["box"][kind]) + int(position["money"][kind])
    for kind in [*position["pile"][: position["pile_size"]], *position["starting_bill"][: position["players"]]]:
        kinds[kind] += 1
    return kinds


def cards_of_alles_futsch(position: Any) -> list[int]:
    cards = [*position["row"][: position["row_size"]], *position["pile"][: position["pile_size"]]]
    cards += [*position["discards"][: position["discards_size"]]]
    if position["card"] >= 0:
        cards.append(position["card"])
    return sorted(map(int, cards))


def cards_of_zwergezocken(position: Any) -> list[int]:
    faces = [0] * zwergezocken.FACES
    piles = [position["hand"], position["taken"], [position["discarded"]]]
    if position["phase"] == zwergezocken.OVER:
        piles.append(position["shown"])
    for pile in piles:
        for cards in pile:
            for face, count in enumerate(cards):
                faces[face] += int(count)
    for face in [*position["trick"][: position["trick_size"]], *position["pile"][: position["pile_size"]]]:
        faces[face] += 1
    for laid in position["set_lay"][: position["sets"]]:
        for face in range(zwergezocken.FACES):
            faces[face] += int(zwergezocken.copies_in_set(laid - zwergezocken.LAY, face))
    return faces


def all_cards(game: Game) -> tuple[list[int], list[int]]:
    """The cards on the table, and those there should be."""
    position = game.position
    if game.name == "klunker":
        return cards_of_klunker(position), klunker.COPIES.tolist()
    if game.name == "alles-futsch":
        return cards_of_alles_futsch(position), list(range(alles_futsch.CARDS))
    light = zwergezocken.LIGHT_HATS if game.players == 3 else 0
    return cards_of_zwergezocken(position), (zwergezocken.COPIES - light).tolist()


@given(deals())
def test_cards_are_conserved(deal: Deal) -> None:
    for game, _, _ in playing(deal):
        there, expected = all_cards(game)
        assert there == expected
    there, expected = all_cards(played(deal))
    assert there == expected


@given(deals("klunker"))
def test_klunker_sizes_agree_with_cards(deal: Deal) -> None:
    for game, _, _ in playing(deal):
        position = game.position
        assert position["hand"].sum(axis=1).tolist() == position["hand_size"].tolist()
        assert position["window"].sum(axis=1).tolist() == position["window_size"].tolist()
        assert (position["known"] <= position["hand"]).all()
        finish_shuffle(position)
        assert 0 <= position["known_top"] <= position["pile_size"]


@given(deals("zwergezocken"))
def test_zwergezocken_sizes_agree_with_cards(deal: Deal) -> None:
    for game, _, _ in playing(deal):
        position = game.position
        assert position["hand"].sum(axis=1).tolist() == position["hand_size"].tolist()
        assert (position["known"] <= position["hand"][:, :, None]).all(), "nobody knows more than there is"


@given(deals("alles-futsch"))
def test_money_changes_only_by_what_the_clauses_say(deal: Deal) -> None:
    for game, _, move in playing(deal):
        before, seat = game.position, game.turn
        assert seat is not None
        after = game.clone()
        after.play(move)
        change = (after.position["money"].astype(int) - before["money"]).tolist()
        money, stones = before["money"].astype(int), before["stone"]
        expected = [0] * alles_futsch.SEATS
        words = move.split()
        if words[0] == "pass" and before["still_in"] == 2:  # A2.3
            expected[before["bidder"]] = -before["bid"]
        elif words[0] == "keep" and stones[seat][alles_futsch_kind(words[1])] == 2:  # A3.1
            expected[seat] = 30
        elif words[0] == "sell":  # A3.3
            buyer, held = int(words[3]), stones[int(words[3])][alles_futsch_kind(words[1])]
            expected[seat] = min(20, money[buyer])
            expected[buyer] = -expected[seat]
            if money[buyer] > 20:
                if held == 2:
                    expected[buyer] += 30
                elif held > 2:
                    expected[buyer] -= min(10, money[buyer] - 20)
        assert change == expected
        assert (after.position["money"][: game.players] > 0).all() or after.turn is None
        assert after.position["money"].max() <= 320 * game.players


def alles_futsch_kind(word: str) -> int:
    return ("painting", "sculpture", "furniture", "clock", "vase").index(word)


@given(deals())
def test_the_game_ends_with_a_result(deal: Deal) -> None:
    game = played(deal)
    result = game.result()
    assert result is not None
    assert min(result["ranks"]) == 1
    assert len(result["scores"]) == len(result["ranks"]) == game.players
    for rank in result["ranks"]:  # C4: equal standing shares a rank, and the next is skipped
        assert rank == 1 + sum(other < rank for other in result["ranks"])
    assert game.legal() == []


def place_in_order(name: str, move: str) -> tuple[Any, ...]:
    """Where the rules page puts a move among others that can be legal with it."""
    words = move.split()
    kinds = numbers_of(brocante.new(name, players=3).ruleset)
    if name == "klunker":
        return (words[0] in ("done", "pass", "decline"), kinds[move])
    if name == "alles-futsch":
        if words[0] in ("keep", "sell"):
            return (alles_futsch_kind(words[1]), words[0] == "sell", int(words[3]) if words[0] == "sell" else 0)
        return (words[0] == "bid", int(words[1]) if words[0] == "bid" else 0)
    return (words[0] == "play", kinds[move])


@given(deals())
def test_legal_moves_are_in_the_stated_order_and_listed_once(deal: Deal) -> None:
    for game, legal, _ in playing(deal):
        assert len(set(legal)) == len(legal)
        if legal[0].startswith("offer"):
            assert [move.removeprefix("offer ") for move in legal] == game.view(None)["row"]
        else:
            assert legal == sorted(legal, key=lambda move: place_in_order(deal.name, move))


@pytest.mark.parametrize("name", NAMES)
def test_words_and_numbers_convert_both_ways(name: str) -> None:
    ruleset = brocante.new(name, players=3).ruleset
    words = ruleset.move_words
    assert len(words) == ruleset.move_count == len(set(words))
    assert [numbers_of(ruleset)[each] for each in words] == list(range(len(words)))


@given(deals())
def test_a_record_replays_to_the_same_game(deal: Deal) -> None:
    game = played(deal)
    record = json.loads(json.dumps(game.record()))
    again = brocante.replay(record)
    assert again.record() == game.record()
    assert again.position.tobytes() == game.position.tobytes()
    for seat in [None, *range(game.players)]:
        assert again.view(seat) == game.view(seat)


@given(deals(), st.data())
def test_a_rejected_move_changes_nothing(deal: Deal, data: st.DataObject) -> None:
    for game, legal, _ in playing(deal):
        if len(game.moves) % 7:
            continue
        words = game.ruleset.move_words
        move = data.draw(st.sampled_from(words))
        if move in legal:
            continue
        before = game.position.tobytes(), game.record(), game.view(0)
        with pytest.raises(IllegalMove, match="is not legal"):
            game.play(move)
        assert (game.position.tobytes(), game.record(), game.view(0)) == before


@given(deals())
def test_no_past_copy_of_a_game_ever_changes(deal: Deal) -> None:
    past: list[tuple[Game, bytes, dict[str, Any]]] = []
    for game, _, _ in playing(deal):
        if len(game.moves) % 10 == 0:
            past.append((game.clone(), game.position.tobytes(), game.view(0)))
    for copy, position, view in past:
        assert copy.position.tobytes() == position
        assert copy.view(0) == view
