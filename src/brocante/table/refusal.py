"""A refusal: what was asked for cannot be, and nothing has changed. Its sentences are in `sentences`."""

from typing import Any, Literal

from brocante.games import sentences
from brocante.games.errors import IllegalMove
from brocante.games.refusals import Why

Code = Literal[
    "bad_request",
    "other_origin",
    "not_known",
    "no_such_table",
    "no_such_seat",
    "not_your_seat",
    "not_your_turn",
    "not_the_host",
    "seat_taken",
    "not_waiting",
    "not_running",
    "not_over",
    "illegal_move",
    "stale",
    "id_used",
    "cannot_undo",
    "chat_is_off",
    "no_hints",
    "other_rules",
    "too_fast",
    "too_many",
    "table_full",
    "not_stored",
]


class Refusal(Exception):
    """Why something cannot be done: a code, the reason where a code has several, and values for its sentence.

    >>> Refusal("seat_taken", seat=2).text
    'Seat 2 is taken.'
    >>> Refusal("seat_taken", "taken_by", name="Anna").text
    'Anna sits there.'
    """

    clause: str | None = None  # of the rules, where a move is not legal

    def __init__(self, code: Code, reason: str | None = None, **values: Any) -> None:
        super().__init__(code, reason, values)
        self.code = code
        self.reason = reason or code
        self.values = values

    def __str__(self) -> str:
        return self.text

    @property
    def text(self) -> str:
        """The English sentence."""
        return sentences.refusal("brocante.table", Why(self.reason, self.clause, self.values))


class NotLegal(Refusal):
    """A move that the rules do not allow now: the reason, the clause, the values and the sentence are the game's."""

    def __init__(self, error: IllegalMove) -> None:
        super().__init__("illegal_move", error.code)
        self.clause, self.values, self._text = error.clause, error.values, error.text

    @property
    def text(self) -> str:
        return self._text
