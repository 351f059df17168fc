"""The study goes on from its file, and its tables say what is there."""

import json
from pathlib import Path
from typing import Any

from brocante.arena.anchors import LEVELS
from brocante.arena.study import collect, lines_in
from brocante.arena.study_tables import tables


def line(number: int) -> dict[str, Any]:
    return {"game": "klunker", "number": number}


def work(*numbers: int) -> Any:
    return [(("klunker", number), line, (number,)) for number in numbers]


def test_a_study_goes_on_from_its_file_and_begins_nothing_after_its_time(tmp_path: Path) -> None:
    file = tmp_path / "games.jsonl"
    collect(file, 1, None, work(0, 1))
    with file.open("a") as stream:
        stream.write('{"game": "klunker", "num')  # as a process leaves it that was ended
    collect(file, 1, 0.0, work(0, 1, 2))
    assert lines_in(file) == [line(0), line(1)]
    collect(file, 1, None, work(1, 2, 3))
    assert lines_in(file) == [line(number) for number in range(4)]
    assert all(map(json.loads, file.read_text().splitlines()))


def studied(number: int) -> dict[str, Any]:
    """A game in which each level loses a point more with each decision than the next, and one of the strongest wins."""
    seats = [(seat - number) % 4 for seat in range(4)]
    winner = 3 if number % 4 else 2
    won = [1.0 if level == winner else 0.0 for level in seats]
    noise = 0.001 * (number % 3)
    return {
        **line(number),
        "seats": seats,
        "ranks": [1 if level == winner else 2 for level in seats],
        "expected": [0.25] * 4,
        "cards": [each / 2 - 0.125 + noise for each in won],
        "own": [each / 2 - 0.125 - noise for each in won],
        "others": [0.0] * 4,
        "result": won,
        "costs": [[0.03 - 0.01 * level + noise, 0.03 - 0.01 * level - noise] for level in seats],
        "record": {},
    }


def test_tables_have_every_level_and_analyst_and_what_was_found_twice_counts_once() -> None:
    games = [studied(number) for number in range(8)]
    judged = [
        {**line(number), "analyst": "net", "simulations": 40, "costs": games[number]["costs"]} for number in range(4)
    ]
    text = "\n".join(tables([*games, *games[:3], *judged]))
    for level, name in enumerate(LEVELS):
        lost = f"{3 - level}.00 ± 0.00"
        assert f"| klunker, 8 | {name} | {lost} | {lost} |" in text
    assert "| klunker | the pages | 8 | 1.00 ± 0.00 | 1.00 ± 0.00 | 1.00 ± 0.00 |" in text
    assert "| klunker | net, 40 | 4 | 1.00 ± 0.00 | 1.00 ± 0.00 | 1.00 ± 0.00 |" in text
    assert text.endswith("| 0 |\n")
