"""The pages that say what every number of an observation and every fact means, written from layouts and facts."""

import sys
from collections.abc import Sequence

from brocante.games.catalogue import RULESETS
from brocante.games.facts import Fact, Value
from brocante.games.layout import NUMBER, Field
from brocante.games.ruleset import Ruleset
from brocante.games.sentences import catalogue

OBSERVATIONS = f"""# Observations and views

What a seat may see, described once: the layout in each game's `layout.py`. From it come the row of
`{NUMBER.__name__}` numbers for learners (`game.observation(seat)`, and the same row in the
[vector environment](vector.md), in [PettingZoo](pettingzoo.md) and, as floats, in [OpenSpiel](openspiel.md)), the JSON
view (`game.view(seat)`), the text in the terminal, the types of the browser client and this page, which is written by
`python -m brocante.games.reference observations`; a test compares them.

- Each game has one layout, whatever the number of players: numbers of seats that nobody sits in are 0.
- Where there is a number for each seat, the own one comes first and the others follow clockwise. Moves name seats by
  their number, so an observation also says which number the own seat has.
- In a field with several lists of labels the last one runs fastest: in Klunker, `window` has the seven kinds of the own
  window first, then those of the seat to the left.
- `LAYOUT.labels()` names every index, `LAYOUT.part(observation, "window")` gives a field in its own shape without a
  copy, and works on a whole batch. The version is raised whenever a number moves.
- If everything hidden is dealt anew, an observation stays the same to the byte: the two-worlds test checks it.

The column "in a view" has the type of the field in a JSON view; *seats* means that every seat has one, *private* that
only the own seat's is shown. Fields without a type are for learners alone: a view has them elsewhere.

An observation shows the table as it is. What it does not hold is the order of past moves; the **information state**
does (`brocante.games.information_state`): the own seat, then every move as far as the seat may know it, with every
change that no move foretells, marked * below. Two different histories of what a seat has seen never give the same
information state, and equal ones never different states: a test plays games that part ways and compares.
"""

FACTS = """# Facts

What followed from a move, said by the rules where it happens: `game.log(seat)` gives every move with its facts, in the
order in which things happened. Logs, replays, animations, charts and figures read facts and compare no positions.

A value marked with names in brackets is known only to those seats; for others it is null. This page is written by
`python -m brocante.games.reference facts` from each game's `facts.py` and its sentences; a test compares them.
"""


def observations() -> str:
    """The page of layouts."""
    return "\n".join([OBSERVATIONS, *(layout_section(rules) for rules in RULESETS.values())])


def layout_section(rules: Ruleset) -> str:
    layout = rules.layout
    return "\n".join(
        [
            f"## {rules.title}",
            "",
            f"Version {layout.version}, {layout.size} numbers.",
            "",
            "| index | field | is | for each of | in a view |",
            "|---|---|---|---|---|",
            *(field_row(layout.starts[field.name], field) for field in layout.fields),
            "",
        ]
    )


def field_row(start: int, field: Field) -> str:
    index = str(start) if field.size == 1 else f"{start}–{start + field.size - 1}"
    axes = " × ".join(", ".join(shortened(axis)) for axis in field.axes)
    return f"| {index} | {field.name}{'*' if field.unforeseen else ''} | {field.about} | {axes} | {shown(field)} |"


def shown(field: Field) -> str:
    """What a view has of a field."""
    if not field.shown:
        return ""
    marks = ["seats"] if field.by_seat else []
    marks += ["private"] if field.private else []
    kind = f"`{field.typescript()}`".replace("|", "\\|")
    return ", ".join([kind if len(kind) < 60 else "`string`", *(f"*{mark}*" for mark in marks)])


def shortened(axis: Sequence[str]) -> Sequence[str]:
    """Long lists show their ends."""
    return axis if len(axis) <= 18 else (axis[0], axis[1], "…", axis[-1])


def facts() -> str:
    """The page of facts."""
    return "\n".join([FACTS, *(facts_section(rules) for rules in RULESETS.values())])


def facts_section(rules: Ruleset) -> str:
    return "\n".join(
        [
            f"## {rules.title}",
            "",
            "| fact | clause | values | in words |",
            "|---|---|---|---|",
            *(fact_row(rules, fact) for fact in rules.facts.values()),
            "",
        ]
    )


def fact_row(rules: Ruleset, fact: Fact) -> str:
    text = catalogue(rules.package)[f"fact.{fact.name}"]
    said = text if isinstance(text, str) else " / ".join(form for key, form in text.items() if key != "by")
    return f"| {fact.name} | {fact.clause} | {', '.join(map(value_named, fact.values))} | {said} |"


def value_named(value: Value) -> str:
    known = f" [{', '.join(value.known_to)}]" if value.known_to else ""
    return f"`{value.name}` {value.kind}{known}"


PAGES = {"observations": observations, "facts": facts}

if __name__ == "__main__":
    print(PAGES[sys.argv[1]](), end="")
