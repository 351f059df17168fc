"""The moves and cards of Alles futsch! as words (C2)."""

from brocante.games.alles_futsch.rules import MOST_MONEY, OBJECTS, SEATS

KINDS = ("painting", "sculpture", "furniture", "clock", "vase")
PHASES = ("offer", "auction", "use", "over")
REASONS = ("ruin", "full")  # why a game ends
TIE_BREAKS = ("none", "more_objects", "shared")
CARDS = ["+".join(KINDS[kind] for kind in objects) for objects in OBJECTS]

WORDS = [
    *(f"offer {card}" for card in CARDS),
    "pass",
    *(f"keep {kind}" for kind in KINDS),
    *(f"sell {kind} to {seat}" for kind in KINDS for seat in range(SEATS)),
    *(f"bid {bid}" for bid in range(1, MOST_MONEY + 1)),
]
