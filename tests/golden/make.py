"""Write the recorded games: `make golden`. Only for a new game or a new version of its rules: a record that exists is
never written again, since what it recorded must still replay."""

import json
import random
from itertools import product
from pathlib import Path
from typing import Any

from brocante.games.alles_futsch.words import KINDS
from brocante.games.catalogue import RULESETS
from tests.strategies import STYLES, Deal, played

FOLDER = Path(__file__).parent


def choices(name: str, players: int, luck: random.Random) -> list[dict[str, Any]]:
    """Options that differ from the defaults, every value of each at least once for every number of players."""
    seat = luck.randrange(1, players)
    if name == "klunker":
        return [{}, {"unsold": "box"}, {"first": seat}, {"unsold": "box", "first": players - 1}]
    if name == "alles-futsch":
        boards = luck.sample(KINDS, players)
        return [{}, {"money": "open"}, {"boards": boards}, {"first": seat, "boards": boards[::-1]}]
    return [{}, {"swap": "ring"}, {"limit": 0, "first": seat}, {"rounds": 2, "swap": "ring", "first": players - 1}]


def deals(name: str) -> list[Deal]:
    luck = random.Random(name)
    return [
        Deal(name, players, options, luck.randbytes(32), style, luck.randrange(2**32))
        for players in RULESETS[name].players
        for options, style in product(choices(name, players, luck), ("any", luck.choice(list(STYLES)[1:])))
    ]


def write() -> None:
    for name in RULESETS:
        (FOLDER / name).mkdir(exist_ok=True)
        for number, deal in enumerate(deals(name), start=1):
            path = FOLDER / name / f"{number:02}.json"
            if not path.exists():
                path.write_text(json.dumps(played(deal).record()) + "\n")
                print(f"{path.relative_to(FOLDER)}: {deal.players} players, {deal.options}, {deal.style}")


if __name__ == "__main__":
    write()
