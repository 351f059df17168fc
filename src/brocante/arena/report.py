"""What a match says of its entrants, and how certain that is.

The games of a deal share their cards, so they are not independent trials: each figure is first averaged over the games
of a deal, and the interval is that of the mean over deals.
"""

import csv
import io
from collections.abc import Sequence
from dataclasses import asdict, dataclass
from math import fsum, sqrt
from statistics import NormalDist, fmean, stdev
from typing import Any

from openskill.models import PlackettLuce
from rich.table import Table

from brocante.arena.match import Match, Played


@dataclass(frozen=True)
class Estimate:
    """A mean and how far the true value may be from it, with 95% confidence; None if there was only one deal."""

    mean: float
    margin: float | None

    def text(self, scale: float, digits: int, unit: str = "") -> str:
        """
        >>> Estimate(0.25, 0.0312).text(100, 1, "%")
        '25.0% ± 3.1'
        """
        margin = "" if self.margin is None else f" ± {scale * self.margin:.{digits}f}"
        return f"{scale * self.mean:.{digits}f}{unit}{margin}"


def estimate(values: Sequence[float]) -> Estimate:
    """The mean of independent values with its Student interval."""
    count = len(values)
    return Estimate(fmean(values), student(count - 1) * stdev(values) / sqrt(count) if count > 1 else None)


NO_LUCK = 1e-9  # what is left of sums that cancel
MOST_SUBTRACTED = 2.0  # times what playouts make of luck: they see less in cards than strong bots do

STUDENT = (12.7062, 4.3027, 3.1824, 2.7764, 2.5706, 2.4469, 2.3646, 2.3060, 2.2622, 2.2281)


def student(freedom: int) -> float:
    """The 97.5% quantile of Student's t: a table, and beyond it Fisher's expansion, right to three decimals.

    >>> student(4), round(student(11), 3), round(student(60), 3)
    (2.7764, 2.201, 2.0)
    """
    if freedom <= len(STUDENT):
        return STUDENT[freedom - 1]
    z = NormalDist().inv_cdf(0.975)
    first = (z**3 + z) / 4
    second = (5 * z**5 + 16 * z**3 + 3 * z) / 96
    third = (3 * z**7 + 19 * z**5 + 17 * z**3 - 15 * z) / 384
    return z + first / freedom + second / freedom**2 + third / freedom**3


@dataclass(frozen=True)
class Rating:
    """An openskill rating: strength, and its uncertainty."""

    mu: float
    sigma: float


@dataclass(frozen=True)
class Standing:
    """The figures of one bot; its copies count as one, with their average."""

    entrant: str
    copies: int
    wins: Estimate  # the share of games won; a shared win counts its share
    rank: Estimate
    rating: Rating
    moves: int
    seconds: float  # of thinking
    corrected: Estimate | None = None  # wins less what the cards drawn gave; None where some games do not say

    @property
    def narrowest(self) -> Estimate:
        """Wins less luck where their interval is narrower, else plain wins. Both are unbiased."""
        return self.corrected if self.corrected and self.gain is not None and self.gain > 1 else self.wins

    @property
    def gain(self) -> float | None:
        """How many games are as good as one whose luck is known: the ratio of variances."""
        if not self.corrected or not self.wins.margin or not self.corrected.margin:
            return None
        return (self.wins.margin / self.corrected.margin) ** 2

    @property
    def milliseconds_per_move(self) -> float:
        return 1000 * self.seconds / max(self.moves, 1)


@dataclass(frozen=True)
class Report:
    """The figures of a match; standings by entrant, the best first."""

    match: dict[str, Any]  # as in the first line of its file
    deals: int
    games: int
    standings: dict[str, Standing]

    @property
    def fair_share(self) -> float:
        """The share of wins of each if all were equally strong."""
        return 1 / int(self.match["players"])

    @property
    def moves(self) -> int:
        return sum(each.moves for each in self.standings.values())

    @property
    def moves_per_second(self) -> float:
        """Moves of all bots per second of thinking."""
        return self.moves / sum(each.seconds for each in self.standings.values())


