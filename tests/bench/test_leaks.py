"""The look at what our server sends: it finds nothing in real games, and finds what it is shown."""

import asyncio
from pathlib import Path

from brocante.bench.leaks import count, look, play
from brocante.bench.load import running


def test_nothing_that_is_sent_depends_on_what_is_hidden() -> None:
    said = look()
    assert said.endswith("0 depend on what is hidden from the seat.")
    assert int(said.split()[2]) > 500


def test_a_hand_of_somebody_else_would_be_found(tmp_path: Path) -> None:
    with running(f"sqlite:///{tmp_path}/tables.db", None, "--no-limits") as (port, _):
        record, sent = asyncio.run(play(port, "klunker"))
    early = [(seat, moves, position) for seat, moves, position in sent if moves < 4]
    assert count(record, early) == 0
    swapped = [((seat + 1) % 4, moves, position) for seat, moves, position in early]
    assert count(record, swapped) == len(early)
