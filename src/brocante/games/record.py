"""Records (C4): a whole game as one JSON object, and the game made again from it."""

import re
from typing import Any

from brocante.games.catalogue import ruleset, version_of
from brocante.games.errors import BadRecord, IllegalMove, SetupError
from brocante.games.game import Game, dealt
from brocante.games.options import is_whole

FIELDS = ("game", "rules", "players", "options", "seed", "moves", "result")


def replay(record: Any) -> Game:
    """Play a record again, checking every move and the result. BadRecord says what is wrong with it, and where.

    >>> import brocante
    >>> game = brocante.new("klunker", players=3, seed=7)
    >>> game.play("show stud")
    >>> brocante.replay(game.record())
    <Klunker, 3 players, 1 move, seat 0 to move>
    >>> brocante.replay({**game.record(), "moves": ["show stud", "show stud"]})
    Traceback (most recent call last):
        ...
    brocante.games.errors.BadRecord: Move 2 is wrong: 'show stud' is not legal: There is no stud in your hand \
(K3.1). Legal now: show earring, show monocle, show tiara, done.
    """
    game = _set_up(record)
    if not isinstance(record["moves"], list):
        raise BadRecord("'moves' must be a list of moves as words.")
    for number, move in enumerate(record["moves"], start=1):
        try:
            game.play(move)
        except IllegalMove as error:
            raise BadRecord(f"Move {number} is wrong: {error}") from None
    result = game.result()
    if record["result"] != result or not _whole_numbers(record["result"]):
        after = f"after move {len(record['moves'])}"
        if result is None:
            raise BadRecord(f"The result must be null: {after} the game is not over.")
        raise BadRecord(f"The result is wrong: the record says {record['result']!r}, {after} it is {result!r}.")
    return game


def _set_up(record: Any) -> Game:
    """The game as it was dealt, before any move."""
    if not isinstance(record, dict):
        raise BadRecord(f"A record is an object with the fields {', '.join(FIELDS)}; this is not one.")
    for field in FIELDS:
        if field not in record:
            raise BadRecord(f"The record lacks the field {field!r}.")
    for field in record:
        if field not in FIELDS:
            raise BadRecord(f"A record has no field {field!r}; its fields are {', '.join(FIELDS)}.")
    seed, options, version = record["seed"], record["options"], record["rules"]
    if not isinstance(seed, str) or not re.fullmatch("[0-9a-f]{64}", seed):
        raise BadRecord("'seed' must be 64 lower-case hex digits.")
    if not isinstance(options, dict) or not all(isinstance(name, str) for name in options):
        raise BadRecord("'options' must be an object.")
    try:
        rules = version_of(ruleset(record["game"]), version)
        return dealt(rules, record["players"], bytes.fromhex(seed), options)
    except SetupError as error:
        raise BadRecord(f"The record cannot be set up: {error}") from None


def _whole_numbers(result: Any) -> bool:
    """True and 1.0 equal 1, but do not stand for it in a record."""
    return result is None or all(is_whole(number) for numbers in result.values() for number in numbers)
