"""Words: every move has its own, and words and numbers convert both ways (C2)."""

import re

from brocante.games.game import numbers_of
from brocante.games.ruleset import Ruleset
from brocante.games.script import MOST_CARDS
from brocante.testing.deals import Deal, playing
from brocante.testing.failure import ensure

LONGEST = 40  # letters of a move


def words_are_unique(rules: Ruleset) -> None:
    """C2: as many words as moves, none used twice, each a short line that can be typed."""
    words = rules.move_words
    ensure(len(words) == rules.move_count, f"There are words for {len(words)} moves, but MOVES is {rules.move_count}.")
    seen: dict[str, int] = {}
    for number, move in enumerate(words):
        if seen.setdefault(move, number) != number:
            ensure(False, f"The words {move!r} are used twice, for the moves {seen[move]} and {number} (C2).")
        typed = re.fullmatch(r"[a-z]+( [a-z0-9/+-]+)*", move) is not None and len(move) < LONGEST
        ensure(typed, f"Move {number} is {move!r}: a move is a short line of small letters, digits, /, + and - (C2).")
    numbers = numbers_of(rules)
    ensure([numbers[move] for move in words] == list(range(len(words))), "Words and numbers do not convert both ways.")


def cards_have_words(rules: Ruleset) -> None:
    """Each card has a word of its own, and there is room for all cards."""
    words = rules.card_words
    ensure(len(set(words)) == len(words), f"A card's word is used twice: {sorted(words)}.")
    ensure(0 < rules.card_count <= MOST_CARDS, f"CARDS is {rules.card_count}; there is room for 1 to {MOST_CARDS}.")
    pile = rules.position_type["pile"].shape
    ensure(pile == (rules.card_count,), f"The field `pile` has the shape {pile}, but CARDS is {rules.card_count}.")


def legal_moves_are_listed_once(deal: Deal) -> None:
    """C2: legal moves are moves, listed once, no more of them than there is room for; numbers and words agree."""
    rules = deal.rules
    for game, legal, _ in playing(deal):
        numbers = game.legal_numbers()
        ensure(len(set(legal)) == len(legal), f"A legal move is listed twice: {legal}.", deal, game)
        ensure(len(legal) <= rules.most_legal, f"{len(legal)} moves are legal, above MOST_LEGAL.", deal, game)
        ensure(all(0 <= number < rules.move_count for number in numbers), f"No moves: {numbers}.", deal, game)
        ensure([rules.move_words[number] for number in numbers] == legal, "Words and numbers differ.", deal, game)
