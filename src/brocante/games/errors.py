"""What can go wrong, each with a text that says what to do. After any of them everything is as it was."""


class SetupError(ValueError):
    """No such game, number of players, option or seed."""


class IllegalMove(ValueError):
    """Not a move that the rules allow now."""


class BadRecord(ValueError):
    """A record that is broken or does not follow the rules."""
