"""What an analysis consists of, as typed objects; `schema` describes their JSON."""

from typing import Any, Literal

import msgspec

from brocante.analysis.marks import Mark


class Considered(msgspec.Struct, frozen=True):
    """A legal move and the seat's chance to win with it, as far as the seat could know; null: not followed."""

    move: str
    chance: float | None


class Difference(msgspec.Struct, frozen=True):
    """A fact that one of two moves makes more likely, and what that is worth: part of why the better one is better."""

    fact: dict[str, Any]  # as the log of a game tells it
    after_best: float  # the share of likely futures in which it happens
    after_other: float
    worth: float  # chances to win that follow from it


class Reason(Difference, frozen=True):
    """A difference with its sentence."""

    text: str  # in English


class Decision(msgspec.Struct, frozen=True):
    """A choice of a seat, judged from what the seat knew then."""

    number: int  # of the move in the record, from 0
    seat: int
    played: str
    best: str
    other: str  # what the best move is compared with: the one played, or the next best
    cost: float  # chances to win that were lost; below 0 where a second look preferred the move played
    error: float  # standard error of the cost
    mark: Mark
    moves: list[Considered]  # all legal ones, in the order of the rules page
    reasons: list[Reason]  # what the best move has over the other, the weightiest first


class Change(msgspec.Struct, frozen=True):
    """How the seats' chances changed at one point of the game, and by what."""

    by: Literal["cards", "move"]
    number: int  # of the move in the record, from 0; -1 for the deal
    seat: int | None  # who moved; null for cards
    changes: list[float]  # by seat


class Parts(msgspec.Struct, frozen=True):
    """Where a seat's result came from: expected + cards + own + others is the result, exactly."""

    expected: float  # its chance to win before the deal
    cards: float
    own: float  # its own moves
    others: float  # moves of the others
    result: float  # its share of the win


class Analysis(msgspec.Struct, frozen=True):
    """A finished game explained."""

    game: str
    rules: int
    players: int
    simulations: int
    chances: list[list[float]]  # each seat's chance to win after so many moves, at the true position
    changes: list[Change]
    parts: list[Parts]  # by seat
    decisions: list[Decision]  # those that were judged, in the order of the game
    turning_points: list[int]  # numbers of moves, -1 for the deal, after which the chances had changed most

    def costliest(self, seat: int | None = None, most: int = 3) -> list[Decision]:
        """The decisions that cost most, of one seat or of all."""
        own = [each for each in self.decisions if seat in (None, each.seat) and each.cost > 0]
        return sorted(own, key=lambda each: -each.cost)[:most]


def schema() -> dict[str, Any]:
    """The JSON schema of an analysis."""
    return msgspec.json.schema(Analysis)
