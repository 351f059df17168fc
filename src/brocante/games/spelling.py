"""Words as people write them: near misses, and long lists made short."""

import difflib
import re
from collections.abc import Iterable


def near_miss(word: object, known: Iterable[str]) -> str:
    """« Did you mean …? » where a known word is close to the one given, else nothing."""
    close = difflib.get_close_matches(str(word).lower(), list(known), n=1)
    return f" Did you mean {close[0]!r}?" if close else ""


def short(thing: object) -> str:
    """Something wrong, as it is written, but not at any length."""
    written = repr(thing)
    return written if len(written) <= 100 else f"{written[:80]} …"


def digits(words: str) -> str:
    """The digits in a text: another number is not a near miss."""
    return "".join(filter(str.isdigit, words))


def in_short(moves: list[str]) -> str:
    """A list of moves for people: a run of numbers shows its ends only.

    >>> in_short(["pass", "bid 3", "bid 4", "bid 5", "bid 6", "bid 7", "bid 8"])
    'pass, bid 3 to 8'
    """
    shown: list[str] = []
    i = 0
    while i < len(moves):
        run = i
        match = re.fullmatch(r"(\D+)(\d+)", moves[i])
        while match and run + 1 < len(moves) and moves[run + 1] == f"{match[1]}{int(match[2]) + run + 1 - i}":
            run += 1
        if match and run > i + 4:  # longer than a row of seats
            shown.append(f"{moves[i]} to {int(match[2]) + run - i}")
            i = run + 1
        else:
            shown.append(moves[i])
            i += 1
    return ", ".join(shown)
