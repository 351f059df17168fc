"""A refusal: what was asked for cannot be, and nothing has changed."""

from typing import Literal

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
    "cannot_undo",
    "chat_is_off",
    "no_hints",
    "other_rules",
    "too_fast",
    "not_stored",
]


class Refusal(Exception):
    """Why something cannot be done: a code for programs, a sentence for people."""

    def __init__(self, code: Code, text: str) -> None:
        super().__init__(text)
        self.code = code
        self.text = text
