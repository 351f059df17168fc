"""Alles futsch!, by Hermann Huth (1998)."""

from typing import Any

from brocante.games.alles_futsch import hunch, observation, outlook, rules, text, view, why, words
from brocante.games.alles_futsch.words import KINDS
from brocante.games.ruleset import Choice, OneEach, Ruleset, Seat

MONEY = ("secret", "open")


def prepare(position: Any, options: dict[str, Any]) -> None:
    position["in_charge"] = options["first"]
    position["money_is_open"] = MONEY.index(options["money"])
    for seat, kind in enumerate(options["boards"]):
        position["lacks"][seat] = KINDS.index(kind)


RULESET = Ruleset(
    name="alles-futsch",
    title="Alles futsch!",
    author="Hermann Huth",
    year=1998,
    version=1,
    players=range(2, 6),
    options=(Seat("first"), OneEach("boards", KINDS), Choice("money", MONEY)),
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
