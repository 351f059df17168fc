"""What the analysis says of bots whose strength is known: the tables of `docs/analysis.md`.

    python -m brocante.arena.study play --games 200 --share 0.25 --out games.jsonl
    python -m brocante.arena.study judge games.jsonl --simulations 1600 --share 0.25 --out judged.jsonl
    python -m brocante.arena.study show games.jsonl judged.jsonl
    python -m brocante.arena.study luck klunker --games 2000
    python -m brocante.arena.study draws klunker --games 50

At every table sit an easy, a medium, a hard and an expert bot, who move on by one seat from game to game. Lines go to a
file as they are found, by as many processes as there are jobs; the same command continues from there. Files of several
machines, each with its own range of games, can be shown together.
"""

import json
import os
import time
from collections.abc import Callable, Iterable, Iterator, Sequence
from concurrent.futures import as_completed
from functools import cache
from pathlib import Path
from statistics import fmean
from typing import Any

import click

from brocante.analysis.ahead import analyst_for
from brocante.analysis.analyse import PLAYOUTS, simulations_for
from brocante.analysis.decisions import Analyst, decision_dice, measure
from brocante.analysis.estimator import Estimator
from brocante.analysis.luck import Step, course_of, dealt_luck, drawn_luck, steps_of
from brocante.analysis.playouts import deal_future_anew
from brocante.arena.anchors import LEVELS
from brocante.arena.match import Match, set_up
from brocante.arena.report import estimate
from brocante.arena.study_tables import tables
from brocante.bots.determinization import share as uniform
from brocante.executors import processes
from brocante.games.catalogue import RULESETS
from brocante.games.chance import new_dice
from brocante.games.game import Game
from brocante.games.record import replay
from brocante.games.rules import play

SEED = 2026
LUCK_PLAYOUTS = 20
DRAWS = 150  # what might have been drawn, where means over it are taken
SAMPLE_DICE = 5  # which decisions are judged
NET, SEARCH = "net", "search"  # analysts: the one of the pages, and the one of games without a net

Line = dict[str, Any]
Key = tuple[str, int]  # a game's name, and the number of the game


# --- Pieces of work: each gives a line of a file ---


def studied(name: str, number: int, share: float) -> Line:
    """A game, what its analysis says of luck, and what it says of decisions, or of a sample of them."""
    match = levels_at(name)
    game, seats = played(match, number)
    estimator = Estimator(game.ruleset, game.players, game.options)
    course = course_of(game, estimator, PLAYOUTS)
    result = game.result()
    assert result is not None
    return {
        "game": name,
        "number": number,
        "seats": seats,
        "ranks": result["ranks"],
        "expected": [each.expected for each in course.parts],
        "cards": [each.cards for each in course.parts],
        "own": [each.own for each in course.parts],
        "others": [each.others for each in course.parts],
        "result": [each.result for each in course.parts],
        "costs": costs(game, number, estimator, analyst_for(estimator), None, share),
        "record": game.record(),
    }


@cache
def levels_at(name: str) -> Match:
    """A table with all levels."""
    return set_up(name, LEVELS, SEED, {}, luck=0)


def played(match: Match, number: int) -> tuple[Game, list[int]]:
    """A finished game, and the number of the entrant in each seat."""
    rotation = number % match.players
    game, bots, seats = match.deal(number), match.bots(number, rotation), match.seats(rotation)
    while game.turn is not None:
        game.play(bots[seats[game.turn]].choose(game))
    return game, seats


def judged(line: Line, analyst: str, simulations: int, share: float) -> Line:
    """What another analyst says of the decisions of a game, or of a sample of them."""
    game, number = replay(line["record"]), line["number"]
    estimator = Estimator(game.ruleset, game.players, game.options)
    thinker = estimator if analyst == SEARCH else analyst_for(estimator)
    found = costs(game, number, estimator, thinker, simulations, share)
    return {"game": line["game"], "number": number, "analyst": analyst, "simulations": simulations, "costs": found}


def costs(
    game: Game, number: int, estimator: Estimator, analyst: Analyst, simulations: int | None, share: float
) -> list[list[float]]:
    """By seat, what decisions of a game cost: a sample of them, the same for every analyst."""
    dice, found = new_dice((number << 8) + SAMPLE_DICE), [list[float]() for _ in range(game.players)]
    choices = [(at, step) for at, step in enumerate(steps_of(game)) if not step.forced]
    simulations = simulations or simulations_for(analyst, len(choices))
    for at, step in choices:
        if uniform(dice) < share:
            own = decision_dice(at)
            root = estimator.known_to(step.before, step.seat, own)
            found[step.seat].append(measure(root, step.seat, step.move, analyst, simulations, own).cost)
    return found


