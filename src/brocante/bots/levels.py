"""Opponents people choose by name, from gentle to as strong as it gets."""

from brocante.bots.heuristic import Heuristic
from brocante.bots.search import Search

EXPERT = 3000  # simulations


def easy(seed: int | None = None) -> Heuristic:
    """Knows the rules of thumb but overlooks some of its moves."""
    return Heuristic(seed, overlooks=0.5)


def medium(seed: int | None = None) -> Heuristic:
    """Plays by rules of thumb."""
    return Heuristic(seed)


def hard(seed: int | None = None) -> Search:
    """Thinks ahead a little."""
    return Search(200, seed=seed)


def expert(seed: int | None = None) -> Search:
    """Thinks ahead as long as people like to wait."""
    return Search(EXPERT, seed=seed)
