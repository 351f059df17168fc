"""What the native engine says of a recorded game, step by step, for comparing with the same in WebAssembly.

Everything is written as a digest, so that each is compared to the byte and a difference names its kind and place.
"""

import hashlib
import json
from threading import Event
from typing import Any

import numpy as np

from brocante.bots.determinization import Determinization
from brocante.bots.heuristic import best, weights_of
from brocante.bots.search import Search, Tree
from brocante.bots.spec import bot_from
from brocante.games.chance import new_dice
from brocante.games.game import Game
from brocante.games.record import replay
from brocante.games.rules import heuristic, legal, redeal

LINES = 6  # of the log: what was hidden may be told some moves later
SELDOM = 10  # moves between two that bots think about, or of which every refusal is compared
SIMULATIONS = 300
PLANS = 100  # moves between two that nets think ahead about
PLANNED = 60
LEVELS = ("easy", "medium", "search:simulations=200")  # the last is hard where the net cannot be loaded


def digest(content: bytes) -> str:
    return hashlib.sha256(content).hexdigest()[:16]


def digest_of(thing: Any) -> str:
    """Of JSON, the same whatever the order of keys."""
    return digest(json.dumps(thing, sort_keys=True, ensure_ascii=False, separators=(",", ":")).encode())


def trace(record: dict[str, Any]) -> dict[str, Any]:
    """A recorded game with all that is compared."""
    whole = replay(record)
    steps = [step(game, number) for number, game in enumerate(whole.since_the_deal())]
    return {"record": record, "deal": deal_facts(whole), "steps": steps}


def deal_facts(game: Game) -> str:
    return digest_of([game.deal_facts(onlooker) for onlooker in (None, *range(game.players))])


def step(game: Game, number: int) -> dict[str, Any]:
    onlookers = (None, *range(game.players))
    start = max(game.move_count - LINES, 0)
    found = {
        "position": digest(game.position.tobytes()),
        "legal": digest_of(game.legal_numbers()),
        "tables": digest_of([game.table(onlooker) for onlooker in onlookers]),
        "logs": digest_of([game.log(onlooker, start) for onlooker in onlookers]),
        "open": digest_of([game.is_open(line) for line in range(start, game.move_count)]),
        "observations": digest(b"".join(game.observation(seat).tobytes() for seat in range(game.players))),
        "redeals": digest(b"".join(redealt(game, number, onlooker) for onlooker in onlookers)),
    }
    if game.turn is not None:
        found["heuristic"] = by_heuristic(game, number)
        if number % SELDOM == 0:
            found["refusals"] = digest_of(refusals(game))
            found["tree"] = tree(game, number)
            found["choices"] = digest_of([bot_from(level, seed=number).choose(game) for level in LEVELS])
            found["net"] = by_net(game, number)
    return found


def redealt(game: Game, number: int, onlooker: int | None) -> bytes:
    """The position with what is hidden dealt anew, and the dice then."""
    rules, seat = game.ruleset, -1 if onlooker is None else onlooker
    dice, world = new_dice(number * 8 + seat + 2), np.zeros(1, rules.position_type)
    world[0] = game.position
    redeal(world[0], seat, dice, np.zeros(rules.card_count, np.int8))
    return bytes(world.tobytes() + dice.tobytes())


def by_heuristic(game: Game, number: int) -> str:
    """Scores of all legal moves, the best of them, and the dice then."""
    rules, dice = game.ruleset, new_dice(number)
    world, moves, scores = np.zeros(1, rules.position_type), rules.scratch(), np.zeros(rules.most_legal)
    world[0] = game.position
    count = int(legal(world[0], moves))
    heuristic(world[0], moves, count, weights_of(rules, "tuned"), scores)
    chosen = np.array([best(scores, count, dice)], np.int32)
    return digest(scores.tobytes() + chosen.tobytes() + dice.tobytes())


def by_net(game: Game, number: int) -> str:
    """What the net thinks of every move and, seldom, what it thinks after looking ahead; and what it plays then."""
    ahead = f"neural:simulations={PLANNED},heuristics={game.ruleset.ahead.heuristics}"
    player = bot_from("hard" if number % PLANS else ahead, seed=number)
    figures = [(thought.visits, thought.expected) for thought in player.explain(game)]
    return digest(np.array(figures, np.float64).tobytes() + player.choose(game).encode())


def refusals(game: Game) -> list[Any]:
    """Of every move, why it is not legal; None of those that are."""
    allowed, why_not = set(game.legal_numbers()), game.ruleset.refusals.why_not
    return [None if move in allowed else why_not(game.position, move) for move in range(game.ruleset.move_count)]


def tree(game: Game, number: int) -> str:
    """A whole search tree, and the dice then."""
    dice = new_dice(number + 1)
    grown = Tree(Determinization(game, dice), Search(SIMULATIONS), dice, SIMULATIONS)
    grown.grow(None, Event())
    return digest(grown._nodes.tobytes() + dice.tobytes())