# --- Files ---


def lines_in(file: Path) -> list[Line]:
    """The lines of a file that may not be there; half a line at its end, of a process that was ended, is removed."""
    content = file.read_bytes() if file.exists() else b""
    end = content.rfind(b"\n") + 1
    if end < len(content):
        os.truncate(file, end)
    return [json.loads(line) for line in content[:end].splitlines()]


Work = tuple[Key, Callable[..., Line], tuple[Any, ...]]  # what is found, by what, and what it is given


def collect(out: Path, jobs: int, seconds: float | None, work: Iterable[Work]) -> None:
    """Do what is not in the file yet, and begin no more after so many seconds. A single job is done in this process."""
    there = {(line["game"], line["number"]) for line in lines_in(out)}
    missing = [(do, args) for key, do, args in work if key not in there]
    end = None if seconds is None else time.time() + seconds
    with out.open("a", encoding="utf-8") as file:
        for line in found(missing, jobs, end):
            file.write(json.dumps(line) + "\n")
            file.flush()


def found(work: Sequence[tuple[Callable[..., Line], tuple[Any, ...]]], jobs: int, end: float | None) -> Iterator[Line]:
    """What pieces of work give, each as soon as it is done."""
    if jobs == 1:
        yield from filter(None, (in_time(end, do, *args) for do, args in work))
        return
    with processes(jobs) as pool:
        for future in as_completed([pool.submit(in_time, end, do, *args) for do, args in work]):
            line = future.result()
            if line is not None:
                yield line


def in_time(end: float | None, do: Callable[..., Line], *args: Any) -> Line | None:
    return do(*args) if end is None or time.time() < end else None


# --- Commands ---


@click.group()
def main() -> None:
    """What the analysis says of bots whose strength is known."""


SHARE = click.option("--share", type=click.FloatRange(0, 1), default=1.0, show_default=True, help="Of the decisions.")
JOBS = click.option("--jobs", type=click.IntRange(min=1), default=os.cpu_count() or 1, help="How many processes.")
SECONDS = click.option("--seconds", type=float, help="Begin nothing more after so many; the same command continues.")
OUT = click.option("--out", type=click.Path(path_type=Path, dir_okay=False), required=True)
FILE: Any = click.Path(path_type=Path, exists=True, dir_okay=False)


@main.command("play")
@click.argument("games", nargs=-1)
@click.option("--games", "count", type=click.IntRange(min=1), default=200, show_default=True, help="Of each game.")
@click.option("--first", type=click.IntRange(min=0), default=0, help="The number of the first.")
@SHARE
@JOBS
@SECONDS
@OUT
def play_games(
    games: tuple[str, ...], count: int, first: int, share: float, jobs: int, seconds: float | None, out: Path
) -> None:
    """Play and analyse games of GAMES, by default all; those that are in the file are not played again."""
    numbers = [(name, number) for number in range(first, first + count) for name in games or RULESETS]
    collect(out, jobs, seconds, ((each, studied, (*each, share)) for each in numbers))


@main.command("judge")
@click.argument("file", type=FILE)
@click.option("--analyst", type=click.Choice([NET, SEARCH]), default=NET, show_default=True)
@click.option("--simulations", type=click.IntRange(min=8), default=1600, show_default=True, help="For each decision.")
@SHARE
@JOBS
@SECONDS
@OUT
def judge_games(
    file: Path, analyst: str, simulations: int, share: float, jobs: int, seconds: float | None, out: Path
) -> None:
    """Let another analyst judge the decisions of games that `play` has written."""
    lines = sorted(lines_in(file), key=lambda line: (line["number"], line["game"]))
    asked = (analyst, simulations, share)
    collect(out, jobs, seconds, (((each["game"], each["number"]), judged, (each, *asked)) for each in lines))


@main.command("show")
@click.argument("files", nargs=-1, required=True, type=FILE)
def show(files: tuple[Path, ...]) -> None:
    """The tables of the page, from files that `play` and `judge` have written."""
    click.echo("\n".join(tables(line for file in files for line in lines_in(file))))


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


if __name__ == "__main__":
    main()
