"""What the analysis says of bots whose strength is known: the tables of `docs/analysis.md`.

    python -m brocante.arena.study play klunker --games 200 --out klunker.jsonl
    python -m brocante.arena.study luck klunker --games 2000
    python -m brocante.arena.study draws klunker --games 50
    python -m brocante.arena.study show klunker.jsonl alles-futsch.jsonl zwergezocken.jsonl

At every table sit an easy, a medium, a hard and an expert bot, who move on by one seat from game to game. Games go to a
file as they are played, and the same command continues from there.
"""

import json
import time
from collections.abc import Iterator, Sequence
from pathlib import Path
from statistics import correlation, fmean
from typing import Any

import click

from brocante.analysis.analyse import analyse
from brocante.analysis.estimator import Estimator
from brocante.analysis.luck import Step, dealt_luck, drawn_luck, steps_of
from brocante.analysis.playouts import deal_future_anew
from brocante.arena.match import Match, Played, set_up
from brocante.arena.report import Rating, estimate, ratings
from brocante.games.chance import new_dice
from brocante.games.game import Game
from brocante.games.rules import play

LEVELS = ("easy", "medium", "hard", "expert")
SEED = 2026
LUCK_PLAYOUTS = 20
DRAWS = 150  # what might have been drawn, where means over it are taken


def played(match: Match, number: int) -> tuple[Game, list[int]]:
    """A finished game, and the number of the entrant in each seat."""
    rotation = number % match.players
    game, bots, seats = match.deal(number), match.bots(number, rotation), match.seats(rotation)
    while game.turn is not None:
        game.play(bots[seats[game.turn]].choose(game))
    return game, seats


def studied(match: Match, number: int) -> dict[str, Any]:
    """A game and what its analysis says, ready for JSON."""
    game, seats = played(match, number)
    start = time.process_time()
    analysis = analyse(game)
    seconds = time.process_time() - start
    result = game.result()
    assert result is not None
    return {
        "game": match.game,
        "number": number,
        "simulations": analysis.simulations,
        "seats": seats,
        "ranks": result["ranks"],
        "expected": [each.expected for each in analysis.parts],
        "cards": [each.cards for each in analysis.parts],
        "own": [each.own for each in analysis.parts],
        "others": [each.others for each in analysis.parts],
        "result": [each.result for each in analysis.parts],
        "costs": [[each.cost for each in analysis.decisions if each.seat == seat] for seat in range(match.players)],
        "seconds": seconds,
        "record": game.record(),
    }


@click.group()
def main() -> None:
    """What the analysis says of bots whose strength is known."""


@main.command("play")
@click.argument("game")
@click.option("--games", type=click.IntRange(min=1), default=200, show_default=True)
@click.option("--out", type=click.Path(path_type=Path, dir_okay=False), required=True)
def play_games(game: str, games: int, out: Path) -> None:
    """Play and analyse games; those that are in the file are not played again."""
    match = set_up(game, LEVELS, SEED, {}, luck=0)
    there = len(out.read_text().splitlines()) if out.exists() else 0
    for number in range(there, games):
        line = json.dumps(studied(match, number))
        with out.open("a", encoding="utf-8") as file:
            file.write(line + "\n")


@main.command("luck")
@click.argument("game")
@click.option("--games", type=click.IntRange(min=2), default=2000, show_default=True)
@click.option("--players", type=int, default=4, show_default=True)
def mean_luck(game: str, games: int, players: int) -> None:
    """The mean luck of each seat over many games of bots that go by rules of thumb: it is zero but for chance."""
    match = set_up(game, ["heuristic"] * players, SEED, {}, luck=0)
    luck: list[list[float]] = [[] for _ in range(players)]
    for number in range(games):
        finished = played(match, number)[0]
        estimator = Estimator(finished.ruleset, players, finished.options)
        known = (finished, estimator, LUCK_PLAYOUTS, new_dice(number))
        for seat, parts in enumerate(zip(dealt_luck(*known), drawn_luck(*known), strict=True)):
            luck[seat].append(sum(parts))
    for seat, values in enumerate(luck):
        click.echo(f"{game}, seat {seat}: {estimate(values).text(100, 2)} points in {games} games")