def draw_up(match: Match, games: Sequence[Played]) -> Report:
    """The report of a match from all its games, in their order."""
    copies: dict[str, list[int]] = {}
    for number, entrant in enumerate(match.entrants):
        copies.setdefault(str(entrant), []).append(number)
    rated = ratings(list(copies.values()), games)
    standings = [
        standing(entrant, numbers, rating, games)
        for (entrant, numbers), rating in zip(copies.items(), rated, strict=True)
    ]
    standings.sort(key=lambda each: (-each.wins.mean, each.rank.mean))
    best_first = {each.entrant: each for each in standings}
    return Report(match.header(), len(games) // match.players, len(games), best_first)


def standing(entrant: str, numbers: Sequence[int], rating: Rating, games: Sequence[Played]) -> Standing:
    """The figures of the entrants with these numbers, which are copies of one bot."""
    return Standing(
        entrant,
        copies=len(numbers),
        wins=by_deal([share_of_win(game, numbers) for game in games], games),
        rank=by_deal([fmean(ranks_of(game)[number] for number in numbers) for game in games], games),
        rating=rating,
        moves=sum(game.moves_made[number] for game in games for number in numbers),
        seconds=sum(game.seconds[number] for game in games for number in numbers),
        corrected=corrected_wins(numbers, games),
    )


def by_deal(values: Sequence[float], games: Sequence[Played]) -> Estimate:
    """The estimate of a figure known for each game, a deal being one trial."""
    return estimate(deal_means(values, games))


def deal_means(values: Sequence[float], games: Sequence[Played]) -> list[float]:
    """A figure known for each game, averaged over the games of each deal."""
    deals: dict[int, list[float]] = {}
    for value, game in zip(values, games, strict=True):
        deals.setdefault(game.deal, []).append(value)
    return list(map(fmean, deals.values()))


def corrected_wins(numbers: Sequence[int], games: Sequence[Played]) -> Estimate | None:
    """The share of wins less what the cards drawn gave: luck as a control variate. How much of it is subtracted from a
    deal is found from the games of all other deals, and luck has mean zero, so the estimate is as unbiased as the plain
    one."""
    if any(game.luck is None for game in games):
        return None
    deals: dict[int, list[tuple[float, float]]] = {}
    for game in games:
        deals.setdefault(game.deal, []).append((share_of_win(game, numbers), luck_of(game, numbers)))
    sums = {deal: products(pairs) for deal, pairs in deals.items()}
    total = [fsum(column) for column in zip(*sums.values(), strict=True)]
    corrected = []
    for deal, pairs in deals.items():
        slope = slope_of([all_deals - own for all_deals, own in zip(total, sums[deal], strict=True)])
        corrected.append(fmean(won - slope * lucky for won, lucky in pairs))
    return estimate(corrected)


def products(pairs: Sequence[tuple[float, float]]) -> tuple[float, ...]:
    """Of wins and luck: how many, and the sums of wins, of luck, of their product and of the square of luck."""
    wins, luck = zip(*pairs, strict=True)
    return len(pairs), fsum(wins), fsum(luck), fsum(won * lucky for won, lucky in pairs), fsum(each**2 for each in luck)


def slope_of(sums: Sequence[float]) -> float:
    """How much wins grow with luck, from 0 to MOST_SUBTRACTED."""
    count, wins, luck, both, squares = sums
    if count < 1 or squares < NO_LUCK:
        return 0.0
    return min(MOST_SUBTRACTED, max(0.0, (both - wins / count * luck) / squares))


def luck_of(game: Played, numbers: Sequence[int]) -> float:
    """The average luck of these entrants."""
    assert game.luck is not None
    return fmean(game.luck[game.seats.index(number)] for number in numbers)


def ranks_of(game: Played) -> list[int]:
    """Ranks by entrant."""
    return [game.ranks[game.seats.index(number)] for number in range(len(game.seats))]


def share_of_win(game: Played, numbers: Sequence[int]) -> float:
    """The average share of these entrants in a win."""
    ranks = ranks_of(game)
    return sum(ranks[number] == 1 for number in numbers) / ranks.count(1) / len(numbers)


def ratings(groups: Sequence[Sequence[int]], games: Sequence[Played]) -> list[Rating]:
    """A rating for each group of copies: they enter a game with the same one and leave it with their average."""
    model = PlackettLuce()
    rated = [Rating(model.mu, model.sigma) for _ in groups]
    group_of = {number: group for group, numbers in enumerate(groups) for number in numbers}
    for game in games:
        before = [rated[group_of[number]] for number in range(len(game.seats))]
        teams = [[model.create_rating([each.mu, each.sigma])] for each in before]
        after = [team[0] for team in model.rate(teams, ranks=list(map(float, ranks_of(game))))]
        rated = [
            Rating(fmean(after[number].mu for number in numbers), fmean(after[number].sigma for number in numbers))
            for numbers in groups
        ]
    return rated


# --- For people and programs ---


def table(report: Report) -> Table:
    """The figures for people."""
    match = report.match
    shown = Table(title=f"{match['game']}, {report.deals} deals, {report.games} games")
    shown.add_column("bot", overflow="fold")
    for heading in ("seats", "wins", "mean rank", "rating", "ms per move"):
        shown.add_column(heading, justify="right", no_wrap=True)
    for each in report.standings.values():
        shown.add_row(
            each.entrant,
            str(each.copies),
            each.wins.text(100, 1, "%"),
            each.rank.text(1, 2),
            f"{each.rating.mu:.1f} ± {2 * each.rating.sigma:.1f}",
            f"{each.milliseconds_per_move:,.2f}",
        )
    shown.caption = (
        f"A fair share of wins is {report.fair_share:.1%}. ± is 95%. "
        f"Seed {match['seed']}, {report.moves_per_second:,.0f} moves per second of thinking."
    )
    return shown


def luck_table(report: Report) -> Table:
    """Wins corrected for luck, for people; how many times the games plain wins would need for the same interval."""
    shown = Table(title="Wins less luck")
    shown.add_column("bot", overflow="fold")
    for heading in ("wins", "less luck", "worth of a game"):
        shown.add_column(heading, justify="right", no_wrap=True)
    for each in report.standings.values():
        if each.corrected:
            worth = f"{each.gain:.2f}" if each.gain else ""
            shown.add_row(each.entrant, each.wins.text(100, 1, "%"), each.corrected.text(100, 1, "%"), worth)
    return shown


def figures(report: Report) -> dict[str, Any]:
    """All figures, ready for JSON."""
    return {
        **report.match,
        "deals": report.deals,
        "games": report.games,
        "moves": report.moves,
        "moves_per_second": report.moves_per_second,
        "fair_share": report.fair_share,
        "standings": [
            asdict(each) | {"milliseconds_per_move": each.milliseconds_per_move} for each in report.standings.values()
        ],
    }


def as_csv(report: Report) -> str:
    """The standings, one line each."""
    rows = [
        {
            "entrant": each.entrant,
            "copies": each.copies,
            "wins": each.wins.mean,
            "wins_margin": each.wins.margin,
            "corrected": each.corrected.mean if each.corrected else None,
            "corrected_margin": each.corrected.margin if each.corrected else None,
            "rank": each.rank.mean,
            "rank_margin": each.rank.margin,
            "rating_mu": each.rating.mu,
            "rating_sigma": each.rating.sigma,
            "moves": each.moves,
            "milliseconds_per_move": each.milliseconds_per_move,
        }
        for each in report.standings.values()
    ]
    text = io.StringIO()
    writer = csv.DictWriter(text, list(rows[0]), lineterminator="\n")
    writer.writeheader()
    writer.writerows(rows)
    return text.getvalue()
