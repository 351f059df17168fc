"""ZwergeZocken once more, slow and plain, written from the rules page alone: an oracle for the compiled game.

Comments cite the clauses of that page (Z…) and of the common one (C…). A card is its face, as in the moves.
"""

from collections.abc import Iterable

from tests.reference.chance import Chance

# The table of cards, in its order: face -> (copies, of which light hat).
DWARFS = ("1/9", "2/8", "3/7", "4/6", "6/4", "7/3", "8/2", "9/1")
ACTIONS = ("draw", "give", "swap", "blue", "yellow")
JOKERS = ("rainbow", "quad-low", "quad-high")
CARDS: dict[str, tuple[int, int]] = {
    "0/10": (2, 0),
    **dict.fromkeys(DWARFS, (4, 1)),
    "10/0": (2, 0),
    "draw": (5, 2),
    "give": (5, 2),
    "swap": (5, 2),
    "blue": (3, 0),
    "yellow": (3, 0),
    "rainbow": (1, 0),
    "quad-low": (1, 0),
    "quad-high": (1, 0),
}
FACES = tuple(CARDS)

SET_POINTS = {3: -5, 4: -10, 5: -20, 6: -25}  # Z6.2


def value(face: str, chip: str) -> int:
    """What a card is worth on one side of the chip; action cards and jokers are 5/5."""
    if face in ACTIONS or face in JOKERS:
        return 5
    yellow, blue = face.split("/")
    return int(yellow if chip == "yellow" else blue)


def quad_for(dwarf: str) -> str:
    """The quad joker that shows this dwarf."""
    return "quad-low" if dwarf in DWARFS[:4] else "quad-high"


def hand_points(face: str) -> int:
    """Z6.2: what a card left in hand costs."""
    if face in JOKERS:
        return 3
    return 2 if face in ACTIONS else 1


def cards_of_set(words: str) -> list[str]:
    """Z3.1: the cards that `lay FACE xN +rainbow +quad` takes from the hand."""
    _, dwarf, times, *jokers = words.split()
    cards = [dwarf] * int(times.removeprefix("x"))
    for joker in jokers:
        cards.append("rainbow" if joker == "+rainbow" else quad_for(dwarf))
    return cards


def cards_that_count(trick: list[tuple[int, str]]) -> list[tuple[int, str]]:
    """Z4.2, less the five alike: a card alone counts, of three the last; of two or four none."""
    counting = []
    for place, (seat, face) in enumerate(trick):
        alike = [other for other, (_, card) in enumerate(trick) if card == face]
        if len(alike) in (1, 3) and place == alike[-1]:
            counting.append((seat, face))
    return counting


def taker(trick: list[tuple[int, str]], chip: str) -> int | None:
    """Who takes a whole trick, None where it is discarded."""
    if len(trick) == 5 and len({face for _, face in trick}) == 1:  # Z4.2
        return None
    counting = cards_that_count(trick)
    if not counting:  # Z4.3: the player whose card was played last
        return trick[-1][0]
    highest = max(value(face, chip) for _, face in counting)  # Z4.1
    return [seat for seat, face in counting if value(face, chip) == highest][-1]  # Z4.3: the last played


def count(cards: Iterable[str]) -> dict[str, int]:
    """Cards as face -> how many, in the order of the table, without zeros."""
    held = list(cards)
    return {face: held.count(face) for face in FACES if face in held}


