"""People at tables that may last days, who are told of their turns."""

import asyncio
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from typing import Any

from sqlalchemy import Connection

from tests.server.people import PATIENCE, Person, numbers, spelled
from tests.server.push_service import Browser, PushService
from tests.server.serving import Serving, Stored
from tests.server.test_database import on

LONGER_THAN_IT_TAKES = 4.0  # seconds in which a notice that is due would have come


class Player:
    """A person at a table that may last days, who plays by HTTP, so that the table is in front of nobody."""

    def __init__(self, person: Person, browser: Browser, table: str) -> None:
        self.person, self.browser, self.table = person, browser, table

    async def shown(self) -> Any:
        return await self.person.get(f"/api/tables/{self.table}")

    async def has_turn(self) -> bool:
        shown = await self.shown()
        return any(view["legal"] for view in shown["views"])

    async def play(self) -> None:
        await play(self.person, self.table)

    async def tell(self, on: bool = True) -> Any:
        return await self.person.do(self.table, "tell_turns", on=on)

    @property
    def kinds(self) -> list[str]:
        return [message["kind"] for message in self.browser.messages if message["table"] == self.table]

    async def notices(self) -> list[Any]:
        """What is still to be told of this table."""
        stored = await Stored(self.person.server.database).rows("notices")
        return [row for row in stored if row.table_id == self.table]

    async def until_noted(self) -> None:
        """Until all that was sent is noted as sent."""
        async with asyncio.timeout(PATIENCE):
            while any(row.due is not None for row in await self.notices()):
                await asyncio.sleep(0.05)

    async def until_told(self, *kinds: str) -> None:
        await until(lambda: self.kinds == list(kinds), lambda: f"told {self.kinds}, not {kinds}")


async def play(person: Person, table: str) -> None:
    """Until it is somebody else's turn."""
    while True:
        shown = await person.get(f"/api/tables/{table}")
        legal = [move for view in shown["views"] for move in spelled(view["legal"])]
        if not legal:
            return
        assert (await person.do(table, "play", move=legal[0], version=shown["version"]))["type"] == "done"


async def until(met: Callable[[], bool], otherwise: Callable[[], str] = str) -> None:
    try:
        async with asyncio.timeout(PATIENCE):
            while not met():
                await asyncio.sleep(0.05)
    except TimeoutError:
        raise AssertionError(otherwise()) from None


async def subscribed(person: Person, service: PushService, language: str = "en") -> Browser:
    ways = await person.get("/api/me/notices")
    browser = service.subscribe(ways["key"])
    answer = await person.http.put("/api/me/notices/push", json=browser.subscription(language))
    assert answer.status_code == 204, answer.text
    return browser


@asynccontextmanager
async def playing(
    servers: tuple[Serving, Serving], service: PushService, *bots: str
) -> AsyncIterator[tuple[Player, Player]]:
    """Whose turn it is, and the other; both want to be told from before the first move on."""
    number = next(numbers)
    async with Person(servers[0], f"Anna {number}") as anna, Person(servers[1], f"Bert {number}") as bert:
        browsers = [await subscribed(anna, service), await subscribed(bert, service, "de")]
        table = await anna.open_table("alles-futsch", "me", "open", *bots)
        a, b = (Player(*each, table) for each in zip((anna, bert), browsers, strict=True))
        async with anna.at(table), bert.at(table):  # who is there need not be told that it begins
            await bert.do(table, "sit", name="Bert")
            for player in (a, b):
                assert (await player.tell())["type"] == "done"
        yield (a, b) if await a.has_turn() else (b, a)


async def hurry(database: str, tries: str = "tries") -> None:
    """Let what waits to be sent be due, as if it had been tried so often."""

    def due(connection: Connection) -> None:
        connection.exec_driver_sql(f"UPDATE notices SET due = 1, tries = {tries} WHERE due IS NOT NULL")

    await on(database, due)
