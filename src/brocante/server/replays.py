"""Games step by step, sent in pieces: each is made in a thread, when the one before has been sent.

So neither a long game nor a slow reader holds up others, and nobody can have the server keep large answers for them.
"""

from collections.abc import AsyncIterator, Iterator
from contextlib import nullcontext
from itertools import islice
from typing import Any

import msgspec
from litestar import Request
from litestar.enums import MediaType
from litestar.response import Stream

from brocante.games.game import Game
from brocante.games.record import NAMES, names_in
from brocante.server.security import household
from brocante.server.service import Service
from brocante.server.shares import Payer
from brocante.table.replay import Step, checked_game, walk

PIECE = 20  # steps made at once
PAGE = 100  # steps of a history in one answer

encoder = msgspec.json.Encoder()


class Replaying:
    """The answer to one request for a game step by step."""

    def __init__(self, request: Request[Any, Any, Any], service: Service) -> None:
        self._house, self._address = service.house, household(request)
        self._lease = service.answers.one_more(self._address) if service.settings.limits else nullcontext()

    async def replay(self, record: dict[str, Any], seat: int | None) -> Stream:
        """A whole game (`Replay`); BadRecord if the record is not of one, a Refusal if the address has not read
        earlier answers."""
        whole: Game = await self._done(lambda: checked_game(record, seat))
        names = names_in(record)
        checked = {**whole.record(), NAMES: names} if names else whole.record()
        head = encoder.encode({"record": checked, "seat": seat})[:-1] + b',"steps":['
        return await self._sent(head, walk(whole, seat), b"]}")

    async def history(self, game: Game, after: int) -> Stream:
        """The steps of a running game after so many (a list of `Step`), as a watcher sees them."""
        return await self._sent(b"[", islice(walk(game.clone(), None), after, after + PAGE), b"]")

    async def _sent(self, head: bytes, steps: Iterator[Step], tail: bytes) -> Stream:
        pieces = self._pieces(head, steps, tail)
        await anext(pieces)
        return Stream(pieces, media_type=MediaType.JSON)

    async def _pieces(self, head: bytes, steps: Iterator[Step], tail: bytes) -> AsyncIterator[bytes]:
        with self._lease:
            yield b""  # from here on the answer is under way
            separator = head
            while piece := await self._done(lambda: [encoder.encode(step) for step in islice(steps, PIECE)]):
                yield separator + b",".join(piece)
                separator = b","
            yield tail if separator == b"," else head + tail

    async def _done(self, work: Any) -> Any:
        return await self._house.look_back(work, Payer((self._address,), "", ""))
