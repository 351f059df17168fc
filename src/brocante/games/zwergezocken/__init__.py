"""ZwergeZocken, by Volker Cullmann (2005)."""

from typing import Any

from brocante.games.options import Choice, SeatOption, Whole
from brocante.games.ruleset import Ahead, Ruleset
from brocante.games.zwergezocken import (
    evaluation,
    facts,
    heuristic,
    layout,
    perception,
    refusals,
    rules,
    text,
    words,
    work,
)
from brocante.games.zwergezocken.versions import with_earlier

SWAP = ("single", "ring")
BEYOND_REACH = 2**31 - 1  # no total or round ever gets there; version 1 has no bounds


def prepare(position: Any, options: dict[str, Any]) -> None:
    position["leader"] = options["first"]
    position["swap"] = SWAP.index(options["swap"])
    position["limit"] = min(options["limit"], BEYOND_REACH)
    position["rounds"] = min(options["rounds"], BEYOND_REACH)


RULESET = with_earlier(
    Ruleset(
        name="zwergezocken",
        title="ZwergeZocken",
        author="Volker Cullmann",
        year=2005,
        version=2,
        players=range(3, 6),
        options=(
            SeatOption("first", drawn=True),
            Choice("swap", SWAP),
            Whole("limit", 0, 55, most=500),
            Whole("rounds", 1, 30, most=100),
        ),
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
        work=work,
        text=text,
        ahead=Ahead(simulations=1600),
        shelf=3,
    )
)
