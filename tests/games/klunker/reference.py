"""Klunker once more, slow and plain, from the rules page alone, as an oracle for the compiled engine."""

from collections import Counter
from collections.abc import Mapping
from typing import Any

from tests.reference.chance import Chance

KINDS = ["stud", "earring", "tooth", "shoe", "monocle", "tiara", "necklace"]
COPIES = {"stud": 14, "earring": 14, "tooth": 14, "shoe": 14, "monocle": 14, "tiara": 14, "necklace": 10}
HAND = 6
SOLD = 4


def kinds_in(cards: Mapping[str, int], least: int = 1) -> list[str]:
    """The kinds of which there are at least so many cards, in the order of the kinds."""
    return [kind for kind in KINDS if cards.get(kind, 0) >= least]


def count(cards: Mapping[str, int]) -> dict[str, int]:
    return {kind: cards[kind] for kind in kinds_in(cards)}


def bills_for(kind: str, left: Mapping[str, int]) -> int:
    """What four cards of a kind bring when these cards are left in the safe after the four are gone."""
    if kind == "necklace":  # K5.3
        return 4
    kinds = 1 + len(kinds_in(left))  # K5.1: the one sold, and every kind left, the one sold among them
    return {1: 4, 2: 3, 3: 2}.get(kinds, 1)  # K5.2


