"""What `analysis.json` says: all that a program must know of `analysis.wasm` beside what `rules.json` says."""

from msgspec import Struct

from brocante.analysis import ahead, analyse, decisions, estimator, luck, marks, reasons
from brocante.analysis.coefficients import VECTORS, units_of
from brocante.games.facts import ROOM
from brocante.games.ruleset import Ruleset


class Thinking(Struct, frozen=True):
    """Simulations of an analyst: those that the decisions of a game share, and the most that one gets."""

    of_a_game: int
    of_a_decision: int


class Effort(Struct, frozen=True):
    """How long is thought: with a net, without one, and the fewest simulations of a decision; playouts of a position;
    and how many turning points there are."""

    ahead: Thinking
    search: Thinking
    fewest: int
    playouts: int
    least_worlds: int
    turning_points: int


class Dice(Struct, frozen=True):
    """Where dice begin."""

    fitting: int
    luck: int
    decision: int


class Marks(Struct, frozen=True):
    """Chances to win lost, from which on a mark is given; and standard errors that a cost must be above 0."""

    inaccuracy: float
    mistake: float
    blunder: float
    certain: float


class Reasons(Struct, frozen=True):
    """How many reasons there are at most, and what each is worth at least."""

    most: int
    least_worth: float


class Followed(Struct, frozen=True):
    """A game: the settings of its playouts at true positions, and the worths that its evaluation counts."""

    overlooking: tuple[float, ...]
    worths: int


class AnalysisDescription(Struct, frozen=True):
    """Addresses as in `rules.json`, settings, and what there is for each game. Coefficients are fitted to `fitted`
    games, a set for each of `stages`, with so many `vectors` of scratch; a future has room for `fact_room` numbers."""

    exports: tuple[str, ...]
    stack: int
    heap: int
    fitted: int
    stages: int
    vectors: int
    fact_room: int
    exact: float
    effort: Effort
    dice: Dice
    marks: Marks
    reasons: Reasons
    games: dict[str, Followed]


def analysis_description(games: dict[str, Ruleset], exports: list[str], stack: int, heap: int) -> AnalysisDescription:
    """Of a module with these exports."""
    return AnalysisDescription(
        exports=tuple(exports),
        stack=stack,
        heap=heap,
        fitted=estimator.GAMES,
        stages=estimator.STAGES,
        vectors=VECTORS,
        fact_room=ROOM,
        exact=estimator.EXACT,
        effort=Effort(
            thinking(ahead.ThinkingAhead),
            thinking(estimator.Estimator),
            analyse.FEWEST,
            analyse.PLAYOUTS,
            decisions.LEAST_WORLDS,
            analyse.TURNING_POINTS,
        ),
        dice=Dice(estimator.FITTING_DICE, luck.LUCK_DICE, decisions.DECISION_DICE),
        marks=Marks(marks.INACCURACY, marks.MISTAKE, marks.BLUNDER, marks.CERTAIN),
        reasons=Reasons(reasons.MOST, reasons.LEAST_WORTH),
        games={name: followed(rules) for name, rules in games.items()},
    )


def thinking(analyst: type[decisions.Analyst]) -> Thinking:
    return Thinking(analyst.of_a_game, analyst.of_a_decision)


def followed(rules: Ruleset) -> Followed:
    return Followed(tuple(estimator.overlooking(rules).tolist()), units_of(rules).shape[1])
