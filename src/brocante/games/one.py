"""One game for callers in plain Python: an array with one position, since Numba takes arrays ten times as fast as
records, and as few calls as a turn needs."""

from typing import Any

from brocante.games.compiled import compiled
from brocante.games.facts import forget_facts
from brocante.games.rules import deal, legal, observe, observe_private, observe_public, play, result

OVER, ILLEGAL = -1, -2  # in place of the seat to move


@compiled
def look(positions: Any, seat: int, numbers: Any, mask: Any, moves: Any) -> None:
    """What the seat may know, and where it is its turn its legal moves, into arrays that are all 0."""
    observe(positions[0], seat, numbers)
    if seat == positions[0].turn:
        for i in range(legal(positions[0], moves)):
            mask[moves[i]] = 1


@compiled
def advance(positions: Any, move: int, moves: Any) -> int:
    """Play a move; the seat to move then, OVER when the game is over, ILLEGAL if it may not be played."""
    for i in range(legal(positions[0], moves)):
        if moves[i] == move:
            forget_facts(positions[0])
            play(positions[0], move)
            return positions[0].turn
    return ILLEGAL


@compiled
def ends(positions: Any, spare: Any, move: int, moves: Any) -> bool:
    """Whether the game is over after a move. It is played in the spare position, which is overwritten."""
    spare[0] = positions[0]
    return advance(spare, move, moves) == OVER


@compiled
def result_of_one(positions: Any, scores: Any, ranks: Any) -> None:
    result(positions[0], scores, ranks)


@compiled
def legal_of_one(positions: Any, moves: Any) -> int:
    return legal(positions[0], moves)


@compiled
def observe_one(positions: Any, seat: int, numbers: Any) -> None:
    observe(positions[0], seat, numbers)


@compiled
def deal_one(positions: Any) -> None:
    deal(positions[0])


@compiled
def see_public(positions: Any, numbers: Any) -> None:
    observe_public(positions[0], 0, numbers)


@compiled
def see_all(positions: Any, numbers: Any) -> None:
    """For each seat what it alone may see, then in one more row what everyone may see."""
    seats = len(numbers) - 1
    for seat in range(seats):
        observe_private(positions[0], seat, numbers[seat])
    observe_public(positions[0], 0, numbers[seats])


@compiled
def see_private(positions: Any, seat: int, numbers: Any) -> None:
    observe_private(positions[0], seat, numbers)
