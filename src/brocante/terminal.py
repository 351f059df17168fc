"""Playing in the terminal: a table to read, moves by number or in words, and bots at the other seats."""

import contextlib
import json
import os
import re
import signal
import sys
from collections.abc import Iterator, Mapping, Sequence
from importlib import resources
from itertools import groupby
from pathlib import Path
from types import FrameType
from typing import Any, NamedTuple

import click
from rich.columns import Columns
from rich.console import Console
from rich.markdown import Markdown
from rich.markup import escape
from rich.text import Text

from brocante.analysis import hints
from brocante.bots.catalogue import Bot
from brocante.bots.determinization import Thought
from brocante.games import sentences
from brocante.games.catalogue import ruleset
from brocante.games.columns import columns, seat_name
from brocante.games.errors import IllegalMove
from brocante.games.game import Game
from brocante.games.ruleset import Ruleset
from brocante.games.spelling import in_short
from brocante.neural.file import has_net

with contextlib.suppress(ImportError):  # not on every system; where it is, `input` can be edited
    import readline  # noqa: F401

HELP = """\
Type the number of a move, or its words. The beginnings of the words are enough:
`sh t` is `show tooth`, unless something else begins so too.

  ?          ask an expert what to play, and why
  table      show the table and your moves again
  log        show all moves so far
  rules      show the rules of the game
  save FILE  write the game so far to a file, for `brocante verify`
  quit       leave the table (so do Ctrl-C and Ctrl-D)
"""

HINT = 3  # so many moves, the best first

LONG_RUN = 5  # as many moves as there can be seats; bids are more


class Quit(Exception):
    """The person leaves the table."""


class Opponent(NamedTuple):
    """Who sits at another seat, and how people call it."""

    name: str
    bot: Bot


def play(game: Game, seat: int, opponents: Mapping[int, Opponent], expert: Bot, console: Console) -> None:
    """Play a game to its end with a person at `seat`, whom the expert advises, and a bot at every other. Quit, EOFError
    and KeyboardInterrupt leave it before; `leaving` sees to them."""
    person = Person(game, seat, expert, console)
    person.arrive(opponents)
    while game.turn is not None:
        if game.turn == seat:
            person.take_turn()
        else:
            person.watch(opponents)
    person.see_the_end()


@contextlib.contextmanager
def leaving(console: Console) -> Iterator[None]:
    """However the person leaves, it is with one friendly line and the usual exit code."""
    try:
        yield
    except Quit:
        console.print("You leave the table. Goodbye!")
    except EOFError:
        console.print("\nThe input has ended, so you leave the table. Goodbye!")
    except KeyboardInterrupt:
        console.print("\nYou leave the table. Goodbye!")
        raise SystemExit(130) from None


@contextlib.contextmanager
def interruptible(console: Console) -> Iterator[None]:
    """Ctrl-C in here leaves at once. While modules are imported and compiled an exception is not enough: where a
    callback from C runs at that moment, it is printed and lost."""

    def leave(_number: int, _frame: FrameType | None) -> None:
        console.show_cursor()
        console.print("\nYou leave the table. Goodbye!")
        console.file.flush()
        os._exit(130)

    before = signal.signal(signal.SIGINT, leave)
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, before)


