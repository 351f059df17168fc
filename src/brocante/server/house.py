"""The bots of the house: they choose and explain, in threads, outside the lock of Python."""

import asyncio
from concurrent.futures import ThreadPoolExecutor

from brocante.bots.catalogue import bot
from brocante.bots.determinization import Thought
from brocante.games.catalogue import RULESETS
from brocante.games.game import Game, new
from brocante.server.observe import BOT_SECONDS


class House:
    """Is given games and gives moves and thoughts; it knows no tables."""

    def __init__(self, threads: int) -> None:
        self._thinkers = ThreadPoolExecutor(threads, "bot")

    def rehearse(self) -> None:
        """Load the machine code of all games before anybody waits for it."""
        for name, rules in RULESETS.items():
            game = new(name, players=rules.players[0], seed=1)
            self._thinkers.submit(bot("hard", seed=1).choose, game)
            self._thinkers.submit(bot("medium", seed=1).choose, game)

    def close(self) -> None:
        self._thinkers.shutdown(wait=False, cancel_futures=True)

    async def choose(self, game: Game, level: str) -> str:
        """The move of a bot of that level for the seat to move."""
        with BOT_SECONDS.time():
            return await asyncio.get_running_loop().run_in_executor(self._thinkers, bot(level).choose, game.clone())

    async def explain(self, game: Game) -> list[Thought]:
        """What the expert thinks of each legal move."""
        return await asyncio.get_running_loop().run_in_executor(self._thinkers, bot("expert").explain, game.clone())
