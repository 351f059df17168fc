"""The moves and cards of ZwergeZocken as words (C2)."""

FACES = (
    "0/10", "1/9", "2/8", "3/7", "4/6", "6/4", "7/3", "8/2", "9/1", "10/0",
    "draw", "give", "swap", "blue", "yellow", "rainbow", "quad-low", "quad-high",
)  # fmt: skip
CARDS = FACES  # as the pile holds them
DWARFS = FACES[1:9]
SIDES = ("yellow", "blue")
PHASES = ("start", "turn", "laid", "to", "give", "pass", "over")

REASONS = ("limit", "rounds")  # why a game ends
TIE_BREAKS = ("none", "shared")

SETS = [
    f"{dwarf} x{copies}{rainbow}{quad}"
    for dwarf in DWARFS
    for copies in range(1, 5)
    for rainbow in ("", " +rainbow")
    for quad in ("", " +quad")
]
WORDS = [
    *(f"start {side}" for side in SIDES),
    *(f"lay {laid}" for laid in SETS),
    *(f"play {face}" for face in FACES),
    *(f"to {seat}" for seat in range(5)),
    *(f"give {face}" for face in FACES),
    *(f"pass {face}" for face in FACES),
]
