"""`brocante train`: nets that teach themselves."""

from pathlib import Path
from typing import Any

import click


@click.command(
    "train",
    epilog="\b\nExamples:\n  brocante train klunker --minutes 10\n  brocante train klunker --minutes 10 --keep"
    "\n  brocante train klunker --against neural --minutes 10",
)
@click.argument("game")
@click.option(
    "--config", type=click.Path(exists=True, dir_okay=False, path_type=Path), help="[default: the game's own]"
)
@click.option("--folder", type=click.Path(file_okay=False, path_type=Path), help="[default: train-GAME]")
@click.option(
    "--minutes", type=click.FloatRange(min=0, min_open=True), help="Train that long.  [default: as configured]"
)
@click.option("--iterations", type=click.IntRange(min=1), help="Train so many iterations.  [default: as configured]")
@click.option(
    "--pause", type=click.FloatRange(min=0, min_open=True), help="Stop after so many minutes, to go on later."
)
@click.option("--seed", type=click.IntRange(min=0), default=1, show_default=True, help="Decides all chance.")
@click.option(
    "--against", metavar="NET", help="'neural' or a file: find a best response to that net, which stays as it is."
)
@click.option(
    "--start", metavar="NET", help="'neural' or a file: begin with that net, not with one that knows nothing."
)
@click.option("--keep", is_flag=True, help="Write the net to the game's folder, for the bot `neural`.")
def train_net(
    game: str,
    config: Path | None,
    folder: Path | None,
    minutes: float | None,
    iterations: int | None,
    pause: float | None,
    seed: int,
    against: str | None,
    start: str | None,
    keep: bool,
) -> None:
    """Train a net for a GAME by self-play, on a GPU if there is one.

    The same command continues where it was stopped. Curves and the net are in the folder.
    """
    from brocante import SetupError
    from brocante.cli.common import players_of

    try:
        from brocante.train.selfplay.config import config_of
        from brocante.train.selfplay.device import device
        from brocante.train.selfplay.run import Run
    except ImportError as error:
        raise click.ClickException(str(error)) from None

    rules, _ = players_of(game, None)
    folder = folder or Path(f"train-{game}" + (f"-against-{Path(against).stem}" if against else ""))
    if iterations and minutes:
        raise click.UsageError("--minutes or --iterations: give one of them.")
    try:
        changes: dict[str, Any] = {"iterations": iterations, "seconds": 60 * minutes if minutes else None}
        recipe = config_of(rules, config, **changes)
        fixed, begun = net_bytes(rules, against), net_bytes(rules, start)
        folder.mkdir(parents=True, exist_ok=True)
        run = Run(rules, recipe, seed, folder, device(), fixed, begun)
    except SetupError as error:
        raise click.UsageError(str(error)) from None
    try:
        run.train(lambda row: click.echo(line(row)), 60 * pause if pause else None)
    except KeyboardInterrupt:
        click.echo(
            f"Stopped. The same command continues from iteration {run.rows[-1]['iteration'] if run.rows else 0}."
        )
        return
    if keep:
        from brocante.neural.file import keep_net

        click.echo(f"Written to {keep_net(rules, (folder / 'net.bin').read_bytes())}.")


def net_bytes(rules: Any, net: str | None) -> bytes | None:
    """The net of the game, or one in a file."""
    from brocante.neural.file import bytes_in, bytes_of

    if net is None:
        return None
    return bytes_of(rules) if net == "neural" else bytes_in(Path(net))


def line(row: dict[str, Any]) -> str:
    """A row of figures as one line of progress."""
    return (
        f"{row['seconds'] / 60:6.1f} min  {row['steps'] / 1e6:9.1f} M moves"
        f"  {row['share']:6.1%} ± {100 * row['margin']:.1f}"
        f"  entropy {row['entropy']:.2f}  explained {row['explained']:.2f}  {row['steps_per_second'] / 1e6:.2f} M/s"
    )
