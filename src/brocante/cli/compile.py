"""`brocante compile`: part of set-up."""

import click


@click.command("compile", epilog="\b\nExample:\n  brocante compile --envs")
@click.option("--envs", is_flag=True, help="Also what the vector environment and OpenSpiel call.")
def compile_games(envs: bool) -> None:
    """Compile everything that is needed to play to machine code now, not when it is first used. Part of set-up."""
    import time

    from brocante.games.compiled import CACHE, tidy
    from brocante.precompile import compile_all

    click.echo("Compiling the games to machine code, once …")
    start = time.perf_counter()
    for title in compile_all(envs):
        click.echo(f"  {title} is ready after {time.perf_counter() - start:.0f} s.")
    tidy()
    click.echo(f"Everything is ready; it is kept in {CACHE}.")
