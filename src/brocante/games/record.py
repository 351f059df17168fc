"""Records (C4): a whole game as one JSON object, and the game made again from it."""

import re
from typing import Any

from brocante.games.catalogue import ruleset, version_of
from brocante.games.errors import BadRecord, IllegalMove, SetupError
from brocante.games.game import Game, dealt
from brocante.games.options import is_whole

FIELDS = ("game", "rules", "players", "options", "seed", "moves", "result")
NAMES = "names"  # of the players, for people to read; no part of what is replayed
MOST_SAID = 60  # characters of something wrong


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
        raise BadRecord("'moves' must be a list of moves as words.", "broken_field", field="moves")
    for number, move in enumerate(record["moves"], start=1):
        try:
            game.play(move)
        except IllegalMove as error:
            text = f"Move {number} is wrong: {error}"
            raise BadRecord(text, "wrong_move", error.why, number=number, move=str(move)[:MOST_SAID]) from None
    result = game.result()
    if record["result"] != result or not _whole_numbers(record["result"]):
        after = f"after move {len(record['moves'])}"
        if result is None:
            raise BadRecord(f"The result must be null: {after} the game is not over.", "wrong_result")
        text = f"The result is wrong: the record says {record['result']!r}, {after} it is {result!r}."
        raise BadRecord(text, "wrong_result")
    return game


def _set_up(record: Any) -> Game:
    """The game as it was dealt, before any move."""
    if not isinstance(record, dict):
        raise BadRecord(f"A record is an object with the fields {', '.join(FIELDS)}; this is not one.")
    for field in FIELDS:
        if field not in record:
            raise BadRecord(f"The record lacks the field {field!r}.", "lacks_field", field=field)
    for field in record:
        if field not in (*FIELDS, NAMES):
            text = f"A record has no field {field!r}; its fields are {', '.join(FIELDS)} and {NAMES}."
            raise BadRecord(text, "unknown_field", field=str(field)[:MOST_SAID])
    seed, options, version = record["seed"], record["options"], record["rules"]
    if not isinstance(seed, str) or not re.fullmatch("[0-9a-f]{64}", seed):
        raise BadRecord("'seed' must be 64 lower-case hex digits.", "broken_field", field="seed")
    if not isinstance(options, dict) or not all(isinstance(name, str) for name in options):
        raise BadRecord("'options' must be an object.", "broken_field", field="options")
    try:
        rules = version_of(ruleset(record["game"]), version)
        return dealt(rules, record["players"], bytes.fromhex(seed), options)
    except SetupError as error:
        raise BadRecord(f"The record cannot be set up: {error}", "cannot_set_up") from None


def names_in(record: dict[str, Any]) -> list[str | None] | None:
    """The names of the players, None for a seat without one; None where the record has none to read.

    >>> names_in({"players": 2, "names": ["Anna", None]})
    ['Anna', None]
    >>> names_in({"players": 2, "names": ["Anna"]}) is names_in({"players": 2}) is None
    True
    """
    names = record.get(NAMES)
    if not isinstance(names, list) or len(names) != record["players"]:
        return None
    return names if all(name is None or isinstance(name, str) for name in names) else None


def _whole_numbers(result: Any) -> bool:
    """True and 1.0 equal 1, but do not stand for it in a record."""
    return result is None or all(is_whole(number) for numbers in result.values() for number in numbers)
