"""`brocante analyse`: what decided a game."""

from typing import TYPE_CHECKING

import click

from brocante.cli.common import progress_bar
from brocante.cli.verify import read_json

if TYPE_CHECKING:
    from rich.table import Table

    from brocante.analysis.objects import Analysis


def show_schema(context: click.Context, parameter: click.Parameter, wanted: bool) -> None:
    import msgspec

    from brocante.analysis.objects import schema

    if wanted:
        click.echo(msgspec.json.format(msgspec.json.encode(schema())).decode())
        context.exit()


@click.command(
    epilog="\b\nExamples:\n  brocante analyse game.json\n  brocante analyse game.json --seat 0 --simulations 1000"
    "\n  brocante analyse game.json --json > analysis.json"
)
@click.argument("file", metavar="FILE")
@click.option("--json", "as_json", is_flag=True, help="For programs.")
@click.option(
    "--simulations", type=int, help="Of each decision: more are more certain.  [default: some seconds for all]"
)
@click.option("--seat", type=int, help="Judge the decisions of this seat only.  [default: all]")
@click.option(
    "--schema",
    is_flag=True,
    is_eager=True,
    expose_value=False,
    callback=show_schema,
    help="Show the schema of the JSON.",
)
def analyse(file: str, as_json: bool, simulations: int | None, seat: int | None) -> None:
    """Explain a finished game: what each decision cost, and what was luck.

    FILE holds one record as JSON; - is the standard input.
    """
    import msgspec
    from rich.console import Console

    import brocante

    try:
        with progress_bar("Analysing") as tell:
            analysis = brocante.analyse(read_json(file), simulations, seat, tell)
    except (brocante.BadRecord, RecursionError) as error:
        said = "It is nested too deeply to be a record." if isinstance(error, RecursionError) else str(error)
        raise click.ClickException(f"{click.format_filename(file)}: {said}") from None
    except brocante.SetupError as error:
        raise click.UsageError(str(error)) from None
    if as_json:
        click.echo(msgspec.json.format(msgspec.json.encode(analysis)).decode())
        return
    console = Console()
    console.print(luck_table(analysis))
    console.print(decision_table(analysis))


def luck_table(analysis: "Analysis") -> "Table":
    """Where each seat's result came from, in points of a chance to win."""
    from rich.table import Table

    table = Table(title="Luck and skill, in chances to win")
    table.add_column("seat")
    for heading in ("expected", "cards", "own moves", "others", "result", "lost by decisions"):
        table.add_column(heading, justify="right")
    for seat, each in enumerate(analysis.parts):
        own = [decision.cost for decision in analysis.decisions if decision.seat == seat]
        table.add_row(
            str(seat),
            f"{each.expected:.1%}",
            *(f"{100 * part:+.1f}" for part in (each.cards, each.own, each.others)),
            f"{each.result:.1%}",
            f"{100 * sum(own):.1f} in {len(own)}" if own else "",
        )
    return table


def decision_table(analysis: "Analysis") -> "Table":
    """The decisions that cost most, and why."""
    from rich.table import Table

    table = Table(title="The costliest decisions")
    for heading in ("move", "seat", "played", "better", "cost", "mark", "why"):
        table.add_column(heading, justify="right" if heading in ("move", "cost") else "left", overflow="fold")
    for each in analysis.costliest(most=5):
        cost = f"{100 * each.cost:.1f} ± {200 * each.error:.1f}"
        reason = each.reasons[0].text if each.reasons else ""
        table.add_row(str(each.number + 1), str(each.seat), each.played, each.best, cost, each.mark, reason)
    table.caption = "Cost in points of a chance to win; ± is 95%."
    return table
