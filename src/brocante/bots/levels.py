"""Opponents people choose by name, from gentle to as strong as it gets."""

from brocante.bots.heuristic import Heuristic
from brocante.bots.rules_of_thumb import RulesOfThumb
from brocante.bots.search import Search

BETTER, EXPERT = 200, 3000  # simulations
OVERLOOKED = 0.5  # of the moves, where somebody begins


def easy(seed: int | None = None) -> Heuristic:
    """Knows the rules of thumb but overlooks some of its moves; in a game without heuristic it plays any move."""
    return Heuristic(seed, overlooks=OVERLOOKED)


def medium(seed: int | None = None) -> RulesOfThumb:
    """Plays by rules of thumb."""
    return RulesOfThumb(seed)


def hard(seed: int | None = None) -> Search:
    """Thinks ahead a little."""
    return Search(BETTER, seed=seed)


def expert(seed: int | None = None) -> Search:
    """Thinks ahead as long as people like to wait."""
    return Search(EXPERT, seed=seed)
