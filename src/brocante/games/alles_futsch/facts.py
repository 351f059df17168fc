"""What happens in Alles futsch! beside the moves: the kinds of facts that its rules tell."""

from brocante.games.alles_futsch import rules
from brocante.games.alles_futsch.words import CARDS, KINDS, REASONS, TIE_BREAKS
from brocante.games.facts import Fact, number, seat, word

FACTS = {
    rules.WON_AUCTION: Fact("won_auction", "A2.3", (seat(), word("card", CARDS), number("bid"), number("paid"))),
    rules.BONUS_PAID: Fact("bonus", "A3.1", (seat(), word("kind", KINDS), number("stone"), number("money"))),
    rules.BOUGHT: Fact(
        "bought", "A3.3", (seat("buyer"), seat("seller"), word("kind", KINDS), number("price"), number("paid"))
    ),
    rules.FINED: Fact("fined", "A3.3", (seat(), word("kind", KINDS), number("stone"), number("fee"), number("paid"))),
    rules.LOST: Fact("lost", "A3.4", (word("kind", KINDS), number("number"))),
    rules.DISCARDED: Fact("discarded", "A3.5", (word("card", CARDS),)),
    rules.SHUFFLED: Fact("shuffled", "A3.5", (number("number"),)),
    rules.DREW: Fact("drew", "A3.5", (word("card", CARDS),)),
    rules.IN_CHARGE: Fact("in_charge", "A3.5", (seat(),)),
    rules.RUINED: Fact("ruined", "A4.1", (seat(), number("owed"), number("paid"))),
    rules.ENDED: Fact("ended", "A4.2", (word("why", REASONS),)),
    rules.WON: Fact("won", "A4.3", (seat(), number("money"), number("objects"), word("tie_break", TIE_BREAKS))),
}
