"""Facts: each kind is declared, has a clause and sentences, and what is told fits its declaration."""

import string
from collections.abc import Iterator
from typing import Any

from brocante.games import sentences
from brocante.games.facts import HEAD, ROOM, VALUES, Fact, Told, shown_to
from brocante.games.game import Game
from brocante.games.ruleset import Ruleset
from brocante.testing.clauses import clauses_of
from brocante.testing.deals import Deal, playing
from brocante.testing.failure import ensure, fail


def every_fact_is_declared_whole(rules: Ruleset) -> None:
    """A clause that stands in the rules, values that can be told, and an English sentence for all of them."""
    facts = list(rules.told.FACTS.values())
    ensure(len(rules.facts) == len(facts), f"Two kinds of facts have the same name: {[fact.name for fact in facts]}.")
    for fact in facts:
        stands = fact.clause in clauses_of(rules)
        ensure(stands, f"The fact {fact.name!r} follows from {fact.clause}, which is not a clause of rules.md.")
        values_can_be_told(fact)
        sentences_are_there(rules, fact)


def values_can_be_told(fact: Fact) -> None:
    """Few enough, the cards last, words where they are needed, and known to seats that were named before."""
    single = [value for value in fact.values if value.kind != "cards"]
    ensure(len(single) <= VALUES, f"The fact {fact.name!r} has {len(single)} values; {VALUES} is the most.")
    ensure(single == list(fact.values[: len(single)]), f"In the fact {fact.name!r} the cards must stand last.")
    ensure(len(fact.values) - len(single) <= 1, f"The fact {fact.name!r} lists cards twice.")
    names = [value.name for value in fact.values]
    ensure(len(set(names)) == len(names) and "fact" not in names, f"Names of values of {fact.name!r}: {names}.")
    for number, value in enumerate(fact.values):
        worded = value.kind not in ("word", "cards") or bool(value.of)
        ensure(worded, f"The value {value.name!r} of the fact {fact.name!r} has no words.")
        before = {each.name for each in fact.values[:number] if each.kind == "seat" and each.known_to is None}
        ensure(
            set(value.known_to or ()) <= before,
            f"The value {value.name!r} of the fact {fact.name!r} is known to {value.known_to}: "
            "these must be open values that are seats and stand before it.",
        )


def sentences_are_there(rules: Ruleset, fact: Fact) -> None:
    """`fact.NAME`, and `fact.NAME.hidden` where something can be hidden; each form can be filled."""
    texts = sentences.catalogue(rules.package)
    for key in (f"fact.{fact.name}", *(() if fact.is_open else (f"fact.{fact.name}.hidden",))):
        text = texts.get(key)
        if text is None:
            fail(f"The fact {fact.name!r} has no English sentence {key!r} in sentences/en.json.")
        names = {value.name for value in fact.values}
        forms = forms_of(text)
        for form in forms:
            used = {name for _, name, _, _ in string.Formatter().parse(form) if name}
            ensure(used <= names, f"The sentence {key!r} uses {sorted(used - names)}, which the fact does not have.")
        if isinstance(text, dict):
            all_forms_are_there(fact, key, text)


def forms_of(text: str | dict[str, str]) -> list[str]:
    """All forms of a text."""
    return [text] if isinstance(text, str) else [form for name, form in text.items() if name != "by"]


def all_forms_are_there(fact: Fact, key: str, text: dict[str, str]) -> None:
    """A form for one and for others, or for each word."""
    by = next((value for value in fact.values if value.name == text.get("by")), None)
    if by is None:
        fail(f"The sentence {key!r} has forms by {text.get('by')!r}, which is not a value of the fact.")
    wanted = set(by.of) if by.kind == "word" else {"one", "other"}
    ensure(wanted <= set(text), f"The sentence {key!r} lacks the forms {sorted(wanted - set(text))}.")


def told(game: Game) -> Iterator[tuple[Told, ...]]:
    """The facts of the deal, then those of each move, with all they hide."""
    yield game._deal_facts
    for entry in game._log:
        yield entry.facts


def facts_fit_their_declaration(deal: Deal) -> None:
    """Every fact told is of a declared kind, with values within their words; half of the room for them stays free."""
    game = deal.game()
    for game, _, _ in playing(deal):  # noqa: B007 - the last one, which goes on to its end
        pass
    after = deal.game()
    for number, facts in enumerate(told(game)):
        size = sum(HEAD + len(numbers) - VALUES for _, numbers in facts)
        ensure(size * 2 <= ROOM, f"The facts of a move fill {size} of {ROOM} numbers: more than half.", deal, after)
        for kind, numbers in facts:
            fact = deal.rules.told.FACTS.get(kind)
            if fact is None:
                fail(f"A fact of the kind {kind} is told, which is not in FACTS.", deal, after)
            values_fit(deal, after, fact, numbers)
        for onlooker in (None, *range(game.players)):
            for each in shown_to(deal.rules.told.FACTS, facts, onlooker):
                in_words(deal, after, each)
        if number < game.move_count:
            after.play(game.moves[number])


def values_fit(deal: Deal, game: Game, fact: Fact, numbers: tuple[int, ...]) -> None:
    """Seats are at the table, words and cards are among their words."""
    cards = numbers[VALUES:]
    for number, value in enumerate(fact.values):
        of = cards if value.kind == "cards" else (numbers[number],)
        least, most = (0 if value.kind == "cards" else -1), len(value.of)
        if value.kind == "seat":
            most = deal.players
        fits = value.kind == "number" or all(least <= each < most for each in of)
        ensure(fits, f"The value {value.name!r} of the fact {fact.name!r} is {of}, out of its bounds.", deal, game)
    listed = any(value.kind == "cards" for value in fact.values) or not cards
    ensure(listed, f"The fact {fact.name!r} lists cards, and declares none.", deal, game)


def in_words(deal: Deal, game: Game, fact: dict[str, Any]) -> None:
    """There is a sentence for a fact as somebody may know it."""
    try:
        sentences.fact(deal.rules, fact, lambda seat: f"seat {seat}")
    except (KeyError, IndexError, ValueError) as error:
        fail(f"There is no sentence for {fact}: {error!r}.", deal, game)
