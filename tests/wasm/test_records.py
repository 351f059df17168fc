"""Games played in WebAssembly, by its bots, are accepted by Python."""

import json
from pathlib import Path

from click.testing import CliRunner

from brocante.cli import main
from brocante.wasm.build import GAMES
from tests.wasm.building import vitest


def test_records_of_games_in_webassembly_are_verified(rules: Path, tmp_path: Path) -> None:
    file = tmp_path / "records.json"
    vitest("src/rules/records.test.ts", VITE_RULES=str(rules), VITE_RECORDS=str(file))
    records = json.loads(file.read_text())
    assert [record["game"] for record in records] == [name for name, game in GAMES.items() for _ in game.players]
    assert all(record["options"] for record in records)
    for number, record in enumerate(records):
        path = tmp_path / f"{number}.json"
        path.write_text(json.dumps(record))
        done = CliRunner().invoke(main, ["verify", str(path)])
        assert done.exit_code == 0, done.output
