"""How fast the games are: moves per second in random whole games, deals included, and steps through each interface.

Machines are noisy, so everything is measured in one run, in turn, and reported as a ratio: to a calibration loop whose
speed depends only on the machine, to one core, and, where OpenSpiel is installed, to its card games.
"""

import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from datetime import UTC, datetime
from functools import partial
from statistics import median
from typing import Any

from rich.table import Table

from brocante.bench import searches, wasm
from brocante.bench.boardgame import found_player, in_words, one_game_at_a_time, seen_by_player
from brocante.bench.contender import Contender, rate_of
from brocante.bench.interfaces import interfaces
from brocante.bench.playouts import random_games, roll_many
from brocante.games.catalogue import RULESETS
from brocante.games.chance import new_dice
from brocante.games.ruleset import Ruleset
from brocante.machine import machine

FIRST = next(iter(RULESETS.values()))  # the game of the first move in a new process
SECONDS = 0.5  # of a sample
FIRST_MOVE = f"""
import brocante
game = brocante.new({FIRST.name!r}, players={FIRST.usual_players}, seed=1)
game.play(game.legal()[0])
"""


def calibration(seconds: float) -> float:
    """Rolls per second of a loop whose speed depends only on the machine."""
    dice = new_dice(1)
    return rate_of(lambda: int(roll_many(dice, 1_000_000)) and 1_000_000, seconds)


def one_core(rules: Ruleset, seconds: float, seed: int = 1) -> float:
    """Moves per second of random whole games on one core."""
    template, dice, moves = rules.fresh(rules.usual_players), new_dice(seed), rules.scratch()
    positions = template.copy()
    rate = rate_of(lambda: int(random_games(template, positions, 10, dice, moves)), 0.01)
    games = 10 + int(rate / 5000)  # long calls, so that threads seldom wait for each other
    return rate_of(lambda: int(random_games(template, positions, games, dice, moves)), seconds)


def all_cores(rules: Ruleset, seconds: float) -> float:
    """The same on all cores, in threads: compiled code does not hold the GIL."""
    cores = os.cpu_count() or 1
    with ThreadPoolExecutor(cores) as pool:
        return sum(pool.map(lambda seed: one_core(rules, seconds, seed), range(cores)))


def open_spiel(name: str) -> Callable[[float], float]:
    """An OpenSpiel game between its own uniform random bots, played by its own C++ loop."""
    import pyspiel

    game = pyspiel.load_game(name)
    bots = [pyspiel.make_uniform_random_bot(player, player) for player in range(game.num_players())]
    seeds = iter(range(2**31 - 1))

    def one_game() -> Any:
        state = game.new_initial_state()
        pyspiel.evaluate_bots(state, bots, next(seeds))
        return state

    lengths = [sum(step.player >= 0 for step in one_game().full_history()) for _ in range(200)]
    mean = sum(lengths) / len(lengths)
    return lambda seconds: rate_of(lambda: bool(one_game()), seconds) * mean


OPEN_SPIEL = ("hearts", "crazy_eights(players=4)", "oh_hell(players=4)", "euchre")


def measure(samples: int, peers: bool, tell: Callable[[str], object]) -> dict[str, Any]:
    """Measure all contenders in turn, several times; all figures. `tell` gets what is being measured."""
    loop = Contender("calibration", calibration)
    ours = [Contender(f"{name}, one core", partial(one_core, rules)) for name, rules in RULESETS.items()]
    cores = [Contender(f"{name}, all cores", partial(all_cores, rules)) for name, rules in RULESETS.items()]
    others = [Contender(f"OpenSpiel {name.split('(')[0]}", open_spiel(name)) for name in OPEN_SPIEL] if peers else []
    thinking, thinking_peer = searches.searchers(peers)
    thinkers = [each.contender for each in (*thinking, *([thinking_peer] if thinking_peer else []))]
    player = found_player(peers)
    single = one_game_at_a_time(player)
    through = [*interfaces(peers), single]
    in_node = wasm.found_wasm()
    compared = {} if isinstance(in_node, str) else wasm.pairs(in_node, dict(zip(RULESETS, ours, strict=True)))
    in_wasm = [each for moves, searches in compared.values() for each in (moves.wasm, *searches)]
    offered = [contender for each in through for contender in (*each.ours, *each.peers)]
    contenders = [loop, *ours, *in_wasm, *cores, *others, *thinkers, *offered]
    for contender in contenders:
        contender.play(0.01)  # loads its machine code
    for sample in range(samples):
        for contender in contenders:
            tell(f"{contender.name}, {sample + 1} of {samples}")
            contender.rates.append(contender.play(SECONDS))
    if not isinstance(in_node, str):
        in_node.close()
    tell("the first move of a new process")
    first_move = median(process_seconds(FIRST_MOVE) for _ in range(samples))
    tell("compiling everything into an empty folder")
    compilation = cold_compilation()
    fastest = max((other.rate for other in others), default=None)
    return {
        "date": datetime.now(UTC).date().isoformat(),
        "machine": machine(),
        "calibration_rolls_per_second": round(loop.rate),
        "games": {
            name: {
                "moves_per_second": round(one.rate),
                "per_1000_rolls": round(1000 * one.rate / loop.rate, 1),
                "all_cores_moves_per_second": round(every.rate),
                "all_cores_ratio": round(every.rate / one.rate, 2),
                "ratio_to_fastest_peer": round(one.rate / fastest, 1) if fastest else None,
            }
            for name, one, every in zip(RULESETS, ours, cores, strict=True)
        },
        "peers": {other.name: {"moves_per_second": round(other.rate)} for other in others},
        "search": searches.report(thinking, thinking_peer),
        "interfaces": {each.title: each.report() for each in through},
        "webassembly": in_node
        if isinstance(in_node, str)
        else wasm.report(compared, max(single.peers, key=lambda peer: peer.rate, default=None)),
        "boardgame.io": seen_by_player(player),
        "first_move_seconds": round(first_move, 2),
        "compilation_seconds": round(compilation, 1),
    }


