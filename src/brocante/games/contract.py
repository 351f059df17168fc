"""What a game must give, as typed protocols: the modules of its folder satisfy them.

`missing` compares a game with them when it is registered, so that an incomplete game is refused with the name of what
it lacks, and not by an error in the middle of a game.
"""

from collections.abc import Iterator, Mapping, Sequence
from importlib.resources import files
from typing import TYPE_CHECKING, Any, Protocol

import numpy as np

from brocante.games.facts import Fact
from brocante.games.layout import Layout
from brocante.games.perception import Perception
from brocante.games.refusals import Why
from brocante.games.seats import MOST_SEATS

if TYPE_CHECKING:
    from brocante.games.ruleset import Ruleset


class Rules(Protocol):
    """rules.py: the position and what happens to it. All functions are compiled."""

    @property
    def POSITION(self) -> np.dtype[Any]:
        """the record of a position, made by `position_type`"""

    @property
    def MOVES(self) -> int:
        """how many different moves there are"""

    @property
    def MOST_LEGAL(self) -> int:
        """the most legal moves that a position can have"""

    @property
    def CARDS(self) -> int:
        """how many cards there are"""

    def deal(self, position: Any, /) -> None:
        """set the game up in a fresh position"""

    def legal(self, position: Any, moves: Any, /) -> int:
        """write the legal moves into an array and return how many there are"""

    def play(self, position: Any, move: int, /) -> None:
        """play a legal move"""

    def result(self, position: Any, scores: Any, ranks: Any, /) -> None:
        """write scores and ranks into two arrays"""

    def redeal(self, position: Any, seat: int, dice: Any, cards: Any, /) -> None:
        """deal anew all that is hidden from a seat, -1 for a watcher"""


class Words(Protocol):
    """words.py: moves and cards as words (C2)."""

    @property
    def WORDS(self) -> Sequence[str]:
        """the words of each move, by its number"""

    @property
    def CARDS(self) -> Sequence[str]:
        """the words of each card as the pile holds it"""


class Seen(Protocol):
    """layout.py: what a seat may see. The two functions are compiled.

    Games with hidden moves also give `knowers(position, move)` and `pending(position)`; OpenSpiel needs
    `longest(players, options)`: how many moves, and changes of unforeseen numbers, there can be at most.
    """

    @property
    def LAYOUT(self) -> Layout:
        """the description of what a seat may see"""

    def observe_public(self, position: Any, seat: int, numbers: Any, /) -> None:
        """write what everyone may see, with seats counted from this one"""

    def observe_private(self, position: Any, seat: int, numbers: Any, /) -> None:
        """write what the seat may see beside that"""


class Told(Protocol):
    """facts.py: the kinds of facts that the rules tell."""

    @property
    def FACTS(self) -> Mapping[int, Fact]:
        """the kinds of facts, by their number in the rules"""


class Refusals(Protocol):
    """refusals.py: why a move is not legal; the sentences are in `sentences/en.json`."""

    def why_not(self, position: Any, move: int, /) -> Why:
        """the reason why a move is not legal now"""


class Heuristic(Protocol):
    """heuristic.py: how good a move looks; the weights are in `weights.json`. A game can do without."""

    @property
    def WEIGHTS(self) -> Sequence[str]:
        """the names of the weights"""

    def heuristic(self, position: Any, moves: Any, count: int, weights: Any, scores: Any, /) -> None:
        """write a score for each of the legal moves"""


class Evaluation(Protocol):
    """evaluation.py: how a game that is not over will end; the worths are in `worths.json`. A game can do without."""

    @property
    def WORTHS(self) -> Sequence[str]:
        """the names of the worths"""

    @property
    def SEARCH(self) -> Mapping[str, float]:
        """the settings of the search"""

    def evaluate(self, position: Any, worths: Any, values: Any, /) -> None:
        """write the score that each seat may expect"""

    def stage(self, position: Any, /) -> int:
        """a number that grows as the game goes on"""


class Perceiving(Protocol):
    """perception.py: what a net is given; the functions are compiled, the net is in `net.bin`. A game can do
    without."""

    @property
    def PERCEPTION(self) -> Perception:
        """the shape of the game's nets"""

    def perceive(self, position: Any, observation: Any, numbers: Any, /) -> None:
        """write the numbers for a net from what the seat to move may see"""

    def action_of(self, position: Any, move: int, /) -> int:
        """the number of a legal move for a net"""


class Working(Protocol):
    """work.py: what work is ahead in a game, so that a GPU can play games with the same side by side; the functions are
    compiled. A game can do without."""

    @property
    def KINDS(self) -> int:
        """how many kinds of work there are"""

    def work_of_playing(self, position: Any, move: int, /) -> int:
        """the kind of work that a legal move will be"""

    def work_of_choosing(self, position: Any, /) -> int:
        """the kind of work that finding the legal moves will be, -1 if it is too little to wait for others with it"""


class Text(Protocol):
    """text.py: a view as lines of text. A game can do without."""

    def lines(self, view: dict[str, Any], /) -> list[str]:
        """the lines of a view"""


REQUIRED = {"rules": Rules, "words": Words, "seen": Seen, "told": Told, "refusals": Refusals}
OPTIONAL = {"heuristic": Heuristic, "evaluation": Evaluation, "perception": Perceiving, "work": Working, "text": Text}


FIELDS = ("players", "turn", "pile", "pile_size", "key")  # of a position, for code that is common to all games
FILES = ("rules.md", "sentences/en.json")


def missing(ruleset: "Ruleset") -> Iterator[str]:
    """What the game lacks, in words."""
    if ruleset.players[-1] > MOST_SEATS:
        yield f"room for {ruleset.players[-1]} players ({MOST_SEATS} is the most)"
    for file in FILES:
        if not (files(ruleset.package) / file).is_file():
            yield f"the file {file}"
    for part, protocol in {**REQUIRED, **OPTIONAL}.items():
        module = getattr(ruleset, part)
        if module is None and part in OPTIONAL:
            continue
        for name, member in vars(protocol).items():
            if not name.startswith("_") and not hasattr(module, name):
                yield f"{name} in {str(protocol.__doc__).split(':')[0]} ({member.__doc__})"
    fields = getattr(getattr(ruleset.rules, "POSITION", None), "names", FIELDS)
    for field in FIELDS:
        if field not in fields:
            yield f"the field {field!r} in the POSITION of rules.py"
