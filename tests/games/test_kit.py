"""What every game must hold (`brocante.testing`), for our games, in deals that Hypothesis draws."""

from collections.abc import Callable

import pytest
from hypothesis import given

from brocante.games.catalogue import RULESETS
from brocante.games.ruleset import Ruleset
from brocante.testing import EACH, ONCE
from brocante.testing.deals import Deal
from tests.strategies import deals


@pytest.mark.parametrize("rules", RULESETS.values(), ids=RULESETS)
@pytest.mark.parametrize("check", ONCE, ids=lambda check: check.__name__)
def test_as_it_is_declared(check: Callable[[Ruleset], None], rules: Ruleset) -> None:
    check(rules)


@pytest.mark.boundscheck
@pytest.mark.parametrize("check", EACH, ids=lambda check: check.__name__)
def test_as_it_is_played(check: Callable[[Deal], None]) -> None:
    @given(deals())
    def holds(deal: Deal) -> None:
        check(deal)

    holds()
