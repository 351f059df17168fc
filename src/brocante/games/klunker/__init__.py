"""Klunker, by Uwe Rosenberg (1999)."""

from typing import Any

from brocante.games.klunker import evaluation, facts, heuristic, layout, perception, refusals, rules, text, words
from brocante.games.options import Choice, SeatOption
from brocante.games.ruleset import Ahead, Ruleset

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
    options=(SeatOption("first", drawn=True), Choice("unsold", UNSOLD)),
    prepare=prepare,
    package=__name__,
    rules=rules,
    words=words,
    seen=layout,
    told=facts,
    refusals=refusals,
    heuristic=heuristic,
    evaluation=evaluation,
    perception=perception,
    text=text,
    ahead=Ahead(simulations=1600, heuristics=0.5),
    shelf=1,
)
