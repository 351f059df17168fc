"""`brocante verify`: records of games, checked move by move."""

import json
from typing import Any

import click

MOST_BYTES = 16 * 2**20  # no game of any length people play comes near it
MOST_SHOWN = 600  # characters of a verdict; what a broken record quotes may be endless


@click.command(epilog="\b\nExamples:\n  brocante verify game.json\n  cat game.json | brocante verify -")
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
    from brocante.games.record import names_in

    try:
        record = read_json(file)
        game = replay(record)
    except RecursionError:
        raise BadRecord("It is nested too deeply to be a record.") from None
    result = game.result()
    standing = f"unfinished, seat {game.turn} to move" if result is None else terminal.who_won(result)
    names = [f"seat {seat} {name}" for seat, name in enumerate(names_in(record) or ()) if name]
    who = f" ({terminal.listed(names)})" if names else ""
    return f"{game.ruleset.title}, {game.players} players{who}, {len(game.moves)} moves, {standing}"


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
