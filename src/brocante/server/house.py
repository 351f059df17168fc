"""The bots of the house: they think in threads, outside the lock of Python, and take a moment, as people do."""

import asyncio
import random
import time
from collections.abc import Awaitable, Callable
from concurrent.futures import ThreadPoolExecutor

from brocante.bots.catalogue import bot
from brocante.bots.determinization import Thought
from brocante.games.catalogue import RULESETS
from brocante.games.game import new
from brocante.server.live import Decision, Live
from brocante.server.observe import BOT_SECONDS
from brocante.table.refusal import Refusal

DELAY = (0.5, 1.1)  # seconds a bot takes at least, where it is to seem natural
RETRY = 1.0  # seconds until what could not be stored is tried again
ELSEWHERE = 3.0  # seconds more that a bot waits here, when another process has made the move before it


class House:
    def __init__(self, threads: int, natural: bool) -> None:
        self._natural = natural  # bots take a moment, where the table says so too
        self._thinkers = ThreadPoolExecutor(threads, "bot")

    def rehearse(self) -> None:
        """Have the machine code of all games loaded before anybody waits for it."""
        for name, rules in RULESETS.items():
            game = new(name, players=rules.players[0], seed=1)
            self._thinkers.submit(bot("hard", seed=1).choose, game)
            self._thinkers.submit(bot("medium", seed=1).choose, game)

    def close(self) -> None:
        self._thinkers.shutdown(wait=False, cancel_futures=True)

    async def turn(
        self,
        live: Live,
        level: str,
        version: int,
        elsewhere: bool,
        do: Callable[[Live, Decision], Awaitable[int]],
    ) -> None:
        """Choose a move in that version of the game, and make it."""
        delay = random.uniform(*DELAY) if self._natural and live.table.setup.delay else 0.0
        began = time.monotonic()
        if elsewhere:
            await asyncio.sleep(ELSEWHERE)
        while True:
            game = live.table.game
            if game is None or live.table.game_changed != version or game.turn is None:
                return
            thinking = asyncio.get_running_loop().run_in_executor(self._thinkers, bot(level).choose, game.clone())
            with BOT_SECONDS.time():
                move = await thinking
            await asyncio.sleep(max(0.0, began + delay - time.monotonic()))
            if live.bot is not None and live.bot[0] == version:
                live.bot = None  # from here on it is not cancelled: it may be storing
            try:
                await do(live, lambda table, at, move=move: table.bot_move(move, version, at))  # type: ignore[misc]
                return
            except Refusal:  # not stored: it is tried again until it is
                await asyncio.sleep(RETRY)
                if live.bot is not None:
                    return  # another has taken over

    async def hint(self, live: Live, seat: int) -> list[Thought]:
        """What the expert thinks of each legal move of a seat."""
        game = live.table.game
        if not live.table.setup.hints:
            raise Refusal("no_hints", "Hints were not agreed on at this table.")
        if game is None or game.turn is None:
            raise Refusal("not_running", "There is nothing to move.")
        if game.turn != seat:
            raise Refusal("not_your_turn", "A hint is for who has to move.")
        thoughts = bot("expert").explain
        return await asyncio.get_running_loop().run_in_executor(self._thinkers, thoughts, game.clone())
