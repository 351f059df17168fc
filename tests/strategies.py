"""What Hypothesis varies: games, players, options, seeds, and styles of play that reach the rare corners."""

import random

from hypothesis import strategies as st

from brocante.games.catalogue import RULESETS
from brocante.testing.deals import Deal, likeable
from brocante.testing.deals import choose as choose_by
from tests.games.knowledge import of

NAMES = list(RULESETS)
FAVOURITES: dict[str, tuple[str, ...]] = {
    "any": (),
    "thrifty": ("pass", "bid"),
    "busy": ("lay", "play swap", "play give", "play draw", "store", "buy", "sell"),
}


def choose(legal: list[str], style: str, luck: random.Random) -> str:
    """A move as people at a table choose it: any, or such that a game has a fair length."""
    return choose_by(legal, FAVOURITES[style], luck)


@st.composite
def deals(draw: st.DrawFn, name: str | None = None) -> Deal:
    """A deal of any game, or of that one."""
    rules = RULESETS[name or draw(st.sampled_from(NAMES))]
    players = draw(st.sampled_from(rules.players))
    options = {option.name: draw(st.sampled_from(option.examples(players))) for option in rules.options}
    seed = draw(st.binary(min_size=32, max_size=32))
    favourites = draw(st.sampled_from(of(rules.name, "play").STYLES) | st.lists(st.sampled_from(likeable(rules))))
    return Deal(rules, players, options, seed, tuple(favourites), draw(st.integers(0, 2**32)))
