"""Small helpers to lay a view out as lines of text: seats, cards, columns."""

import textwrap
from collections.abc import Collection, Sequence
from itertools import groupby
from typing import Any

WIDTH = 80  # of a small terminal
NONE = "·"  # nothing there; with a blank the eye would lose the row


def seat_name(view: dict[str, Any], seat: int) -> str:
    """
    >>> seat_name({"seat": 2}, 2), seat_name({"seat": 2}, 0)
    ('seat 2 (you)', 'seat 0')
    """
    return f"seat {seat} (you)" if seat == view["seat"] else f"seat {seat}"


def row_name(view: dict[str, Any], seat: int) -> str:
    """The seat's name as a row begins with it: an arrow points at the seat to move."""
    return f"{'>' if seat == view['turn'] else ' '} {seat_name(view, seat)}"


def headline(view: dict[str, Any], *parts: str) -> str:
    """The parts of a first line, and at its end whose turn it is."""
    if view["turn"] is None:
        turn = "the game is over"
    else:
        turn = "your turn" if view["turn"] == view["seat"] else f"seat {view['turn']} to move"
    return " · ".join([*filter(None, parts), turn])


def several(number: int, what: str) -> str:
    """
    >>> several(1, "bill"), several(3, "bill")
    ('1 bill', '3 bills')
    """
    return f"{number} {what}{'' if number == 1 else 's'}"


def counted(cards: dict[str, int]) -> str:
    """
    >>> counted({"3/7": 2, "draw": 1}), counted({})
    ('3/7 x2, draw', '·')
    """
    return ", ".join(times(card, n) for card, n in cards.items()) or NONE


def in_order(cards: Sequence[str]) -> str:
    """Cards whose order matters; equal neighbours are told together.

    >>> in_order(["shoe", "shoe", "stud", "shoe"])
    'shoe x2, stud, shoe'
    """
    return ", ".join(times(card, len(list(run))) for card, run in groupby(cards))


def times(card: str, number: int) -> str:
    return card if number == 1 else f"{card} x{number}"


def columns(rows: Sequence[Sequence[str]], left: Collection[int]) -> list[str]:
    """Rows of equally many cells as aligned lines: the columns `left` to the left, all others to the right.

    >>> columns([["seat 0", "3", "shoe"], ["seat 1 (you)", "12", ""]], left=(0, 2))
    ['seat 0         3  shoe', 'seat 1 (you)  12']
    """
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    return [
        "  ".join(
            cell.ljust(width) if column in left else cell.rjust(width)
            for column, (cell, width) in enumerate(zip(row, widths, strict=True))
        ).rstrip()
        for row in rows
    ]


def paragraph(text: str, hang: int = 4) -> list[str]:
    """A text over as many lines as it needs, all but the first set in."""
    return textwrap.wrap(text, WIDTH, subsequent_indent=" " * hang, break_on_hyphens=False)
