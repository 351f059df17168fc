"""What Hypothesis varies: games, players, options, seeds, and styles of play that reach the rare corners."""

from hypothesis import strategies as st

from brocante.games.catalogue import RULESETS
from brocante.testing.deals import Deal, likeable
from tests.games.knowledge import of

NAMES = list(RULESETS)


@st.composite
def deals(draw: st.DrawFn, name: str | None = None) -> Deal:
    """A deal of any game, or of that one."""
    rules = RULESETS[name or draw(st.sampled_from(NAMES))]
    players = draw(st.sampled_from(rules.players))
    options = {option.name: draw(st.sampled_from(option.examples(players))) for option in rules.options}
    seed = draw(st.binary(min_size=32, max_size=32))
    favourites = draw(st.sampled_from(of(rules.name, "play").STYLES) | st.lists(st.sampled_from(likeable(rules))))
    return Deal(rules, players, options, seed, tuple(favourites), draw(st.integers(0, 2**32)))
