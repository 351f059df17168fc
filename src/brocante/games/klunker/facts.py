"""What happens in Klunker beside the moves: the kinds of facts that its rules tell."""

from brocante.games.facts import Fact, cards, number, seat, word
from brocante.games.klunker import rules
from brocante.games.klunker.words import KINDS, PLACES, TIE_BREAKS

FACTS = {
    rules.FILLED: Fact("filled", "K7.2", (seat(), number("number"), cards(KINDS, known_to=("seat",)))),
    rules.ROUND_BEGAN: Fact("round_began", "K2", (number("round"), seat("first"))),
    rules.TOOK_PURCHASE_CARD: Fact("took_purchase_card", "K4.2", (seat(), number("number"))),
    rules.SOLD: Fact("sold", "K5.2", (seat(), word("kind", KINDS), number("cards"), number("bills"))),
    rules.UNSOLD: Fact("unsold", "K5.4", (seat(), word("kind", KINDS), number("number"), word("to", PLACES))),
    rules.BOUGHT: Fact("bought", "K6.1", (seat(), seat("owner"), number("bills"), cards(KINDS))),
    rules.BECAME_FIRST: Fact("became_first", "K6.4", (seat(),)),
    rules.ENDED: Fact("ended", "K7.1", (number("pile"), number("missing"))),
    rules.WON: Fact("won", "K7.3", (seat(), number("bills"), number("leftovers"), word("tie_break", TIE_BREAKS))),
}