class Person:
    """Whoever sits at the terminal: is shown what the seat may see, and asked for its moves."""

    def __init__(self, game: Game, seat: int, expert: Bot, console: Console) -> None:
        self.game = game
        self.seat = seat
        self.expert = expert
        self.console = console
        self.heard = 0  # how many moves have been told
        self.written: set[Path] = set()  # files that may be written again

    def say(self, text: str = "") -> None:
        self.console.print(text, markup=False, highlight=False, soft_wrap=not self.console.is_terminal)

    def arrive(self, opponents: Mapping[int, Opponent]) -> None:
        rules = self.game.ruleset
        others = [(self.seat + step) % self.game.players for step in range(1, self.game.players)]
        self.say(f"{rules.title}, by {rules.author} ({rules.year}). You have seat {self.seat} of {self.game.players}.")
        self.say(f"With you play {listed([f'{opponents[seat].name} at seat {seat}' for seat in others])}.")
        self.say("Type the number or the words of a move; `?` is a hint, and `help` shows what else there is.")

    def take_turn(self) -> None:
        """Tell the news and ask until a move is played."""
        self.hear_news()
        self.look()
        while not self.answer(ask("Your move: ")):
            pass

    def watch(self, opponents: Mapping[int, Opponent]) -> None:
        """Let the others play until it is the person's turn again, or nobody's."""
        with self.console.status("") as status:
            while self.game.turn not in (self.seat, None):
                mover = opponents[self.game.turn]
                status.update(f"Seat {self.game.turn} ({escape(mover.name)}) is thinking …")
                self.game.play(mover.bot.choose(self.game))

    def hear_news(self) -> None:
        """What was done since the last time, the own move included: it may have been typed as a number."""
        self.console.rule(style="dim")
        self.tell(since=self.heard)
        self.heard = len(self.game.moves)

    def tell(self, since: int) -> None:
        """The log from some move on, as the seat may know it."""
        for line in told(self.game, self.seat, since):
            self.say(line)

    def look(self) -> None:
        """The table, and below it the moves there are."""
        self.say()
        for line in self.game.ruleset.lines(self.game.view(self.seat)):
            text = Text(line)
            text.highlight_regex(r"\byour?\b|^>", "bold")
            self.console.print(text, soft_wrap=True)
        if self.game.turn == self.seat:
            self.say()
            entries = [Text(f"{number:>2}  {entry.text}") for number, entry in enumerate(menu(self.game.legal()), 1)]
            self.console.print(Columns(entries, padding=(0, 3), equal=True))

    def answer(self, line: str) -> bool:
        """Do what a line asks for; whether a move was played."""
        word, _, rest = line.partition(" ")
        match word.lower(), rest.strip():
            case "", "":
                pass
            case "?", "":
                self.take_advice()
            case "help", "":
                self.say(HELP)
            case "table", "":
                self.look()
            case "log", "":
                self.tell(since=0)
            case "rules", "":
                click.echo_via_pager(rendered(rules_page(self.game.name), self.console))
            case "save", name:
                self.save(name)
            case "quit", "":
                raise Quit
            case _:
                return self.move(line)
        return False

    def take_advice(self) -> None:
        """What the expert would play, with reasons."""
        moves = self.game.legal()
        if len(moves) < 2:
            self.say(f"There is only one move: {quoted(moves[0])}." if moves else "The game is over.")
            return
        with self.console.status("The expert is thinking …"):
            thoughts = self.expert.explain(self.game)
            why = [reason.text for reason in hints.advice(self.game, thoughts).reasons]
        *told, scale = advice(thoughts, self.game.players if has_net(self.game.ruleset) else None)
        for line in (*told, *why, scale):
            self.say(line)

    def move(self, line: str) -> bool:
        """Play the move that was typed; whether it is one."""
        try:
            self.game.play(self.chosen(line))
        except IllegalMove as error:
            self.say(str(error))
            return False
        return True

    def chosen(self, line: str) -> str:
        """The words of the move that a number or some words stand for; what stands for none is left as it is."""
        moves = self.game.legal()
        entries = menu(moves)
        if entries and re.fullmatch("[0-9]{1,9}", line):
            if 1 <= int(line) <= len(entries):
                return entries[int(line) - 1].move
            raise IllegalMove(f"The list has the numbers 1 to {len(entries)}. Words do as well: {entries[-1].move}")
        found = meant(line, moves)
        if len(found) > 1:
            raise IllegalMove(f"That can be {in_short(found)}. Type a little more.")
        return found[0] if found else " ".join(line.lower().split())

    def save(self, name: str) -> None:
        """Write the record so far. A file that this game has not written is never overwritten."""
        if not name:
            self.say("Say where to save the game, as in: save game.json")
            return
        try:
            path = Path(name).expanduser()
            with path.open("w" if path in self.written else "x", encoding="utf-8") as file:
                file.write(json.dumps(self.game.record(), indent=1) + "\n")
        except (OSError, RuntimeError, ValueError) as error:
            self.say(f"Could not save to {name!r}: {getattr(error, 'strerror', None) or error}.")
            return
        self.written.add(path)
        self.say(f"Saved to {name}. Check it any time with: brocante verify {name}")

    def see_the_end(self) -> None:
        self.hear_news()
        self.look()
        result = self.game.result()
        assert result is not None
        self.say()
        for line in standing(result, self.seat):
            self.say(line)
        self.say()
        won = who_won(result, self.seat)
        self.say(f"{won[0].upper()}{won[1:]}.")
        while line := ask("Type `save FILE` to keep the game, or just Enter to leave: "):
            self.answer(line)


