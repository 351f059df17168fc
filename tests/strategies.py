"""What Hypothesis varies: games, players, options, seeds, and styles of play that reach the rare corners."""

import random
from collections.abc import Iterator
from typing import Any, NamedTuple

from hypothesis import strategies as st

import brocante
from brocante import Game
from brocante.games.alles_futsch.words import KINDS
from brocante.games.catalogue import RULESETS

NAMES = list(RULESETS)


class Deal(NamedTuple):
    """All that sets a game up, and who plays it how."""

    name: str
    players: int
    options: dict[str, Any]
    seed: bytes
    style: str
    luck: int

    def game(self) -> Game:
        return brocante.new(self.name, players=self.players, seed=self.seed, **self.options)


@st.composite
def deals(draw: st.DrawFn, name: str | None = None) -> Deal:
    name = name or draw(st.sampled_from(NAMES))
    players = draw(st.sampled_from(RULESETS[name].players))
    options: dict[str, Any] = {"first": draw(st.integers(0, players - 1))}
    if name == "klunker":
        options["unsold"] = draw(st.sampled_from(["pile", "box"]))
    elif name == "alles-futsch":
        options["boards"] = draw(st.permutations(KINDS))[:players]
        options["money"] = draw(st.sampled_from(["secret", "open"]))
    else:
        options["swap"] = draw(st.sampled_from(["single", "ring"]))
        options["limit"] = draw(st.sampled_from([0, 20, 55]))
        options["rounds"] = draw(st.sampled_from([1, 3, 30]))
    seed = draw(st.binary(min_size=32, max_size=32))
    return Deal(name, players, options, seed, draw(st.sampled_from(list(STYLES))), draw(st.integers(0, 2**32)))


# Uniform play ruins somebody in Alles futsch! within two auctions and hardly ever lays a set or passes over a seat:
# each style prefers moves that begin with one of its words.
STYLES: dict[str, tuple[str, ...]] = {
    "any": (),
    "thrifty": ("pass", "bid"),
    "busy": ("lay", "play swap", "play give", "play draw", "store", "buy", "sell"),
    "idle": ("done", "pass", "decline", "bid"),
}


def choose(legal: list[str], style: str, luck: random.Random) -> str:
    wanted = [move for move in legal if move.startswith(STYLES[style])] if STYLES[style] else []
    if not wanted or luck.random() < 0.2:
        wanted = legal
    if wanted[-1].startswith("bid") and style != "any":  # the lowest bids, so that money lasts
        wanted = wanted[:2]
    return luck.choice(wanted)


def playing(deal: Deal) -> Iterator[tuple[Game, list[str], str]]:
    """The game before each move, its legal moves and the one about to be played; the game goes on by itself."""
    game = deal.game()
    luck = random.Random(deal.luck)
    while game.turn is not None:
        legal = game.legal()
        assert legal, "a legal move exists until the end"
        move = choose(legal, deal.style, luck)
        yield game, legal, move
        game.play(move)


def played(deal: Deal) -> Game:
    """The game, played to its end."""
    games = [deal.game(), *(game for game, _, _ in playing(deal))]
    return games[-1]
