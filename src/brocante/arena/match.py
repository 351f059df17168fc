"""A match: which bots play which game, how they move from seat to seat, and one game of it."""

import hashlib
import time
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from brocante.analysis.estimator import Estimator
from brocante.analysis.luck import drawn_luck
from brocante.bots.catalogue import Bot, bot
from brocante.bots.spec import read_spec, rehearse
from brocante.games.catalogue import ruleset
from brocante.games.chance import new_dice
from brocante.games.errors import IllegalMove, SetupError
from brocante.games.game import Game, new
from brocante.games.options import is_whole


@dataclass(frozen=True)
class Entrant:
    """A bot with its settings, which are in the order of their names."""

    name: str
    settings: tuple[tuple[str, Any], ...] = ()

    def __str__(self) -> str:
        """The text that `entrant` reads; equal entrants have the same."""
        settings = [
            f"{name}={str(value).lower() if isinstance(value, bool) else value}" for name, value in self.settings
        ]
        return f"{self.name}:{','.join(settings)}" if settings else self.name

    def bot(self, seed: int) -> Bot:
        return bot(self.name, seed=seed, **dict(self.settings))


def entrant(spec: str) -> Entrant:
    """The entrant written as NAME or NAME:setting=value,setting=value; SetupError if the text has another form.

    >>> str(entrant("search:simulations=2000,explore=.7"))
    'search:explore=0.7,simulations=2000'
    """
    name, settings = read_spec(spec)
    return Entrant(name, tuple(sorted(settings.items())))


LUCK = 100  # playouts for each draw of cards


@dataclass(frozen=True)
class Match:
    """A game with all its options, an entrant for each seat, and the seed all chance comes from. `luck` is how many
    playouts tell what cards were worth, 0 for none: it changes no game."""

    game: str
    options: dict[str, Any]
    entrants: tuple[Entrant, ...]
    seed: int
    luck: int = LUCK

    @property
    def players(self) -> int:
        return len(self.entrants)

    def header(self) -> dict[str, Any]:
        """All that decides the games, ready for JSON."""
        return {
            "game": self.game,
            "rules": ruleset(self.game).version,
            "players": self.players,
            "options": self.options,
            "entrants": [str(each) for each in self.entrants],
            "seed": self.seed,
        }

    def seats(self, rotation: int) -> list[int]:
        """The number of the entrant in each seat, after all have moved on by that many seats."""
        return [(seat - rotation) % self.players for seat in range(self.players)]

    def deal(self, number: int) -> Game:
        """A deal: the same cards for all rotations."""
        return new(self.game, players=self.players, seed=derived("deal", self.seed, number), **self.options)

    def bots(self, deal: int, rotation: int) -> list[Bot]:
        """A new bot for each entrant; its seed depends only on the match, the game and the entrant."""
        return [
            each.bot(int.from_bytes(derived("bot", self.seed, deal, rotation, number)[:8]))
            for number, each in enumerate(self.entrants)
        ]


def derived(*parts: str | int) -> bytes:
    """32 bytes that depend on all the parts."""
    return hashlib.sha256(" ".join(map(str, parts)).encode()).digest()


def set_up(game: str, specs: Sequence[str], seed: int, options: dict[str, Any], luck: int = LUCK) -> Match:
    """A match whose bots have each chosen a move once; SetupError if there is no such game, option, bot or setting."""
    rules = ruleset(game)
    try:
        players = rules.checked_players(len(specs))
    except SetupError as error:
        raise SetupError(f"{error} Name one bot for each seat.") from None
    if not is_whole(seed):
        raise SetupError(f"The seed of a match is a whole number, not {seed!r}.")
    match = Match(game, rules.checked_options(players, options), tuple(map(entrant, specs)), seed, luck)
    rehearse_all(match)
    return match


def rehearse_all(match: Match) -> None:
    """Let every bot choose once, so that no machine code is compiled or loaded while its thinking is timed."""
    game = match.deal(0)
    for spec in dict.fromkeys(map(str, match.entrants)):
        rehearse(spec, game)
    game.play(game.legal()[0])


@dataclass(frozen=True)
class Played:
    """A finished game: entrants, scores, ranks and luck by seat; moves made and seconds of thinking by entrant. Luck is
    what the cards drawn after the deal gave each seat in chances to win, None where nobody has looked."""

    deal: int
    rotation: int
    seats: list[int]
    scores: list[int]
    ranks: list[int]
    moves: int
    moves_made: list[int]
    seconds: list[float]
    luck: list[float] | None = None


def play(match: Match, deal: int, rotation: int) -> Played:
    """Play one game of a match. IllegalMove names a bot that chose a move that is not legal."""
    game, bots, seats = match.deal(deal), match.bots(deal, rotation), match.seats(rotation)
    moves_made, seconds = [0] * match.players, [0.0] * match.players
    while game.turn is not None:
        number = seats[game.turn]
        own = game.clone()  # so that a bot cannot change the game
        start = time.perf_counter()
        move = bots[number].choose(own)
        seconds[number] += time.perf_counter() - start
        moves_made[number] += 1
        try:
            game.play(move)
        except IllegalMove as error:
            where = f"deal {deal}, rotation {rotation}, move {len(game.moves) + 1}"
            raise IllegalMove(f"The bot '{match.entrants[number]}' broke the rules in {where}: {error}") from None
    result = game.result()
    assert result is not None
    return Played(
        deal,
        rotation,
        seats,
        **result,
        moves=len(game.moves),
        moves_made=moves_made,
        seconds=seconds,
        luck=luck_of(match, game, deal, rotation) if match.luck else None,
    )


def luck_of(match: Match, game: Game, deal: int, rotation: int) -> list[float]:
    """What the cards drawn after the deal gave each seat. That of the deal itself is no concern: everybody sits in
    every seat of it."""
    dice = new_dice(int.from_bytes(derived("luck", match.seed, deal, rotation)[:8]))
    estimator = Estimator(game.ruleset, game.players, game.options)
    return [round(each, 6) for each in drawn_luck(game, estimator, match.luck, dice)]
