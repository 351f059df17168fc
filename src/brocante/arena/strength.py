"""What is claimed of the bots, and the matches that test it: one stronger bot at a table of weaker ones."""

import json
import textwrap
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from brocante.arena import tournament
from brocante.arena.report import Report, Standing
from brocante.bots.heuristic import weight_sets
from brocante.bots.levels import EXPERT
from brocante.bots.spec import read_value
from brocante.games.catalogue import RULESETS
from brocante.games.ruleset import Ruleset
from brocante.machine import machine

SEED = 2026
PLAYERS = (4, 2, 3, 5)  # those that a game is for
WIDTH = 115  # of lines on the page
SEARCH = f"search:simulations={EXPERT}"  # the strongest without a net


@dataclass(frozen=True)
class Claim:
    """One stronger bot at a table of weaker ones wins at least the share `goal`; None: clearly more than a fair share.

    With `less_than`, the goal is the share that it wins at a table of that other bot, minus 10 points. With `most`, the
    first bot is the weaker one, at a table of stronger ones, and wins no more than that.
    """

    game: str
    players: int
    strong: str
    weak: str
    goal: float | None = None
    less_than: str | None = None
    most: float | None = None
    options: str = ""  # of the game, as on a command line: name=value
    times: float = 1  # multiplies the number of deals: more where they are cheap or tell little

    @property
    def match(self) -> tuple[str, int, str, str, str]:
        """What is played."""
        return self.game, self.players, self.strong, self.weak, self.options

    def deals(self, deals: int) -> int:
        """The number of deals for this claim, if `deals` is the usual number."""
        return max(1, round(self.times * deals))

    def share(self, report: Report) -> float:
        """The stronger bot's share of wins."""
        return report.standings[self.strong].narrowest.mean

    def holds(self, standing: Standing) -> str:
        """What the measurement says of the claim."""
        mean, margin = standing.narrowest.mean, standing.narrowest.margin or 1.0
        if self.most is not None:
            if mean <= self.most:
                return "holds"
            return "within the interval" if mean - margin <= self.most else "falls short"
        if self.goal is None:
            return "holds" if mean - margin > 1 / self.players else "not shown"
        if mean >= self.goal:
            return "holds"
        return "within the interval" if mean + margin >= self.goal else "falls short"


NOTE = (
    "All these searches share their evaluation and their heuristic; perhaps what separates them is no more than the "
    "noise of fewer simulations."
)


def brought(rules: Ruleset) -> dict[str, Any]:
    """What the game's `strength.json` says: `claims` for this game alone, and `notes` for the page."""
    try:
        content: dict[str, Any] = json.loads(rules.data("strength.json"))
    except FileNotFoundError:
        return {}
    return content


def claims() -> Iterator[Claim]:
    """What is claimed of the bots; first what is measured fastest. A game's own claim replaces the common one about the
    same match."""
    own = {
        claim.match: claim
        for name, rules in RULESETS.items()
        for claim in (Claim(name, **each) for each in brought(rules).get("claims", ()))
    }
    common = [claim for part in (quick, slow) for rules in RULESETS.values() for claim in part(rules)]
    common = [claim for claim in common if claim.players in RULESETS[claim.game].players]
    yield from (claim for match, claim in own.items() if match not in {each.match for each in common})
    yield from (own.get(claim.match, claim) for claim in common)


def quick(rules: Ruleset) -> Iterator[Claim]:
    """The common claims that take seconds or minutes."""
    if rules.heuristic:
        yield Claim(rules.name, 4, "heuristic", "random", 0.90, times=2)
    if rules.heuristic and rules.perception:
        for weak in ("heuristic", "heuristic:weights=other", "random"):
            yield Claim(rules.name, 4, "neural", weak, times=4)
    for players in PLAYERS:
        yield Claim(rules.name, players, "medium", "easy", times=2)
        yield Claim(rules.name, players, "hard", "medium", times=2)


