"""Imported by the process that servers are forked from: what a server imports, and the machine code of all games."""

import brocante
import brocante.server.serve
import brocante.server.workers
from brocante.games.catalogue import RULESETS

for name, rules in RULESETS.items():
    game = brocante.new(name, players=rules.players[0], seed=1)
    for level in ("easy", "medium", "hard", "expert"):
        brocante.bot(level, seed=1).choose(game)
