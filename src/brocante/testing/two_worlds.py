"""Two worlds (C5): deal anew all that is hidden from a seat, and nothing it is shown changes by a byte.

World A is the game as it is. World B has everything hidden from the seat dealt anew: cards, the seed, and in the log
what the seat may not know. View, log, facts, observation, legal moves, refusals, what `redeal` makes for the seat, and
the choice of every bot must be the same in both; and B must be another world where there is something to hide.
"""

import json
import random
from collections import Counter
from itertools import zip_longest
from typing import Any

import numpy as np

from brocante.bots.catalogue import BOTS, bot
from brocante.games.chance import new_dice
from brocante.games.facts import VALUES, Fact, Told
from brocante.games.game import Game
from brocante.games.rules import redeal
from brocante.games.ruleset import Ruleset
from brocante.testing.deals import Deal, played, playing
from brocante.testing.failure import ensure, fail
from brocante.testing.properties import some

# Thinking takes time: bots that do are asked less often, or given less of it.
SETTINGS: dict[str, dict[str, Any]] = {"search": {"simulations": 20}}
ASKED_EVERY = {"hard": 150, "expert": 1500}  # moves; the others every ninth
REFUSALS = 10  # moves whose refusal is compared
TRIES = 4  # worlds for each onlooker
RARE = 8  # times that a kind of decision has come up


def other_world(game: Game, seat: int | None, luck: int) -> Game:
    """The same game as far as the seat can know, with all it cannot know dealt anew."""
    world = redealt_clone(game, seat, luck)
    facts, words = game.ruleset.told.FACTS, game.ruleset.move_words
    world._deal_facts = tuple(other_fact(facts[told[0]], told, seat, luck) for told in world._deal_facts)
    for number, entry in enumerate(game.log(seat)):
        there = world._log[number]
        move = there.move
        if entry["move"].endswith("?"):
            verb = words[move].split()[0]
            alike = [other for other, each in enumerate(words) if each.split()[0] == verb]
            move = alike[(alike.index(move) + 1 + luck) % len(alike)]
        told = tuple(other_fact(facts[told[0]], told, seat, luck) for told in there.facts)
        world._log[number] = there._replace(move=move, facts=told)
    return world


def redealt_clone(game: Game, seat: int | None, luck: int) -> Game:
    """The same, but for its log, which is as it was."""
    world = game.clone()
    world._seed = bytes(32)
    redeal_for(world._position, game.ruleset, seat, luck)
    return world


def other_fact(fact: Fact, told: Told, seat: int | None, luck: int) -> Told:
    """A fact in which the values that the seat may not know are others."""
    kind, numbers = told
    shown, others = fact.shown(numbers, seat), list(numbers)
    for at, value in enumerate(fact.values):
        if value.known_to is None or shown[value.name] is not None:
            continue
        places = range(VALUES, len(numbers)) if value.kind == "cards" else range(at, at + 1)
        for place in places:
            others[place] = (numbers[place] + 1 + luck) % (len(value.of) or 5)
    return kind, tuple(others)


def redeal_for(position: Any, rules: Ruleset, seat: int | None, luck: int) -> None:
    """Deal anew, in a position, all that is hidden from a seat, or from a watcher."""
    redeal(position, -1 if seat is None else seat, new_dice(luck), np.zeros(rules.card_count, np.int8))


def redealt(game: Game, seat: int | None, luck: int) -> bytes:
    """What `redeal` makes of a game for a seat."""
    position = game.position
    redeal_for(position, game.ruleset, seat, luck)
    return bytes(position.tobytes())


def as_bytes(data: Any) -> bytes:
    return json.dumps(data).encode()


def nothing_shown_depends_on_what_is_hidden(deal: Deal) -> None:
    """Views, logs, facts, observations, legal moves and refusals, for every seat and a watcher."""
    met = Counter[frozenset[str]]()
    for game, legal, _ in playing(deal):
        decision = frozenset(move.split()[0] for move in legal)
        met[decision] += 1
        hidden = deal.rules.knowers(game.position, game.legal_numbers()[0]) is not None
        if game.move_count % 5 == 0 or met[decision] <= RARE or hidden:
            for seat in (None, *range(game.players)):
                looks_the_same(deal, game, seat, other_world(game, seat, deal.luck + game.move_count))
    game = played(deal)
    for seat in (None, *range(game.players)):
        looks_the_same(deal, game, seat, other_world(game, seat, deal.luck))


