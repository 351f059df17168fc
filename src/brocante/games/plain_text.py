"""A view as text, for games without a `text.py`: a line for each field of the layout, a row for each seat."""

from collections.abc import Sequence
from typing import Any

from brocante.games.columns import NONE, WIDTH, columns, counted, headline, paragraph, row_name
from brocante.games.layout import Field, Laid, Layout, Number


def lines(title: str, layout: Layout, view: dict[str, Any]) -> list[str]:
    """The table as a seat or a watcher sees it; at most 80 columns wide."""
    shown = [field for field in layout.fields if field.shown]
    of_table = [field for field in shown if not of_seats(field)]
    return [
        headline(view, title),
        *(line for field in of_table for line in paragraph(f"{named(field)}: {told(within(view, field.name))}")),
        "",
        *rows(view, [field for field in shown if of_seats(field)]),
    ]


def of_seats(field: Field) -> bool:
    """Whether a view has it for each seat."""
    return field.each or field.private or isinstance(field, Laid)


def named(field: Field) -> str:
    return field.name.replace("_", " ").replace(".", ", ")


def within(view: dict[str, Any], path: str) -> Any:
    """What a view has under a name, in which a dot leads into an inner object."""
    for key in path.split("."):
        view = view[key]
    return view


def told(value: Any) -> str:
    """A value of a view in words.

    >>> told({"shoe": 2, "stud": 1}), told(["shoe", "stud"]), told([]), told(None), told(True), told(0)
    ('shoe x2, stud', 'shoe, stud', '·', '·', 'yes', '0')
    """
    if isinstance(value, dict):
        return counted(value)
    if isinstance(value, list):
        return ", ".join(told_item(item) for item in value) or NONE
    if isinstance(value, bool):
        return "yes" if value else "no"
    return NONE if value is None else str(value)


def told_item(item: Any) -> str:
    """
    >>> told_item({"seat": 1, "card": "shoe"}), told_item("stud")
    ('seat 1: shoe', 'stud')
    """
    if isinstance(item, dict):
        return f"seat {item['seat']}: {', '.join(str(value) for key, value in item.items() if key != 'seat')}"
    return str(item)


def rows(view: dict[str, Any], fields: Sequence[Field]) -> list[str]:
    """A row for each seat: numbers and words in columns; what is longer in lines of its own below."""
    narrow = [field for field in fields if isinstance(field, Number)]
    wide = [field for field in fields if field not in narrow]
    names = [row_name(view, number) for number in range(len(view["seats"]))]
    table = [["", *map(named, narrow)]]
    table += [
        [name, *(told(seat[field.name]) for field in narrow)] for name, seat in zip(names, view["seats"], strict=True)
    ]
    head, *body = columns(table, left=(0,))
    below = [
        [
            line
            for field in wide
            if seat[field.name] not in (None, {}, [])
            for line in paragraph(f"    {named(field)}: {told(seat[field.name])}", hang=6)
        ]
        for seat in view["seats"]
    ]
    return [head[:WIDTH], *(line for row, more in zip(body, below, strict=True) for line in (row, *more))]
