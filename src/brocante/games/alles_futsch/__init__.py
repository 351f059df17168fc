"""Alles futsch!, by Hermann Huth (1998)."""

from typing import Any

from brocante.games.alles_futsch import evaluation, facts, heuristic, layout, perception, refusals, rules, text, words
from brocante.games.alles_futsch.words import KINDS
from brocante.games.options import Choice, OneEach, SeatOption
from brocante.games.ruleset import Ruleset

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
    options=(SeatOption("first", drawn=True), OneEach("boards", KINDS), Choice("money", MONEY)),
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
    shelf=2,
)
