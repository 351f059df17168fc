"""What can go wrong, each with a text that says what to do. After any of them everything is as it was."""

from typing import Any

from brocante.games.refusals import Why


class SetupError(ValueError):
    """No such game, number of players, option or seed: a text for people.

    What players can cause has a reason and values, for a sentence in `sentences` (`setup.wrong_players`).
    """

    def __init__(self, text: str, reason: str | None = None, **values: Any) -> None:
        super().__init__(text)
        self.reason = reason
        self.values = values


class IllegalMove(ValueError):
    """Not a move that the rules allow now: a text for people; a code, a clause and values for programs."""

    def __init__(self, text: str, why: Why | None = None) -> None:
        super().__init__(text, why)
        self.text = text
        self.why = why or Why("illegal_move")

    def __str__(self) -> str:
        return self.text

    @property
    def code(self) -> str:
        """What is wrong, in a word."""
        return self.why.code

    @property
    def clause(self) -> str | None:
        """The clause of the rules that forbids it."""
        return self.why.clause

    @property
    def values(self) -> dict[str, Any]:
        """What the sentence says beside the code: a card, a seat, a number."""
        return dict(self.why.values)


class BadRecord(ValueError):
    """A record that is broken or does not follow the rules: a text for people; a reason and values for programs.

    Sentences for the reasons, for players in their language, are in `sentences` (`record.wrong_move`). Where a move is
    wrong, `why` is why it is not legal.
    """

    def __init__(self, text: str, reason: str = "not_a_record", why: Why | None = None, **values: Any) -> None:
        super().__init__(text)
        self.reason = reason
        self.why = why
        self.values = values