def process_seconds(code: str) -> float:
    """Seconds of a new process that finds its machine code in the cache, and does not find the peers' packages."""
    alone = {name: value for name, value in os.environ.items() if name != "PYTHONPATH"}
    start = time.perf_counter()
    subprocess.run([sys.executable, "-c", code], check=True, env=alone)
    return time.perf_counter() - start


def cold_compilation() -> float:
    """Seconds until everything is compiled in a process that finds an empty cache."""
    with tempfile.TemporaryDirectory() as folder:
        start = time.perf_counter()
        command = [sys.executable, "-m", "brocante.cli", "compile"]
        subprocess.run(command, check=True, capture_output=True, env={**os.environ, "BROCANTE_CACHE": folder})
        return time.perf_counter() - start


def millions(rate: float) -> str:
    """
    >>> millions(19_300_000), millions(77_400)
    ('19.30', '0.077')
    """
    return f"{rate / 1e6:.2f}" if rate >= 1e6 else f"{rate / 1e6:.3f}"


def table(report: dict[str, Any]) -> Table:
    """The figures for people."""
    shown = Table(title="Random whole games, million moves per second; searches: simulations; interfaces: steps")
    shown.add_column("", no_wrap=True)
    for heading in ("one core", "/1000 rolls", "all cores", "to one", "to peers"):
        shown.add_column(heading, justify="right", no_wrap=True)
    for name, game in report["games"].items():
        peer = game["ratio_to_fastest_peer"]
        shown.add_row(
            name,
            millions(game["moves_per_second"]),
            str(game["per_1000_rolls"]),
            millions(game["all_cores_moves_per_second"]),
            f"x {game['all_cores_ratio']}",
            f"x {peer}" if peer else "",
        )
    for name, peer in report["peers"].items():
        shown.add_row(name, millions(peer["moves_per_second"]))
    for name, each in report["search"].items():
        ratio = each["ratio_to_peer"]
        shown.add_row(name, millions(each["simulations_per_second"]), "", "", "", f"x {ratio}" if ratio else "")
        ratio = each["moves_ratio_to_peer"]
        shown.add_row("  moves of these", millions(each["moves_per_second"]), "", "", "", f"x {ratio}" if ratio else "")
    if not isinstance(report["webassembly"], str):
        add_webassembly(shown, report["webassembly"])
    for title, rows in report["interfaces"].items():
        shown.add_section()
        shown.add_row(title)
        for name, each in rows.items():
            ratio = each["ratio_to_fastest_peer"]
            shown.add_row(f"  {name}", millions(each["steps_per_second"]), "", "", "", f"x {ratio}" if ratio else "")
    shown.caption = (
        f"{report['machine']['processor']}, {report['machine']['cores']} cores, {report['date']}. "
        f"First move of a new process: {report['first_move_seconds']} s. "
        f"First compilation of everything: {report['compilation_seconds']} s. {in_words(report['boardgame.io'])}"
    )
    if isinstance(report["webassembly"], str):
        shown.caption += f" {report['webassembly']}"
    return shown


def add_webassembly(shown: Table, report: dict[str, Any]) -> None:
    """Rows with the speed of the rules in WebAssembly, and its ratio to that of machine code."""
    shown.add_section()
    shown.add_row("WebAssembly in Node", "", "", "", "to native", "to boardgame.io")
    for name, each in report.items():
        peer = each["moves_ratio_to_boardgame_io"]
        moves, simulations = each["moves_per_second"], each["simulations_per_second"]
        shown.add_row(f"  {name}", millions(moves), "", "", f"x {each['ratio_to_native']}", f"x {peer}" if peer else "")
        shown.add_row(f"  {name}, search", millions(simulations), "", "", f"x {each['simulations_ratio_to_native']}")
