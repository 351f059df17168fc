"""How a game of Klunker that is not over will end, roughly: from worths that `brocante fit` has found."""

from typing import Any

from brocante.games.compiled import compiled
from brocante.games.klunker.rules import CARDS, KINDS, NECKLACE, OVER

# How the search thinks ahead here: see `bots/tree.py`.
SEARCH = {"explore": 0.25, "chance_moves": 0.1, "cut": 2.0, "scale": 6.0, "wide": 3.0, "widen": 0.15}

WORTHS = (
    "one",  # of one, two, three of a kind in the safe
    "two",
    "three",
    "necklace",  # of each necklace in the safe, beyond that
    "crowd",  # of each pair of kinds in the safe
    "one_early",  # the same, when nothing has been drawn from the pile yet; in between, less
    "two_early",
    "three_early",
    "necklace_early",
    "crowd_early",
    "match",  # of each card in hand whose kind lies in the safe
    "broke",  # of having no bill
    "first",  # of being first player
)
NECKLACES, CROWD, EARLY, MATCH, BROKE, FIRST = 3, 4, 5, 10, 11, 12


@compiled
def evaluate(position: Any, worths: Any, values: Any) -> None:
    """The score each seat may expect; every worth counts as often as what it is of is there."""
    early = position.pile_size / CARDS
    for seat in range(position.players):
        values[seat] = float(position.bills[seat])
        if position.phase != OVER:
            values[seat] += in_safe(position, seat, worths, 0) + early * in_safe(position, seat, worths, EARLY)
            for kind in range(KINDS):
                if position.safe[seat, kind] > 0:
                    values[seat] += position.hand[seat, kind] * worths[MATCH]
            if position.bills[seat] == 0:
                values[seat] += worths[BROKE]
            if seat == position.first:
                values[seat] += worths[FIRST]


@compiled
def in_safe(position: Any, seat: int, worths: Any, begin: int) -> float:
    """What lies in the safe, by the worths that begin there."""
    value, kinds = 0.0, 0
    for kind in range(KINDS):
        copies = position.safe[seat, kind]
        if copies > 0:
            kinds += 1
            value += worths[begin + copies - 1]
    value += position.safe[seat, NECKLACE] * worths[begin + NECKLACES]
    return value + kinds * (kinds - 1) / 2 * worths[begin + CROWD]


@compiled
def stage(position: Any) -> int:
    """Counts on as the game goes on: rounds."""
    return position.round
