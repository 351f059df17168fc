"""One engine: in WebAssembly the rules, views, facts, refusals and bots are those of Python, to the byte."""

import json
from pathlib import Path

import pytest

from brocante.wasm.build import GAMES
from tests.wasm.building import vitest
from tests.wasm.trace import trace

GOLDEN = Path(__file__).parents[1] / "golden"


@pytest.mark.parametrize("name", GAMES)
@pytest.mark.parametrize("half", [0, 1], ids=["first", "second"])
def test_golden_games_are_the_same_in_webassembly(half: int, name: str, rules: Path, tmp_path: Path) -> None:
    files = sorted((GOLDEN / name).glob("*.json"))
    records = [json.loads(path.read_text()) for path in files[half::2]]
    assert len(records) >= 10
    file = tmp_path / "traces.json"
    file.write_text(json.dumps([trace(record) for record in records]))
    vitest("src/rules/same.test.ts", VITE_RULES=str(rules), VITE_TRACES=str(file))
