"""Bots as written on a command line: NAME, or NAME:setting=value,setting=value."""

from typing import Any

from brocante.bots.catalogue import Bot, bot
from brocante.games.errors import SetupError
from brocante.games.game import Game


def bot_from(spec: str, seed: int | None = None) -> Bot:
    """The bot that a text names; SetupError if there is no such bot or setting.

    >>> type(bot_from("search:simulations=500,threads=2", seed=1)).__name__
    'Search'
    """
    name, settings = read_spec(spec)
    return bot(name, seed=seed, **settings)


def read_spec(spec: str) -> tuple[str, dict[str, Any]]:
    """The name and the settings in a text; SetupError if it is not written like a bot.

    >>> read_spec("search:simulations=2000,explore=.7")
    ('search', {'simulations': 2000, 'explore': 0.7})
    """
    name, colon, rest = spec.partition(":")
    settings: dict[str, Any] = {}
    for written in rest.split(",") if colon else []:
        setting, equals, value = written.partition("=")
        if not setting or not equals or setting in settings:
            raise SetupError(f"A bot is written NAME or NAME:setting=value,setting=value, not {spec!r}.")
        if setting == "seed":
            raise SetupError(f"{spec!r} cannot have a seed of its own: bots are given theirs.")
        settings[setting] = read_value(value)
    return name, settings


def read_value(value: str) -> bool | int | float | str:
    """
    >>> read_value("20"), read_value("0.5"), read_value("true"), read_value("tuned")
    (20, 0.5, True, 'tuned')
    """
    if value in ("true", "false"):
        return value == "true"
    for number in (int, float):
        try:
            return number(value)
        except ValueError:
            continue
    return value


def split_specs(listed: str) -> list[str]:
    """The bots of a list with commas. Settings also have commas, but only they have an equals sign and no colon.

    >>> split_specs("expert,search:simulations=500,threads=2,easy")
    ['expert', 'search:simulations=500,threads=2', 'easy']
    """
    specs: list[str] = []
    for part in listed.split(","):
        if specs and ":" in specs[-1] and "=" in part and ":" not in part:
            specs[-1] += f",{part}"
        else:
            specs.append(part.strip())
    return specs


def rehearse(spec: str, game: Game) -> None:
    """Let the bot choose once, without thinking long, so that its machine code is loaded before it plays.

    SetupError if there is no such bot, or if a setting is wrong: some settings can only be checked in a game.
    """
    game = game.clone()
    while len(game.legal()) == 1:  # a bot plays a forced move without thinking
        game.play(game.legal()[0])
    name, settings = read_spec(spec)
    bot_from(spec)  # checks the settings as given, before the thinking is cut short
    hurried = {setting: value for setting, value in {"simulations": 1, "seconds": None}.items() if setting in settings}
    try:
        bot(name, seed=0, **{**settings, **hurried}).choose(game)
    except SetupError:
        raise
    except (TypeError, ValueError) as error:
        raise SetupError(f"The bot {spec!r} cannot be made: {error}.") from None
