"""The games of first lessons: `python web/lessons.py` looks for them and writes `lesson.json` in the folder of each.

A lesson plays a recorded game again with the learner in seat 0. Of many deals one is taken in which all that a beginner
should meet happens to the learner, or by the learner: see `wanted` of each plan. The others are bots; the learner plays
by rules of thumb that the lesson can give reasons for (`coach.ts` of the game). `legal` holds, for each move of the
learner, all that was legal instead, in the form of the wire.
"""

import json
import random
import sys
from collections import Counter
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any, NamedTuple

import msgspec

from brocante.bots.heuristic import Heuristic
from brocante.games.game import Game, new
from brocante.table.views import in_runs

GAMES = Path(__file__).parent / "src" / "games"
LEARNER = 0
SEEDS = 3000
JITTER = 0.4  # so that one deal can go several ways
OVERLOOKED = 0.5  # of the moves of the others

Facts = list[dict[str, Any]]
Line = dict[str, Any]  # of the log, and under "choices" how many moves were legal
Learner = Callable[[Game, random.Random], str]
Happens = Callable[[list[Line]], bool]


class Plan(NamedTuple):
    """What to look for: everything in `wanted` happens, and the learner has at most so many decisions."""

    players: int
    options: dict[str, Any]
    learner: Learner
    wanted: dict[str, Happens]
    decisions: int


def best(scores: dict[str, float], dice: random.Random) -> str:
    """The move that looks best, more or less."""
    return max(scores, key=lambda move: scores[move] + dice.uniform(0, JITTER))


def facts_of(log: list[Line], kind: str) -> Facts:
    return [fact for line in log for fact in line["facts"] if fact["fact"] == kind]


def happened(what: str, /, **values: Any) -> Happens:
    """Whether there is a fact of the kind with these values; a function is asked about the value."""

    def fits(fact: dict[str, Any]) -> bool:
        return all(want(fact[name]) if callable(want) else fact[name] == want for name, want in values.items())

    return lambda log: any(fits(fact) for fact in facts_of(log, what))


def moved(move: str) -> Happens:
    """Whether the learner chooses a move that begins like this."""
    return lambda log: any(
        line["seat"] == LEARNER and line["move"].startswith(move) and line["choices"] > 1 for line in log
    )


def another(seat: int) -> bool:
    return seat != LEARNER


# --- Klunker: few kinds in the safe ---

SET = 4


def pays(safe: Counter[str], kind: str) -> int:
    if kind == "necklace":
        return 4
    kinds = 1 + sum(1 for each, n in safe.items() if n - (SET if each == kind else 0) > 0)
    return 4 - min(kinds - 1, 3)


def brings(safe: Counter[str]) -> int:
    """The most that a safe brings at once."""
    ready = [kind for kind, n in safe.items() if n >= SET]
    return max((pays(safe, kind) + brings(safe - Counter({kind: SET})) for kind in ready), default=0)


def jeweller(game: Game, dice: random.Random) -> str:
    """Shows what can be spared, stores what there is most of, and buys what completes."""
    table = game.table(LEARNER)
    own = table["seats"][LEARNER]
    hand, safe, legal = Counter(own["hand"]), Counter(own["safe"]), game.legal()
    match table["phase"]:
        case "windows":
            if "done" in legal:
                return "done"
            return best({move: -2 * safe[kind(move)] - hand[kind(move)] for move in legal}, dice)
        case "safes":
            return best({move: storing(move, hand, safe) for move in legal}, dice)
        case "purchases":
            return best({move: buying(move, table["seats"], safe) for move in legal}, dice)
        case _:
            return best({move: selling(kind(move), safe) for move in legal}, dice)


def selling(jewel: str, safe: Counter[str]) -> float:
    """What the safe brings altogether, were this kind sold first."""
    return pays(safe, jewel) + brings(safe - Counter({jewel: SET}))


def kind(move: str) -> str:
    return move.split()[1]


def storing(move: str, hand: Counter[str], safe: Counter[str]) -> float:
    if move == "pass":
        return 1.5
    jewel = kind(move)
    if safe[jewel] + 1 == SET:
        return 3.0 + pays(safe + Counter({jewel: 1}), jewel)
    others = sum(1 for each, n in safe.items() if n > 0 and each != jewel)
    return 1.0 * (safe[jewel] + hand[jewel]) - (0.0 if safe[jewel] else 0.8 * others) + 0.3 * (jewel == "necklace")


def buying(move: str, seats: list[Any], safe: Counter[str]) -> float:
    if move == "decline":
        return 0.0
    owner = int(kind(move))
    window = Counter(seats[owner]["window"])
    new = sum(1 for each in window if not safe[each])
    return brings(safe + window) + 0.4 * (window.total() - new) - 0.7 * new - (1 if owner != LEARNER else 0)


def spoilt_then_clean(log: list[Line]) -> bool:
    """The learner sells for 1 or 2 bills first, and later for 4; necklaces, whose price is fixed, apart."""
    sold = [f["bills"] for f in facts_of(log, "sold") if f["seat"] == LEARNER and f["kind"] != "necklace"]
    return bool(sold) and sold[0] <= 2 and 4 in sold


