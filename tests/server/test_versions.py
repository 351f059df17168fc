"""Rules of several versions side by side: what was begun by one is played on, shown and checked by it."""

import json
import random
import subprocess
from pathlib import Path
from typing import Any

import pytest

from tests.server.conftest import Start
from tests.server.people import Person
from tests.server.serving import Serving
from tests.two_versions import CARDS, DEALT, PLAYERS, Package, package

pytestmark = pytest.mark.anyio
SLOW = 600  # seconds; machine code may have to be made


async def opened(person: Person, game: str, **more: Any) -> str:
    seats = [{"kind": "me", "name": f"Seat {seat}"} for seat in range(PLAYERS)]
    return str((await person.post("/api/tables/", {"game": game, "seats": seats, **more}, status=201))["id"])


async def played(person: Person, table: str, moves: int = 10**6) -> dict[str, Any]:
    """Play so many moves; what the table shows then."""
    async with person.at(table) as line:
        await line.play_on(random.Random(1), "any", moves)
    shown: dict[str, Any] = await person.get(f"/api/tables/{table}")
    return shown


def verified(game: Package, tmp_path: Path, record: dict[str, Any]) -> subprocess.CompletedProcess[str]:
    path = tmp_path / "record.json"
    path.write_text(json.dumps(record))
    words = [*game.command, "verify", str(path)]
    return subprocess.run(words, capture_output=True, text=True, timeout=SLOW)


async def test_rules_of_two_versions_live_side_by_side(database: str, start: Start, tmp_path: Path) -> None:
    old, new = package(tmp_path / "old", 1), package(tmp_path / "new", 2)
    assert old.game == new.game
    server = start(database, "--no-limits", command=old.command)
    async with Person(server, "Anna") as anna:
        over, running = await opened(anna, old.game), await opened(anna, old.game)
        await played(anna, over)
        record = await anna.get(f"/api/tables/{over}/record")
        assert record["rules"] == 1
        begun = await played(anna, running, 2)
        server.stop()

        server.command = new.command  # the second version is installed
        server.start()
        assert await anna.get(f"/api/tables/{over}/record") == record
        steps = (await anna.get(f"/api/tables/{over}/replay"))["steps"]
        assert len(steps) == len(record["moves"]) + 1
        assert steps[0]["position"]["pile"] == CARDS - PLAYERS * DEALT[1]
        assert ": good: " in verified(new, tmp_path, record).stdout

        assert (await anna.get(f"/api/tables/{running}"))["views"] == begun["views"]
        await played(anna, running)
        played_on = await anna.get(f"/api/tables/{running}/record")
        assert (played_on["rules"], played_on["result"] is None) == (1, False)
        assert ": good: " in verified(new, tmp_path, played_on).stdout
        assert ": good: " in verified(old, tmp_path, played_on).stdout

        for answer in (await anna.do(running, "offer_rematch"), await anna.get(f"/api/tables/{running}")):
            following = answer.get("table", {}).get("next_table")
        assert (await anna.get(f"/api/tables/{following}"))["table"]["rules"] == 2

        later = await opened(anna, new.game)
        shown = await anna.get(f"/api/tables/{later}")
        assert shown["table"]["rules"] == 2
        await played(anna, later)
        newer = await anna.get(f"/api/tables/{later}/record")
        assert ": good: " in verified(new, tmp_path, newer).stdout
        assert verified(old, tmp_path, newer).stdout.count("Version 2 of the rules of") == 1
        for version in DEALT:
            told = await anna.get(f"/api/games/{new.game}", params={"version": version})
            assert (told["rules"], told["version"]) == (told["rules"], version)
        server.stop()

        server.command = old.command  # back to the version that does not know the second
        server.start()
        refused = await anna.get(f"/api/tables/{later}", status=409)
        assert refused["code"] == "other_rules"
        assert "version 2" in refused["text"]
        assert (await anna.get(f"/api/tables/{over}/record")) == record


async def test_a_running_game_keeps_options_that_no_new_table_may_have(start: Start, database: str) -> None:
    server = start(database, "--no-limits")
    async with Person(server, "Anna") as anna:
        seats = [{"kind": "me"}, *[{"kind": "bot", "level": "easy"}] * 2]
        body = {"game": "zwergezocken", "seats": seats, "options": {"limit": 10**9, "rounds": 2}}
        refused = await anna.post("/api/tables/", body, status=400)
        assert refused["text"] == "limit is a whole number, 0 to 500, not 1000000000."
        table = await anna.open_table("zwergezocken", *seats, options={"limit": 60, "rounds": 2})
        server.stop()
        await as_of_version_1(server, table, {"limit": 10**9, "rounds": 2})
        server.start()
        async with anna.at(table) as line:
            await line.play_on(random.Random(1), "busy")
        record = await anna.get(f"/api/tables/{table}/record")
        assert record["rules"] == 1
        assert record["options"]["limit"] == 10**9
        await anna.do(table, "offer_rematch")
        following = (await anna.get(f"/api/tables/{table}"))["table"]["next_table"]
        rematch = (await anna.get(f"/api/tables/{following}"))["table"]
        assert (rematch["rules"], rematch["options"]["rounds"], rematch["options"]["limit"]) == (2, 2, 55)


async def as_of_version_1(server: Serving, table: str, options: dict[str, Any]) -> None:
    """Make a table as an earlier release left it."""
    from sqlalchemy import text

    from tests.server.test_database import on

    def change(connection: Any) -> None:
        (setup,) = connection.execute(text("SELECT setup FROM tables WHERE id = :id"), {"id": table}).one()
        older = json.dumps({**json.loads(setup), "rules": 1, "options": options})
        connection.execute(text("UPDATE tables SET setup = :setup WHERE id = :id"), {"setup": older, "id": table})
        (content,) = connection.execute(
            text("SELECT content FROM entries WHERE table_id = :id AND content LIKE '%\"started\"%'"), {"id": table}
        ).one()
        event = json.loads(content)
        event["options"].update(options)
        connection.execute(
            text("UPDATE entries SET content = :new WHERE table_id = :id AND content = :old"),
            {"new": json.dumps(event), "id": table, "old": content},
        )

    await on(server.database, change)
