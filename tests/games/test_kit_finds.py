"""The kit finds what is wrong: broken variants of the scaffold's game, each caught by its check with its sentence."""

import hashlib
import json
import re
import sys
from collections.abc import Callable, Iterator
from dataclasses import replace
from importlib import import_module
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from brocante import Game, SetupError
from brocante.bots.catalogue import BOTS
from brocante.bots.random import Random
from brocante.games.catalogue import RULESETS, add
from brocante.games.facts import Fact, cards, seat
from brocante.games.layout import Layout, Number
from brocante.games.refusals import Why
from brocante.games.ruleset import Ruleset
from brocante.scaffold import module_of, write_game
from brocante.testing import (
    CheckFailed,
    bots,
    chance,
    check_game,
    deals,
    facts,
    gpu,
    layout,
    properties,
    registration,
    two_worlds,
    words,
)

GAMES = 6  # deals that a check is given to find something


@pytest.fixture
def write(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Callable[..., Ruleset]]:
    """Write a package of the scaffold with some texts of its files replaced, import it and register its game. Its name
    comes from what is replaced: machine code that was kept of another variant must not be met."""
    names = []

    def variant(**replaced: tuple[str, str]) -> Ruleset:
        name = f"kit-{hashlib.sha256(json.dumps(replaced).encode()).hexdigest()[:12]}"
        names.append(name)
        source = write_game(name, tmp_path) / "src"
        for file, (old, new) in replaced.items():
            path = (
                source
                / module_of(name)
                / {"sentences": "sentences/en.json", "page": "rules.md"}.get(file, f"{file}.py")
            )
            text = path.read_text()
            assert old in text
            path.write_text(text.replace(old, new))
        monkeypatch.syspath_prepend(source)
        ruleset: Ruleset = import_module(module_of(name)).RULESET
        return add(ruleset)

    yield variant
    for name in names:
        RULESETS.pop(name, None)
        for module in [module for module in sys.modules if module.split(".")[0] == module_of(name)]:
            del sys.modules[module]


@pytest.fixture(scope="module")
def stairs(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Ruleset]:
    """The scaffold's game as it is: for variants that need no other machine code."""
    folder = tmp_path_factory.mktemp("stairs")
    sys.path.insert(0, str(write_game("kit-stairs", folder) / "src"))
    yield add(import_module("kit_stairs").RULESET)
    sys.path.pop(0)
    del RULESETS["kit-stairs"]


def changed(module: Any, **names: Any) -> Any:
    """A module with other things under some of its names; None: without them."""
    return SimpleNamespace(**{name: value for name, value in {**vars(module), **names}.items() if value is not None})


def finds(check: Callable[[Any], None], ruleset: Ruleset, sentence: str) -> None:
    """A check fails with this sentence, and says which deal shows it where it plays games."""
    plays = "deal" in check.__annotations__
    with pytest.raises(CheckFailed, match=sentence) as failure:
        list(map(check, deals(ruleset, GAMES) if plays else [ruleset]))
    if plays:
        assert re.search(rf"Deal: brocante.new\('{ruleset.name}', players=\d, seed=\d+, ", str(failure.value))


def test_nothing_is_found_where_nothing_is_wrong(stairs: Ruleset) -> None:
    for check in (words.words_are_unique, facts.every_fact_is_declared_whole, layout.every_number_has_a_name):
        check(stairs)
    for deal in deals(stairs, GAMES):
        two_worlds.nothing_shown_depends_on_what_is_hidden(deal)
        two_worlds.facts_tell_nothing_hidden(deal)


# --- As it is declared ---


def test_a_game_that_is_not_installed(stairs: Ruleset) -> None:
    finds(registration.the_game_is_installed, stairs, "no entry point 'kit-stairs' of brocante.games is found")
    with pytest.raises(CheckFailed, match="install its package with pip"):
        check_game(stairs)


