"""Random games by the thousand, in compiled code that is the same for all games."""

from typing import Any

from brocante.games.chance import reseed, roll
from brocante.games.compiled import compiled
from brocante.games.rules import deal, legal, play


@compiled
def random_games(fresh: Any, positions: Any, games: int, dice: Any, moves: Any) -> int:
    """Play whole games at random, each with a seed of its own; the number of moves played."""
    played = 0
    position = positions[0]
    for _ in range(games):
        positions[0] = fresh[0]
        reseed(position, dice)
        deal(position)
        while position.turn >= 0:
            play(position, moves[roll(dice, legal(position, moves))])
            played += 1
    return played


@compiled
def roll_many(dice: Any, rolls: int) -> int:
    """Roll dice: a loop whose speed depends only on the machine."""
    total = 0
    for _ in range(rolls):
        total += roll(dice, 7)
    return total
