"""Compile everything during set-up, so that nobody waits for it at a table."""

import os
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor, as_completed
from multiprocessing import get_context

import numpy as np

from brocante.analysis.ahead import analyst_for
from brocante.analysis.decisions import judge
from brocante.analysis.estimator import Estimator
from brocante.bench.playouts import random_games, roll_many
from brocante.bots.catalogue import bot
from brocante.envs.explicit import Play
from brocante.envs.opponents import Heuristics
from brocante.envs.vector import VectorEnv
from brocante.games.catalogue import RULESETS
from brocante.games.chance import new_dice
from brocante.games.compiled import CACHE
from brocante.games.game import Game, dealt, seed_bytes
from brocante.games.ruleset import Ruleset

COMPLETE = CACHE / "complete"  # is there when everything that is played has been compiled


def is_complete() -> bool:
    """Whether nobody will have to wait for machine code of the games."""
    return COMPLETE.exists()


def compile_all(envs: bool = False) -> Iterator[str]:
    """Compile each game in a process of its own, with or without the environments; yields each title when done."""
    slowest_first = [rules for latest in reversed(RULESETS.values()) for rules in compiled_apart(latest)]
    with ProcessPoolExecutor(min(len(slowest_first), os.cpu_count() or 1), get_context("spawn")) as pool:
        running = {pool.submit(compile_game, rules, envs): named(rules) for rules in slowest_first}
        for done in as_completed(running):
            done.result()
            yield running[done]
    COMPLETE.touch()


def compiled_apart(latest: Ruleset) -> list[Ruleset]:
    """The rules of a game, and those of earlier versions that were compiled otherwise."""
    return list({id(rules.rules): rules for rules in (*latest.earlier, latest)}.values())


def named(rules: Ruleset) -> str:
    latest = RULESETS[rules.name]
    return rules.title if rules is latest else f"{rules.title}, version {rules.version} of its rules,"


def compile_game(rules: Ruleset, envs: bool) -> None:
    """Call all that a game needs once, with the environments if wanted."""
    game = dealt(rules, rules.players[-1], seed_bytes(1), {})
    play_by_hand(game.clone())
    for opponent in ("random", "heuristic", "search", "neural"):
        bot(opponent, seed=1).explain(game)
    bot("neural", simulations=1, seed=1).explain(game)
    bot("easy", seed=1).choose(game)
    explain_a_move(game)
    play_whole_games(rules)
    roll_many(new_dice(1), 1)
    if envs and rules is RULESETS[rules.name]:
        step_a_little(rules)


def play_by_hand(game: Game) -> None:
    """All that a person's game calls, in the terminal or at a table: views, refusals, moves and the result."""
    player = bot("random", seed=1)
    for _ in range(4):
        game.view(0)
        game.encoded_tables()
        for words in set(game.ruleset.move_words) - set(game.legal()):
            game.check(words)
        move = player.choose(game)
        game.ends_with(move)
        game.play(move)
    while game.turn is not None:
        game.play(player.choose(game))
    game.result()


def explain_a_move(game: Game) -> None:
    """All that an analysis calls."""
    game, estimator = game.clone(), Estimator(game.ruleset, game.players, game.options)
    while len(game.legal()) == 1:
        game.play(game.legal()[0])
    position = np.array([game.position])
    estimator.chances(position, 1, new_dice(1))
    judge(position, 0, game.legal_numbers()[0], estimator, analyst_for(estimator), 8)


def play_whole_games(rules: Ruleset) -> None:
    """Random games, as the benchmark plays them."""
    position = rules.fresh(rules.players[0])
    random_games(position, position.copy(), 1, new_dice(1), rules.scratch())


def step_a_little(rules: Ruleset) -> None:
    """All that the environments call."""
    env = VectorEnv(rules.name, 1, rules.players[0], seed=1)
    env.reset()
    env.step(env.random_action if rules.heuristic is None else Heuristics(env).actions())
    play = Play(rules, rules.players[0], {})
    while play.waiting:
        play.go_on(play.legal()[0])
    play.information_state(0)
    play.deal_anew(0, new_dice(1))
    play.rewards()