def slow(rules: Ruleset) -> Iterator[Claim]:
    """The common claims that take hours."""
    if rules.heuristic:
        yield Claim(rules.name, 4, SEARCH, "heuristic")
        yield Claim(rules.name, 4, "expert", "heuristic")
        if "other" in weight_sets(rules):
            yield Claim(rules.name, 4, "expert", "heuristic:weights=other", less_than="heuristic")
    if rules.perception:
        yield Claim(rules.name, 4, "expert", SEARCH)
        yield Claim(rules.name, 4, SEARCH, "expert", most=0.15)
    for players in PLAYERS:
        yield Claim(rules.name, players, "expert", "hard", times=0.5)
    for most in (EXPERT // 4, EXPERT):
        more, less = (f"search:simulations={simulations}" for simulations in (most, most // 4))
        yield Claim(rules.name, 4, more, less)


def show(
    claim: Claim, deals: int, folder: Path, progress: Callable[[int, int], object], ray: str | None = None
) -> Report:
    """Play the match of a claim, or the games of it that are not in the folder yet."""
    name = "-".join(filter(None, map(str, claim.match))).replace(":", "-").replace("=", "-")
    entrants = [claim.strong, *[claim.weak] * (claim.players - 1)]
    return tournament.run(
        claim.game,
        entrants,
        claim.deals(deals),
        SEED,
        options_of(claim),
        file=folder / f"{name}.jsonl",
        progress=progress,
        ray=ray,
    )


def page(shown: list[tuple[Claim, Report]], missing: list[Claim]) -> str:
    """The measurements as a page of the documentation."""
    about = machine()
    rows = [row(claim, report) for claim, report in with_goals(shown)]
    rows += [f"| {title(claim)} | {goal(claim)} | not measured yet | | | |" for claim in missing]
    return "\n".join(
        [
            "# Strength",
            "",
            "One stronger bot at a table of weaker ones, in every seat of the same deals: its share of wins with a 95%",
            "interval over deals (a shared win counts its share). Where [wins less luck](arena.md#wins-less-luck) have",
            "a narrower interval they stand here, and plain wins behind them. Written by `brocante strength`:",
            f"arena seed {SEED}, {about['processor']}, {about['cores']} cores, {datetime.now(UTC).date().isoformat()}.",
            "Milliseconds are wall-clock time: they are longer where the machine had other work to do.",
            "",
            "| game, players: match | goal | measured | games | ms per move | |",
            "|---|---|---|---|---|---|",
            *rows,
            "",
            *(f"{textwrap.fill(note, WIDTH)}\n" for note in notes()),
        ]
    )


def notes() -> Iterator[str]:
    """Explanations of the figures, one paragraph each."""
    for rules in RULESETS.values():
        yield from brought(rules).get("notes", ())
    yield NOTE


def with_goals(shown: list[tuple[Claim, Report]]) -> Iterator[tuple[Claim, Report]]:
    """The same, with the goals that depend on other measurements."""
    shares = {(claim.game, claim.strong, claim.weak): claim.share(report) for claim, report in shown}
    for claim, report in shown:
        share = shares.get((claim.game, claim.strong, claim.less_than or ""))
        yield (replace(claim, goal=share - 0.10) if share else claim), report


def title(claim: Claim) -> str:
    setup = f"{claim.game}, {claim.players}" + (f", {claim.options}" if claim.options else "")
    return f"{setup}: `{claim.strong}` against {claim.players - 1} × `{claim.weak}`"


def options_of(claim: Claim) -> dict[str, Any]:
    name, _, value = claim.options.partition("=")
    return {name: read_value(value)} if name else {}


def goal(claim: Claim) -> str:
    if claim.most is not None:
        return f"at most {100 * claim.most:.0f}%"
    if claim.goal is not None:
        return f"{100 * claim.goal:.1f}% (10 points less)" if claim.less_than else f"{100 * claim.goal:.0f}%"
    if claim.less_than:
        return f"10 points less than against `{claim.less_than}`"
    return f"above {100 / claim.players:.0f}%"


def row(claim: Claim, report: Report) -> str:
    standing = report.standings[claim.strong]
    time = 1000 * standing.seconds / max(standing.moves, 1)
    return (
        f"| {title(claim)} | {goal(claim)} | {measured(standing)} | {report.games} | {time:.1f} "
        f"| {claim.holds(standing)} |"
    )


def measured(standing: Standing) -> str:
    wins = standing.wins.text(100, 1, "%")
    if standing.narrowest is standing.wins:
        return wins
    return f"{standing.narrowest.text(100, 1, '%')} less luck ({wins})"