def looks_the_same(deal: Deal, game: Game, seat: int | None, world: Game) -> None:
    """All that a seat, or a watcher, is shown of two worlds is the same."""
    who = "a watcher" if seat is None else f"seat {seat}"
    here, there = game.view(seat), world.view(seat)
    if as_bytes(here) != as_bytes(there):
        keys = [key for key in here if here[key] != there[key]]
        fail(f"The view shows {who} what is hidden from it, in {', '.join(map(repr, keys))}.", deal, game)
    same = as_bytes(game.deal_facts(seat)) == as_bytes(world.deal_facts(seat))
    ensure(same, f"The facts of the deal show {who} what is hidden from it.", deal, game)
    same = redealt(world, seat, deal.luck) == redealt(game, seat, deal.luck)
    ensure(same, f"What `redeal` makes for {who} depends on what is hidden from it.", deal, game)
    if seat is not None:
        same = world.observation(seat).tobytes() == game.observation(seat).tobytes()
        ensure(same, f"The observation shows {who} what is hidden from it.", deal, game)
    if seat is not None and seat == game.turn:
        ensure(world.legal() == game.legal(), f"The legal moves of {who} depend on what is hidden from it.", deal, game)
        for move in some(deal.rules.move_words, random.Random(game.move_count), REFUSALS):
            ensure(
                repr(world.check(move)) == repr(game.check(move)),
                f"The refusal of {move!r} tells {who} what is hidden from it.",
                deal,
                game,
            )


def facts_tell_nothing_hidden(deal: Deal) -> None:
    """The same move in two worlds that look the same to a seat, before and after it, tells the seat the same facts. The
    other checks cannot find this out: a fact once told stays as it is when cards are dealt anew."""
    met = Counter[frozenset[str]]()
    for game, _, move in playing(deal):
        after, last = game.clone(), game.move_count
        after.play(move)
        kinds = frozenset(fact["fact"] for fact in after.log(None, last)[0]["facts"])
        met[kinds] += 1
        if not kinds or met[kinds] > RARE:
            continue
        for seat in (None, *range(game.players)):
            for luck in range(deal.luck, deal.luck + TRIES):
                world = redealt_clone(game, seat, luck)
                if move in world.legal():
                    world.play(move)
                    here, there = (each.log(seat, last)[0]["facts"] for each in (after, world))
                    tells_the_same(deal, after, world, seat, here, there)
    first = deal.game()
    for seed in range(TRIES):
        world = deal._replace(seed=seed).game()
        tells_the_same(deal, first, world, None, first.deal_facts(None), world.deal_facts(None))


def tells_the_same(
    deal: Deal, game: Game, world: Game, seat: int | None, here: list[dict[str, Any]], there: list[dict[str, Any]]
) -> None:
    """Two worlds whose tables look the same to a seat have told it the same facts."""
    if as_bytes(game.table(seat)) == as_bytes(world.table(seat)) and game.turn == world.turn:
        who = "a watcher" if seat is None else f"seat {seat}"
        differ = [fact["fact"] for fact, twin in zip_longest(here, there, fillvalue={"fact": ""}) if fact != twin]
        ensure(not differ, f"The fact {', '.join(differ)!r} tells {who} what is hidden from it.", deal, game)


def no_bot_chooses_by_what_is_hidden(deal: Deal) -> None:
    """Every bot thinks and chooses the same in both worlds."""
    for game, _, _ in playing(deal):
        asked = [name for name in BOTS if (game.move_count + deal.luck) % ASKED_EVERY.get(name, 9) == 0]
        if asked:
            thinks_the_same(deal, game, asked)


def thinks_the_same(deal: Deal, game: Game, names: list[str]) -> None:
    """These bots think and choose the same in a world dealt anew for the seat to move."""
    world = other_world(game, game.turn, deal.luck)
    for name in names:
        same = thoughts(name, world, deal.luck) == thoughts(name, game, deal.luck)
        ensure(same, f"The bot {name!r} chooses by what is hidden from its seat.", deal, game)


def thoughts(name: str, game: Game, luck: int) -> Any:
    """What a fresh bot thinks of the moves, and which it chooses."""
    chooser = bot(name, seed=luck, **SETTINGS.get(name, {}))
    return chooser.explain(game), chooser.choose(game)


def the_other_world_is_another_world(deal: Deal) -> None:
    """Were `redeal` to do nothing, the checks above could not fail."""
    game = deal.game()
    worlds = {other_world(game, 0, luck).position.tobytes() for luck in range(8)}
    ensure(len(worlds) == 8, "`redeal` does not give the position another seed: call `reseed`.", deal)
    piles = {other_world(game, 0, luck).position["pile"].tobytes() for luck in range(8)}
    ensure(len(piles) > 1, "`redeal` never changes the pile.", deal)


def a_redealt_world_can_be_played_on(deal: Deal) -> None:
    """What is dealt anew fits the rules: the game goes on to its end."""
    for game, _, _ in playing(deal):
        if game.move_count % 40 == 11:
            for seat in (None, game.turn):
                world = other_world(game, seat, deal.luck)
                chooser = bot("random", seed=deal.luck)
                while world.turn is not None:
                    world.play(chooser.choose(world))
                ensure(world.result() is not None, "A world dealt anew ends without a result.", deal, game)
