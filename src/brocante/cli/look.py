"""`brocante games` and `brocante rules`: what there is to play, and how."""

import json

import click


@click.command(epilog="\b\nExamples:\n  brocante games\n  brocante games --json")
@click.option("--json", "as_json", is_flag=True, help="For programs.")
def games(as_json: bool) -> None:
    """List the games, for how many players they are, and their options."""
    from rich.console import Console
    from rich.table import Table

    import brocante
    from brocante.games.catalogue import BROKEN

    if as_json:
        click.echo(json.dumps(brocante.games(), indent=2))
        return
    table = Table("game", "players", "option", "choices", "default")
    for name, game in brocante.games().items():
        table.add_section()
        players = f"{game['players'][0]} to {game['players'][-1]}"
        for number, (option, about) in enumerate(game["options"].items()):
            once = ("", "") if number else (name, players)
            choices = about["choices"] if isinstance(about["choices"], str) else " or ".join(about["choices"])
            default = about["default"]
            table.add_row(*once, option, choices, ", ".join(default) if isinstance(default, list) else str(default))
    Console().print(table)
    for name, reason in BROKEN.items():
        click.echo(f"The game {name!r} cannot be played. {reason}", err=True)


@click.command(epilog="\b\nExamples:\n  brocante rules klunker\n  brocante rules common > common.md")
@click.argument("game")
def rules(game: str) -> None:
    """Show the rules of a GAME, or those `common` to all."""
    from rich.console import Console

    from brocante import SetupError, terminal

    try:
        page = terminal.rules_page(game)
    except SetupError as error:
        raise click.UsageError(str(error)) from None
    console = Console()
    click.echo(terminal.rendered(page, console) if console.is_terminal else page, nl=False)
