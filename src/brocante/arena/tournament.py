"""A match over many deals, on all cores or machines, kept in a file while it runs.

Every deal is played once for each seat, and everyone moves on by one seat each time, so that all get the same cards.
Games depend only on the match and their number: neither where they are played nor an interruption changes a result.
"""

import json
import os
from collections.abc import Callable, Sequence
from concurrent.futures import Executor, as_completed
from dataclasses import asdict
from pathlib import Path
from typing import Any

from brocante.arena.match import LUCK, Match, Played, play, rehearse_all, set_up
from brocante.arena.report import Report, draw_up
from brocante.executors import processes, ray_cluster
from brocante.games.errors import SetupError
from brocante.games.options import is_whole

Number = tuple[int, int]  # of a game: deal and rotation


def run(
    game: str,
    entrants: Sequence[str],
    deals: int,
    seed: int,
    options: dict[str, Any],
    file: str | Path | None = None,
    jobs: int | None = None,
    progress: Callable[[int, int], object] | None = None,
    ray: str | None = None,
    luck: int = LUCK,
) -> Report:
    """Play a match over that many deals and draw up its report.

    An entrant is NAME or NAME:setting=value,…, one for each seat. With a file, each game is kept there as soon as it is
    over, and games that are already there are not played again. `jobs` is the number of processes, by default one per
    core; a single job plays in this process. With `ray`, the address of a Ray cluster or `auto`, all machines of the
    cluster play instead. `progress` gets how many games are done, and how many there are. `luck` is how many playouts
    tell what each draw of cards was worth, to correct wins for luck; 0 leaves that out.

    SetupError, before anything is played: there is no such game, option, bot, setting or cluster, or the file holds
    something else. IllegalMove: a bot chose a move that is not legal.
    """
    for name, number in {"deals": deals, "jobs": 1 if jobs is None else jobs}.items():
        if not is_whole(number) or number < 1:
            raise SetupError(f"{name} is a whole number, 1 or more, not {number!r}.")
    if not is_whole(luck) or luck < 0:
        raise SetupError(f"luck is a whole number, 0 or more, not {luck!r}.")
    match = set_up(game, entrants, seed, options, luck)
    pool = workers(jobs or os.cpu_count() or 1, ray)
    wanted = [(deal, rotation) for deal in range(deals) for rotation in range(match.players)]
    there = resume(Path(file), match) if file else {}
    games = {number: there[number] for number in wanted if number in there}
    missing = [number for number in wanted if number not in there]
    tell = progress or (lambda done, total: None)
    tell(len(games), len(wanted))
    with open(file or os.devnull, "ab") as stream:

        def keep(played: Played) -> None:
            stream.write(line(asdict(played)))
            stream.flush()
            games[played.deal, played.rotation] = played
            tell(len(games), len(wanted))

        play_all(match, missing, pool, keep)
    return draw_up(match, [games[number] for number in wanted])


def workers(jobs: int, ray: str | None) -> Executor | None:
    """Where games are played; None for this process."""
    if ray is not None:
        return ray_cluster(ray)
    return processes(jobs) if jobs > 1 else None


def play_all(match: Match, numbers: Sequence[Number], pool: Executor | None, keep: Callable[[Played], None]) -> None:
    """Play the games with these numbers, started in their order; each is kept as soon as it is over."""
    if pool is None:
        for number in numbers:
            keep(play(match, *number))
        return
    try:
        for future in as_completed([pool.submit(play_rehearsed, match, *number) for number in numbers]):
            keep(future.result())
    finally:
        pool.shutdown(cancel_futures=True)


rehearsed: set[bytes] = set()  # matches that this process has played games of


def play_rehearsed(match: Match, deal: int, rotation: int) -> Played:
    """As `play`, in a process that may be new."""
    this = line(match.header())
    if this not in rehearsed:
        rehearse_all(match)
        rehearsed.add(this)
    return play(match, deal, rotation)


# --- The file: one line for the match, and one for each game ---


def line(content: dict[str, Any]) -> bytes:
    return json.dumps(content).encode() + b"\n"


def resume(file: Path, match: Match) -> dict[Number, Played]:
    """The games in a file, which is prepared for more: created if necessary, and half a line at its end is removed.

    SetupError if it holds anything but games of this match; it is not changed then.
    """
    header = line(match.header())
    try:
        content = file.read_bytes() if file.exists() else b""
        end = content.rfind(b"\n") + 1
        if not end and header.startswith(content):
            file.write_bytes(header)
            return {}
        first, *rest = content[:end].splitlines() or [content]
        check_header(file, first, match)
        games = [game_in(file, number, text, match) for number, text in enumerate(rest, start=2)]
        os.truncate(file, end)
    except OSError as error:
        raise SetupError(f"{file} cannot be used: {error.strerror}.") from None
    return {(game.deal, game.rotation): game for game in games}


def check_header(file: Path, text: bytes, match: Match) -> None:
    try:
        there = json.loads(text)
    except ValueError:
        there = None
    wanted = match.header()
    if not isinstance(there, dict) or there.keys() != wanted.keys():
        raise SetupError(f"{file} is not a file of the arena. Name a new file, or one that the arena has written.")
    for name, value in wanted.items():
        if there[name] != value:
            raise SetupError(
                f"{file} holds games of another match: its {name} is {there[name]!r}, not {value!r}. Use another file."
            )


def game_in(file: Path, number: int, text: bytes, match: Match) -> Played:
    try:
        game = Played(**json.loads(text))
        if game.seats == match.seats(game.rotation):
            return game
    except (TypeError, ValueError):
        pass
    raise SetupError(f"{file} is damaged: line {number} is not a game of its match. Use another file.")
