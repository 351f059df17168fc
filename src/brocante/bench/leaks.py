"""Whether what our server sends depends on what is hidden: whole games over real sockets, looked at afterwards.

When a game is over its record is public, so each position can be made again, and in it all that is hidden from a seat
can be dealt anew. If the seat was sent the same as it would have been in that other world, it was sent nothing hidden.
"""

import asyncio
import contextlib
import json
import random
import tempfile
from typing import Any

import msgspec
import numpy as np
from websockets.asyncio.client import ClientConnection

from brocante.bench.load import SEATS, new_table, people, running
from brocante.games.catalogue import RULESETS
from brocante.games.chance import new_dice
from brocante.games.game import Game, new
from brocante.games.layout import WIDE
from brocante.games.one import see_private, see_public
from brocante.games.rules import redeal

Sent = tuple[int, int, Any]  # the seat, the number of moves in the log, and the position as the seat was sent it


def look() -> str:
    """A whole game of each kind on a server of its own, in words."""
    sent = leaks = 0
    with (
        tempfile.TemporaryDirectory(prefix="brocante-leaks-") as folder,
        running(f"sqlite:///{folder}/tables.db", None, "--no-limits") as (port, _),
    ):
        for game in RULESETS:
            record, shown = asyncio.run(play(port, game))
            sent, leaks = sent + len(shown), leaks + count(record, shown)
    return f"Brocante: of {sent} positions that seats were sent, {leaks} depend on what is hidden from the seat."


async def play(port: int, game: str) -> tuple[dict[str, Any], list[Sent]]:
    """The record of a game that was played at random, and all that the seats were sent of its positions."""
    group = await people(port, SEATS)
    table = await new_table(group, game)
    sent: list[Sent] = []
    async with contextlib.AsyncExitStack() as stack:
        sockets = [await stack.enter_async_context(person.sit_down(table)) for person in group]
        await asyncio.gather(*(play_seat(socket, random.Random(number), sent) for number, socket in enumerate(sockets)))
    return await group[0].ask("GET", f"/api/tables/{table}/record", None), sent


async def play_seat(socket: ClientConnection, luck: random.Random, sent: list[Sent]) -> None:
    async for data in socket:
        frame = json.loads(data)
        for view in frame.get("views", ()):
            sent.append((view["seat"], view["log_from"] + len(view["log"]), view["position"]))
            if view["result"]:
                return
            if view["legal"]:
                move = luck.choice(view["legal"])
                words = move if isinstance(move, str) else f"{move['words']} {move['least']}"
                wish = {"do": "play", "id": str(len(sent)), "move": words, "version": frame["version"]}
                await socket.send(json.dumps(wish))


def count(record: dict[str, Any], sent: list[Sent]) -> int:
    """How many of the positions that were sent would have looked different if hidden things were otherwise."""
    worlds: dict[int, list[Game]] = {}  # positions by the length of the log; moves that are still secret are not in it
    game = new(record["game"], players=record["players"], seed=bytes.fromhex(record["seed"]), **record["options"])
    for move in (*record["moves"], None):
        worlds.setdefault(game.move_count, []).append(game.clone())
        if move is not None:
            game.play(move)
    return sum(
        all(shown_elsewhere(world, seat) != position for world in worlds[moves]) for seat, moves, position in sent
    )


def shown_elsewhere(game: Game, seat: int) -> Any:
    """What a seat would be shown if all that is hidden from it were dealt anew."""
    rules = game.ruleset
    positions = np.array([game.position])
    redeal(positions[0], seat, new_dice(1), np.zeros(rules.card_count, np.int8))
    public, private = np.zeros((2, rules.layout.size), WIDE)
    see_public(positions, public)
    see_private(positions, seat, private)
    return msgspec.json.decode(rules.tables_encoder(game.players).table(public.tobytes(), seat, private.tobytes()))
