"""`brocante play`: a game in the terminal, against bots."""

from typing import TYPE_CHECKING

import click

from brocante.cli.common import named_value, players_of

if TYPE_CHECKING:
    from brocante import Game


@click.command(
    epilog="\b\nExamples:\n  brocante play klunker"
    "\n  brocante play klunker --against expert"
    "\n  brocante play klunker --players 4 --against search:simulations=500,heuristic,easy"
    "\n  brocante play zwergezocken --players 5 --option swap=ring --option limit=30"
    "\n  brocante play alles-futsch --players 2 --option boards=vase,clock"
)
@click.argument("game")
@click.option("--players", type=int, help="How many play, bots included.  [default: 4 or the nearest there is]")
@click.option("--seat", type=int, default=0, show_default=True, help="Your seat.")
@click.option("--against", metavar="BOT,...", default="medium", show_default=True, help="One, or one for each seat.")
@click.option("--seed", type=int, help="Deal the same cards each time, and let the bots do the same.")
@click.option("--option", "options", multiple=True, metavar="NAME=VALUE", help="As `brocante games` lists them.")
def play(game: str, players: int | None, seat: int, against: str, seed: int | None, options: tuple[str, ...]) -> None:
    """Play a GAME in the terminal, against bots.

    A BOT is easy, medium, hard or expert, or whatever `brocante arena` takes: search:simulations=2000. One plays at
    every other seat; else there is one for each, clockwise from yours.

    Moves are typed as the number or as the words of the move. While playing, `help` shows what else can be typed.
    """
    from rich.console import Console

    from brocante import terminal
    from brocante.bots.spec import bot_from

    console = Console()
    with terminal.leaving(console):
        with terminal.interruptible(console), console.status("Setting the table. The first time takes some seconds …"):
            table = set_up(game, players, seat, seed, options)
            table.clone().play(table.legal()[0])  # what machine code has to be made is made now
            names = seated(against, table, seat)
        seeds = [None if seed is None else seed + each for each in range(table.players)]
        bots = {other: terminal.Opponent(name, bot_from(name, seeds[other])) for other, name in names.items()}
        terminal.play(table, seat, bots, bot_from("expert", seeds[seat]), console)


def set_up(name: str, players: int | None, seat: int, seed: int | None, options: tuple[str, ...]) -> "Game":
    """The game a command line asks for; UsageError if there is none such."""
    from brocante import SetupError, new

    _, players = players_of(name, players)
    if seed is not None and not 0 <= seed < 2**256:
        raise click.UsageError(f"A seed is a whole number from 0 to 2**256 - 1, not {seed}.")
    try:
        game = new(name, players=players, seed=seed, **dict(map(named_value, options)))
    except SetupError as error:
        raise click.UsageError(str(error)) from None
    if not 0 <= seat < players:
        raise click.UsageError(f"A seat is 0 to {players - 1} with {players} players, not {seat}.")
    return game


def seated(against: str, game: "Game", seat: int) -> dict[int, str]:
    """Which bot has which other seat; UsageError if that cannot be."""
    from brocante import SetupError
    from brocante.bots.spec import rehearse, split_specs

    others = [(seat + step) % game.players for step in range(1, game.players)]
    names = split_specs(against)
    if len(names) == 1:
        names *= len(others)
    if len(names) != len(others):
        raise click.UsageError(
            f"--against takes one bot for all other seats, or as many as there are other seats, {len(others)}, "
            f"clockwise from yours; not {len(names)}, as in {against!r}."
        )
    try:
        for name in dict.fromkeys([*names, "expert"]):  # the expert gives the hints
            rehearse(name, game)
    except SetupError as error:
        raise click.UsageError(str(error)) from None
    return dict(zip(others, names, strict=True))
