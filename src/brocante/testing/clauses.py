"""The clauses of a rules page."""

import re
from functools import cache
from importlib.resources import files

from brocante.games.ruleset import Ruleset


def clauses(page: str) -> list[str]:
    """The numbers that a rules page gives its clauses: at the start of a line or heading.

    >>> clauses("## G1 Setting up\\nG1.1 The cards are shuffled (C3).\\n")
    ['G1', 'G1.1']
    """
    return re.findall(r"^(?:## |\*\*)?([A-Z]\d+(?:\.\d+)?)\b", page, re.MULTILINE)


@cache
def clauses_of(rules: Ruleset) -> frozenset[str]:
    """All clauses that hold for a game: its own, and those common to all games."""
    common = (files("brocante.games") / "rules.md").read_text(encoding="utf-8")
    return frozenset([*clauses(common), *clauses(rules.data("rules.md"))])
