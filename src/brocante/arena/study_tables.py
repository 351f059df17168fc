"""The tables of `docs/analysis.md`, from what `study` has found."""

from collections.abc import Iterable, Iterator, Sequence
from itertools import pairwise
from statistics import correlation, fmean
from typing import Any

from brocante.arena.anchors import LEVELS, anchors
from brocante.arena.match import Played
from brocante.arena.report import Rating, estimate, ratings

Line = dict[str, Any]
Costs = dict[int, list[list[float]]]  # by the number of a game: what was lost with each decision, by seat

PAGES = "the pages"  # their analyst


class Study:
    """All that was found of one game. Lines that were found twice count once."""

    def __init__(self, name: str, lines: Sequence[Line]) -> None:
        self.name = name
        self.games = {each["number"]: each for each in lines if "record" in each}
        self.costs: dict[str, Costs] = {PAGES: {number: each["costs"] for number, each in self.games.items()}}
        for each in lines:
            if "analyst" in each and each["number"] in self.games:
                who = f"{each['analyst']}, {each['simulations']}"
                self.costs.setdefault(who, {})[each["number"]] = each["costs"]

    def seat(self, number: int, level: int) -> int:
        seat: int = self.games[number]["seats"].index(level)
        return seat

    def of_level(self, level: int, figure: str) -> list[float]:
        """A figure of the seat that a level had, in each game."""
        return [each[figure][self.seat(number, level)] for number, each in self.games.items()]

    def lost(self, analyst: str, level: int) -> dict[int, float]:
        """What a level lost per decision, by game."""
        own = {number: costs[self.seat(number, level)] for number, costs in self.costs[analyst].items()}
        return {number: fmean(costs) for number, costs in own.items() if costs}

    def rated(self) -> list[Rating]:
        """Ratings of the levels by the results of these games alone."""
        nothing = [0] * len(LEVELS)
        games = [
            Played(number, 0, each["seats"], nothing, each["ranks"], 0, nothing, [])
            for number, each in sorted(self.games.items())
        ]
        return ratings([[level] for level in range(len(LEVELS))], games)

    def explained(self) -> float:
        """The share of the variance of results, beyond that between levels, that is that of the cards."""
        residuals, luck = list[float](), list[float]()
        for level in range(len(LEVELS)):
            pairs = zip(self.of_level(level, "result"), self.of_level(level, "expected"), strict=True)
            gained = [result - expected for result, expected in pairs]
            mean = fmean(gained)
            residuals += [each - mean for each in gained]
            luck += self.of_level(level, "cards")
        return correlation(residuals, luck) ** 2

    def with_rating(self, figures: Sequence[float]) -> float:
        """How closely figures of the levels go with their anchors; 1 and -1 are straight lines."""
        return correlation(figures, [anchors()[self.name][level].mu for level in LEVELS])

    def largest_error(self) -> float:
        """By how much the parts of a seat ever missed its result."""
        largest: float = max(
            abs(each["expected"][seat] + each["cards"][seat] + each["own"][seat] + each["others"][seat] - result)
            for each in self.games.values()
            for seat, result in enumerate(each["result"])
        )
        return largest


def tables(lines: Iterable[Line]) -> Iterator[str]:
    """Markdown: what each level lost, between which levels that differs, and a line for each game."""
    by_name: dict[str, list[Line]] = {}
    for line in lines:
        by_name.setdefault(line["game"], []).append(line)
    studies = [Study(name, found) for name, found in by_name.items()]
    analysts = list(dict.fromkeys(who for study in studies for who in study.costs))
    yield from table(["game, games", "level", *analysts, "own moves", "rating", "anchor"], losses(studies, analysts))
    steps = [f"{less} − {more}" for less, more in pairwise(LEVELS)]
    yield from table(["game", "analyst", "games", *steps, "loss and rating"], differences(studies))
    yield from table(
        ["game", "variance explained by luck", "own moves and rating", "largest error"], summaries(studies)
    )


def table(headings: Sequence[str], rows: Iterable[Sequence[str]]) -> Iterator[str]:
    yield from (f"| {' | '.join(row)} |" for row in (headings, ["---"] * len(headings), *rows))
    yield ""


def losses(studies: Sequence[Study], analysts: Sequence[str]) -> Iterator[list[str]]:
    for study in studies:
        rated = study.rated()
        for level, name in enumerate(LEVELS):
            lost = [
                estimate(list(study.lost(who, level).values())).text(100, 2) if who in study.costs else ""
                for who in analysts
            ]
            own = estimate(study.of_level(level, "own")).text(100, 0)
            rating, anchor = f"{rated[level].mu:.1f}", f"{anchors()[study.name][name].mu:.1f}"
            yield [f"{study.name}, {len(study.games)}", name, *lost, own, rating, anchor]


def differences(studies: Sequence[Study]) -> Iterator[list[str]]:
    """How much more each level loses than the next, in the same games."""
    for study in studies:
        for who, found in study.costs.items():
            row, lost = [study.name, who, str(len(found))], [study.lost(who, level) for level in range(len(LEVELS))]
            for weak, strong in pairwise(lost):
                both = weak.keys() & strong.keys()
                row.append(estimate([weak[number] - strong[number] for number in both]).text(100, 2))
            yield [*row, f"{study.with_rating([fmean(each.values()) for each in lost]):.2f}"]


def summaries(studies: Sequence[Study]) -> Iterator[list[str]]:
    for study in studies:
        own = study.with_rating([fmean(study.of_level(level, "own")) for level in range(len(LEVELS))])
        yield [study.name, f"{study.explained():.0%}", f"{own:.2f}", f"{study.largest_error():g}"]
