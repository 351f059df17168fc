"""One game at a time in plain Python, beside boardgame.io, which plays one game at a time in plain JavaScript.

A step is what a player needs: what the seat to move may see, its legal moves, and the move. boardgame.io plays in its
own client, without a server: the game of its tutorial, and a small card game with hidden hands in the style of its
documentation (`boardgame.cjs`). Node finds the package where `NODE_PATH` says; `make bench` sees to that.
"""

import random
import shutil
import subprocess
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Any

from brocante.bench.contender import Contender, rate_of
from brocante.bench.interfaces import Interface
from brocante.bench.node import NodeProcess
from brocante.games.catalogue import RULESETS
from brocante.games.game import new
from brocante.games.ruleset import Ruleset

SCRIPT = Path(__file__).with_suffix(".cjs")
GAMES = ("tic-tac-toe", "tricks")
WARM_UP = 2.0  # seconds until V8 has compiled what is called often
FIND = "require.resolve('boardgame.io/client')"


class Player(NodeProcess):
    """A Node process that plays boardgame.io's games on request."""

    def __init__(self, node: str) -> None:
        super().__init__(node, SCRIPT)
        for game in GAMES:
            self.play(game, WARM_UP)

    def play(self, game: str, seconds: float) -> float:
        """Moves per second of whole games at random."""
        return float(self.ask(play=game, seconds=seconds)["moves_per_second"])

    def look(self) -> dict[str, Any]:
        """What the client of player 1 is sent of hidden things, with each `playerView` that boardgame.io brings."""
        return self.ask(look=True)


def found_player(peers: bool) -> Player | str:
    """Somebody to measure beside, or a word on why there is nobody; no word where no peers are wanted."""
    if not peers:
        return ""
    node = shutil.which("node")
    if node is None:
        return "boardgame.io is left out: there is no Node on this machine."
    if subprocess.run([node, "-e", FIND], capture_output=True).returncode:
        return (
            "boardgame.io is left out: Node does not find it. Install it with npm and set NODE_PATH, or run make bench."
        )
    return Player(node)


def one_game_at_a_time(player: Player | str) -> Interface:
    """Our games in plain Python, and boardgame.io's in plain JavaScript where there is a player."""
    ours = [Contender(name, in_python(rules)) for name, rules in RULESETS.items()]
    if isinstance(player, str):
        return Interface("one game at a time", ours, [])
    theirs = [Contender(f"boardgame.io {game}", partial(player.play, game)) for game in GAMES]
    return Interface("one game at a time", ours, theirs)


def in_python(rules: Ruleset) -> Callable[[float], float]:
    """Steps of whole games at random, deals included."""

    def one_game() -> int:
        game = new(rules.name, players=rules.usual_players)
        while game.turn is not None:
            game.table(game.turn)
            game.play(random.choice(game.legal()))
        return game.move_count

    return lambda seconds: rate_of(one_game, seconds)


def seen_by_player(player: Player | str) -> dict[str, Any] | str:
    """What boardgame.io's player is sent; ends the process. Without one, the word on why."""
    if isinstance(player, str):
        return player
    seen = player.look()
    player.close()
    return seen


def in_words(seen: dict[str, Any] | str) -> str:
    """The same for people.

    >>> nothing = {"hands_of_others": False, "deck": False, "seed": False}
    >>> in_words({"STRIP_SECRETS": {"state": nothing, "initial_state": {**nothing, "seed": True}}})
    'boardgame.io with playerView STRIP_SECRETS: the state of player 1 holds nothing hidden, its initial state seed.'
    """
    if isinstance(seen, str):
        return seen
    return " ".join(
        f"boardgame.io with playerView {view}: the state of player 1 holds {named(found['state'])}, "
        f"its initial state {named(found['initial_state'])}."
        for view, found in seen.items()
    )


def named(secrets: dict[str, bool]) -> str:
    """The secrets that are there."""
    return " and ".join(name.replace("_", " ") for name, there in secrets.items() if there) or "nothing hidden"
