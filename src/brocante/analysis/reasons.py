"""Reasons: what a move does and leads to, in facts that the rules tell.

Futures that begin with each of two moves are compared. A fact explains the difference as far as it happens more often
after one of them, and as far as the seat wins more, or less, where it happens.
"""

from collections import Counter
from collections.abc import Sequence
from typing import Any, NamedTuple

import msgspec

from brocante.analysis.means import mean
from brocante.analysis.objects import Reason
from brocante.games import sentences
from brocante.games.facts import Told
from brocante.games.ruleset import Ruleset

MOST = 2  # reasons of a decision
LEAST_WORTH = 0.005  # chances to win
CERTAINLY, HARDLY = 0.95, 0.05  # shares of futures

Future = tuple[tuple[Told, ...], float]  # facts, and the seat's chance to win


class Key(NamedTuple):
    """What is the same in facts that count as one: all but numbers and cards listed."""

    fact: str
    values: tuple[Any, ...]


def reasons_for(
    rules: Ruleset, seat: int, best: str, other: str, after_best: Sequence[Future], after_other: Sequence[Future]
) -> list[Reason]:
    """The facts that explain most of what the best move has over the other, the weightiest first."""
    futures = [(facts_in(rules, told, seat), won) for told, won in (*after_best, *after_other)]
    split, said = len(after_best), dict[Key, Counter[str]]()
    for facts, _ in futures:
        for key, text in facts.items():
            said.setdefault(key, Counter())[text] += 1
    found = []
    for key, texts in said.items():
        happens = [key in facts for facts, _ in futures]
        often, seldom = share(happens[:split]), share(happens[split:])
        worth = (often - seldom) * effect(happens, [won for _, won in futures])
        if worth >= LEAST_WORTH:
            fact = msgspec.json.decode(texts.most_common(1)[0][0])
            text = in_words(rules, fact, seat, (best, often), (other, seldom))
            found.append(Reason(fact, often, seldom, worth, text))
    return sorted(found, key=lambda reason: -reason.worth)[:MOST]


def share(happens: Sequence[bool]) -> float:
    return sum(happens) / len(happens)


def effect(happens: Sequence[bool], won: Sequence[float]) -> float:
    """How much more the seat wins where the fact happens; less is believed of few futures."""
    there = [each for each, happened in zip(won, happens, strict=True) if happened]
    elsewhere = [each for each, happened in zip(won, happens, strict=True) if not happened]
    if not there or not elsewhere:
        return 0.0
    fewer = min(len(there), len(elsewhere))
    return (mean(there) - mean(elsewhere)) * fewer / (fewer + 2)


def facts_in(rules: Ruleset, told: Sequence[Told], seat: int) -> dict[Key, str]:
    """The facts of a future that say how much of something a seat has or gets, and that everyone may know; each once,
    as JSON."""
    facts: dict[Key, str] = {}
    for kind, numbers in told:
        fact = rules.told.FACTS[kind]
        kinds = {value.kind for value in fact.values}
        if fact.is_open and {"seat", "number"} <= kinds:
            shown = fact.shown(numbers, seat)
            values = tuple(shown[value.name] for value in fact.values if value.kind in ("seat", "word"))
            facts.setdefault(Key(fact.name, values), msgspec.json.encode(shown).decode())
    return facts


def in_words(rules: Ruleset, fact: dict[str, Any], seat: int, best: tuple[str, float], other: tuple[str, float]) -> str:
    """The reason as an English sentence."""
    (more, often), (less, seldom) = sorted((best, other), key=lambda each: -each[1])
    texts = sentences.catalogue(rules.package)
    form = "reason.only" if often >= CERTAINLY and seldom <= HARDLY else "reason.rather"
    said = sentences.fact(rules, fact, lambda number: f"seat {number}")
    values = {"fact": said, "more": more, "less": less, "often": round(100 * often), "seldom": round(100 * seldom)}
    return sentences.filled(texts[form], values)
