"""`brocante new-game`: a package with a game to begin with."""

from pathlib import Path

import click


@click.command(
    "new-game",
    epilog="\b\nExamples:\n  brocante new-game three-bags\n  brocante new-game three-bags --into ~/games",
)
@click.argument("name")
@click.option(
    "--into",
    type=click.Path(file_okay=False, path_type=Path),
    default=Path(),
    help="Where to make the package's folder.  [default: here]",
)
def new_game(name: str, into: Path) -> None:
    """Write a package with a small card game that works at once, to make another game of it.

    NAME is what players type: small letters, digits and hyphens. The package has rules, tests and a README.
    """
    from brocante import SetupError
    from brocante.scaffold import write_game

    try:
        folder = write_game(name, into.expanduser())
    except SetupError as error:
        raise click.UsageError(str(error)) from None
    except OSError as error:
        raise click.ClickException(f"The package cannot be written: {error.strerror}.") from None
    click.echo(
        f"{folder} is written. Install, test and play it:\n\n"
        f"  cd {folder}\n  pip install --editable '.[test]'\n  pytest\n  brocante play {name}"
    )
