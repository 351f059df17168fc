"""Alles futsch! once more, slow and plain, so that the compiled rules have something to be checked against.

Written from the rules page alone; the numbers in the comments are its clauses.
"""

from itertools import combinations_with_replacement

from tests.reference.chance import Chance

KINDS = ("painting", "sculpture", "furniture", "clock", "vase")
CARDS = tuple(combinations_with_replacement(KINDS, 3))  # a card is its number in here; already in the order of A1.2

START = 200
ROW = 5
BONUS = 30  # the bank's, for the third of a kind
PRICE = 20  # the buyer's, to the seller
FEE = 10  # the buyer's, to the bank, for the fourth and the fifth
FULL = 5  # nobody holds more of a kind


def name(card: int) -> str:
    return "+".join(CARDS[card])


class AllesFutsch:
    """One game; everything on the table is an attribute, hidden or not."""

    def __init__(
        self,
        players: int,
        seed: bytes,
        *,
        first: int = 0,
        boards: list[str] | None = None,
        money: str = "secret",
    ) -> None:
        lacks = list(KINDS[:players]) if boards is None else boards
        assert 2 <= players <= 5
        assert 0 <= first < players
        assert len(lacks) == len(set(lacks)) == players
        assert set(lacks) <= set(KINDS)
        assert money in ("secret", "open")  # changes what a seat is shown, never how the game goes
        self.players = players
        self.chance = Chance(seed)
        # A1.1
        self.money = [START] * players
        self.stones = [{kind: 0 for kind in KINDS if kind != lack} for lack in lacks]
        # A1.2
        self.pile = list(range(len(CARDS)))
        self.chance.shuffle(self.pile)
        self.row = [self.pile.pop() for _ in range(ROW)]
        self.discards: list[int] = []
        # A1.3
        self.phase = "offer"
        self.in_charge = first
        self.to_move = first
        self.card: int | None = None  # under auction or in use
        self.objects: list[str] = []  # of the card in use, not yet used
        self.bid = 0
        self.bidder: int | None = None
        self.out: set[int] = set()
        self.bankrupt: int | None = None

    @property
    def turn(self) -> int | None:
        return None if self.phase == "over" else self.to_move

    # What may be done

    def legal(self) -> list[str]:
        if self.phase == "offer":
            return self.legal_offers()
        if self.phase == "auction":
            return self.legal_bids()
        if self.phase == "use":
            return self.legal_uses()
        return []

    def legal_offers(self) -> list[str]:
        # A2.1
        return [f"offer {name(card)}" for card in self.row]

    def legal_bids(self) -> list[str]:
        # A2.2: who opens cannot pass; nobody bids more than they have
        bids = [f"bid {n}" for n in range(self.bid + 1, self.money[self.to_move] + 1)]
        return bids if self.bidder is None else ["pass", *bids]

    def legal_uses(self) -> list[str]:
        # A3: each kind left on the card once (C2), in the order of the kinds
        moves = []
        for kind in KINDS:
            if kind not in self.objects:
                continue
            if self.must_keep(kind):
                moves.append(f"keep {kind}")
            else:
                moves += [f"sell {kind} to {seat}" for seat in self.buyers(kind)]
        return moves

    def must_keep(self, kind: str) -> bool:
        # A3.1
        mine = self.stones[self.to_move]
        return kind in mine and mine[kind] <= 2

    def buyers(self, kind: str) -> list[int]:
        # A3.2
        return [
            seat
            for seat in range(self.players)
            if seat != self.to_move and kind in self.stones[seat] and self.stones[seat][kind] < FULL
        ]

    # Doing it

    def play(self, move: str) -> None:
        assert move in self.legal(), move
        match move.split():
            case ["offer", card]:
                self.do_offer(card)
            case ["bid", amount]:
                self.do_bid(int(amount))
            case ["pass"]:
                self.do_pass()
            case ["keep", kind]:
                self.do_keep(kind)
            case ["sell", kind, "to", seat]:
                self.do_sell(kind, int(seat))

    def do_offer(self, word: str) -> None:
        # A2.1; A2.2: the bidding starts with the player in charge
        self.card = next(card for card in self.row if name(card) == word)
        self.row.remove(self.card)
        self.phase = "auction"

    def do_bid(self, amount: int) -> None:
        # A2.2
        self.bid = amount
        self.bidder = self.to_move
        self.next_bidder()

    def do_pass(self) -> None:
        # A2.2: out for good
        self.out.add(self.to_move)
        if len(self.out) == self.players - 1:
            self.win_auction()
        else:
            self.next_bidder()

    def next_bidder(self) -> None:
        # A2.2: clockwise, past those who are out
        self.to_move = (self.to_move + 1) % self.players
        while self.to_move in self.out:
            self.to_move = (self.to_move + 1) % self.players

    def win_auction(self) -> None:
        # A2.3
        assert self.bidder is not None
        assert self.bidder not in self.out
        assert self.card is not None
        winner, price = self.bidder, self.bid
        self.bid, self.bidder, self.out = 0, None, set()
        self.to_move = winner
        if not self.pay(winner, price, to=None):
            return
        self.phase = "use"
        self.objects = list(CARDS[self.card])
        self.finish_card_if_done()

    def do_keep(self, kind: str) -> None:
        # A3.1
        self.objects.remove(kind)
        self.move_stone(self.to_move, kind)
        self.take_bonus(self.to_move, kind)
        self.finish_card_if_done()

    def do_sell(self, kind: str, buyer: int) -> None:
        # A3.2, A3.3; A4.1: no further step once somebody is bankrupt
        self.objects.remove(kind)
        if not self.pay(buyer, PRICE, to=self.to_move):
            return
        self.move_stone(buyer, kind)
        if self.stones[buyer][kind] in (4, 5) and not self.pay(buyer, FEE, to=None):
            return
        self.take_bonus(buyer, kind)
        self.finish_card_if_done()

    def move_stone(self, seat: int, kind: str) -> None:
        # A3.3: nobody holds more than five
        self.stones[seat][kind] += 1
        assert self.stones[seat][kind] <= FULL

    def take_bonus(self, seat: int, kind: str) -> None:
        # A3.1, A3.3: for the third
        if self.stones[seat][kind] == 3:
            self.money[seat] += BONUS

    def pay(self, seat: int, amount: int, *, to: int | None) -> bool:
        # A4.1: all there is, at most; whether the game goes on. To nobody is to the bank.
        paid = min(amount, self.money[seat])
        self.money[seat] -= paid
        if to is not None:
            self.money[to] += paid
        if self.money[seat] == 0:
            self.bankrupt = seat
            self.end()
            return False
        return True

    def finish_card_if_done(self) -> None:
        # A3.4: what is left on the card is lost when none of it can be used
        if not self.legal_uses():
            self.finish_card()

    def finish_card(self) -> None:
        # A3.5
        assert self.card is not None
        self.discards.append(self.card)
        self.card = None
        self.objects = []
        if not self.pile:
            self.pile, self.discards = self.discards, []
            self.chance.shuffle(self.pile)
        self.row.append(self.pile.pop())
        self.in_charge = self.to_move
        self.phase = "offer"
        if self.all_full():
            self.end()

    def all_full(self) -> bool:
        # A4.2
        return all(count == FULL for mine in self.stones for count in mine.values())

    def end(self) -> None:
        # A4.1, A4.2; a card somebody went bankrupt over stays where it is
        self.phase = "over"
        self.objects = []

    # What came of it

    def result(self) -> dict[str, list[int]] | None:
        # A4.3, C4
        if self.phase != "over":
            return None
        standing = [(self.money[seat], sum(self.stones[seat].values())) for seat in range(self.players)]
        ranks = [1 + sum(other > own for other in standing) for own in standing]
        return {"scores": list(self.money), "ranks": ranks}

    def facts(self) -> dict[str, object]:
        return {
            "money": list(self.money),
            "stones": [dict(mine) for mine in self.stones],
            "row": [name(card) for card in self.row],
            "pile": [name(card) for card in self.pile],
            "discards": [name(card) for card in self.discards],
            "card": None if self.card is None else name(self.card),
            "objects": [kind for kind in KINDS for _ in range(self.objects.count(kind))],
            "in_charge": self.in_charge,
            "bid": self.bid,
            "bidder": self.bidder,
            "out": sorted(self.out),
            "phase": self.phase,
            "bankrupt": self.bankrupt,
        }
