"""What tests know of a particular game: in a folder of its own, found by the game's name."""

from importlib import import_module
from typing import Any


def of(name: str, subject: str) -> Any:
    """The module of a game's folder that knows about this subject."""
    return import_module(f"tests.games.{name.replace('-', '_')}.{subject}")
