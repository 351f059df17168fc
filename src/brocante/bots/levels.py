"""Opponents people choose by name, from gentle to as strong as it gets."""

from brocante.bots.hunch import Hunch
from brocante.bots.search import Search

EXPERT = 3000  # simulations


def easy(seed: int | None = None) -> Hunch:
    """Knows the rules of thumb but overlooks some of its moves."""
    return Hunch(seed, overlooks=0.5)


def medium(seed: int | None = None) -> Hunch:
    """Plays by rules of thumb."""
    return Hunch(seed)


def hard(seed: int | None = None) -> Search:
    """Thinks ahead a little."""
    return Search(200, seed=seed)


def expert(seed: int | None = None) -> Search:
    """Thinks ahead as long as people like to wait."""
    return Search(EXPERT, seed=seed)
