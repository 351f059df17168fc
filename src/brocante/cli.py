"""The command `brocante`. What takes long to import is imported by the commands that need it."""

import json
import re
import sys
from importlib.util import find_spec
from typing import TYPE_CHECKING, Any

import click

from brocante import __version__

if TYPE_CHECKING:
    from brocante import Game

MOST_BYTES = 16 * 2**20  # no game of any length people play comes near it
MOST_SHOWN = 600  # characters of a verdict; what a broken record quotes may be endless


@click.group(
    invoke_without_command=True,
    context_settings={"help_option_names": ["-h", "--help"]},
    epilog="\b\nExample:\n  brocante play klunker --players 3",
)
@click.version_option(__version__, prog_name="brocante")
@click.pass_context
def main(context: click.Context) -> None:
    """A table for three card games that went out of print: Klunker, Alles futsch! and ZwergeZocken."""
    for stream in (sys.stdin, sys.stdout):
        if hasattr(stream, "reconfigure"):  # an odd sign is no reason to fail
            stream.reconfigure(errors="replace")
    if context.invoked_subcommand is None:
        click.echo(context.get_help())


@main.command(
    epilog="\b\nExamples:\n  brocante play klunker"
    "\n  brocante play zwergezocken --players 5 --option swap=ring --option limit=30"
    "\n  brocante play alles-futsch --players 2 --option boards=vase,clock"
)
@click.argument("game")
@click.option("--players", type=int, help="How many play, bots included.  [default: 4 or the nearest there is]")
@click.option("--seat", type=int, default=0, show_default=True, help="Your seat.")
@click.option("--seed", type=int, help="Deal the same cards each time, and let the bots do the same.")
@click.option("--option", "options", multiple=True, metavar="NAME=VALUE", help="As `brocante games` lists them.")
def play(game: str, players: int | None, seat: int, seed: int | None, options: tuple[str, ...]) -> None:
    """Play a GAME in the terminal, against bots.

    Moves are typed as the number or as the words of the move. While playing, `help` shows what else can be typed.
    """
    from rich.console import Console

    from brocante import bot, terminal

    console = Console()
    with terminal.leaving(console):
        with console.status("Setting the table. The first time takes some seconds …"):
            table = set_up(game, players, seat, seed, options)
            table.clone().play(table.legal()[0])  # what machine code has to be made is made now
        others = set(range(table.players)) - {seat}
        bots = {other: bot("random", seed=None if seed is None else seed + other) for other in others}
        terminal.play(table, seat, bots, console)


def set_up(name: str, players: int | None, seat: int, seed: int | None, options: tuple[str, ...]) -> "Game":
    """The game a command line asks for; UsageError if there is none such."""
    from brocante import SetupError, new
    from brocante.games.catalogue import ruleset

    try:
        if players is None:
            players = min(ruleset(name).players, key=lambda number: abs(number - 4))
        game = new(name, players=players, seed=seed, **dict(map(named_value, options)))
    except SetupError as error:
        raise click.UsageError(str(error)) from None
    if not 0 <= seat < players:
        raise click.UsageError(f"A seat is 0 to {players - 1} with {players} players, not {seat}.")
    return game


def named_value(option: str) -> tuple[str, Any]:
    """
    >>> named_value("first=2"), named_value("swap=ring"), named_value("boards=vase,clock")
    (('first', 2), ('swap', 'ring'), ('boards', ['vase', 'clock']))
    """
    name, equals, value = option.partition("=")
    if not equals:
        raise click.UsageError(f"An option is given as NAME=VALUE, not as {option!r}.")
    if name in ("game", "players", "seed"):
        raise click.UsageError(f"{name!r} is no option of a game; see `brocante play --help`.")
    if re.fullmatch("-?[0-9]{1,9}", value):
        return name, int(value)
    return name, value.split(",") if "," in value else value


@main.command(epilog="\b\nExamples:\n  brocante rules klunker\n  brocante rules common > common.md")
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


