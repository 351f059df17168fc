"""A record analysed: decisions and luck together."""

from collections.abc import Callable
from typing import Any

from brocante.analysis.decisions import judge
from brocante.analysis.estimator import Estimator
from brocante.analysis.luck import Course, course_of, steps_of
from brocante.analysis.objects import Analysis
from brocante.games.errors import BadRecord, SetupError
from brocante.games.game import Game
from brocante.games.options import is_whole
from brocante.games.record import replay

SIMULATIONS = 300  # of a decision; as many playouts follow each position
FEWEST, MOST = 8, 100_000
TURNING_POINTS = 5

Progress = Callable[[int, int], object]


def analyse(record: Any, simulations: int, seat: int | None, progress: Progress | None) -> Analysis:
    """As `brocante.analyse`, which says what all this is."""
    game = finished(record)
    if not is_whole(simulations) or not FEWEST <= simulations <= MOST:
        raise SetupError(f"simulations is a whole number, {FEWEST} to {MOST}; not {simulations!r}.")
    if seat is not None and not (is_whole(seat) and 0 <= seat < game.players):
        raise SetupError(f"There is no seat {seat!r}: the seats of this game are 0 to {game.players - 1}.")
    tell, total = progress or (lambda done, total: None), 2 * game.move_count
    estimator = Estimator(game.ruleset, game.players, game.options)
    course = course_of(game, estimator, simulations, lambda done: tell(done, total))
    decisions = []
    for number, step in enumerate(steps_of(game)):
        if not step.forced and seat in (None, step.seat):
            decisions.append(judge(step.before, number, step.move, estimator, simulations))
        tell(game.move_count + number + 1, total)
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


def finished(record: Any) -> Game:
    """The finished game of a record; BadRecord says what is wrong with it."""
    game = record if isinstance(record, Game) else replay(record)
    if game.turn is not None:
        raise BadRecord(
            f"The game is not over: after move {game.move_count} it is the turn of seat {game.turn}. "
            "Only finished games are analysed."
        )
    return game


def turning_points(course: Course) -> list[int]:
    """The points of the game at which chances changed most, in their order."""
    changed = dict[int, float]()
    for each in course.changes:
        changed[each.number] = changed.get(each.number, 0.0) + sum(map(abs, each.changes)) / 2
    return sorted(sorted(changed, key=lambda number: -changed[number])[:TURNING_POINTS])
