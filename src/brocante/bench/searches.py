"""Our search beside OpenSpiel's C++ one: simulations per second from an opening, with random playouts to the end.

A simulation of a long game is more work than one of a short game, so the moves they consist of are compared too.
"""

import random
from dataclasses import dataclass
from functools import partial
from statistics import fmean
from typing import Any

from brocante.bench.contender import Contender, rate_of
from brocante.bots.search import Search
from brocante.games.catalogue import RULESETS
from brocante.games.game import Game, new
from brocante.games.ruleset import Ruleset

SIMULATIONS = 1000
PLAYOUTS = 50  # that tell how long a game is from its opening on


@dataclass
class Searcher:
    """A search from an opening, and how many moves there are on average from there to the end at random."""

    contender: Contender
    moves: float

    @property
    def moves_rate(self) -> float:
        return self.contender.rate * self.moves


def searchers(peers: bool) -> tuple[list[Searcher], Searcher | None]:
    """One for each of our games, and OpenSpiel's if peers are wanted."""
    ours = [
        Searcher(Contender(f"search, {rules.title}", partial(search, rules)), mean_length(opening(rules)))
        for rules in RULESETS.values()
    ]
    return ours, open_spiel_searcher() if peers else None


def opening(rules: Ruleset) -> Game:
    return new(rules.name, players=rules.usual_players, seed=1)


def search(rules: Ruleset, seconds: float) -> float:
    """Simulations per second of our search."""
    game, bot = opening(rules), Search(SIMULATIONS, seed=1, random_playouts=True, to_the_end=True)
    return rate_of(lambda: sum(thought.visits for thought in bot.explain(game)), seconds)


def mean_length(game: Game) -> float:
    """How many moves random players make until the game is over."""
    luck, lengths = random.Random(1), []
    for _ in range(PLAYOUTS):
        playout = game.clone()
        while playout.turn is not None:
            playout.play(luck.choice(playout.legal()))
        lengths.append(len(playout.moves) - len(game.moves))
    return fmean(lengths)


def open_spiel_searcher() -> Searcher:
    """OpenSpiel's own search for games with hidden cards, in C++, from an opening of hearts."""
    import pyspiel

    state = pyspiel.load_game("hearts").new_initial_state()
    while state.is_chance_node():
        state.apply_action(state.legal_actions()[-1])
    assert len(state.legal_actions()) > 1, "nothing to think about"
    bot = pyspiel.ISMCTSBot(1, pyspiel.RandomRolloutEvaluator(1, 1), 2.0, SIMULATIONS)

    def think(seconds: float) -> float:
        return rate_of(lambda: SIMULATIONS if bot.step(state) >= 0 else 0, seconds)

    return Searcher(Contender("OpenSpiel ISMCTS, hearts", think), mean_length_of_state(state))


def mean_length_of_state(state: Any) -> float:
    """The same of a state of OpenSpiel; chance is not counted."""
    luck, lengths = random.Random(1), []
    for _ in range(PLAYOUTS):
        playout, moves = state.clone(), 0
        while not playout.is_terminal():
            moves += not playout.is_chance_node()
            playout.apply_action(luck.choice(playout.legal_actions()))
        lengths.append(moves)
    return fmean(lengths)


def report(ours: list[Searcher], peer: Searcher | None) -> dict[str, Any]:
    """All figures, and how many times as many simulations and moves ours make as the peer."""

    def figures(each: Searcher) -> dict[str, Any]:
        compared = peer is not None and each is not peer
        return {
            "simulations_per_second": round(each.contender.rate),
            "moves_per_simulation": round(each.moves),
            "moves_per_second": round(each.moves_rate),
            "ratio_to_peer": ratio(each.contender.rate, peer.contender.rate) if peer and compared else None,
            "moves_ratio_to_peer": ratio(each.moves_rate, peer.moves_rate) if peer and compared else None,
        }

    return {each.contender.name: figures(each) for each in (*ours, *([peer] if peer else []))}


def ratio(rate: float, peer: float) -> float:
    return round(rate / peer, 1)
