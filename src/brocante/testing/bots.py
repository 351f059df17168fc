"""Bots: each plays the game out, by the same seed in the same way, and leaves the game it looks at alone."""

from brocante.bots.catalogue import BOTS, bot
from brocante.games.ruleset import Ruleset
from brocante.testing.deals import Deal, deals, playing
from brocante.testing.failure import ensure
from brocante.testing.properties import everything
from brocante.testing.two_worlds import SETTINGS, thinks_the_same, thoughts

QUICK = [name for name in BOTS if name not in ("hard", "expert")]
LOOKS = 3  # positions in which every bot is asked


def bots_play_it_out(deal: Deal) -> None:
    """A table of each quick bot plays the game to its end."""
    for name in QUICK:
        game = deal.game()
        chooser = bot(name, seed=deal.luck, **SETTINGS.get(name, {}))
        while game.turn is not None:
            move = chooser.choose(game)
            ensure(move in game.legal(), f"The bot {name!r} chooses {move!r}, which is not legal.", deal, game)
            game.play(move)
        ensure(game.result() is not None, f"A game of the bot {name!r} ends without a result.", deal, game)


def every_bot_is_fair(rules: Ruleset) -> None:
    """Also the bots that think long choose legal moves, the same ones by the same seed and in another world, change
    nothing, and have a thought for each legal move."""
    deal = next(deals(rules, 1))
    asked = 0
    for game, legal, _ in playing(deal):
        if len(legal) < 2 or asked == LOOKS:
            continue
        asked += 1
        before = everything(game)
        for name in BOTS:
            explained, chosen = thoughts(name, game, 1)
            ensure(chosen in legal, f"The bot {name!r} chooses {chosen!r}, which is not legal.", deal, game)
            told = [thought.move for thought in explained] == legal
            ensure(told, f"The bot {name!r} does not explain each legal move.", deal, game)
            same = thoughts(name, game, 1) == (explained, chosen)
            ensure(same, f"The bot {name!r} chooses otherwise by the same seed.", deal, game)
        ensure(everything(game) == before, "A bot has changed the game it looked at.", deal, game)
        thinks_the_same(deal, game, list(BOTS))
