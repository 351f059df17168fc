"""Compile everything once, in set-up, so that nobody waits for it in front of a table."""

import os
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor, as_completed
from multiprocessing import get_context

import numpy as np

from brocante.bench.playouts import random_games, roll_many
from brocante.bots.catalogue import bot
from brocante.envs.explicit import Play
from brocante.envs.opponents import Heuristics
from brocante.envs.vector import VectorEnv
from brocante.games.catalogue import RULESETS
from brocante.games.chance import new_dice
from brocante.games.game import Game, new
from brocante.games.ruleset import Ruleset


def compile_all(lab: bool = False) -> Iterator[str]:
    """Compile each game in a process of its own, for researchers too if wanted; yields each title when it is done."""
    with ProcessPoolExecutor(min(len(RULESETS), os.cpu_count() or 1), get_context("spawn")) as pool:
        slowest_first = reversed(RULESETS.items())
        running = {pool.submit(compile_game, name, lab): rules.title for name, rules in slowest_first}
        for done in as_completed(running):
            done.result()
            yield running[done]


def compile_game(name: str, lab: bool) -> None:
    rules = RULESETS[name]
    game = new(rules.name, players=rules.players[-1], seed=1)
    play_a_little(game)
    for opponent in ("random", "heuristic", "search"):
        bot(opponent, seed=1).explain(game)
    bot("easy", seed=1).choose(game)
    play_whole_games(rules)
    roll_many(new_dice(1), 1)
    if lab:
        step_a_little(rules)


def play_a_little(game: Game) -> None:
    """All that a person's game calls: each function of the rules, and refusals."""
    rules = game.ruleset
    for _ in range(4):
        for move in set(range(rules.move_count)) - set(game.legal_numbers()):
            rules.refusals.why_not(game.position, move)
        game.play(game.legal()[0])
    rules.rules.result(game.position, *np.zeros((2, game.players), np.int64))


def play_whole_games(rules: Ruleset) -> None:
    position = rules.fresh(rules.players[0])
    random_games(position, position.copy(), 1, new_dice(1), rules.scratch())


def step_a_little(rules: Ruleset) -> None:
    """All that the interfaces for researchers call."""
    env = VectorEnv(rules.name, 1, rules.players[0], seed=1)
    env.reset()
    env.step(Heuristics(env).actions())
    play = Play(rules, rules.players[0], {})
    while play.waiting:
        play.go_on(play.legal()[0])
    play.information_state(0)
    play.deal_anew(0, new_dice(1))
    play.rewards()
