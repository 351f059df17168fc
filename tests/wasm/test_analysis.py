"""One analysis: in WebAssembly its numbers, marks and reasons are those of Python, to the last bit."""

import json
from pathlib import Path
from typing import Any

import msgspec

import brocante
from brocante.analysis.hints import advice
from brocante.games.record import replay
from brocante.wasm.build import GAMES
from tests.wasm.building import vitest

GOLDEN = Path(__file__).parents[1] / "golden"
SIMULATIONS = 40
LEAST = 50  # moves


def shortest(name: str) -> dict[str, Any]:
    """The shortest recorded game by the latest rules that has more than a few moves."""
    records = [json.loads(path.read_text()) for path in sorted((GOLDEN / name).glob("*.json"))]
    usable = [each for each in records if each["rules"] == GAMES[name].version and len(each["moves"]) >= LEAST]
    return min(usable, key=lambda each: len(each["moves"]))


def plain(thing: Any) -> Any:
    """As JSON, without the sentences of reasons."""
    found = json.loads(msgspec.json.encode(thing))
    for each in found.get("decisions", [found]):
        for reason in each["reasons"]:
            del reason["text"]
    return found


def advised(record: dict[str, Any]) -> dict[str, Any]:
    """Reasons of a hint at the first choice of the game."""
    for game in replay(record).since_the_deal():
        if len(game.legal()) > 1:
            thoughts = brocante.bot("heuristic", seed=1).explain(game)
            told = advice(game, thoughts)
            return {"number": game.move_count, **plain(told._asdict())}
    raise AssertionError("There is no choice in this game.")


def test_analyses_are_the_same_in_webassembly(rules: Path, tmp_path: Path) -> None:
    told = []
    for name in GAMES:
        record = shortest(name)
        analysis = brocante.analyse(record, simulations=SIMULATIONS)
        assert any(each.reasons for each in analysis.decisions)
        entry = {"record": record, "simulations": SIMULATIONS, "analysis": plain(analysis), "advice": advised(record)}
        told.append(entry)
    file = tmp_path / "analyses.json"
    file.write_text(json.dumps(told))
    vitest("src/analysis/same.test.ts", VITE_RULES=str(rules), VITE_ANALYSES=str(file))
