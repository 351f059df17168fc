"""The command `brocante`, a module for each of its words. What takes long to import, a command imports when it runs."""

import sys
from pathlib import Path

import click

from brocante import __version__
from brocante.cli.analyse import analyse
from brocante.cli.arena import anchors, match, strength
from brocante.cli.compile import compile_games
from brocante.cli.look import games, rules
from brocante.cli.measure import load, measure
from brocante.cli.new_game import new_game
from brocante.cli.operate import age, backup, forget, prune, ratings, restore
from brocante.cli.play import play
from brocante.cli.selfplay import train_net
from brocante.cli.tables import open_tables
from brocante.cli.train import fit, tune
from brocante.cli.verify import verify


@click.group(
    invoke_without_command=True,
    context_settings={"help_option_names": ["-h", "--help"]},
    epilog="\b\nExamples:\n  brocante\n  brocante --port 8080 --database postgresql://user:password@host/brocante"
    "\n  brocante play klunker --players 3",
)
@click.version_option(__version__, prog_name="brocante")
@click.option("--host", default="127.0.0.1", show_default=True, help="Where to listen; 0.0.0.0 for everyone.")
@click.option("--port", type=click.IntRange(0, 65535), default=8000, show_default=True, help="0: any that is free.")
@click.option(
    "--database",
    envvar="BROCANTE_DATABASE",
    help="sqlite:///FILE or postgresql://…, also as $BROCANTE_DATABASE  [default: a file in your data folder]",
)
@click.option(
    "--origin", "origins", multiple=True, help="An address people use, as https://brocante.example; repeatable."
)
@click.option(
    "--proxies",
    default="",
    metavar="ADDRESS,…",
    help="Proxies to believe on who asks: addresses or networks, with commas between.  [default: none]",
)
@click.option(
    "--waiting",
    type=click.FloatRange(min=0, min_open=True),
    default=60,
    show_default=True,
    help="Minutes that a public table stays in the list without its host.",
)
@click.option("--metrics", metavar="ADDRESS:PORT", help="Serve metrics for Prometheus there.  [default: nowhere]")
@click.option("--limits/--no-limits", default=True, help="Whether to slow down who asks too much.")
@click.option("--delay/--no-delay", default=True, help="Whether bots take a moment.")
@click.option("--logs/--no-logs", default=False, help="Lines of JSON on the standard error stream.")
@click.option("--open/--no-open", "browse", default=False, help="Whether to open a browser, where there is a screen.")
@click.option("--root-path", "root", default="", help="The path that a proxy serves it under, as /brocante.")
@click.option("--keep", callback=age, metavar="AGE", help="How long tables are kept at which nothing happens, as 1y.")
@click.option(
    "--records",
    type=click.Path(path_type=Path, file_okay=False),
    help="Where finished games go that are kept no longer.  [default: records, in your data folder]",
)
@click.option(
    "--workers",
    type=click.IntRange(1, 64),
    default=1,
    show_default=True,
    help="Processes behind one port; more than one with PostgreSQL only.",
)
@click.option(
    "--contact",
    default="",
    metavar="mailto:… or https://…",
    help="Where push services can reach you.  [default: the first --origin by HTTPS]",
)
@click.option(
    "--push-networks",
    default="",
    metavar="NETWORK,…",
    help="Networks with push services of your own, which are not on the public internet.  [default: none]",
)
@click.option(
    "--mail",
    envvar="BROCANTE_MAIL",
    help="smtp://USER:PASSWORD@HOST:PORT or smtps://…, also as $BROCANTE_MAIL: tell people of their turns by mail too."
    "  [default: no mail]",
)
@click.option("--mail-from", default="", metavar="ADDRESS", help="Whom letters come from.")
@click.pass_context
def main(
    context: click.Context,
    host: str,
    port: int,
    database: str | None,
    origins: tuple[str, ...],
    proxies: str,
    waiting: float,
    metrics: str | None,
    limits: bool,
    delay: bool,
    logs: bool,
    browse: bool,
    root: str,
    keep: int | None,
    records: Path | None,
    workers: int,
    contact: str,
    push_networks: str,
    mail: str | None,
    mail_from: str,
) -> None:
    """A table for three card games that went out of print: Klunker, Alles futsch! and ZwergeZocken.

    Without a command: open the tables to browsers and programs, and print their address.
    """
    for stream in (sys.stdin, sys.stdout):
        if hasattr(stream, "reconfigure"):  # an odd sign is no reason to fail
            stream.reconfigure(errors="replace")
    if context.invoked_subcommand is None:
        open_tables(
            host,
            port,
            database,
            origins,
            proxies,
            waiting,
            metrics,
            limits,
            delay,
            logs,
            browse,
            root,
            keep,
            records,
            workers,
            contact,
            push_networks,
            mail,
            mail_from,
        )


COMMANDS = (
    play,
    rules,
    games,
    verify,
    analyse,
    compile_games,
    match,
    strength,
    anchors,
    measure,
    load,
    tune,
    fit,
    train_net,
    new_game,
)
OPERATORS = (backup, restore, prune, forget, ratings)
for command in (*COMMANDS, *OPERATORS):
    main.add_command(command)