@main.command(epilog="\b\nExamples:\n  brocante verify game.json\n  cat game.json | brocante verify -")
@click.argument("files", nargs=-1, required=True, metavar="FILE...")
@click.pass_context
def verify(context: click.Context, files: tuple[str, ...]) -> None:
    """Replay records of games and check every move and the result.

    Each FILE holds one record as JSON; - is the standard input. The exit code is 0 only if all are good.
    """
    from brocante import BadRecord

    all_good = True
    for file in files:
        try:
            verdict = f"good: {replayed(file)}"
        except BadRecord as error:
            all_good = False
            verdict = f"bad: {error}"
        if len(verdict) > MOST_SHOWN:
            verdict = verdict[:MOST_SHOWN] + " …"
        click.echo(f"{click.format_filename(file)}: {verdict}")
    context.exit(0 if all_good else 1)


def replayed(file: str) -> str:
    """What game a file holds and how it stands; BadRecord if it holds none that keeps to the rules."""
    from brocante import BadRecord, replay, terminal

    try:
        game = replay(read_json(file))
    except RecursionError:
        raise BadRecord("It is nested too deeply to be a record.") from None
    result = game.result()
    standing = f"unfinished, seat {game.turn} to move" if result is None else terminal.who_won(result)
    return f"{game.ruleset.title}, {game.players} players, {len(game.moves)} moves, {standing}"


def read_json(file: str) -> Any:
    """The JSON in a file; BadRecord says why there is none."""
    from brocante import BadRecord

    try:
        with click.open_file(file, "rb") as stream:
            content = stream.read(MOST_BYTES + 1)
    except OSError as error:
        raise BadRecord(f"It cannot be read: {error.strerror}.") from None
    except RuntimeError:
        raise BadRecord("It cannot be read: there is no standard input.") from None
    if len(content) > MOST_BYTES:
        raise BadRecord(f"It is too large to be a record: more than {MOST_BYTES // 2**20} MiB.")
    try:
        return json.loads(content.decode("utf-8-sig"), object_pairs_hook=unique_fields)
    except UnicodeDecodeError:
        raise BadRecord("It is not text in UTF-8.") from None
    except json.JSONDecodeError as error:
        raise BadRecord(f"It is not JSON: {error}.") from None
    except ValueError as error:  # a field twice, or a number with thousands of digits
        raise BadRecord(f"It is not the JSON of a record: {error}.") from None


def unique_fields(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    """An object of JSON. Two fields of one name would leave open which of them was checked."""
    fields = dict(pairs)
    if len(fields) < len(pairs):
        raise ValueError("a field is there twice")
    return fields


@main.command(epilog="\b\nExamples:\n  brocante games\n  brocante games --json")
@click.option("--json", "as_json", is_flag=True, help="For programs.")
def games(as_json: bool) -> None:
    """List the games, for how many players they are, and their options."""
    from rich.console import Console
    from rich.table import Table

    import brocante

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
            table.add_row(*once, option, choices, str(about["default"]))
    Console().print(table)


@main.command("compile", epilog="\b\nExample:\n  brocante compile")
def compile_all() -> None:
    """Compile everything to machine code now, rather than when it is first used. Part of set-up."""
    import time

    from brocante.games.compiled import CACHE, tidy
    from brocante.lab.warm import steps

    start, work = time.perf_counter(), list(steps())
    for number, (what, compile_it) in enumerate(work, start=1):
        click.echo(f"Compiling {number} of {len(work)}: {what} …")
        compile_it()
    tidy()
    click.echo(f"Ready after {time.perf_counter() - start:.0f} s; kept in {CACHE}.")


@main.command("bench", epilog="\b\nExamples:\n  brocante bench\n  brocante bench --peers --json bench.json")
@click.option("--samples", type=click.IntRange(min=1), default=5, show_default=True, help="Medians are of so many.")
@click.option("--peers", is_flag=True, help="Measure OpenSpiel's card games in the same run; it must be installed.")
@click.option("--json", "file", metavar="FILE", help="Write the figures there too; - prints nothing but them.")
def measure(samples: int, peers: bool, file: str | None) -> None:
    """Measure how fast random whole games are played, on one core and on all."""
    from rich.console import Console

    from brocante.lab import bench

    if peers and not find_spec("pyspiel"):
        raise click.UsageError("OpenSpiel is not installed: pip install 'brocante[bench]'.")
    console = Console(stderr=file == "-")
    with console.status("Measuring …") as status:
        report = bench.measure(samples, peers, lambda what: status.update(f"Measuring: {what} …"))
    if file != "-":
        console.print(bench.table(report))
    if file:
        with click.open_file(file, "w") as stream:
            stream.write(json.dumps(report, indent=2) + "\n")


if __name__ == "__main__":
    main(prog_name="brocante")
