"""What happens in ZwergeZocken beside the moves: the kinds of facts that its rules tell."""

from brocante.games.facts import Fact, cards, number, seat, word
from brocante.games.zwergezocken import rules
from brocante.games.zwergezocken.words import FACES, REASONS, SETS, SIDES, TIE_BREAKS

FACTS = {
    rules.ROUND_BEGAN: Fact("round_began", "Z1.4", (number("round"), seat("leader"))),
    rules.DEALT: Fact("dealt", "Z1.2", (seat(), number("number"), cards(FACES, known_to=("seat",)))),
    rules.CHIP_TURNED: Fact("chip_turned", "Z5.3", (seat(), word("side", SIDES))),
    rules.DREW: Fact("drew", "Z5.1", (seat(), number("number"), cards(FACES, known_to=("seat",)))),
    rules.GAVE: Fact("gave", "Z5.2", (seat(), seat("to"), word("face", FACES, known_to=("seat", "to")))),
    rules.PASSED: Fact("passed", "Z5.4", (seat(), seat("to"), word("face", FACES, known_to=("seat", "to")))),
    rules.SET_LAID: Fact("set_laid", "Z3.1", (seat(), word("set", SETS), number("points"))),
    rules.TRICK_TAKEN: Fact("trick_taken", "Z4.4", (seat(), word("by", FACES), number("points"), cards(FACES))),
    rules.TRICK_DISCARDED: Fact("trick_discarded", "Z4.2", (cards(FACES),)),
    rules.LEADS: Fact("leads", "Z4.4", (seat(),)),
    rules.ROUND_ENDED: Fact("round_ended", "Z6.1", (number("round"), seat("empty"))),
    rules.REVEALED: Fact("revealed", "Z6.5", (seat(), number("number"), cards(FACES))),
    rules.SCORED: Fact("scored", "Z6.2", (seat(), number("taken"), number("hand"), number("sets"), number("total"))),
    rules.ENDED: Fact("ended", "Z6.3", (word("why", REASONS),)),
    rules.WON: Fact("won", "Z6.3", (seat(), number("total"), word("tie_break", TIE_BREAKS))),
}