KLUNKER = Plan(
    players=4,
    options={},
    learner=jeweller,
    wanted={
        "a sale spoilt by other kinds, then a clean one": spoilt_then_clean,
        "necklaces sold": happened("sold", seat=LEARNER, kind="necklace"),
        "a window bought from another": happened("bought", seat=LEARNER, owner=another),
        "the own window taken": happened("bought", seat=LEARNER, owner=LEARNER),
        "the own window bought by another": happened("bought", seat=another, owner=LEARNER),
        "becoming first player of another round": lambda log: happened("became_first", seat=LEARNER)(log[:-1]),
        "the end, won": happened("won", seat=LEARNER),
    },
    decisions=40,
)


# --- Alles futsch!: a card is worth what its objects bring ---

PRICE, BONUS, STEP = 20, 30, 10


def worth(table: Any, seat: int, card: str) -> int:
    """What a card brings, about: 20 for what will be sold, 30 for a third, and 10 for a step towards one."""
    stones = Counter(table["seats"][seat]["stones"])
    total = 0
    for each in card.split("+"):
        if each != table["seats"][seat]["lacks"] and stones[each] < 3:
            stones[each] += 1
            total += BONUS if stones[each] == 3 else STEP
        elif any(other != seat and state["stones"].get(each, 5) < 5 for other, state in enumerate(table["seats"])):
            total += PRICE
    return total


def collector(game: Game, dice: random.Random) -> str:
    table = game.table(LEARNER)
    legal, own = game.legal(), table["seats"][LEARNER]
    if table["phase"] == "offer":
        return best({move: worth(table, LEARNER, kind(move)) for move in legal}, dice)
    if table["phase"] == "auction":
        most = min(worth(table, LEARNER, table["card"]) - 3, own["money"] - 30)
        if table["bid"] == 0:
            return f"bid {max(1, most // 2 // 5 * 5)}"
        raised = min(most, table["bid"] + 5)
        return f"bid {raised}" if raised > table["bid"] else "pass"
    return best({move: using(move, table) for move in legal}, dice)


def using(move: str, table: Any) -> float:
    words = move.split()
    if words[0] == "keep":
        return 6.0 if table["seats"][LEARNER]["stones"][words[1]] == 2 else 5.0
    buyer = table["seats"][int(words[3])]
    held = buyer["stones"][words[1]]
    cost = PRICE + (10 if held >= 3 else 0)
    if buyer["money"] <= cost:
        richest = max(s["money"] for i, s in enumerate(table["seats"]) if i not in (LEARNER, int(words[3])))
        return 100.0 if table["seats"][LEARNER]["money"] + min(PRICE, buyer["money"]) > richest else -100.0
    return {0: 1.0, 1: 1.5, 2: 0.0}.get(int(held), 3.0)


def ruined_by_learner(log: list[Line]) -> bool:
    """The last move is a sale of the learner, chosen, that somebody cannot pay."""
    return moved("sell")(log[-1:])


def won_early(log: list[Line]) -> bool:
    return LEARNER in [fact["seat"] for fact in facts_of(log, "won_auction")][:3]


ALLES_FUTSCH = Plan(
    players=3,
    options={"money": "open"},
    learner=collector,
    wanted={
        "an auction won, soon": won_early,
        "an auction given up": moved("pass"),
        "the third of a kind": lambda log: any(
            line["seat"] == LEARNER and line["move"].startswith("keep") and facts_of([line], "bonus") for line in log
        ),
        "a fine": happened("fined", seat=LEARNER),
        "a forced sale to the learner": happened("bought", buyer=LEARNER),
        "a forced sale by the learner": happened("bought", seller=LEARNER),
        "a buyer chosen": moved("sell"),
        "ruin by the learner": ruined_by_learner,
        "the end, won": happened("won", seat=LEARNER),
    },
    decisions=60,
)


# --- ZwergeZocken: the rules of thumb that bots have ---

NUMBERS = 2  # tricks to begin with


def dwarf(game: Game, dice: random.Random) -> str:
    """By the rules of thumb of bots; but numbers come first, which are easier to understand than actions."""
    thoughts = {thought.move: thought.expected for thought in Heuristic(dice.getrandbits(60)).explain(game)}
    choice = max(thoughts, key=lambda move: thoughts[move])
    numbers = {move: value for move, value in thoughts.items() if move.startswith("play ") and "/" in move}
    early = sum(line["seat"] == LEARNER and line["move"].startswith("play ") for line in game.log(None)) < NUMBERS
    return max(numbers, key=lambda move: numbers[move]) if early and numbers and choice.startswith("play ") else choice


def tricks(log: list[Line]) -> Iterator[tuple[list[tuple[int, str]], dict[str, Any]]]:
    """Cards of each trick with who played them, and how it was taken."""
    cards: list[tuple[int, str]] = []
    for line in log:
        if line["move"].startswith("play "):
            cards.append((line["seat"], line["move"].split()[1]))
        for fact in line["facts"]:
            if fact["fact"] == "trick_taken":
                yield cards, fact
                cards = []
            if fact["fact"] in ("trick_discarded", "round_began"):
                cards = []