@main.command("draws")
@click.argument("game")
@click.option("--games", type=click.IntRange(min=1), default=50, show_default=True)
@click.option("--players", type=int, default=4, show_default=True)
@click.option("--seed", type=int, default=SEED, show_default=True)
def mean_of_draws(game: str, games: int, players: int, seed: int) -> None:
    """For each draw of such games: the mean chances over what might have been drawn, less those before the draw. A
    bias shows here with far fewer games than in the sums of `luck`."""
    match, dice = set_up(game, ["heuristic"] * players, seed, {}, luck=0), new_dice(seed)
    found = []
    for number in range(games):
        finished = played(match, number)[0]
        estimator = Estimator(finished.ruleset, players, finished.options)
        found += [drawn_less_expected(estimator, step, dice) for step in steps_of(finished) if step.drew]
    for seat, values in enumerate(zip(*found, strict=True)):
        click.echo(f"{game}, seat {seat}: {estimate(values).text(100, 3)} points in {len(found)} draws")


def drawn_less_expected(estimator: Estimator, step: Step, dice: Any) -> list[float]:
    """The mean over many draws of each seat's chances after a draw, less its chances when it is not known."""
    after = []
    for _ in range(DRAWS):
        world = step.before.copy()
        deal_future_anew(world[0], dice)
        play(world[0], step.move)
        after.append(estimator.chances(world, LUCK_PLAYOUTS, dice))
    means = zip(*after, strict=True)
    expected = estimator.chances(step.before, DRAWS * LUCK_PLAYOUTS, dice, step.move)
    return [fmean(mean) - before for mean, before in zip(means, expected, strict=True)]


@main.command("show")
@click.argument("files", nargs=-1, required=True, type=click.Path(path_type=Path, exists=True, dir_okay=False))
def show(files: tuple[Path, ...]) -> None:
    """The tables of the page, from files that `play` has written."""
    click.echo("\n".join(tables([list(map(json.loads, file.read_text().splitlines())) for file in files])))


def tables(games: Sequence[list[dict[str, Any]]]) -> Iterator[str]:
    """Markdown: a line for each game and level, then one for each game."""
    yield "| game, games | level | lost per decision | own moves | rating |"
    yield "|---|---|---|---|---|"
    for lines in games:
        for level, name in enumerate(LEVELS):
            costs, own = of_level(lines, level, "costs"), of_level(lines, level, "own")
            lost = estimate([fmean(each) for each in costs if each])
            rating = rated(lines)[level]
            yield (
                f"| {lines[0]['game']}, {len(lines)} | {name} | {lost.text(100, 2)} | {estimate(own).text(100, 0)} "
                f"| {rating.mu:.1f} |"
            )
    yield ""
    yield "| game | variance explained by luck | correlation of loss and rating | largest error | seconds per game |"
    yield "|---|---|---|---|---|"
    for lines in games:
        yield (
            f"| {lines[0]['game']} | {explained(lines):.0%} | {loss_and_rating(lines):.2f} | {largest_error(lines):g} "
            f"| {fmean(each['seconds'] for each in lines):.1f} |"
        )


def of_level(lines: list[dict[str, Any]], level: int, figure: str) -> list[Any]:
    """A figure of the seat that a level had, in each game."""
    return [each[figure][each["seats"].index(level)] for each in lines]


def rated(lines: list[dict[str, Any]]) -> list[Rating]:
    """Ratings of the levels by the results of these games alone."""
    nothing = [0] * len(LEVELS)
    games = [Played(each["number"], 0, each["seats"], nothing, each["ranks"], 0, nothing, []) for each in lines]
    return ratings([[level] for level in range(len(LEVELS))], games)


def explained(lines: list[dict[str, Any]]) -> float:
    """The share of the variance of results, beyond that between levels, that is that of the cards."""
    residuals, luck = [], []
    for level in range(len(LEVELS)):
        gained = [
            result - expected
            for result, expected in zip(
                of_level(lines, level, "result"), of_level(lines, level, "expected"), strict=True
            )
        ]
        mean = fmean(gained)
        residuals += [each - mean for each in gained]
        luck += of_level(lines, level, "cards")
    return correlation(residuals, luck) ** 2


def loss_and_rating(lines: list[dict[str, Any]]) -> float:
    """Over the levels: how closely what they lose per decision goes with their rating; -1 is a straight line."""
    lost = [fmean(fmean(each) for each in of_level(lines, level, "costs") if each) for level in range(len(LEVELS))]
    return correlation(lost, [rating.mu for rating in rated(lines)])


def largest_error(lines: list[dict[str, Any]]) -> float:
    """By how much the parts of a seat ever missed its result."""
    largest: float = max(
        abs(each["expected"][seat] + each["cards"][seat] + each["own"][seat] + each["others"][seat] - result)
        for each in lines
        for seat, result in enumerate(each["result"])
    )
    return largest


if __name__ == "__main__":
    main()
