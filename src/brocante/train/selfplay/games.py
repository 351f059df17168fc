"""Many games side by side for a learner: numbers, masks and turns as arrays, moves as the net's actions.

In each game some seats may belong to others: to an earlier self, which the caller moves, or to the heuristic, which
moves here. A game that ends is dealt anew at once, with another setup.
"""

from typing import Any, NamedTuple

import numpy as np

from brocante.bots.heuristic import weights_of
from brocante.envs.opponents import choose
from brocante.envs.vector import dice_for
from brocante.games.chance import reseed, roll
from brocante.games.compiled import compiled
from brocante.games.layout import NUMBER
from brocante.games.rules import action_of, deal, legal, observe, perceive, play, result
from brocante.games.ruleset import Ruleset
from brocante.games.seats import MOST_SEATS

LEARNER, RIVAL, HEURISTIC = range(3)  # who moves for a seat
ALL, SOME, ONE = range(3)  # of the seats of a game are the learner's


class Batch(NamedTuple):
    """All that is kept of the games; in each array but `setups` and `weights` the first index is the game."""

    setups: Any
    weights: Any  # of the heuristic
    positions: Any
    dice: Any
    seats: Any  # which of them are the learner's: ALL, SOME, ONE
    others: Any  # whose the others are
    who: Any  # moves for each seat
    players: Any
    turn: Any
    numbers: Any
    mask: Any  # of actions
    over: Any  # whether the last move ended a game
    ranks: Any  # of the game that ended last
    observations: Any
    worlds: Any  # of games with heuristics
    chosen: Any


def new_batch(rules: Ruleset, setups: Any, games: int, heuristics: int) -> Batch:
    """Room for so many games, the first of which may have heuristics."""
    shape = rules.needed_perception().PERCEPTION
    return Batch(
        setups=setups,
        weights=weights_of(rules, "tuned"),
        positions=np.zeros(games, rules.position_type),
        dice=np.zeros((games, 1), np.uint64),
        seats=np.zeros(games, np.int8),
        others=np.zeros(games, np.int8),
        who=np.zeros((games, MOST_SEATS), np.int8),
        players=np.zeros(games, np.int8),
        turn=np.zeros(games, np.int8),
        numbers=np.zeros((games, shape.numbers), np.int16),
        mask=np.zeros((games, shape.actions), np.int8),
        over=np.zeros(games, np.int8),
        ranks=np.zeros((games, MOST_SEATS), np.int8),
        observations=np.zeros((games, rules.layout.size), NUMBER),
        worlds=np.zeros(max(heuristics, 1), rules.position_type),
        chosen=np.zeros(games, np.int32),
    )


class Games:
    """Games on the CPU."""

    def __init__(self, rules: Ruleset, setups: Any, games: int, heuristics: int = 0) -> None:
        self.rules, self.size = rules, games
        self.batch = new_batch(rules, setups, games, heuristics)
        # room for one game: legal moves, how good they look, and hidden cards
        self._scratch = rules.scratch(), np.zeros(rules.most_legal), np.zeros(rules.card_count, np.int8)

    def seat(self, seats: Any, others: Any) -> None:
        """Say of each game which seats are the learner's, and whose the others are."""
        self.batch.seats[:], self.batch.others[:] = seats, others

    def reset(self, seed: int, alike: int = 1) -> None:
        """Deal every game; so many neighbours get the same deal."""
        self.batch.dice[:] = np.repeat(dice_for(-(-self.size // alike), seed), alike, axis=0)[: self.size]
        reset_games(0, self.size, self.batch, self._scratch[0])

    def step(self, actions: Any) -> None:
        """An action in every game; those of heuristics are not asked for."""
        step_games(0, self.size, actions, self.batch, *self._scratch)


@compiled
def reset_games(begin: int, end: int, batch: Batch, moves: Any) -> None:
    for i in range(begin, end):
        deal_game(i, batch)
        batch.over[i] = 0
        show_game(i, batch, moves)


@compiled
def step_games(begin: int, end: int, actions: Any, batch: Batch, moves: Any, scores: Any, cards: Any) -> None:
    for i in range(begin, end):
        play(batch.positions[i], move_for(i, actions[i], batch, moves, scores, cards))
        batch.over[i] = batch.positions[i].turn < 0
        if batch.over[i]:
            result(batch.positions[i], batch.observations[i], batch.ranks[i])  # the scores are not needed
            deal_game(i, batch)
        show_game(i, batch, moves)


@compiled
def move_for(i: int, action: int, batch: Batch, moves: Any, scores: Any, cards: Any) -> int:
    """The first legal move that is this action; where a heuristic moves, its choice."""
    if batch.who[i, batch.turn[i]] == HEURISTIC:
        choose(
            batch.positions[i : i + 1],
            batch.worlds[i : i + 1],
            batch.weights,
            batch.dice[i],
            moves,
            scores,
            cards,
            batch.chosen[i : i + 1],
        )
        return batch.chosen[i]
    count = legal(batch.positions[i], moves)
    for k in range(count):
        if action_of(batch.positions[i], moves[k]) == action:
            return moves[k]
    return moves[0]


@compiled
def deal_game(i: int, batch: Batch) -> None:
    batch.positions[i] = batch.setups[roll(batch.dice[i], batch.setups.size)]
    reseed(batch.positions[i], batch.dice[i])
    deal(batch.positions[i])
    seat_players(i, batch)


@compiled
def seat_players(i: int, batch: Batch) -> None:
    """Whose seat is whose in a new game: where some are the learner's, at least one is, and at least one is not."""
    players = batch.positions[i].players
    own = i % players
    for seat in range(players):
        batch.who[i, seat] = LEARNER
    if batch.seats[i] == ALL:
        return
    for seat in range(players):
        if seat != own and (batch.seats[i] == ONE or seat == (own + 1) % players or roll(batch.dice[i], 2) == 0):
            batch.who[i, seat] = batch.others[i]


@compiled
def show_game(i: int, batch: Batch, moves: Any) -> None:
    position = batch.positions[i]
    batch.turn[i] = position.turn
    batch.players[i] = position.players
    batch.observations[i][:] = 0
    observe(position, position.turn, batch.observations[i])
    perceive(position, batch.observations[i], batch.numbers[i])
    batch.mask[i][:] = 0
    for k in range(legal(position, moves)):
        batch.mask[i, action_of(position, moves[k])] = 1
