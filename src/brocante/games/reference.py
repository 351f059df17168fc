"""The page that says what every number of an observation means, written from the layouts themselves."""

from collections.abc import Sequence

from brocante.games.catalogue import RULESETS
from brocante.games.layout import NUMBER, Block
from brocante.games.ruleset import Ruleset

HEAD = f"""# Observations

What a seat may know, as a row of `{NUMBER.__name__}` numbers: `game.observation(seat)` in Python, and the same row in
the [vector environment](vector.md), in [PettingZoo](pettingzoo.md) and, as floats, in [OpenSpiel](openspiel.md). This
page is written from the layouts in `games/*/observation.py` by `python -m brocante.games.reference`; a test compares them.

- One layout a game, whatever the number of players: lines of seats that nobody sits in are 0.
- Where there is a line for each seat, the own one comes first and the others follow clockwise. Moves name seats by
  their number, so an observation also says which number the own seat has.
- In a block with several lists of labels the last one runs fastest: in Klunker, `window` has the seven kinds of the own
  window first, then those of the seat to the left.
- `LAYOUT.labels()` names every index, `LAYOUT.part(observation, "window")` gives a block in its own shape without a
  copy, and works on a whole batch. The version is raised whenever a number moves.
- Everything hidden dealt anew, an observation stays the same to the byte: the two-worlds test checks it.

An observation shows the table as it is. What it does not hold is the order of past moves; the **information state**
does (`brocante.games.information_state`): the own seat, then every move as far as the seat may know it, with every change that no
move foretells, marked * below. Two different histories of what a seat has seen never give the same information state,
and equal ones never different states: a test plays games that part ways and compares.
"""


def page() -> str:
    return "\n".join([HEAD, *(section(rules) for rules in RULESETS.values())])


def section(rules: Ruleset) -> str:
    layout = rules.layout
    rows = [row(layout.starts[block.name], block) for block in layout.blocks]
    return "\n".join(
        [
            f"## {rules.title}",
            "",
            f"Version {layout.version}, {layout.size} numbers.",
            "",
            "| index | block | is | for each of |",
            "|---|---|---|---|",
            *rows,
            "",
        ]
    )


def row(start: int, block: Block) -> str:
    index = str(start) if block.size == 1 else f"{start}–{start + block.size - 1}"
    axes = " × ".join(", ".join(shortened(axis)) for axis in block.axes)
    return f"| {index} | {block.name}{'*' if block.unforeseen else ''} | {block.about} | {axes} |"


def shortened(axis: Sequence[str]) -> Sequence[str]:
    """Long lists show their ends."""
    return axis if len(axis) <= 18 else (axis[0], axis[1], "…", axis[-1])


if __name__ == "__main__":
    print(page(), end="")
