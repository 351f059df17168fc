"""Klunker's moves and cards as words (C2)."""

KINDS = ("stud", "earring", "tooth", "shoe", "monocle", "tiara", "necklace")
CARDS = KINDS  # as the pile holds them
PHASES = ("windows", "safes", "purchases", "selling", "over")
PLACES = ("pile", "box")  # where unsold cards go
TIE_BREAKS = ("none", "fewer_cards", "shared")

WORDS = [
    *(f"show {kind}" for kind in KINDS),
    *(f"store {kind}" for kind in KINDS),
    *(f"sell {kind}" for kind in KINDS),
    *(f"buy {seat}" for seat in range(5)),
    "done",
    "pass",
    "decline",
]
