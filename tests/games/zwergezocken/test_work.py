"""What work is ahead is guessed well: a wrong guess only costs time, but many of them would."""

import random
from collections import Counter

import brocante
from brocante.games.zwergezocken.work import CARD, KINDS, ROUND, SETS, TRICK, work_of_choosing, work_of_playing


def test_the_end_of_a_round_is_foreseen_and_every_kind_of_work_occurs() -> None:
    luck, kinds, ends = random.Random(1), Counter[int](), Counter[bool]()
    for seed in range(12):
        game = brocante.new("zwergezocken", players=4, seed=seed)
        while game.turn is not None:
            before = game.position
            move = luck.choice(game.legal())
            kind = work_of_playing(before, game.ruleset.move_words.index(move))
            kinds[kind] += 1
            game.play(move)
            over = game.turn is None or game.position["round"] > before["round"]
            if over or kind == ROUND:
                ends[over and kind == ROUND] += 1
    assert set(kinds) == set(range(KINDS)) - {SETS}
    assert kinds.most_common(2) == [(CARD, kinds[CARD]), (TRICK, kinds[TRICK])]
    assert ends[True] > 4 * ends[False]


def test_a_choice_waits_for_others_where_there_may_be_a_set() -> None:
    luck, waited = random.Random(2), 0
    for seed in range(4):
        game = brocante.new("zwergezocken", players=4, seed=seed)
        while game.turn is not None:
            legal = game.legal()
            if any(move.startswith("lay") for move in legal):
                assert work_of_choosing(game.position) == SETS
                waited += 1
            game.play(luck.choice(legal))
    assert waited > 0
