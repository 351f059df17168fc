"""Decisions: what the expert thinks of each legal move from what a seat knew then, and what the one played cost.

The expert is an analyst: it thinks ahead as the bots do, in worlds in which all that the seat could not know is dealt
anew, and counts chances to win. Half of the simulations look at all moves; with the other half the best of them and the
one played are each looked at once more, in the same new worlds, so that differences between moves are not those between
cards.
"""

from typing import Any, NamedTuple, Protocol

from brocante.analysis.estimator import Estimator, Tried
from brocante.analysis.marks import mark_of
from brocante.analysis.means import mean, standard_error
from brocante.analysis.objects import Considered, Decision, Reason
from brocante.analysis.playouts import NO_MOVE
from brocante.analysis.reasons import reasons_for
from brocante.games.chance import new_dice

LEAST_WORLDS = 4
DECISION_DICE = 3


class Analyst(Protocol):
    """Who thinks about moves: `Estimator`, which says what is asked, or with a net `ThinkingAhead`."""

    # Simulations, where nobody says how many: those that the decisions of a game share, and the most that one gets.
    of_a_game: int
    of_a_decision: int

    def legal(self, root: Any) -> list[int]: ...

    def explore(self, root: Any, seat: int, simulations: int, dice: Any, first: int = NO_MOVE) -> tuple[Any, Tried]: ...


class Verdict(NamedTuple):
    """Chances of the moves that were looked at; the best, the one it is compared with, and what the one played cost."""

    chances: dict[int, float]
    best: int
    other: int
    cost: float
    error: float


def judge(
    positions: Any, number: int, played: int, estimator: Estimator, analyst: Analyst, simulations: int
) -> Decision:
    """The decision at a position, an array with one, in which move `number` of the record was played. There is another
    legal move. Only what the seat to move knows counts: all else is dealt anew first."""
    seat, dice = int(positions["turn"][0]), decision_dice(number)
    root = estimator.known_to(positions, seat, dice)
    verdict = measure(root, seat, played, analyst, simulations, dice)
    words = estimator.rules.move_words
    return Decision(
        number,
        seat,
        words[played],
        words[verdict.best],
        words[verdict.other],
        verdict.cost,
        verdict.error,
        mark_of(verdict.cost, verdict.error),
        [Considered(words[move], verdict.chances.get(move)) for move in estimator.legal(root)],
        reasons(root, seat, verdict.best, verdict.other, estimator, simulations, dice),
    )


def decision_dice(number: int) -> Any:
    """For the decision with that move: nothing hidden has a say in them."""
    return new_dice((number << 8) + DECISION_DICE)


def reasons(
    root: Any, seat: int, best: int, other: int, estimator: Estimator, simulations: int, dice: Any
) -> list[Reason]:
    """What the best move has over the other: facts of futures that begin with either, in the same worlds."""
    worlds, luck = max(LEAST_WORLDS, simulations // 4), int(dice[0])
    futures = [
        estimator.foresee(root, seat, move, 8 * estimator.players, worlds, new_dice(luck)) for move in (best, other)
    ]
    words = estimator.rules.move_words
    return reasons_for(estimator.rules, seat, words[best], words[other], *futures)


def measure(root: Any, seat: int, played: int, analyst: Analyst, simulations: int, dice: Any) -> Verdict:
    """Look at all moves; then at the one played and at the best other once more, as often and in the same worlds. A
    move that the first look preferred costs nothing, so a cost is measured in worlds that had no say in what was
    preferred: its mean over many decisions is not too high."""
    tried = analyst.explore(root, seat, max(LEAST_WORLDS, simulations // 2), dice)[1]
    by_visits = sorted(tried, key=lambda move: tried[move], reverse=True)
    rival = next(move for move in (*by_visits, *analyst.legal(root)) if move != played)
    luck, again = int(dice[0]), max(LEAST_WORLDS, simulations // 4)
    own, better = (analyst.explore(root, seat, again, new_dice(luck), move)[0] for move in (played, rival))
    chances = {move: expected for move, (_, expected) in tried.items()}
    chances |= {played: mean(own.tolist()), rival: mean(better.tolist())}
    lost: list[float] = (better - own).tolist()
    cost, error = mean(lost), standard_error(lost)
    if by_visits[:1] == [played]:
        return Verdict(chances, played, rival, 0.0, error)
    return Verdict(chances, rival, played, cost, error) if cost > 0 else Verdict(chances, played, rival, cost, error)
