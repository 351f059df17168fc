"""The client decodes rows of numbers as Python does: all golden games, for every seat and a watcher."""

import json
import os
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from brocante.games.catalogue import RULESETS
from brocante.games.game import Game
from brocante.games.layout import WIDE
from brocante.games.one import see_private, see_public
from brocante.games.record import replay

WEB = Path(__file__).parents[2] / "web"
GOLDEN = Path(__file__).parents[1] / "golden"
NPX = shutil.which("npx", path=str(Path(sys.executable).parent)) or shutil.which("npx")
EVERY = 7  # moves between two positions that are compared


def row(game: Game, seat: int | None) -> list[int]:
    """What leaves a position towards a watcher, or towards a seat beside that."""
    numbers = np.zeros(game.ruleset.layout.size, WIDE)
    if seat is None:
        see_public(game._positions, numbers)
    else:
        see_private(game._positions, seat, numbers)
    return [int(number) for number in numbers]


def sample(game: Game) -> dict[str, Any]:
    seats = [{"seat": seat, "row": row(game, seat), "view": game.table(seat)} for seat in range(game.players)]
    return {"players": game.players, "row": row(game, None), "view": game.table(None), "seats": seats}


def samples(name: str) -> list[dict[str, Any]]:
    found = []
    for path in sorted((GOLDEN / name).glob("*.json")):
        whole = replay(json.loads(path.read_text()))
        last = len(whole.moves)
        for number, game in enumerate(whole.since_the_deal()):
            if number % EVERY == 0 or number == last:
                found.append(sample(game))
    return found


@pytest.mark.skipif(NPX is None or not (WEB / "node_modules").is_dir(), reason="The client's tools are not installed.")
def test_the_client_decodes_rows_as_python_does(tmp_path: Path) -> None:
    games = {
        name: {"layout": ruleset.layout.describe(), "samples": samples(name)}
        for name, ruleset in RULESETS.items()
        if (GOLDEN / name).is_dir()
    }
    assert games
    file = tmp_path / "samples.json"
    file.write_text(json.dumps(games))
    command = [str(NPX), "vitest", "run", "src/lib/decode.test.ts"]
    environment = {**os.environ, "VITE_DECODE_SAMPLES": str(file)}
    done = subprocess.run(command, cwd=WEB, env=environment, capture_output=True, text=True, timeout=300)
    assert done.returncode == 0, done.stdout + done.stderr
    assert "skipped" not in done.stdout, done.stdout
