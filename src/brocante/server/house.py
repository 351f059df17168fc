"""The bots of the house: they choose and explain, in threads, outside the lock of Python."""

import asyncio
from collections.abc import Callable
from functools import partial
from typing import TypeVar

from brocante.analysis.hints import Advice, advice
from brocante.bots.catalogue import bot
from brocante.games.catalogue import RULESETS
from brocante.games.game import Game, new
from brocante.server.observe import THOUGHTS
from brocante.server.rate_limit import Buckets, RateLimit
from brocante.server.shares import Lane, Payer, Usage
from brocante.table.refusal import Refusal

T = TypeVar("T")

SEARCHES = ("hard", "expert")  # levels that think ahead, the quicker first
HINTS = RateLimit("hints of a guest", at_once=6, per_second=0.1)  # of one guest, at all tables together
NOBODY = Payer((), "", "")


class House:
    """Is given games and gives moves and thoughts; it knows no tables.

    Searches have all cores but one, at least one thread; quick bots have a thread of their own, and so has what looks
    back on games that were played.
    """

    def __init__(self, cores: int, limits: bool) -> None:
        usage = Usage()
        self._quick, self._long = Lane("quick", 1, usage), Lane("long", max(1, cores - 1), usage)
        self._desk = Lane("desk", 1, usage)
        self._hints = Buckets() if limits else None

    def rehearse(self) -> None:
        """Load the machine code of all games before anybody waits for it."""
        for name, rules in RULESETS.items():
            game = new(name, players=rules.players[0], seed=1)
            for level in SEARCHES:
                self._long.submit(partial(bot(level, seed=1).choose, game), "rehearsal", 0, NOBODY)
            self._quick.submit(partial(bot("medium", seed=1).choose, game), "rehearsal", 0, NOBODY)

    def close(self) -> None:
        self._quick.close()
        self._long.close()
        self._desk.close()

    async def choose(self, game: Game, level: str, payer: Payer, seed: int | None = None) -> str:
        """The move of a bot of that level for the seat to move; with a seed, always the same one."""
        game = game.clone()
        if level in SEARCHES and len(game.legal_numbers()) > 1:  # a forced move costs nothing
            return await self._thought(self._long, lambda: bot(level, seed=seed).choose(game), level, payer)
        return await self._thought(self._quick, lambda: bot(level, seed=seed).choose(game), "quick", payer)

    async def explain(self, game: Game, payer: Payer) -> Advice:
        """What the expert thinks of each legal move, and why; a Refusal if the guest has asked for too many hints."""
        if self._hints is not None and not self._hints.take(payer.guest, HINTS):
            raise Refusal("too_fast", "too_many_hints")
        game = game.clone()
        return await self._thought(self._long, lambda: advice(game, bot("expert").explain(game)), "expert", payer)

    async def look_back(self, work: Callable[[], T], payer: Payer) -> T:
        """Do a piece of work on a game that was played."""
        return await asyncio.wrap_future(self._desk.submit(work, "piece", 0, payer))

    async def _thought(self, lane: Lane, work: Callable[[], T], kind: str, payer: Payer) -> T:
        rank = SEARCHES.index(kind) if kind in SEARCHES else 0
        thought = await asyncio.wrap_future(lane.submit(work, kind, rank, payer))
        THOUGHTS.inc()
        return thought
