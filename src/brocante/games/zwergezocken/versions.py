"""Earlier versions of the rules: games that were played by them stay readable, running ones are played on by them.

Version 1 has no bounds for `limit` (Z6.3) and `rounds` (Z6.4); all else is as in version 2.
"""

from dataclasses import replace

from brocante.games.options import Whole
from brocante.games.ruleset import Ruleset

UNBOUNDED = (Whole("limit", 0, 55), Whole("rounds", 1, 30))


def with_earlier(current: Ruleset) -> Ruleset:
    """The current rules, with the versions that came before them."""
    names = [option.name for option in UNBOUNDED]
    kept = [option for option in current.options if option.name not in names]
    return replace(current, earlier=(replace(current, version=1, options=(*kept, *UNBOUNDED)),))
