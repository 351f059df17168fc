"""The deal of the day: the same cards, seats and bots for everyone who plays it."""

import hashlib
from typing import Any

from msgspec import Struct

from brocante.games.ruleset import Ruleset
from brocante.table.setup import Level, Machine, Me, Place

LEVEL: Level = "hard"
PLAYERS = 3  # where the game allows


class Agreed(Struct, frozen=True):
    """What a deal is played by, beside its seed: it stays as it was when the deal was made."""

    rules: int
    options: dict[str, Any]
    places: tuple[Place, ...]


def agreed(rules: Ruleset, seed: bytes) -> Agreed:
    """A game of one person against bots; seats that are otherwise drawn follow from the seed."""
    players = min(max(PLAYERS, rules.players[0]), rules.players[-1])
    first = {name: number(b"seat", seed) % players for name in rules.drawn_seats}
    return Agreed(rules.version, first, (Me(), *[Machine(LEVEL)] * (players - 1)))


def bot_seed(seed: bytes, moves: int) -> int:
    """What a bot chooses with after so many moves, so that it answers the same moves in the same way.

    >>> bot_seed(bytes(32), 7)
    12339966837595078958
    """
    return number(b"bot", seed + moves.to_bytes(4, "big"))


def number(purpose: bytes, seed: bytes) -> int:
    """A number of 64 bits that follows from a seed and tells nothing about it."""
    return int.from_bytes(hashlib.sha256(b"brocante " + purpose + b" " + seed).digest()[:8], "big")
