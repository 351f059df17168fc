"""Klunker, by Uwe Rosenberg (1999)."""

from typing import Any

from brocante.games.klunker import hunch, observation, outlook, rules, text, view, why, words
from brocante.games.ruleset import Choice, Ruleset, Seat

UNSOLD = ("pile", "box")


def prepare(position: Any, options: dict[str, Any]) -> None:
    position["first"] = options["first"]
    position["unsold"] = UNSOLD.index(options["unsold"])


RULESET = Ruleset(
    name="klunker",
    title="Klunker",
    author="Uwe Rosenberg",
    year=1999,
    version=1,
    players=range(3, 6),
    options=(Seat("first"), Choice("unsold", UNSOLD)),
    prepare=prepare,
    rules=rules,
    words=words,
    view=view,
    observation=observation,
    why=why,
    hunch=hunch,
    outlook=outlook,
    text=text,
)
