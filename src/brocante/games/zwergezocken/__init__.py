"""ZwergeZocken, by Volker Cullmann (2005)."""

from typing import Any

from brocante.games.ruleset import Choice, Ruleset, Seat, Whole
from brocante.games.zwergezocken import hunch, observation, outlook, rules, text, view, why, words

SWAP = ("single", "ring")
BEYOND_REACH = 2**31 - 1  # no total or round ever gets there


def prepare(position: Any, options: dict[str, Any]) -> None:
    position["leader"] = options["first"]
    position["swap"] = SWAP.index(options["swap"])
    position["limit"] = min(options["limit"], BEYOND_REACH)
    position["rounds"] = min(options["rounds"], BEYOND_REACH)


RULESET = Ruleset(
    name="zwergezocken",
    title="ZwergeZocken",
    author="Volker Cullmann",
    year=2005,
    version=1,
    players=range(3, 6),
    options=(Seat("first"), Choice("swap", SWAP), Whole("limit", 0, 55), Whole("rounds", 1, 30)),
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
