"""What several commands take and show: a game's options and players, files to write, progress."""

import re
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

if TYPE_CHECKING:
    from brocante.games.ruleset import Ruleset


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


def players_of(game: str, players: int | None) -> "tuple[Ruleset, int]":
    """The rules of a game and the number of players; UsageError if the game is not for that many."""
    from brocante import SetupError
    from brocante.games.catalogue import ruleset

    try:
        rules = ruleset(game)
        return rules, rules.usual_players if players is None else rules.checked_players(players)
    except SetupError as error:
        raise click.UsageError(str(error)) from None


@contextmanager
def progress_bar(what: str) -> Iterator[Callable[[int, int], object]]:
    """A bar beside the output; what it gives is told how much is done, and of how much."""
    from rich.console import Console
    from rich.progress import MofNCompleteColumn, Progress

    columns = (*Progress.get_default_columns(), MofNCompleteColumn())
    with Progress(*columns, console=Console(stderr=True), transient=True) as bar:
        task = bar.add_task(what, total=None)
        yield lambda done, total: bar.update(task, completed=done, total=total)


def file_to_write(context: click.Context, parameter: click.Parameter, file: str | None) -> str | None:
    """Refuse now what could not be written after hours of playing."""
    if file and not Path(file).parent.is_dir():
        raise click.BadParameter(f"There is no folder {str(Path(file).parent)!r}.")
    if file and parameter.name == "plot" and not file.endswith(".svg"):
        raise click.BadParameter(f"A plot is an SVG: give it a name that ends in .svg, not {file!r}.")
    return file


RAY: dict[str, Any] = {
    "metavar": "ADDRESS",
    "help": "Use all machines of this Ray cluster; `auto`: the one of this machine, or else a new one.",
}
WRITABLE: dict[str, Any] = {"type": click.Path(dir_okay=False, writable=True), "callback": file_to_write}
