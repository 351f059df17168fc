"""A game in which every card drawn is a step of its own: chance made explicit, with its probabilities.

A move is played with the cards that chance has chosen so far. Where it needs another card, the game waits; the card
chosen then is added to the script, and the same move is played again from the same position. No rule is written twice:
the games' own `deal` and `play` are called.
"""

from collections.abc import Callable
from functools import cache
from typing import Any, NamedTuple

import numpy as np

from brocante.envs.reward import reward
from brocante.games.compiled import compiled, straight
from brocante.games.information_state import InformationState
from brocante.games.layout import NUMBER
from brocante.games.one import legal_of_one, observe_one, result_of_one
from brocante.games.rules import deal, legal, observe, play, redeal
from brocante.games.ruleset import Ruleset
from brocante.games.script import scripted_type, unscripted

DEAL = -1  # the move before all moves
WAITING, OVER = -1, -4  # in place of a seat to move: OpenSpiel's numbers for chance and for the end


class Code(NamedTuple):
    """What every step of a game calls: machine code, so that Numba does not look at the types each time."""

    go_on: Callable[..., tuple[int, int]]
    look: Callable[[Any, int, Any], None]


@cache
def code_of(rules: Ruleset) -> Code:
    worlds, choices, odds = np.zeros(2, scripted_type(rules.position_type)), np.zeros(1, np.int32), np.zeros(1)
    return Code(straight(go_on, worlds, choices, odds, 0), straight(look, worlds, 0, np.zeros(1, np.float32)))


def worlds_over(rules: Ruleset, raw: bytearray) -> Any:
    """The position between moves and the one that a move leads to, as an array over bytes: NumPy copies records field
    by field, but bytes at once."""
    return np.frombuffer(raw, scripted_type(rules.position_type))