def ask(question: str) -> str:
    """A line from the standard input; EOFError where it has ended, or where there is none at all."""
    if sys.stdin is None:
        raise EOFError
    return input(question).strip()


class Entry(NamedTuple):
    """A line of the numbered list, and the move its number plays."""

    text: str
    move: str


def menu(moves: list[str]) -> list[Entry]:
    """The numbered list: every move, but a long run, as of bids, is one entry, whose number plays the lowest.

    >>> [entry.text for entry in menu(["pass", *(f"bid {bid}" for bid in range(3, 200))])]
    ['pass', 'bid 3 to 199 (by number: bid 3)']
    """
    entries = []
    for _, group in groupby(moves, key=lambda move: move.rstrip("0123456789")):
        run = list(group)
        if len(run) > LONG_RUN:
            entries.append(Entry(f"{in_short(run)} (by number: {run[0]})", run[0]))
        else:
            entries.extend(Entry(move, move) for move in run)
    return entries


def meant(typed: str, moves: list[str]) -> list[str]:
    """The moves that typed words can stand for: the move of these words, else all whose words begin so. A number does
    not stand for a longer one.

    >>> meant("Show  SH", ["show stud", "show shoe", "done"])
    ['show shoe']
    >>> meant("o p+v", ["offer painting+painting+vase", "offer painting+vase+vase"])
    ['offer painting+vase+vase']
    >>> meant("bid 4", ["bid 40", "bid 41"])
    []
    """
    words = split(typed)
    return [move for move in moves if split(move) == words] or [move for move in moves if begins(split(move), words)]


def split(text: str) -> list[str]:
    return text.lower().replace("+", " ").split()


def begins(words: list[str], typed: list[str]) -> bool:
    return 0 < len(typed) <= len(words) and all(
        word == start if word.isdecimal() else word.startswith(start) for word, start in zip(words, typed, strict=False)
    )


def told(game: Game, seat: int, since: int = 0) -> list[str]:
    """The log after the first `since` moves, as a seat may know it, to read: a line for what a seat did until another
    moved or something followed from it, which has lines of its own.

    >>> import brocante
    >>> game = brocante.new("zwergezocken", players=3, seed=7)
    >>> game.play("start blue")
    >>> told(game, seat=0)
    ['You: start blue', '  → The chip now shows blue']
    """
    lines: list[str] = []
    mover = None
    dealing = {fact["fact"] for fact in game.deal_facts(seat)}
    for entry in game.log(seat, since):
        who = "You" if entry["seat"] == seat else f"Seat {entry['seat']}"
        if entry["seat"] == mover:
            lines[-1] += f", {entry['move']}"
        else:
            lines.append(f"{who}: {entry['move']}")
        followed = [
            fact
            for fact in entry["facts"]
            if not (fact["fact"] in dealing and game.ruleset.facts[fact["fact"]].hides(fact))  # cards dealt to others
        ]
        lines.extend(f"  → {in_words(game.ruleset, fact, seat)}" for fact in followed)
        mover = None if followed else entry["seat"]
    return lines


def in_words(rules: Ruleset, fact: Mapping[str, Any], seat: int) -> str:
    """A fact as a sentence, in which the reader's own seat is marked."""
    return sentences.fact(rules, fact, lambda other: seat_name({"seat": seat}, other))


