"""How much better a move was than expected: generalised advantage estimation (Schulman et al., 2016), for each seat
along its own moves, back from the end of the game or from the last move seen."""

from typing import Any, NamedTuple

from brocante.games.compiled import compiled


class Moves(NamedTuple):
    """What was played: the first index is the step, the second the game."""

    turn: Any
    players: Any
    value: Any  # what the seat expected before the move
    mine: Any  # 1: the learner's move
    over: Any  # 1: the move ended the game
    ranks: Any  # of that game
    advantage: Any  # found here, and the next two
    target: Any  # what the value should have been
    weight: Any  # 1: there is something to learn from the move


class Sums(NamedTuple):
    """By game and seat: what is known of the seat's next move while looking back."""

    value: Any
    advantage: Any
    known: Any


@compiled
def look_back(begin: int, end: int, trace: float, winning: Any, moves: Moves, sums: Sums) -> None:
    """Find advantages and targets of the games from `begin` to before `end`."""
    for i in range(begin, end):
        for seat in range(sums.known.shape[1]):
            sums.known[i, seat] = 0
        for t in range(moves.turn.shape[0] - 1, -1, -1):
            if moves.over[t, i] > 0:
                reward_all(i, moves.players[t, i], winning[0], moves.ranks[t, i], sums)
            seat = moves.turn[t, i]
            value = moves.value[t, i]
            advantage = 0.0
            if sums.known[i, seat] > 0:
                advantage = sums.value[i, seat] - value + trace * sums.advantage[i, seat]
                moves.weight[t, i] = moves.mine[t, i]
            else:
                moves.weight[t, i] = 0.0
            moves.advantage[t, i] = advantage
            moves.target[t, i] = value + advantage
            sums.value[i, seat] = value
            sums.advantage[i, seat] = advantage
            sums.known[i, seat] = 1


@compiled
def reward_all(i: int, players: int, winning: float, ranks: Any, sums: Sums) -> None:
    """A win is worth 1 and a loss so much less than 0 that all sum up to 0; or else the rank counts, from 1 to -1."""
    first = 0
    for seat in range(players):
        first += ranks[seat] == 1
    for seat in range(players):
        beaten = 0
        for other in range(players):
            beaten += (ranks[other] > ranks[seat]) - (ranks[other] < ranks[seat])
        share = 1.0 / first if ranks[seat] == 1 else 0.0
        won = (share * players - 1.0) / (players - 1)
        sums.value[i, seat] = winning * won + (1.0 - winning) * beaten / (players - 1)
        sums.advantage[i, seat] = 0.0
        sums.known[i, seat] = 1
