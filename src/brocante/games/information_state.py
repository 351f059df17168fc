"""All a seat has seen since the deal, in order: its information state.

It is a row of whole numbers: the own seat + 1, then one for each thing seen. That is a move, as far as the seat may
know it, or a number of its observation that chance or another's hidden choice has changed; everything else follows from
these by the rules. An information state is given only what the seat is shown, the log and the observation, so it cannot
hold anything else; and since it keeps all of it, two different histories never have the same one.
"""

from functools import cache
from typing import Any

import numpy as np

from brocante.games.game import Game
from brocante.games.layout import SEATS
from brocante.games.ruleset import Ruleset

VALUES = 16  # how high an unforeseen number can get, and 0


@cache
def verbs(rules: Ruleset) -> list[str]:
    """The first words of moves; one that is hidden is told as no more than that."""
    return list(dict.fromkeys(words.split()[0] for words in rules.move_words))


@cache
def alphabet(rules: Ruleset) -> int:
    """How many moves a seat can tell apart, those with a hidden card included."""
    moves: int = rules.move_count
    return moves + len(verbs(rules))


class InformationState:
    """What one seat has seen, as `things`: numbers above 0."""

    def __init__(self, rules: Ruleset, players: int, seat: int) -> None:
        self._rules, self._players, self._seat = rules, players, seat
        self._moves = alphabet(rules)
        self._last = np.zeros(len(rules.layout.unforeseen), np.int64)
        self.things = [seat + 1]

    def see(self, observation: Any) -> None:
        """Keep what has changed of the numbers that cannot be foreseen."""
        now = observation[self._rules.layout.unforeseen]
        first = 1 + len(SEATS) * self._moves
        for i in np.flatnonzero(now != self._last).tolist():
            self.things.append(first + i * VALUES + int(now[i]))
        self._last = now

    def hear(self, seat: int, move: int, told: bool) -> None:
        """A seat has moved; if not all of the move was told, only its verb is kept."""
        if not told:
            words = self._rules.move_words[move]
            move = self._rules.move_count + verbs(self._rules).index(words.split()[0])
        self.things.append(1 + (seat - self._seat) % self._players * self._moves + move)

    def copy(self) -> "InformationState":
        """An independent copy."""
        twin = InformationState(self._rules, self._players, self._seat)
        twin._last, twin.things = self._last, list(self.things)
        return twin


def most_things(rules: Ruleset, players: int, options: dict[str, Any]) -> int:
    """No information state is longer than this."""
    return 1 + sum(rules.longest(players, options))


def information_state(game: Game, seat: int) -> list[int]:
    """All the seat has seen of a game so far.

    >>> import brocante
    >>> game = brocante.new("klunker", players=3, seed=7)
    >>> game.play("show stud")
    >>> in_words(game.ruleset, information_state(game, 1))
    ['seat 1', 'hand, stud: 1', 'hand, tooth: 2', 'hand, shoe: 1', 'hand, necklace: 2', 'second left: show stud']
    """
    state = InformationState(game.ruleset, game.players, seat)
    for then in game.since_the_deal():
        if then.moves:
            state.hear(*then.last_move(seat))
        state.see(then.observation(seat))
    return state.things


def in_words(rules: Ruleset, things: list[int]) -> list[str]:
    """An information state for people."""
    layout, moves = rules.layout, alphabet(rules)
    words, labels = [*rules.move_words, *(f"{verb} ?" for verb in verbs(rules))], layout.labels()
    told = [f"seat {things[0] - 1}"]
    for thing in things[1:]:
        if thing <= len(SEATS) * moves:
            seat, move = divmod(thing - 1, moves)
            told.append(f"{SEATS[seat]}: {words[move]}")
        else:
            number, value = divmod(thing - 1 - len(SEATS) * moves, VALUES)
            told.append(f"{labels[layout.unforeseen[number]]}: {value}")
    return told
