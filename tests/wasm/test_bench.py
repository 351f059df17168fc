"""`make bench` measures the rules in WebAssembly beside those in machine code; how fast they are is no test."""

import shutil
from pathlib import Path

import pytest
from rich.table import Table

from brocante.bench import speed, wasm
from brocante.bench.contender import Contender, rate_of
from brocante.games.catalogue import RULESETS
from brocante.wasm.build import GAMES


@pytest.fixture
def player(rules: Path, monkeypatch: pytest.MonkeyPatch) -> wasm.WasmPlayer:
    monkeypatch.setattr(wasm, "BUILT", rules)
    found = wasm.found_wasm()
    assert not isinstance(found, str), found
    return found


def test_moves_and_simulations_are_measured_beside_native_ones(player: wasm.WasmPlayer) -> None:
    native = {name: Contender(name, lambda seconds: rate_of(lambda: 1, seconds)) for name in RULESETS}
    pairs = wasm.pairs(player, native)
    for moves, simulations in pairs.values():
        for each in (*moves, *simulations):
            each.rates.append(each.play(0.05))
    player.close()
    report = wasm.report(pairs, Contender("peer", float, [10.0]))
    assert set(report) == set(GAMES)
    for figures in report.values():
        assert figures["moves_per_second"] > 1000
        assert figures["simulations_per_second"] > 100
        assert figures["moves_ratio_to_boardgame_io"] == pytest.approx(figures["moves_per_second"] / 10, rel=0.01)
    shown = Table()
    for _ in range(6):
        shown.add_column()
    speed.add_webassembly(shown, report)
    assert shown.row_count == 1 + 2 * len(GAMES)


def test_where_there_is_nothing_to_measure_a_word_says_why(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr(wasm, "BUILT", tmp_path)
    if shutil.which("node"):
        assert wasm.found_wasm() == "WebAssembly is left out: the rules have not been built. Run make client."
    monkeypatch.setenv("PATH", "/nowhere")
    assert wasm.found_wasm() == "WebAssembly is left out: there is no Node on this machine."


def test_a_ratio_is_the_median_over_samples() -> None:
    pair = wasm.Pair(Contender("one", float, [4.0, 5.0, 90.0]), Contender("other", float, [8.0, 5.0, 100.0]))
    assert pair.ratio == 0.9