def test_what_is_missing_is_named(stairs: Ruleset) -> None:
    lacking = replace(
        stairs,
        rules=changed(stairs.rules, redeal=None, MOST_LEGAL=None),
        words=changed(stairs.words, WORDS=None),
        seen=changed(stairs.seen, observe_private=None),
        told=changed(stairs.told, FACTS=None),
        refusals=changed(stairs.refusals, why_not=None),
        package="brocante.bots",
        players=range(2, 9),
    )
    named = ["room for 8 players", "the file rules.md", "the file sentences/en.json", "redeal in rules.py"]
    named += ["MOST_LEGAL in rules.py", "WORDS in words.py", "observe_private in layout.py", "FACTS in facts.py"]
    for each in [*named, "why_not in refusals.py"]:
        finds(registration.the_game_is_complete, lacking, re.escape(each))
        with pytest.raises(SetupError, match=f"The game 'kit-stairs' lacks .*{re.escape(each)}"):
            add(lacking)


def test_optional_parts_must_be_whole_and_a_position_has_its_fields(stairs: Ruleset) -> None:
    half: Any = SimpleNamespace(WEIGHTS=())
    finds(registration.the_game_is_complete, replace(stairs, heuristic=half), "heuristic in heuristic.py")
    bare = changed(stairs.rules, POSITION=stairs.position_type[["players", "pile"]])
    finds(
        registration.the_game_is_complete, replace(stairs, rules=bare), "the field 'turn' in the POSITION of rules.py"
    )


def test_two_games_of_one_name_or_with_the_same_position(stairs: Ruleset) -> None:
    with pytest.raises(SetupError, match="There are two games of the name 'kit-stairs'"):
        add(replace(stairs))
    other = changed(stairs.rules, play=stairs.rules.deal)
    with pytest.raises(SetupError, match="The position of 'kit-other' has the same fields as that of another game"):
        add(replace(stairs, name="kit-other", rules=other))


def test_a_word_used_twice(stairs: Ruleset) -> None:
    twice = changed(stairs.words, WORDS=[*stairs.words.WORDS[:-1], "draw"])
    finds(
        words.words_are_unique, replace(stairs, words=twice), "The words 'draw' are used twice, for the moves 8 and 9"
    )
    fewer = changed(stairs.words, WORDS=stairs.words.WORDS[:-1])
    finds(words.words_are_unique, replace(stairs, words=fewer), "There are words for 9 moves, but MOVES is 10")
    loud = changed(stairs.words, WORDS=[*stairs.words.WORDS[:-1], "Clear!"])
    finds(words.words_are_unique, replace(stairs, words=loud), "Move 9 is 'Clear!': a move is a short line")


def test_cards_without_a_word_or_a_place(stairs: Ruleset) -> None:
    alike = changed(stairs.words, CARDS=("1",) * 8)
    finds(words.cards_have_words, replace(stairs, words=alike), "A card's word is used twice")
    more = changed(stairs.rules, CARDS=30)
    finds(words.cards_have_words, replace(stairs, rules=more), r"`pile` has the shape \(24,\), but CARDS is 30")


def test_a_field_of_the_layout_that_hides_another(stairs: Ruleset) -> None:
    fields = stairs.layout.fields
    for wrong, said in (
        ([*fields, Number("log", "a number")], "The field 'log' hides what every view has under that name"),
        ([*fields, Number("pile", "a number")], r"Numbers of the layout have the same label: \['pile'\]"),
        ([*fields, Number("size", "")], "The field 'size' of the layout does not say what it is about"),
    ):
        seen = changed(stairs.seen, LAYOUT=Layout(1, wrong))
        finds(layout.every_number_has_a_name, replace(stairs, seen=seen), said)


@pytest.mark.parametrize(
    ("fact", "said"),
    [
        (Fact("won", "G9.9", (seat(),)), "The fact 'won' follows from G9.9, which is not a clause of rules.md"),
        (Fact("lost", "G3.1", (seat(),)), "The fact 'lost' has no English sentence 'fact.lost'"),
        (Fact("won", "G3.1", (cards("12", name="seat"),)), "nothing"),
        (Fact("won", "G3.1", (seat("who"),)), r"The sentence 'fact.won' uses \['seat'\], which the fact does not have"),
        (Fact("won", "G3.1", (seat(), cards("12", known_to=("seat",)))), "no English sentence 'fact.won.hidden'"),
        (Fact("won", "G3.1", (cards("12", known_to=("seat",)), seat())), "the cards must stand last"),
        (Fact("won", "G3.1", (seat(), cards("12", known_to=("you",)))), r"known to \('you',\)"),
        (Fact("won", "G3.1", tuple(seat(f"s{i}") for i in range(6))), "has 6 values; 5 is the most"),
        (Fact("took", "G3.1", (seat(),)), "Two kinds of facts have the same name"),
    ],
)
def test_facts_that_are_not_whole(stairs: Ruleset, fact: Fact, said: str) -> None:
    told = changed(stairs.told, FACTS={**stairs.told.FACTS, stairs.rules.WON: fact})  # type: ignore[attr-defined]
    if said == "nothing":
        facts.every_fact_is_declared_whole(replace(stairs, told=told))
    else:
        finds(facts.every_fact_is_declared_whole, replace(stairs, told=told), said)