class ZwergeZocken:
    """One game, from the first deal to the result."""

    def __init__(
        self,
        players: int,
        seed: bytes,
        *,
        first: int = 0,
        swap: str = "single",
        limit: int = 55,
        rounds: int = 30,
    ) -> None:
        assert 3 <= players <= 5
        assert 0 <= first < players  # C1
        assert swap in ("single", "ring")  # Z5.4
        assert limit >= 0  # Z6.3
        assert rounds >= 1  # Z6.4
        self.players = players
        self.swap = swap
        self.limit = limit
        self.rounds = rounds
        self.chance = Chance(seed)  # C3: one keystream through the whole game
        self.chip: str | None = None
        self.totals = [0] * players
        self.round = 0
        self.leader = first  # Z1.3
        self.shown: list[list[str]] = [[] for _ in range(players)]
        self._deal()
        self.phase = "start"

    # What is asked

    @property
    def turn(self) -> int | None:
        """The seat that decides now."""
        if self.phase == "over":
            return None
        if self.phase == "pass":
            return self.passers[0]
        return self.player

    def legal(self) -> list[str]:
        """All legal moves, in the order of the page."""
        if self.phase == "start":
            return ["start yellow", "start blue"]  # Z1.3
        if self.phase == "turn":
            return self._sets() + self._each("play", self.hands[self.player])  # Z2.1
        if self.phase == "laid":
            return self._each("play", self.hands[self.player])  # Z3.2: one set a turn
        if self.phase == "to":
            return [f"to {seat}" for seat in range(self.players) if seat != self.player]  # Z5.2
        if self.phase == "give":
            return self._each("give", self.hands[self.player])  # Z5.2
        if self.phase == "pass":
            return self._each("pass", self._passable(self.hands[self.passers[0]]))  # Z5.4
        return []

    def play(self, move: str) -> None:
        """Make one legal move."""
        assert move in self.legal(), f"{move!r} is not legal"
        verb, word = move.split()[:2]
        if verb == "start":
            self._start(word)
        elif verb == "lay":
            self._lay(move)
        elif verb == "play":
            self._play(word)
        elif verb == "to":
            self._to(int(word))
        elif verb == "give":
            self._give(word)
        else:
            self._pass(word)

    @staticmethod
    def _each(verb: str, cards: list[str]) -> list[str]:
        # C2: each legal move once, by face in the order of the table
        return [f"{verb} {face}" for face in FACES if face in cards]

    def _sets(self) -> list[str]:
        # Z3.1, Z3.2; by dwarf, N, rainbow, quad
        hand = self.hands[self.player]
        sets = []
        for dwarf in DWARFS:
            for times in range(1, hand.count(dwarf) + 1):
                for rainbow in ("", " +rainbow"):
                    for quad in ("", " +quad"):
                        words = f"lay {dwarf} x{times}{rainbow}{quad}"
                        cards = cards_of_set(words)
                        held = all(hand.count(card) >= cards.count(card) for card in cards)
                        if held and 3 <= len(cards) <= 6 and len(cards) < len(hand):
                            sets.append(words)
        return sets

    @staticmethod
    def _passable(hand: list[str]) -> list[str]:
        # Z5.4: a dwarf if there is one, else a tree
        dwarfs = [face for face in hand if face in DWARFS or face == "rainbow"]
        return dwarfs or hand

    # The deal

    def _deal(self) -> None:
        # Z1.1
        self.round += 1
        pack: list[int] = []
        for number, (copies, light) in enumerate(CARDS.values()):
            pack += [number] * (copies - light if self.players == 3 else copies)
        self.chance.shuffle(pack)
        self.pile = [FACES[number] for number in pack]
        # Z1.2
        self.hands: list[list[str]] = [[] for _ in range(self.players)]
        for place in range(self.players):
            for _ in range(10 if self.players == 5 else 13):
                self._draw_card((self.leader + place) % self.players)
        self.taken: list[list[str]] = [[] for _ in range(self.players)]
        self.discarded: list[str] = []
        self.sets: list[tuple[int, str]] = []
        self._lead()

    def _draw_card(self, seat: int) -> None:
        # C3: the last of the pile is its top
        self.hands[seat].append(self.pile.pop())

    def _start(self, side: str) -> None:
        # Z1.3
        self.chip = side
        self.phase = "turn"

    # Turns

    def _left(self, seat: int) -> int:
        # C1
        return (seat + 1) % self.players

    def _lead(self) -> None:
        # Z2.1; no hand is empty here, or the round would be over (Z6.1)
        self.trick: list[tuple[int, str]] = []
        self.player = self.leader
        self.receiver: int | None = None
        self.to_give = 0
        self.passers: list[int] = []
        self.passed: list[tuple[int, str]] = []
        self.phase = "turn"

    def _next_turn(self) -> None:
        # Z2.1: one turn a trick each; Z2.3: none for a hand that is empty when the turn comes
        self.player = self._left(self.player)
        while self.player != self.leader and not self.hands[self.player]:
            self.player = self._left(self.player)
        if self.player == self.leader:
            self._end_trick()
        else:
            self.phase = "turn"

    def _lay(self, words: str) -> None:
        # Z3.3
        for card in cards_of_set(words):
            self.hands[self.player].remove(card)
        self.sets.append((self.player, words))
        self.phase = "laid"

    def _play(self, face: str) -> None:
        # Z2.1
        self.hands[self.player].remove(face)
        self.trick.append((self.player, face))
        # Z2.2
        if face == "draw":
            self._action_draw()
        elif face == "give":
            self._action_give()
        elif face == "swap":
            self._action_swap()
        elif face in ("blue", "yellow"):
            self._action_chip(face)
        else:
            self._next_turn()  # Z5.5

    # Actions

    def _action_draw(self) -> None:
        # Z5.1
        for _ in range(min(2, len(self.pile))):
            self._draw_card(self._left(self.player))
        self._next_turn()

    def _action_give(self) -> None:
        # Z5.2
        self.to_give = min(2, len(self.hands[self.player]))
        if self.to_give:
            self.phase = "to"
        else:
            self._next_turn()

    def _to(self, seat: int) -> None:
        # Z5.2
        self.receiver = seat
        self.phase = "give"

    def _give(self, face: str) -> None:
        # Z5.2: one by one
        assert self.receiver is not None
        self.hands[self.player].remove(face)
        self.hands[self.receiver].append(face)
        self.to_give -= 1
        if not self.to_give:
            self.receiver = None
            self._next_turn()

    def _action_chip(self, side: str) -> None:
        # Z5.3
        self.chip = side
        self._next_turn()

    def _action_swap(self) -> None:
        # Z5.4
        if self.swap == "single":
            asked = [self.player]
        else:
            asked = [(self.player + place) % self.players for place in range(self.players)]
        self.passers = [seat for seat in asked if self.hands[seat]]
        self.passed = []
        self._pass_on()

    def _pass(self, face: str) -> None:
        # Z5.4: until all have chosen, the card stays in the chooser's hand
        self.passed.append((self.passers.pop(0), face))
        self._pass_on()

    def _pass_on(self) -> None:
        # Z5.4: ask the next; when all have chosen, the cards go left
        if self.passers:
            self.phase = "pass"
            return
        for seat, face in self.passed:
            self.hands[seat].remove(face)
        for seat, face in self.passed:
            self.hands[self._left(seat)].append(face)
        self.passed = []
        self._next_turn()

    # Ends

    def _end_trick(self) -> None:
        assert self.chip is not None
        cards = [face for _, face in self.trick]
        seat = taker(self.trick, self.chip)
        # Z4.4
        if seat is None:
            self.discarded += cards
            self.leader = self._left(self.trick[-1][0])
        else:
            self.taken[seat] += cards
            self.leader = self._left(seat)
        self._lead()
        if not all(self.hands):  # Z6.1
            self._end_round()

    def _end_round(self) -> None:
        for seat in range(self.players):
            self.totals[seat] += self._points(seat)
        # Z6.5
        self.shown = self.hands
        self.hands = [[] for _ in range(self.players)]
        if max(self.totals) > self.limit or self.round == self.rounds:  # Z6.3, Z6.4
            self.phase = "over"
        else:
            self._deal()  # Z1.4: the leader stays who would have led the next trick

    def _points(self, seat: int) -> int:
        # Z6.2
        tricks = len(self.taken[seat])
        hand = sum(hand_points(face) for face in self.hands[seat])
        sets = sum(SET_POINTS[len(cards_of_set(words))] for layer, words in self.sets if layer == seat)
        return tricks + hand + sets

    def result(self) -> dict[str, list[int]] | None:
        """C4, Z6.3: the totals, and ranks with the lowest first; None while the game runs."""
        if self.phase != "over":
            return None
        ranks = [1 + sum(other < total for other in self.totals) for total in self.totals]
        return {"scores": list(self.totals), "ranks": ranks}

    def facts(self) -> dict[str, object]:
        """Everything on the table, hidden things too, as plain data."""
        return {
            "hands": [count(hand) for hand in self.hands],
            "pile": list(self.pile),
            "trick": [[seat, face] for seat, face in self.trick],
            "taken": [count(cards) for cards in self.taken],
            "discarded": count(self.discarded),
            "sets": [[seat, words] for seat, words in self.sets],
            "chip": self.chip,
            "totals": list(self.totals),
            "round": self.round,
            "leader": self.leader,
            "phase": self.phase,
            "shown": [count(hand) for hand in self.shown],
        }
