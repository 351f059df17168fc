"""The rules in WebAssembly, run by Node, beside the same rules in machine code of this processor.

The module is the one that `make client` has built into the client's files.
"""

import shutil
from base64 import b64encode
from functools import partial
from pathlib import Path
from statistics import median
from threading import Event
from typing import Any, NamedTuple

from brocante.bench.contender import Contender, rate_of
from brocante.bench.node import NodeProcess
from brocante.bots.determinization import Determinization
from brocante.bots.search import Search, Tree
from brocante.games.catalogue import RULESETS
from brocante.games.chance import new_dice
from brocante.games.game import new
from brocante.games.ruleset import Ruleset

SCRIPT = Path(__file__).with_suffix(".mjs")
BUILT = Path(__file__).parents[1] / "client" / "rules"
SIMULATIONS = 1000


class Pair(NamedTuple):
    """The same work in WebAssembly and in machine code."""

    wasm: Contender
    native: Contender

    @property
    def ratio(self) -> float:
        """How fast WebAssembly is beside machine code: the median over samples taken one after the other."""
        return median(one / other for one, other in zip(self.wasm.rates, self.native.rates, strict=True))


class WasmPlayer(NodeProcess):
    """A Node process that plays the rules in WebAssembly on request."""

    def __init__(self, node: str) -> None:
        super().__init__(node, SCRIPT, str(BUILT))

    def moves(self, rules: Ruleset, seconds: float) -> float:
        """Moves per second of random whole games."""
        return float(self.ask(play=rules.name, players=rules.usual_players, seconds=seconds)["per_second"])

    def simulations(self, rules: Ruleset, seconds: float) -> float:
        """Simulations per second of the search."""
        seat = opening(rules)
        position = b64encode(seat.positions.tobytes()).decode()
        return float(self.ask(think=rules.name, position=position, seat=seat.number, seconds=seconds)["per_second"])


def found_wasm() -> WasmPlayer | str:
    """A player, or a word on why there is none."""
    node = shutil.which("node")
    if node is None:
        return "WebAssembly is left out: there is no Node on this machine."
    if not (BUILT / "rules.wasm").is_file():
        return "WebAssembly is left out: the rules have not been built. Run make client."
    return WasmPlayer(node)


def opening(rules: Ruleset) -> Determinization:
    """A position to think about: the first with a choice."""
    game = new(rules.name, players=rules.usual_players, seed=1)
    while len(game.legal()) == 1:
        game.play(game.legal()[0])
    return Determinization(game, new_dice(1))


def native_simulations(rules: Ruleset, seconds: float) -> float:
    """Simulations per second of the same search in machine code."""
    seat, search = opening(rules), Search(SIMULATIONS)

    def once() -> int:
        Tree(seat, search, new_dice(1), SIMULATIONS).grow(None, Event())
        return SIMULATIONS

    return rate_of(once, seconds)


def pairs(player: WasmPlayer, native: dict[str, Contender]) -> dict[str, tuple[Pair, Pair]]:
    """Of each game that is built: random moves, beside the contenders given, and simulations."""
    found: dict[str, tuple[Pair, Pair]] = {}
    for name, rules in RULESETS.items():
        if rules.package.startswith("brocante."):
            moves = Contender(f"{name}, WebAssembly", partial(player.moves, rules))
            wasm = Contender(f"search, {name}, WebAssembly", partial(player.simulations, rules))
            machine_code = Contender(f"search, {name}", partial(native_simulations, rules))
            found[name] = Pair(moves, native[name]), Pair(wasm, machine_code)
    return found


def report(measured: dict[str, tuple[Pair, Pair]], peer: Contender | None) -> dict[str, Any]:
    """All figures; `peer` is the fastest client of another engine in the same Node."""
    return {
        name: {
            "moves_per_second": round(moves.wasm.rate),
            "ratio_to_native": round(moves.ratio, 2),
            "simulations_per_second": round(simulations.wasm.rate),
            "simulations_ratio_to_native": round(simulations.ratio, 2),
            "moves_ratio_to_boardgame_io": round(moves.wasm.rate / peer.rate) if peer else None,
        }
        for name, (moves, simulations) in measured.items()
    }