def test_an_option_that_cannot_be_dealt(stairs: Ruleset) -> None:
    def prepare(position: Any, options: dict[str, Any]) -> None:
        position["equal"] = ("refused",).index(options["equal"])

    said = "The option equal='allowed' with 2 players cannot be dealt"
    finds(properties.every_option_can_be_dealt, replace(stairs, prepare=prepare), said)


@pytest.mark.parametrize(
    ("rules", "said"),
    [
        (
            ("    seat = position.turn\n", "    seat = position.turn\n    assert move >= 0\n"),
            "play can raise an exception",
        ),
        (
            ("    unseen = 0\n", "    unseen = np.zeros(1, np.int64)[0]\n"),
            "redeal does not compile, or not without alloc",
        ),
        (("@compiled\ndef result", "def result"), "result is not compiled: decorate it with `compiled`"),
        (
            ("@compiled\ndef result", "import numba\n\n\n@numba.njit\ndef result"),
            "result is compiled otherwise than by `compiled`",
        ),
    ],
)
def test_code_that_a_gpu_cannot_run(write: Callable[..., Ruleset], rules: tuple[str, str], said: str) -> None:
    finds(gpu.rules_compile_for_a_gpu, write(rules=rules), said)


# --- As it is played ---


def test_refusals_without_a_sentence_or_a_clause(stairs: Ruleset) -> None:
    for why, said in (
        (Why("forbidden", "G2.1"), r"The refusal of '.*' has no sentence: 'refusal.forbidden' is missing"),
        (Why("pile_empty", "G7.1"), "is refused by clause G7.1, which is not in rules.md"),
    ):
        refusals = SimpleNamespace(why_not=lambda position, move, why=why: why)
        finds(properties.refused_moves_change_nothing, replace(stairs, refusals=refusals), said)


class Peeking(Random):
    """A bot that looks at the pile."""

    def choose(self, game: Game) -> str:
        return game.legal()[int(game.position["pile"][0]) % len(game.legal())]