def advice(thoughts: Sequence[Thought], players: int | None = None) -> list[str]:
    """The best moves, with how often they were tried and what is expected of them, as sentences: with `players` the
    share of wins, else how far ahead.

    >>> for line in advice([Thought("pass", 101, 0.19), Thought("store shoe", 299, 0.31)], players=4):
    ...     print(line)
    The expert would play `store shoe`: tried in 299 of 400 futures, it should win 31 games in 100.
    Next best: `pass` (tried 101 times, 19 in 100).
    A fair share is 25 in 100.
    >>> for line in advice([Thought("pass", 300, 0.42), Thought("store shoe", 2700, 0.61)]):
    ...     print(line)
    The expert would play `store shoe`: tried in 2,700 of 3,000 futures, it should leave you ahead (0.61).
    Next best: `pass` (tried 300 times, a little behind, 0.42).
    0.5 is level with the best of the others; the nearer to 1 the further ahead of them, the nearer to 0 behind.
    """
    tried = sum(thought.visits for thought in thoughts)
    best, *next_best = sorted(thoughts, key=lambda thought: (thought.visits, thought.expected), reverse=True)[:HINT]
    if players:
        promise = f"win {100 * best.expected:.0f} games in 100"
        measure = f"A fair share is {100 / players:.0f} in 100."
    else:
        promise = f"leave you {prospect(best.expected)} ({best.expected:.2f})"
        measure = (
            "0.5 is level with the best of the others; the nearer to 1 the further ahead of them, the nearer to 0 "
            "behind."
        )
    others = [
        f"{quoted(thought.move)} (tried {times(thought.visits)}, {outlook(thought.expected, players)})"
        for thought in next_best
        if thought.visits
    ]
    return [
        f"The expert would play {quoted(best.move)}: tried in {best.visits:,} of {tried:,} futures, "
        f"it should {promise}.",
        *([f"Next best: {listed(others)}."] if others else []),
        measure,
    ]


def outlook(expected: float, players: int | None) -> str:
    """
    >>> outlook(0.19, 4), outlook(0.42, None)
    ('19 in 100', 'a little behind, 0.42')
    """
    return f"{100 * expected:.0f} in 100" if players else f"{prospect(expected)}, {expected:.2f}"


def prospect(expected: float) -> str:
    """An expected reward (see `bots/search.py`) in words: the same ones on both sides of level.

    >>> prospect(0.51), prospect(0.45), prospect(0.65), prospect(0.9)
    ('about level', 'a little behind', 'ahead', 'far ahead')
    """
    side = "ahead" if expected > 0.5 else "behind"
    off_level = abs(expected - 0.5)
    if off_level < 0.03:
        return "about level"
    if off_level < 0.1:
        return f"a little {side}"
    return side if off_level < 0.25 else f"far {side}"


def times(number: int) -> str:
    return "once" if number == 1 else f"{number:,} times"


def quoted(move: str) -> str:
    return f"`{move}`"


def listed(items: Sequence[str]) -> str:
    """
    >>> listed(["shoe"]), listed(["shoe", "stud", "tooth"])
    ('shoe', 'shoe, stud and tooth')
    """
    return " and ".join(filter(None, [", ".join(items[:-1]), items[-1]]))


def standing(result: dict[str, list[int]], seat: int) -> list[str]:
    """The seats in the order of their ranks, with their scores."""
    seats = sorted(range(len(result["ranks"])), key=lambda each: result["ranks"][each])
    rows = [
        [f"{result['ranks'][each]}.", seat_name({"seat": seat}, each), str(result["scores"][each])] for each in seats
    ]
    return columns(rows, left=(1,))


def who_won(result: dict[str, list[int]], seat: int | None = None) -> str:
    """
    >>> who_won({"scores": [3, 14, 14], "ranks": [3, 1, 1]}, seat=2)
    'seat 1 and you won with 14'
    """
    winners = [winner for winner, rank in enumerate(result["ranks"]) if rank == 1]
    names = ["you" if winner == seat else f"seat {winner}" for winner in winners]
    return f"{listed(names)} won with {result['scores'][winners[0]]}"


def rules_page(name: str) -> str:
    """The rules of a game, or what is `common` to all, as Markdown; SetupError if there is no such game."""
    if name == "common":
        return resources.files("brocante.games").joinpath("rules.md").read_text(encoding="utf-8")
    return ruleset(name).data("rules.md")


def rendered(page: str, console: Console) -> str:
    """A page of rules as the console shows it."""
    clauses = re.sub(r"\n(?=[A-Z]\d+\.\d+ )", "\n\n", page)  # a paragraph each
    with console.capture() as capture:
        console.print(Markdown(clauses))
    return capture.get()
