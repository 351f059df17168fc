"""Many games between players that go by the heuristic, in compiled code: for tuning."""

from typing import Any

import numpy as np

from brocante.bots.heuristic import best
from brocante.games.chance import bits, roll
from brocante.games.compiled import compiled
from brocante.games.rules import deal, heuristic, legal, play, result


@compiled
def duel(
    fresh: Any,
    positions: Any,
    one: Any,
    rest: Any,
    rest_random: bool,
    deals: int,
    dice: Any,
    moves: Any,
    scores: Any,
    outcome: Any,
    key: Any,
) -> float:
    """Play one set of weights against the rest, in every seat of every deal; its share of wins."""
    position = positions[0]
    wins = 0.0
    for _ in range(deals):
        for i in range(8):
            key[i] = np.int32(np.uint32(bits(dice) >> np.uint64(32)))
        for seat in range(fresh[0].players):
            positions[0] = fresh[0]
            for i in range(8):
                position.key[i] = key[i]
            deal(position)
            while position.turn >= 0:
                count = legal(position, moves)
                if position.turn != seat and rest_random:
                    play(position, moves[roll(dice, count)])
                else:
                    heuristic(position, moves, count, one if position.turn == seat else rest, scores)
                    play(position, moves[best(scores, count, dice)])
            result(position, outcome[0], outcome[1])
            winners = 0
            for other in range(position.players):
                winners += outcome[1, other] == 1
            if outcome[1, seat] == 1:
                wins += 1.0 / winners
    return wins / (deals * fresh[0].players)
