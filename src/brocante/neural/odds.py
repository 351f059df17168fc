"""From logits to odds, without an exponential function: those of machines differ in the last bit."""

from decimal import Decimal
from typing import Any

import numpy as np

from brocante.games.chance import bits
from brocante.games.compiled import compiled
from brocante.neural.net import POINT, Net, Room, consider

STEPS_BITS = 4
STEPS = 1 << STEPS_BITS  # of the table, for a difference of 1 between two logits
REACH = 16  # a move whose logit is that far below the best has no chance
WHOLE = 1 << 24  # the odds of the best move
ODDS = np.array([int((-Decimal(i) / STEPS).exp() * WHOLE) for i in range(STEPS * REACH + 1)], np.int64)


@compiled
def odds(room: Room, count: int, chances: Any) -> int:
    """Write the odds of each legal move into `chances`; their sum. Of moves that are one action for the net, which
    stand side by side, the first has all its odds."""
    best = room.logits[room.actions[0]]
    for i in range(1, count):
        best = max(best, room.logits[room.actions[i]])
    total = 0
    for i in range(count):
        below = (best - room.logits[room.actions[i]]) >> (POINT - STEPS_BITS)
        again = i > 0 and room.actions[i] == room.actions[i - 1]
        chances[i] = 0 if again or below >= ODDS.size else ODDS[below]
        total += chances[i]
    return total


@compiled
def drawn(chances: Any, count: int, total: int, dice: Any) -> int:
    """One of the moves, by their odds."""
    at = np.int64(bits(dice) >> np.uint64(1)) % total
    for i in range(count):
        at -= chances[i]
        if at < 0:
            return i
    return count - 1


@compiled
def weigh(positions: Any, net: Net, room: Room, moves: Any, chances: Any) -> Any:
    """The odds of each legal move; their sum, and which the net finds best."""
    count, _ = consider(positions[0], net, room, moves)
    best = 0
    for i in range(1, count):
        if room.logits[room.actions[i]] > room.logits[room.actions[best]]:
            best = i
    return odds(room, count, chances), best
