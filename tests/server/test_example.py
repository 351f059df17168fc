"""The example program of the documentation plays a whole game, as it stands there."""

import asyncio
import json
import sys
from pathlib import Path

import pytest

from brocante.games.catalogue import RULESETS
from tests.server.people import Person
from tests.server.serving import Serving

PROGRAM = Path(__file__).parents[2] / "docs" / "examples" / "program.py"

pytestmark = pytest.mark.anyio


@pytest.mark.parametrize("game", RULESETS)
async def test_the_example_plays_a_whole_game_in_fewer_than_60_lines(server: Serving, game: str) -> None:
    assert len(PROGRAM.read_text().splitlines()) < 60
    async with Person(server, "Anna") as anna:
        bots = [{"kind": "bot", "level": "easy"}] * 2
        table = await anna.open_table(game, {"kind": "program"}, *bots, delay=False)
        token = (await anna.post(f"/api/tables/{table}/seats/0/token", status=201))["token"]
        command = (sys.executable, str(PROGRAM), server.address, token)
        program = await asyncio.create_subprocess_exec(
            *command, stdout=asyncio.subprocess.PIPE, stderr=asyncio.subprocess.PIPE
        )
        told, complaints = await program.communicate()
        assert complaints == b""
        record = await anna.get(f"/api/tables/{table}/record")
        assert json.loads(told) == {"seat": 0, **record["result"]}