class Play:
    """A game being played, each move and each card a step.

    >>> from brocante.games.catalogue import ruleset
    >>> play = Play(ruleset("klunker"), 3, {})
    >>> play.waiting, play.odds()[0]                    # the first starting bill: 14 of 94 cards are studs
    (True, (0, 0.14893617021276595))
    >>> while play.waiting:
    ...     play.go_on(play.odds()[0][0])
    >>> play.turn, play.legal()                         # 14 studs were dealt, then earrings
    (0, [0])
    """

    def __init__(self, rules: Ruleset, players: int, options: dict[str, Any]) -> None:
        self.rules, self.players = rules, players
        self._raw, self._code = bytearray(2 * scripted_type(rules.position_type).itemsize), code_of(rules)
        self._worlds = worlds_over(rules, self._raw)
        cards = len(rules.card_words)
        self._choices, self._odds = np.zeros(max(rules.most_legal, cards), np.int32), np.zeros(cards)
        self.positions[:] = rules.fresh(players, options)
        self._past: list[bytes] = []  # the position, and the move that led there, after each move
        self._states: dict[int, tuple[InformationState, int]] = {}  # by seat, and how much of the past is in it
        self.go_on(DEAL)

    @property
    def positions(self) -> Any:
        """An array with the position between moves."""
        return unscripted(self._raw, self.rules.position_type)

    @property
    def waiting(self) -> bool:
        """Whether chance draws a card next."""
        return self.turn == WAITING

    @property
    def over(self) -> bool:
        """Whether the game has ended."""
        return self.turn == OVER

    @property
    def drawn(self) -> int:
        """How many cards chance has drawn for the move under way."""
        return int(self._worlds["script_size"][0])

    def odds(self) -> list[tuple[int, float]]:
        """The cards that may be drawn now, by their numbers in `card_words`, each with its probability."""
        return list(zip(self._choices[: self._count].tolist(), self._odds[: self._count].tolist(), strict=True))

    def cards(self) -> list[int]:
        """The cards that may be drawn now, one by one, as they lie in the pile."""
        world = self._worlds[1]
        cards: list[int] = world["script_choices"][: world["script_choice_count"]].tolist()
        return cards

    def legal(self) -> list[int]:
        """The moves of the seat to move, or the cards chance can draw, by number, ascending; none at the end."""
        moves: list[int] = self._choices[: self._count].tolist()
        return moves

    def go_on(self, action: int) -> None:
        """Play a legal move of the seat whose turn it is; or, where chance draws next, draw that card."""
        self.turn, self._count = self._code.go_on(self._worlds, self._choices, self._odds, action)
        if self.turn != WAITING:
            self._past.append(bytes(self._raw[: len(self._raw) // 2]))

    def observe(self, seat: int, numbers: Any) -> None:
        """Write what a seat may know between moves into an array of float32; zeros before the deal."""
        self._code.look(self._worlds, seat, numbers)

    def moves(self) -> list[tuple[int, int]]:
        """The moves so far, each as seat and number."""
        after = map(self._then, range(1, len(self._past)))
        return [(int(then["script_mover"]), int(then["script_move"])) for then in after]

    def _then(self, number: int) -> Any:
        """The position, with its script, after that many moves."""
        return np.frombuffer(self._past[number], self._worlds.dtype)[0]

    def information_state(self, seat: int) -> list[int]:
        """All the seat has seen."""
        state, known = self._states.get(seat) or (InformationState(self.rules, self.players, seat), 0)
        for number in range(known, len(self._past)):
            if number:
                state.hear(*self._told(seat, number))
            numbers = np.zeros(self.rules.layout.size, NUMBER)
            observe_one(unscripted(self._past[number], self.rules.position_type), seat, numbers)
            state.see(numbers)
        self._states[seat] = state, len(self._past)
        return state.things

    def _told(self, seat: int, number: int) -> tuple[int, int, bool]:
        """The seat that made a move, the move, and whether the seat that is asked about was told all of it at once."""
        before, after = self._then(number - 1), self._then(number)
        mover, move = int(after["script_mover"]), int(after["script_move"])
        knowers = self.rules.knowers(before, move)
        open_to_seat = knowers is None or (seat in knowers and not self.rules.pending(after))
        return mover, move, open_to_seat or seat == mover

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
        if self.waiting:
            raise ValueError("Cards are dealt anew between moves, not while chance draws one.")
        positions = self.positions
        unmixed = int(positions["unmixed"][0])
        redeal(positions[0], seat, dice, np.zeros(self.rules.card_count, np.int8))
        positions["unmixed"] = unmixed
        self._count = in_order(self._choices, legal_of_one(positions, self._choices))

    def __getstate__(self) -> dict[str, Any]:
        return {name: value for name, value in vars(self).items() if name not in ("_worlds", "_code")}

    def __setstate__(self, state: dict[str, Any]) -> None:
        self.__dict__.update(state)
        self._worlds, self._code = worlds_over(self.rules, self._raw), code_of(self.rules)

    def copy(self) -> "Play":
        """An independent copy."""
        twin = object.__new__(Play)
        twin.rules, twin.players, twin.turn, twin._count = self.rules, self.players, self.turn, self._count
        twin._raw, twin._code = self._raw.copy(), self._code
        twin._worlds = worlds_over(self.rules, twin._raw)
        twin._choices, twin._odds, twin._past = self._choices.copy(), self._odds.copy(), self._past.copy()
        twin._states = {seat: (state.copy(), known) for seat, (state, known) in self._states.items()}
        return twin

    def __deepcopy__(self, memo: dict[int, Any]) -> "Play":
        return self.copy()


@compiled
def go_on(worlds: Any, choices: Any, odds: Any, action: int) -> tuple[int, int]:
    """Note the move, or add the card to the script, and play the move as far as the script goes. Gives the seat to move
    then, WAITING for a card, or OVER; and how many moves, or cards, there are to choose from."""
    if worlds[0].script_waiting:
        worlds[0].script[worlds[0].script_size] = action
        worlds[0].script_size += 1
    else:
        worlds[0].script_mover = worlds[0].turn
        worlds[0].script_move = action
    worlds[1] = worlds[0]
    worlds[1].script_asked = 0
    if worlds[1].script_move == DEAL:
        deal(worlds[1])
    else:
        play(worlds[1], worlds[1].script_move)
    if worlds[1].script_asked > worlds[1].script_size:
        worlds[0].script_waiting = 1
        return WAITING, weigh(worlds[1], choices, odds)
    worlds[1].script_waiting = 0
    worlds[1].script_size = 0
    worlds[0] = worlds[1]
    if worlds[0].turn < 0:
        return OVER, 0
    return worlds[0].turn, in_order(choices, legal(worlds[0], choices))


@compiled
def weigh(position: Any, cards: Any, odds: Any) -> int:
    """The cards that chance can draw, and the probability of each; how many there are."""
    for card in range(odds.size):
        odds[card] = 0.0
    for i in range(position.script_choice_count):
        odds[position.script_choices[i]] += 1.0
    count = 0
    for card in range(odds.size):
        if odds[card] > 0.0:
            cards[count] = card
            odds[count] = odds[card] / position.script_choice_count
            count += 1
    return count


@compiled
def in_order(moves: Any, count: int) -> int:
    """Sort the moves, which are nearly sorted: the rulebook's order is mostly that of the numbers."""
    for i in range(1, count):
        move, at = moves[i], i
        while at > 0 and moves[at - 1] > move:
            moves[at] = moves[at - 1]
            at -= 1
        moves[at] = move
    return count


@compiled
def look(worlds: Any, seat: int, numbers: Any) -> None:
    """Write what the seat may know; zeros before the deal."""
    for i in range(numbers.size):
        numbers[i] = 0
    if not (worlds[0].script_waiting and worlds[0].script_move == DEAL):
        observe(worlds[0], seat, numbers)
