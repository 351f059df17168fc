"""`brocante arena`, `strength` and `anchors`: how strong bots are."""

import json
from pathlib import Path

import click

from brocante.cli.common import RAY, WRITABLE, named_value, progress_bar


@click.command(
    "arena",
    epilog="\b\nExamples:\n  brocante arena klunker hard medium easy --deals 20"
    "\n  brocante arena zwergezocken search:simulations=500 heuristic random --option swap=ring --out match.jsonl"
    "\n  brocante arena klunker expert hard hard hard --ray 10.0.0.1:6379",
)
@click.argument("game")
@click.argument("bots", nargs=-1, required=True, metavar="BOT...")
@click.option(
    "--deals", type=click.IntRange(min=1), default=100, show_default=True, help="Each is played once for each seat."
)
@click.option("--seed", type=int, default=1, show_default=True, help="Decides all chance.")
@click.option("--option", "options", multiple=True, metavar="NAME=VALUE", help="As `brocante games` lists them.")
@click.option("--out", **WRITABLE, help="Keep every game there, one per line, and continue from those that are there.")
@click.option("--json", "as_json", **WRITABLE, help="Also write the figures there.")
@click.option("--csv", "as_csv", **WRITABLE, help="Also write the standings there.")
@click.option("--plot", **WRITABLE, help="Draw the shares of wins there, as SVG.")
@click.option("--jobs", type=click.IntRange(min=1), help="How many processes play.  [default: one for each core]")
@click.option("--ray", **RAY)
@click.option(
    "--luck",
    type=click.IntRange(min=0),
    default=100,
    show_default=True,
    help="Playouts that tell what each draw of cards was worth; 0: wins are not corrected for luck.",
)
def match(
    game: str,
    bots: tuple[str, ...],
    deals: int,
    seed: int,
    options: tuple[str, ...],
    out: str | None,
    as_json: str | None,
    as_csv: str | None,
    plot: str | None,
    jobs: int | None,
    ray: str | None,
    luck: int,
) -> None:
    """Let bots play a GAME against each other, and report how strong they are.

    A BOT is a name, or a name with settings: search:simulations=2000. Name one for each seat. Every deal is played once
    with each bot in each seat.
    """
    from rich.console import Console

    from brocante import IllegalMove, SetupError
    from brocante.arena import report, tournament
    from brocante.arena.plot import svg

    if jobs and ray:
        raise click.UsageError("--jobs is for this machine, --ray for a cluster: give one of them.")
    try:
        with progress_bar("Playing") as tell:
            chosen = dict(map(named_value, options))
            played = tournament.run(game, bots, deals, seed, chosen, out, jobs, tell, ray, luck)
    except SetupError as error:
        raise click.UsageError(str(error)) from None
    except IllegalMove as error:
        raise click.ClickException(str(error)) from None
    except KeyboardInterrupt:
        if out:
            click.echo(f"The games so far are in {out}: the same command continues from there.", err=True)
        raise
    Console().print(report.table(played))
    if luck:
        Console().print(report.luck_table(played))
    for file, content in (
        (as_json, json.dumps(report.figures(played), indent=2) + "\n"),
        (as_csv, report.as_csv(played)),
        (plot, svg(played)),
    ):
        if file:
            Path(file).write_text(content, encoding="utf-8")


@click.command(epilog="\b\nExamples:\n  brocante strength\n  brocante strength --deals 50 --claims 24")
@click.option("--deals", type=click.IntRange(min=2), default=50, show_default=True, help="For each match.")
@click.option("--claims", "most", type=click.IntRange(min=1), help="Only the first so many.  [default: all]")
@click.option("--folder", type=click.Path(file_okay=False, path_type=Path), default=Path("strength"), show_default=True)
@click.option("--page", "out", type=click.Path(dir_okay=False, path_type=Path), default=Path("docs/strength.md"))
@click.option("--ray", **RAY)
def strength(deals: int, most: int | None, folder: Path, out: Path, ray: str | None) -> None:
    """Measure what is claimed of the bots and write the page about it. Takes hours; continues where it was stopped."""
    from brocante import SetupError
    from brocante.arena import strength

    folder.mkdir(parents=True, exist_ok=True)
    claims, shown = list(strength.claims()), []
    for claim in claims[:most]:
        try:
            with progress_bar(strength.title(claim)) as tell:
                report = strength.show(claim, deals, folder, tell, ray)
        except SetupError as error:
            raise click.UsageError(str(error)) from None
        shown.append((claim, report))
        out.write_text(strength.page(shown, claims[len(shown) :]))
        click.echo(strength.row(claim, report))


@click.command(epilog="\b\nExample:\n  brocante anchors --deals 100")
@click.option("--deals", type=click.IntRange(min=2), default=100, show_default=True, help="For each game.")
def anchors(deals: int) -> None:
    """Measure how strong the levels of bots are, and write the file that people are rated by. Takes a while.

    Ratings that were worked out before follow other anchors: `brocante ratings` works them out again.
    """
    from brocante.arena.anchors import FILE, measure
    from brocante.games.catalogue import RULESETS

    games = {}
    for game in RULESETS:
        with progress_bar(game) as tell:
            games[game] = measure(game, deals, tell)
    FILE.write_text(json.dumps({"command": f"brocante anchors --deals {deals}", "games": games}, indent=2) + "\n")
    click.echo(f"Written: {FILE}")
