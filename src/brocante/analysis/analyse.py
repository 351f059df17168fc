"""A record analysed: decisions and luck together."""

from collections.abc import Callable
from typing import Any

from brocante.analysis.ahead import analyst_for
from brocante.analysis.decisions import Analyst, judge
from brocante.analysis.estimator import Estimator
from brocante.analysis.luck import Course, course_of, steps_of
from brocante.analysis.objects import Analysis
from brocante.games.errors import BadRecord, SetupError
from brocante.games.game import Game
from brocante.games.options import is_whole
from brocante.games.record import replay

FEWEST, MOST = 8, 100_000  # simulations of a decision
PLAYOUTS = 300  # that follow a position, or as many as simulations if these are fewer
TURNING_POINTS = 5

Progress = Callable[[int, int], object]


def analyse(
    record: Any, simulations: int | None = None, seat: int | None = None, progress: Progress | None = None
) -> Analysis:
    """As `brocante.analyse`, which says what all this is."""
    game = finished(record)
    if simulations is not None and not (is_whole(simulations) and FEWEST <= simulations <= MOST):
        raise SetupError(f"simulations is a whole number, {FEWEST} to {MOST}; not {simulations!r}.")
    if seat is not None and not (is_whole(seat) and 0 <= seat < game.players):
        raise SetupError(f"There is no seat {seat!r}: the seats of this game are 0 to {game.players - 1}.")
    steps = list(steps_of(game))
    choices = [number for number, step in enumerate(steps) if not step.forced and seat in (None, step.seat)]
    estimator = Estimator(game.ruleset, game.players, game.options)
    analyst = analyst_for(estimator)
    playouts = min(simulations or PLAYOUTS, PLAYOUTS)
    simulations = simulations or simulations_for(analyst, len(choices))
    tell, total = progress or (lambda done, total: None), len(steps) + len(choices)
    course = course_of(game, estimator, playouts, lambda done: tell(done, total))
    decisions = []
    for done, number in enumerate(choices, start=1):
        decisions.append(judge(steps[number].before, number, steps[number].move, estimator, analyst, simulations))
        tell(len(steps) + done, total)
    return Analysis(
        game.name,
        game.ruleset.version,
        game.players,
        simulations,
        course.chances,
        course.changes,
        course.parts,
        decisions,
        turning_points(course),
    )


def simulations_for(analyst: Analyst, choices: int) -> int:
    """The simulations of each of so many decisions."""
    return max(FEWEST, min(analyst.of_a_decision, analyst.of_a_game // max(choices, 1)))


def finished(record: Any) -> Game:
    """The finished game of a record; BadRecord says what is wrong with it."""
    game = record if isinstance(record, Game) else replay(record)
    if game.turn is not None:
        now = f"after move {game.move_count} it is the turn of seat {game.turn}"
        raise BadRecord(f"The game is not over: {now}. Only finished games are analysed.", "unfinished")
    return game


def turning_points(course: Course) -> list[int]:
    """The points of the game at which chances changed most, in their order."""
    changed = dict[int, float]()
    for each in course.changes:
        changed[each.number] = changed.get(each.number, 0.0) + sum(map(abs, each.changes)) / 2
    return sorted(sorted(changed, key=lambda number: -changed[number])[:TURNING_POINTS])
