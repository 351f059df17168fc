"""What seats and watchers are shown of the recorded games, as it was before views were decoded from layouts.

`views/version-1.json` has, for a watcher and each seat, a digest of all views of a game from deal to end. It was
written by the functions that made views by hand then; what has been added to views since is left out here.
"""

import hashlib
import json
from pathlib import Path
from typing import Any

import pytest

import brocante
from brocante import Game

FOLDER = Path(__file__).parent
DIGESTS: dict[str, list[str]] = json.loads((FOLDER / "views" / "version-1.json").read_text())


def as_before(game: Game, seat: int | None) -> dict[str, Any]:
    """A view with the latest move as its log, and without the facts."""
    log = game.log(seat, max(game.move_count - 1, 0))
    return {**game.view(seat), "log": [{"seat": line["seat"], "move": line["move"]} for line in log]}


@pytest.mark.parametrize("name", DIGESTS)
def test_c5_views_are_what_they_were(name: str) -> None:
    whole = brocante.replay(json.loads((FOLDER / f"{name}.json").read_text()))
    digests = [(seat, hashlib.sha256()) for seat in (None, *range(whole.players))]
    for then in whole.since_the_deal():
        for seat, digest in digests:
            digest.update(json.dumps(as_before(then, seat), sort_keys=True).encode())
    assert [digest.hexdigest()[:32] for _, digest in digests] == DIGESTS[name]