class Klunker:
    """One game. `queue` holds the seats that still have to act in this phase, the one whose turn it is in front."""

    def __init__(self, players: int, seed: bytes, *, first: int = 0, unsold: str = "pile") -> None:
        assert 3 <= players <= 5
        assert 0 <= first < players
        assert unsold in ("pile", "box")
        self.players = players
        self.first = first
        self.unsold = unsold
        self.hands: list[Counter[str]] = [Counter() for _ in range(players)]
        self.windows: list[Counter[str]] = [Counter() for _ in range(players)]
        self.safes: list[Counter[str]] = [Counter() for _ in range(players)]
        self.known: list[Counter[str]] = [Counter() for _ in range(players)]
        self.bills = [0] * players
        self.box: Counter[str] = Counter()
        self.known_top = 0
        self.purchase_cards: list[int] = []  # the seats that hold card 1, card 2, ...
        self.queue: list[int] = []
        self.phase = "windows"
        self.pile = self._shuffled(seed)
        self._deal_starting_bills()
        self._fill_hands()
        self._begin_windows()

    # What a game shows

    @property
    def turn(self) -> int | None:
        return self.queue[0] if self.queue else None

    def legal(self) -> list[str]:
        seat = self.turn
        if seat is None:
            return []
        if self.phase == "windows":
            return self._legal_windows(seat)
        if self.phase == "safes":
            return self._legal_safes(seat)
        if self.phase == "purchases":
            return self._legal_purchases(seat)
        return self._legal_selling(seat)

    def play(self, move: str) -> None:
        assert move in self.legal(), move
        seat = self.queue[0]
        match move.split():
            case ["show", kind]:
                self._show(seat, kind)
            case ["done"]:
                self._done()
            case ["store", kind]:
                self._store(seat, kind)
            case ["pass"]:
                self._pass(seat)
            case ["buy", owner]:
                self._buy(seat, int(owner))
            case ["decline"]:
                self._decline(seat)
            case ["sell", kind]:
                self._sell(seat, kind)
                self._sell_bought(seat)

    def result(self) -> dict[str, list[int]] | None:
        # K7.3, C4
        if self.phase != "over":
            return None
        standing = [
            (-bills, window.total() + safe.total())
            for bills, window, safe in zip(self.bills, self.windows, self.safes, strict=True)
        ]
        ranks = [1 + sum(other < own for other in standing) for own in standing]
        return {"scores": list(self.bills), "ranks": ranks}

    def facts(self) -> dict[str, Any]:
        return {
            "hands": [count(cards) for cards in self.hands],
            "windows": [count(cards) for cards in self.windows],
            "safes": [count(cards) for cards in self.safes],
            "bills": list(self.bills),
            "pile": list(self.pile),
            "known_top": self.known_top,
            "known": [count(cards) for cards in self.known],
            "box": count(self.box),
            "first": self.first,
            "phase": self.phase,
        }

    # K1 Setting up

    def _shuffled(self, seed: bytes) -> list[str]:
        # K1.1
        cards = [number for number, kind in enumerate(KINDS) for _ in range(COPIES[kind])]
        Chance(seed).shuffle(cards)
        return [KINDS[number] for number in cards]

    def _deal_starting_bills(self) -> None:
        # K1.2: the card leaves the pile, and nobody will ever know its jewel
        for seat in self._clockwise():
            self.pile.pop()
            self.bills[seat] += 1

    def _fill_hands(self) -> None:
        # K1.3, K7.2
        for seat in self._clockwise():
            while self.hands[seat].total() < HAND:
                self._draw(seat)

    def _clockwise(self) -> list[int]:
        # C1: all seats, the first player first
        return [(self.first + step) % self.players for step in range(self.players)]

    def _draw(self, seat: int) -> None:
        kind = self.pile.pop()
        self.hands[seat][kind] += 1
        if self.known_top > 0:  # K5.4: everyone knows who was dealt it
            self.known_top -= 1
            self.known[seat][kind] += 1

    def _play_from_hand(self, seat: int, kind: str) -> None:
        self.hands[seat][kind] -= 1
        self.known[seat][kind] = max(0, self.known[seat][kind] - 1)  # K5.4

    # K3 Windows

    def _begin_windows(self) -> None:
        # K3.1
        self.phase = "windows"
        self.queue = self._clockwise()

    def _legal_windows(self, seat: int) -> list[str]:
        # K3.1, K3.2
        moves = [f"show {kind}" for kind in kinds_in(self.hands[seat])]
        return [*moves, "done"] if self.windows[seat].total() else moves

    def _show(self, seat: int, kind: str) -> None:
        # K3.1
        self._play_from_hand(seat, kind)
        self.windows[seat][kind] += 1

    def _done(self) -> None:
        # K3.1
        self.queue.pop(0)
        if not self.queue:
            self._begin_safes()

    # K4 Safes

    def _begin_safes(self) -> None:
        # K4.1
        self.phase = "safes"
        self.queue = self._clockwise()
        self.purchase_cards = []

    def _legal_safes(self, seat: int) -> list[str]:
        # K4.1
        return [*(f"store {kind}" for kind in kinds_in(self.hands[seat])), "pass"]

    def _store(self, seat: int, kind: str) -> None:
        # K4.1, K4.3
        self._play_from_hand(seat, kind)
        self.safes[seat][kind] += 1
        if self.safes[seat][kind] == SOLD:
            self._sell(seat, kind)
        self.queue.append(self.queue.pop(0))  # K4.1: again after all the others who have not passed

    def _pass(self, seat: int) -> None:
        # K4.2
        self.purchase_cards.append(seat)
        self.queue.pop(0)
        if not self.queue:
            self._begin_purchases()

    # K5 Selling

    def _sell(self, seat: int, kind: str) -> None:
        self.safes[seat][kind] -= SOLD  # K5.1
        bills = bills_for(kind, self.safes[seat])
        self.bills[seat] += bills  # K5.2
        for _ in range(SOLD - bills):
            self._put_away_unsold(kind)

    def _put_away_unsold(self, kind: str) -> None:
        # K5.4
        if self.unsold == "pile":
            self.pile.append(kind)
            self.known_top += 1
        else:
            self.box[kind] += 1

    # K6 Purchases

    def _begin_purchases(self) -> None:
        # K6.1
        self.phase = "purchases"
        self.queue = list(self.purchase_cards)

    def _legal_purchases(self, seat: int) -> list[str]:
        # K6.1, K6.2
        moves = [f"buy {owner}" for owner in range(self.players) if self._can_buy(seat, owner)]
        return moves if self.windows[seat].total() else [*moves, "decline"]

    def _can_buy(self, seat: int, owner: int) -> bool:
        # K6.1
        return self.windows[owner].total() > 0 and (owner == seat or self.bills[seat] > 0)

    def _buy(self, seat: int, owner: int) -> None:
        # K6.1
        if owner != seat:
            self.bills[seat] -= 1
            self.bills[owner] += 1
        self.safes[seat].update(self.windows[owner])  # K6.3: a Counter adds
        self.windows[owner].clear()
        self._sell_bought(seat)

    def _sell_bought(self, seat: int) -> None:
        # K6.3
        while len(kinds_in(self.safes[seat], SOLD)) == 1:
            self._sell(seat, kinds_in(self.safes[seat], SOLD)[0])
        if kinds_in(self.safes[seat], SOLD):
            self.phase = "selling"
        else:
            self._end_purchase()

    def _legal_selling(self, seat: int) -> list[str]:
        # K6.3
        return [f"sell {kind}" for kind in kinds_in(self.safes[seat], SOLD)]

    def _end_purchase(self) -> None:
        # K6.1, K6.4: the next purchase card; if all have bought, the first player stays the same
        self.phase = "purchases"
        self.queue.pop(0)
        if not self.queue:
            self._end_round()

    def _decline(self, seat: int) -> None:
        # K6.4
        self.first = seat
        self._end_round()

    # K7 End of the round, end of the game

    def _end_round(self) -> None:
        if len(self.pile) < sum(HAND - hand.total() for hand in self.hands):  # K7.1
            self.phase = "over"
            self.queue = []
        else:
            self._fill_hands()  # K7.2
            self._begin_windows()