def number_first(log: list[Line]) -> bool:
    """The first card of the learner is a number."""
    return "/" in next(line["move"] for line in log if line["seat"] == LEARNER and line["move"].startswith("play "))


def cancelled(log: list[Line]) -> bool:
    """Exactly two alike, one of them the learner's, and somebody else takes the trick."""
    for cards, taken in tricks(log):
        own = [face for seat, face in cards if seat == LEARNER]
        if own and [face for _, face in cards].count(own[0]) == 2 and taken["seat"] != LEARNER and "/" in own[0]:
            return True
    return False


def turns(log: list[Line]) -> Iterator[Line]:
    """The lines in which the chip is really turned over, not just put on the side it has."""
    side = None
    for line in log:
        for fact in facts_of([line], "chip_turned"):
            if side not in (None, fact["side"]):
                yield line
            side = fact["side"]


def turned_against(log: list[Line]) -> bool:
    """Another turns the chip when a number of the learner lies on the table."""
    lies, turning = False, [line for line in turns(log) if line["seat"] != LEARNER]
    for line in log:
        if line["seat"] == LEARNER and line["move"].startswith("play ") and "/" in line["move"]:
            lies = True
        if lies and any(line is each for each in turning):
            return True
        if facts_of([line], "trick_taken") or facts_of([line], "trick_discarded"):
            lies = False
    return False


ZWERGEZOCKEN = Plan(
    players=3,
    options={"limit": 15},
    learner=dwarf,
    wanted={
        "a number first": number_first,
        "a trick taken": happened("trick_taken", seat=LEARNER),
        "a trick left to another": happened("trick_taken", seat=another),
        "identical cards": cancelled,
        "the chip turned": lambda log: any(line["seat"] == LEARNER for line in turns(log)),
        "the chip turned by another": turned_against,
        "draw played": moved("play draw"),
        "draw met": happened("drew", seat=LEARNER),
        "give played": happened("gave", seat=LEARNER),
        "give met": happened("gave", to=LEARNER),
        "swap played": happened("passed", seat=LEARNER),
        "swap met": happened("passed", to=LEARNER),
        "a joker in a set": happened("set_laid", seat=LEARNER, set=lambda words: "+" in words),
        "the points of a round": happened("scored", seat=LEARNER),
        "the end, won": happened("won", seat=LEARNER, tie_break="none"),
    },
    decisions=45,
)

PLANS = {"klunker": KLUNKER, "alles-futsch": ALLES_FUTSCH, "zwergezocken": ZWERGEZOCKEN}


# --- Looking for them ---


def played(game: str, plan: Plan, seed: int) -> Game | None:
    """A whole game; None where the learner has too much to decide."""
    dice = random.Random(seed)
    played = new(game, plan.players, seed, **plan.options)
    bots = [Heuristic(dice.getrandbits(60), overlooks=OVERLOOKED) for _ in range(1, plan.players)]
    decisions = 0
    while played.turn is not None:
        if played.turn == LEARNER:
            decisions += len(played.legal_numbers()) > 1
            if decisions > plan.decisions:
                return None
            played.play(plan.learner(played, dice))
        else:
            played.play(bots[played.turn - 1].choose(played))
    return played


def lacking(plan: Plan, game: Game) -> list[str]:
    """What should happen, and does not."""
    choices = [len(then.legal_numbers()) for then in game.since_the_deal()]
    log = [{**line, "choices": n} for line, n in zip(game.log(LEARNER), choices, strict=False)]
    return [name for name, happens in plan.wanted.items() if not happens(log)]


def search(name: str, seeds: int) -> Game:
    """The game with everything in it and the fewest moves of the learner."""
    plan, found, misses = PLANS[name], [], Counter[str]()
    for seed in range(seeds):
        game = played(name, plan, seed)
        missing = ["too long"] if game is None else lacking(plan, game)
        misses.update(missing)
        if game is not None and not missing:
            found.append((sum(line["seat"] == LEARNER for line in game.log(None)), seed, game))
            print(name, "seed", seed, "moves of the learner", found[-1][0], "of", game.move_count, flush=True)
    if not found:
        sys.exit(f"{name}: nothing found; most often missing: {misses.most_common(6)}")
    return min(found, key=lambda each: each[:2])[2]


def lesson(game: Game) -> dict[str, Any]:
    """What is written: the record, and all legal moves wherever the learner decides."""
    legal = [
        msgspec.to_builtins(in_runs(game.ruleset, then.legal_numbers())) if then.turn == LEARNER else None
        for then in game.since_the_deal()
    ]
    return {"record": game.record(), "legal": legal[:-1]}


def main(names: list[str]) -> None:
    for name in names or PLANS:
        text = json.dumps(lesson(search(name, SEEDS)), separators=(",", ":"))
        (GAMES / name / "lesson.json").write_text(text + "\n")


if __name__ == "__main__":
    main(sys.argv[1:])
