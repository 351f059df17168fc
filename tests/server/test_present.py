"""Who is connected is told to all at a table, when it changes."""

import json

import pytest

from tests.server.people import Person
from tests.server.serving import Serving

pytestmark = pytest.mark.anyio


async def test_people_come_and_go(server: Serving) -> None:
    async with Person(server, "Anna") as anna, Person(server, "Bert") as bert, Person(server, "") as nobody:
        table = await anna.open_table("klunker", "me", "open", {"kind": "bot", "level": "easy"})
        async with anna.at(table) as a, nobody.at(table) as watcher:
            await a.until(lambda: a.present == [0])
            async with bert.at(table) as b:
                await b.until(lambda: b.present == [0])  # as a watcher, who is not told of
                await bert.do(table, "sit", name="Bert", seat=1)
                await a.until(lambda: a.present == [0, 1])
                await watcher.until(lambda: watcher.present == [0, 1])
            await a.until(lambda: a.present == [0])
            told = [json.loads(frame) for frame in a.frames if '"type":"present"' in frame]
            assert [each["seats"] for each in told] == [[0], [0, 1], [0]], "once for each change"
            assert all(set(each) == {"type", "version", "seats"} for each in told)
