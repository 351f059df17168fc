"""A game in which every card drawn is a step of its own: chance made explicit, with its odds.

A move is played with the cards chance has chosen so far. Where it needs one more, the game waits; the card chosen then
is added to the script, and the same move is played again from the same position. So no rule exists twice: the games'
own `deal` and `play` are called.
"""

from collections.abc import Set
from typing import Any, NamedTuple

import numpy as np

from brocante.games.compiled import compiled
from brocante.games.memory import Memory
from brocante.games.observation import NUMBER
from brocante.games.one import legal_of_one, observe_one, result_of_one
from brocante.games.rules import deal, play, redeal
from brocante.games.ruleset import Ruleset
from brocante.games.script import scripted_type, unscripted
from brocante.lab.playouts import fresh
from brocante.lab.reward import reward

DEAL = -1  # the move before all moves
NONE = -1  # no card
OVER, WAITING = -1, -2  # in place of a seat to move


class Event(NamedTuple):
    """A move, who may know all of it (None: everyone), whether its card is secret for now, and where it led."""

    seat: int
    move: int
    knowers: Set[int] | None
    pending: bool
    position: bytes


class Play:
    """A game being played, each move and each card a step.

    >>> from brocante.games.catalogue import ruleset
    >>> play = Play(ruleset("klunker"), 3, {})
    >>> play.waiting, play.odds()[0]                    # the first starting bill: 14 of 94 cards are studs
    (True, (0, 0.14893617021276595))
    >>> while play.waiting:
    ...     play.draw(play.odds()[0][0])
    >>> play.turn, play.legal()                         # 14 studs were dealt, then earrings
    (0, [0])
    """

    def __init__(self, rules: Ruleset, players: int, options: dict[str, Any]) -> None:
        self.rules, self.players = rules, players
        size = scripted_type(rules.rules.POSITION).itemsize
        self._lay_out(bytearray(size), bytearray(size))
        self.positions[:] = fresh(rules, players, options)
        self._seat, self._move, self._knowers = 0, DEAL, None
        self.events: list[Event] = []
        self._memories: dict[int, tuple[Memory, int]] = {}
        self._go_on(go_on(self._before, self._after, DEAL, NONE))

    def _lay_out(self, before: bytearray, after: bytearray) -> None:
        """Arrays over bytes: NumPy copies records field by field, bytes in one go."""
        rules = self.rules.rules
        self._raw = before, after
        self._before = np.frombuffer(before, scripted_type(rules.POSITION))
        self._after = np.frombuffer(after, self._before.dtype)
        self.positions = unscripted(self._before, rules.POSITION)  # between moves
        self._scratch = np.zeros(rules.MOST_LEGAL, np.int32)

    @property
    def waiting(self) -> bool:
        """Whether chance is to draw a card now."""
        return self.turn == WAITING

    @property
    def drawn(self) -> int:
        """How many cards chance has drawn for the move under way."""
        return int(self._before["script_size"][0])

    @property
    def over(self) -> bool:
        return self.turn == OVER

    def odds(self) -> list[tuple[int, float]]:
        """The cards that may be drawn now, by kind, card or face, each with its probability."""
        count = int(self._after["choice_count"][0])
        cards = np.bincount(self._after["choices"][0, :count]).tolist()
        return [(card, copies / count) for card, copies in enumerate(cards) if copies]

    def draw(self, card: int) -> None:
        """Chance draws a card."""
        self._go_on(go_on(self._before, self._after, self._move, card))

    def legal(self) -> list[int]:
        """The legal moves by number, ascending."""
        return sorted(self._scratch[: legal_of_one(self.positions, self._scratch)].tolist())

    def play(self, move: int) -> None:
        """Play a legal move of the seat whose turn it is."""
        self._seat, self._move, self._knowers = self.turn, move, self.rules.view.knowers(self.positions[0], move)
        self._go_on(go_on(self._before, self._after, move, NONE))

    def _go_on(self, turn: int) -> None:
        """Once the move is done, it is an event, and what it led to is the position."""
        if turn != WAITING:
            pending = self._knowers is not None and self.rules.view.pending(self.positions[0]) > 0
            self.events.append(Event(self._seat, self._move, self._knowers, pending, self.positions.tobytes()))
        self.turn = turn

    def observe(self, seat: int, numbers: Any) -> None:
        """Write what a seat may know between moves into `numbers`, which are all 0; nothing before the deal."""
        if self.events:
            observe_one(self.positions, seat, numbers)

    def information_state(self, seat: int) -> list[int]:
        """All the seat has seen."""
        memory, known = self._memories.get(seat) or (Memory(self.rules, self.players, seat), 0)
        for event in self.events[known:]:
            if event.move != DEAL:
                told = event.knowers is None or (seat in event.knowers and not event.pending) or seat == event.seat
                memory.hear(event.seat, event.move, told)
            numbers = np.zeros(self.rules.observation.LAYOUT.size, NUMBER)
            observe_one(np.frombuffer(event.position, self.positions.dtype), seat, numbers)
            memory.see(numbers)
        self._memories[seat] = memory, len(self.events)
        return memory.things

    def rewards(self) -> list[float]:
        """What the game was worth to each seat; 0 until it is over."""
        rewards = np.zeros(self.players)
        if self.over:
            scores, ranks = np.zeros((2, self.players), np.int64)
            result_of_one(self.positions, scores, ranks)
            reward(ranks, rewards)
        return rewards.tolist()

    def deal_anew(self, seat: int, dice: Any) -> None:
        """Deal anew all that is hidden from the seat; chance goes on with what is then in the pile."""
        unmixed = int(self.positions["unmixed"][0])
        redeal(self.positions[0], seat, dice, np.zeros(self.rules.rules.CARDS, np.int8))
        self.positions["unmixed"] = unmixed

    def __getstate__(self) -> dict[str, Any]:
        names = ("rules", "players", "turn", "_seat", "_move", "_knowers", "events", "_memories", "_raw")
        return {name: getattr(self, name) for name in names}

    def __setstate__(self, state: dict[str, Any]) -> None:
        self.__dict__.update(state)
        self._lay_out(*self._raw)

    def copy(self) -> "Play":
        twin = object.__new__(Play)
        twin.__setstate__(
            {
                **self.__getstate__(),
                "events": list(self.events),
                "_memories": {seat: (memory.copy(), known) for seat, (memory, known) in self._memories.items()},
                "_raw": tuple(map(bytearray, self._raw)),
            }
        )
        return twin

    def __deepcopy__(self, memo: dict[int, Any]) -> "Play":
        return self.copy()


@compiled
def go_on(before: Any, after: Any, move: int, card: int) -> int:
    """Add a card to the script, unless it is NONE yet, and play the move as far as the script goes; the seat to move
    then, OVER, or WAITING for a card."""
    if card != NONE:
        before[0].script[before[0].script_size] = card
        before[0].script_size += 1
    after[0] = before[0]
    after[0].asked = 0
    if move == DEAL:
        deal(after[0])
    else:
        play(after[0], move)
    if after[0].asked > after[0].script_size:
        return WAITING
    before[0] = after[0]
    before[0].script_size = 0
    return before[0].turn
