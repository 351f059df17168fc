"""`brocante tune` and `brocante fit`: weights and worths from self-play."""

import json
from pathlib import Path

import click

from brocante.cli.common import RAY, players_of, progress_bar


@click.command(epilog="\b\nExamples:\n  brocante tune klunker --generations 100\n  brocante tune klunker --keep tuned")
@click.argument("game")
@click.option("--generations", type=click.IntRange(min=0), default=100, show_default=True, help="How many to add.")
@click.option("--players", type=int, help="How many play.  [default: 4 or the nearest the game is for]")
@click.option("--deals", type=click.IntRange(min=1), default=100, show_default=True, help="For each mutant.")
@click.option("--seed", type=int, default=1, show_default=True, help="The same seed finds the same weights.")
@click.option("--file", "path", type=click.Path(dir_okay=False, path_type=Path), help="[default: tune-GAME.json]")
@click.option("--keep", metavar="NAME", help="Write the weights found to the game's folder, as the set NAME.")
@click.option("--ray", **RAY)
def tune(
    game: str,
    generations: int,
    players: int | None,
    deals: int,
    seed: int,
    path: Path | None,
    keep: str | None,
    ray: str | None,
) -> None:
    """Improve the weights of a GAME's heuristic by evolution in self-play.

    The state is written after each generation: the same command continues where it was stopped.
    """
    from rich.console import Console

    from brocante import SetupError
    from brocante.train import tune

    rules, players = players_of(game, players)
    path = path or Path(f"tune-{game}.json")
    console = Console()
    try:
        state = tune.resumed(path, rules, players, deals, seed)
    except SetupError as error:
        raise click.UsageError(str(error)) from None
    with console.status("Compiling …") as status:

        def tell(state: tune.Evolution) -> None:
            state.save(path)
            latest = f", {state.history[-1][1]:.1%} of wins against the first weights" if state.history else ""
            status.update(f"Generation {state.generation}, step {state.step:.3f}{latest} …")

        try:
            tune.evolve(rules, state, generations, tell, ray)
        except SetupError as error:
            raise click.UsageError(str(error)) from None
        except KeyboardInterrupt:
            console.print(f"Stopped. The same command continues from generation {state.generation}.")
    console.print_json(json.dumps(state.weights))
    if keep:
        click.echo(f"Written to {tune.keep(rules, keep, state.weights)}.")


@click.command(epilog="\b\nExamples:\n  brocante fit klunker\n  brocante fit klunker --games 50000 --keep")
@click.argument("game")
@click.option("--games", type=click.IntRange(min=1), default=20_000, show_default=True, help="Of self-play.")
@click.option("--players", type=int, help="How many play.  [default: 4 or the nearest the game is for]")
@click.option("--seed", type=int, default=1, show_default=True, help="The same seed finds the same worths.")
@click.option("--keep", is_flag=True, help="Write the worths found to the game's folder.")
def fit(game: str, games: int, players: int | None, seed: int, keep: bool) -> None:
    """Find what things are worth to the search's evaluation of a GAME, from self-play."""
    from brocante import SetupError
    from brocante.train import fit

    rules, players = players_of(game, players)
    try:
        with progress_bar("Playing") as tell:
            worths = fit.fit(rules, players, games, seed, tell)
    except SetupError as error:
        raise click.UsageError(str(error)) from None
    click.echo(json.dumps(worths, indent=2))
    if keep:
        click.echo(f"Written to {fit.keep(rules, worths)}.", err=True)
