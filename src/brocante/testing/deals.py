"""Games to check: deals with every option, and ways to play them that reach rare corners."""

import random
from collections.abc import Iterator, Sequence
from typing import Any, NamedTuple

from brocante.games.game import Game, seed_bytes
from brocante.games.ruleset import Ruleset
from brocante.games.seats import MOST_SEATS

FEW = 20  # moves of one verb: so many can be favourites by themselves


class Deal(NamedTuple):
    """All that sets a game up, and how it is played: mostly moves that begin with one of the favourites."""

    rules: Ruleset
    players: int
    options: dict[str, Any]
    seed: int | bytes
    favourites: tuple[str, ...]
    luck: int

    def __str__(self) -> str:
        seed = self.seed if isinstance(self.seed, int) else f"bytes.fromhex({self.seed.hex()!r})"
        options = "".join(f", {name}={value!r}" for name, value in self.options.items())
        return f"brocante.new({self.rules.name!r}, players={self.players}, seed={seed}{options})"

    def game(self) -> Game:
        """The game as it is dealt."""
        options = self.rules.checked_options(self.players, self.options)
        return Game(self.rules, self.players, seed_bytes(self.seed), options)


def deals(rules: Ruleset, number: int, first: int = 0) -> Iterator[Deal]:
    """So many deals, by seeds from `first` on: all numbers of players in turn, options and favourites at random."""
    for seed in range(first, first + number):
        luck = random.Random(f"{rules.name} {seed}")
        players = rules.players[seed % len(rules.players)]
        options = {option.name: luck.choice(option.examples(players)) for option in rules.options}
        liked = luck.sample(likeable(rules), min(luck.randrange(4), len(likeable(rules))))
        yield Deal(rules, players, options, seed, tuple(liked), luck.randrange(2**32))


def likeable(rules: Ruleset) -> Sequence[str]:
    """What can be a favourite: verbs, and whole moves of verbs that have only a few."""
    by_verb: dict[str, list[str]] = {}
    for words in rules.move_words:
        by_verb.setdefault(words.split()[0], []).append(words)
    return [*by_verb, *(words for moves in by_verb.values() if 1 < len(moves) <= FEW for words in moves)]


def choose(legal: list[str], favourites: tuple[str, ...], luck: random.Random) -> str:
    """A move, by luck. Whoever has favourites also bids low, so that money lasts."""
    wanted = [move for move in legal if move.startswith(favourites)] if favourites else []
    if not wanted or luck.random() < 0.2:
        wanted = legal
    verb = wanted[-1].split()[0]
    run = [move for move in wanted if move.split()[0] == verb]
    if favourites and wanted[-1][-1].isdigit() and len(run) > MOST_SEATS:
        wanted = [*(move for move in wanted if move not in run), run[0], run[1]][:2]
    return luck.choice(wanted)


def playing(deal: Deal) -> Iterator[tuple[Game, list[str], str]]:
    """The game before each move, its legal moves and the one about to be played; the game goes on by itself."""
    game = deal.game()
    luck = random.Random(deal.luck)
    while game.turn is not None:
        legal = game.legal()
        if not legal:
            return  # `properties` says so
        move = choose(legal, deal.favourites, luck)
        yield game, legal, move
        game.play(move)


def played(deal: Deal) -> Game:
    """The game, played to its end."""
    game = deal.game()
    for game, _, _ in playing(deal):  # noqa: B007 - the last one, which goes on to its end
        pass
    return game