def test_a_bot_that_peeks(stairs: Ruleset, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(BOTS, "random", Peeking)
    said = "The bot 'random' chooses by what is hidden from its seat"
    finds(two_worlds.no_bot_chooses_by_what_is_hidden, stairs, said)


def test_a_bot_that_chooses_no_legal_move(stairs: Ruleset, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Random, "choose", lambda bot, game: "clear")
    finds(bots.bots_play_it_out, stairs, "The bot 'random' chooses 'clear', which is not legal")


def test_a_fact_that_shows_a_hidden_card(stairs: Ruleset) -> None:
    took = replace_known_to(stairs.told.FACTS[stairs.rules.TOOK])  # type: ignore[attr-defined]
    told = changed(stairs.told, FACTS={**stairs.told.FACTS, stairs.rules.TOOK: took})  # type: ignore[attr-defined]
    said = "The fact 'took.*' tells (a watcher|seat .) what is hidden from it"
    finds(two_worlds.facts_tell_nothing_hidden, replace(stairs, told=told), said)


def replace_known_to(fact: Fact) -> Fact:
    """The fact, with all of it known to everyone."""
    return replace(fact, values=tuple(replace(value, known_to=None) for value in fact.values))


def test_a_fact_that_is_not_declared_or_out_of_its_words(stairs: Ruleset) -> None:
    declared = dict(stairs.told.FACTS)
    del declared[stairs.rules.TOOK]  # type: ignore[attr-defined]
    told = changed(stairs.told, FACTS=declared)
    said = "A fact of the kind 0 is told, which is not in FACTS"
    finds(facts.facts_fit_their_declaration, replace(stairs, told=told), said)
    took = stairs.told.FACTS[stairs.rules.TOOK]  # type: ignore[attr-defined]
    few = replace(took, values=(*took.values[:2], cards("1", known_to=("seat",))))
    told = changed(stairs.told, FACTS={**stairs.told.FACTS, stairs.rules.TOOK: few})  # type: ignore[attr-defined]
    said = r"The value 'cards' of the fact 'took' is \(.*\), out of its bounds"
    finds(facts.facts_fit_their_declaration, replace(stairs, told=told), said)


LEAK = "write(numbers, PLAYED, position.played, KINDS)\n"


@pytest.mark.parametrize(
    ("check", "replaced", "said"),
    [
        (
            two_worlds.nothing_shown_depends_on_what_is_hidden,
            {"layout": (LEAK, "write(numbers, PLAYED, position.hand[clockwise(position, seat, 1)], KINDS)\n")},
            "The view shows (a watcher|seat .) what is hidden from it, in 'played'",
        ),
        (
            two_worlds.nothing_shown_depends_on_what_is_hidden,
            {"rules": ("if position.pile_size > 0:", "if position.pile_size > 0 and position.pile[0] > 2:")},
            "The legal moves of seat . depend on what is hidden from it",
        ),
        (
            two_worlds.nothing_shown_depends_on_what_is_hidden,
            {"rules": ("    roll_shuffle(dice, cards, unseen)\n", "    cards[0] = position.pile[0]\n")},
            "What `redeal` makes for (a watcher|seat .) depends on what is hidden from it",
        ),
        (
            two_worlds.the_other_world_is_another_world,
            {"rules": ("    reseed(position, dice)\n", "    return\n")},
            "`redeal` does not give the position another seed",
        ),
        (
            layout.rows_stay_within_bounds,
            {"layout": ("numbers[HAND_SIZE + i]", "numbers[HAND + KINDS + i]")},
            r"A row of seat 0 is written beyond its \d+ numbers",
        ),
        (
            layout.rows_stay_within_bounds,
            {"layout": (LEAK, LEAK + "    write(numbers, HAND, position.hand[seat], KINDS)\n")},
            r"`observe_public` writes into the private \['hand, ",
        ),
        (
            layout.information_states_differ_where_histories_do,
            {"layout": (", unforeseen=True", "")},
            "Seat . has one information state after two different histories",
        ),
        (
            layout.no_game_is_longer_than_the_longest,
            {"layout": ("return 3 * CARDS + 1", "return CARDS")},
            r"A game has \d+ moves, and `longest` says at most 24",
        ),
        (
            properties.the_game_ends_with_a_result,
            {"rules": ("        ranks[seat] = 1\n", "        ranks[seat] = 2\n")},
            r"Ranks \[.*\] should be \[.*\]: equal standing shares a rank",
        ),
        (
            properties.the_game_ends_with_a_result,
            {"rules": ("    if stuck:", "    if stuck and position.pile_size > 0:")},
            "The game is not over, and there is no legal move",
        ),
        (
            words.legal_moves_are_listed_once,
            {
                "rules": (
                    "    if stuck:",
                    "    if count > 0:\n        moves[count] = moves[0]\n        count += 1\n    if stuck:",
                )
            },
            "A legal move is listed twice",
        ),
        (
            facts.facts_fit_their_declaration,
            {"rules": ("        list_cards(position, kind)\n", "        list_cards(position, kind, 80)\n")},
            r"The facts of a move fill \d+ of 510 numbers: more than half",
        ),
        (
            chance.explicit_chance_gives_the_same_game,
            {"rules": ("        position.top = 0\n", "        position.top = position.drawn & 3\n")},
            "With explicit chance (other moves are legal|seat . sees something else)",
        ),
    ],
)
def test_what_is_found_in_play(
    write: Callable[..., Ruleset], check: Callable[[Any], None], replaced: dict[str, tuple[str, str]], said: str
) -> None:
    finds(check, write(**replaced), said)
