"""boardgame.io as a peer. It is not needed to run the tests: where it is missing, it is left out with a word."""

import pytest

from brocante.bench import boardgame
from brocante.games.catalogue import RULESETS


def test_nobody_is_asked_where_no_peers_are_wanted() -> None:
    assert boardgame.found_player(peers=False) == ""


def test_without_node_it_is_left_out_with_a_word(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PATH", "/nowhere")
    player = boardgame.found_player(peers=True)
    assert player == "boardgame.io is left out: there is no Node on this machine."
    assert boardgame.in_words(boardgame.seen_by_player(player)) == player


def test_our_games_are_measured_without_a_peer_too() -> None:
    interface = boardgame.one_game_at_a_time("")
    assert [each.name for each in interface.ours] == list(RULESETS)
    assert interface.peers == []
    assert all(each.play(0.01) > 0 for each in interface.ours)


def test_what_a_player_is_sent_is_said_in_words() -> None:
    everything = {"hands_of_others": True, "deck": True, "seed": True}
    nothing = dict.fromkeys(everything, False)
    said = boardgame.in_words({"default": {"state": nothing, "initial_state": everything}})
    assert said.endswith("player 1 holds nothing hidden, its initial state hands of others and deck and seed.")
