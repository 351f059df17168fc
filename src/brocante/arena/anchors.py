"""How strong the levels of bots are, as openskill ratings: measured in the arena, and fixed from then on.

People are rated against them, so a rating means the same from the first day. `brocante anchors` measures them and
writes `anchors.json`.
"""

import json
from collections.abc import Callable
from functools import cache
from pathlib import Path

from brocante.arena import tournament
from brocante.arena.report import Rating

FILE = Path(__file__).with_name("anchors.json")
LEVELS = ("easy", "medium", "hard", "expert")
SEED = 2026


@cache
def anchors() -> dict[str, dict[str, Rating]]:
    """The ratings of the levels, by game."""
    content = json.loads(FILE.read_text())
    return {
        game: {level: Rating(**rating) for level, rating in levels.items()} for game, levels in content["games"].items()
    }


def measure(game: str, deals: int, tell: Callable[[int, int], object]) -> dict[str, dict[str, float]]:
    """The ratings of the levels in a game: all at one table, every deal once with each of them in each seat."""
    report = tournament.run(game, LEVELS, deals, SEED, {}, progress=tell, luck=0)
    ratings = {level: report.standings[level].rating for level in LEVELS}
    return {level: {"mu": round(each.mu, 3), "sigma": round(each.sigma, 3)} for level, each in ratings.items()}
