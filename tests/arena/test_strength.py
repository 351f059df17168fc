"""The page about strength says what was measured, and what was not."""

from dataclasses import replace
from pathlib import Path
from types import SimpleNamespace
from typing import cast

import pytest

from brocante.arena.report import Estimate, Rating, Report, Standing
from brocante.arena.strength import Claim, brought, claims, measured, page, quick, show, slow
from brocante.bots.spec import bot_from
from brocante.games.catalogue import RULESETS


def standing(mean: float, margin: float) -> Standing:
    return Standing("heuristic", 1, Estimate(mean, margin), Estimate(1, 0), Rating(25, 8), 1, 1.0)


@pytest.mark.parametrize(
    ("goal", "mean", "margin", "verdict"),
    [
        (None, 0.40, 0.10, "holds"),
        (None, 0.30, 0.10, "not shown"),
        (0.55, 0.56, 0.10, "holds"),
        (0.55, 0.50, 0.07, "within the interval"),
        (0.55, 0.40, 0.07, "falls short"),
    ],
)
def test_a_claim_holds_only_if_the_figures_say_so(goal: float | None, mean: float, margin: float, verdict: str) -> None:
    assert Claim("klunker", 4, "heuristic", "random", goal).holds(standing(mean, margin)) == verdict


@pytest.mark.parametrize(("mean", "verdict"), [(0.12, "holds"), (0.20, "within the interval"), (0.30, "falls short")])
def test_a_weaker_bot_may_be_claimed_to_win_no_more_than_so_much(mean: float, verdict: str) -> None:
    claim = Claim("klunker", 4, "heuristic", "expert", most=0.15)
    assert claim.holds(standing(mean, 0.08)) == verdict
    assert "| at most 15% | not measured yet |" in page([], [claim])


def test_where_luck_is_known_the_narrower_interval_decides() -> None:
    claim = Claim("klunker", 4, "heuristic", "random")
    plain = standing(0.30, 0.10)
    sharp, blunt = (replace(plain, corrected=Estimate(0.32, margin)) for margin in (0.05, 0.11))
    assert [claim.holds(each) for each in (plain, sharp, blunt)] == ["not shown", "holds", "not shown"]
    assert measured(sharp) == "32.0% ± 5.0 less luck (30.0% ± 10.0)"
    assert measured(plain) == measured(blunt) == "30.0% ± 10.0"


def test_a_claim_may_be_about_an_option(tmp_path: Path) -> None:
    claim = Claim("klunker", 3, "heuristic", "random", options="unsold=box")
    report = show(claim, 1, tmp_path, lambda done, total: None)
    assert report.match["options"]["unsold"] == "box"
    assert "| klunker, 3, unsold=box: `heuristic` against 2 × `random` |" in page([(claim, report)], [])


def test_every_claim_names_bots_there_are() -> None:
    there = list(claims())
    assert {claim.game for claim in there} == set(RULESETS)
    for claim in there:
        bot_from(claim.strong, seed=1)
        bot_from(claim.weak, seed=1)


def test_a_game_may_claim_more_or_other_than_all_games_do() -> None:
    there = {claim.match: claim for claim in claims()}
    assert len(there) == len(list(claims())), "one claim for each match"
    own = [Claim(name, **each) for name, rules in RULESETS.items() for each in brought(rules).get("claims", ())]
    assert own
    for claim in own:
        assert there[claim.match] == claim


def test_a_game_without_heuristic_makes_no_claim_about_it() -> None:
    rules = replace(next(iter(RULESETS.values())), heuristic=None)
    made = [*quick(rules), *slow(rules)]
    assert made
    assert not any("heuristic" in f"{claim.strong} {claim.weak}" for claim in made)
    assert brought(replace(rules, package="brocante.games")) == {}


def test_the_page_tells_measured_from_missing(tmp_path: Path) -> None:
    first, second, *_ = claims()
    report = show(first, 1, tmp_path, lambda done, total: None)
    text = page([(first, report)], [second])
    assert f"| {report.games} |" in text
    assert all(len(line) <= 120 or line.startswith("|") for line in text.splitlines())  # rows cannot be wrapped
    assert text.count("not measured yet") == 1
    assert list(tmp_path.glob("*.jsonl"))


def test_a_goal_may_follow_from_another_measurement() -> None:
    def shown(claim: Claim, share: float) -> tuple[Claim, Report]:
        return claim, cast("Report", SimpleNamespace(games=4, standings={"expert": standing(share, 0.02)}))

    first = Claim("klunker", 4, "expert", "heuristic", 0.5)
    good, bad = (
        Claim("klunker", 4, "expert", f"heuristic:weights={name}", less_than="heuristic") for name in ("a", "b")
    )
    text = page([shown(first, 0.6), shown(good, 0.55), shown(bad, 0.45)], [])
    assert "| 50.0% (10 points less) | 55.0% ± 2.0 | 4 | 1000.0 | holds |" in text
    assert "| 50.0% (10 points less) | 45.0% ± 2.0 | 4 | 1000.0 | falls short |" in text
