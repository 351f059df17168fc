"""Write the recorded games: `make golden`. Only for a new game or a new version of its rules: a record that exists is
never written again, since what it recorded must still replay."""

import json
import random
from itertools import product
from pathlib import Path
from typing import Any

from brocante.games.catalogue import RULESETS
from brocante.games.ruleset import Ruleset
from brocante.testing.deals import Deal, played
from tests.games.knowledge import of

FOLDER = Path(__file__).parent


def choices(rules: Ruleset, players: int, luck: random.Random) -> list[dict[str, Any]]:
    """Options that differ from the defaults: none, each by itself, all together."""
    other = {option.name: luck.choice(option.examples(players)[1:]) for option in rules.options}
    return [{}, *({name: value} for name, value in other.items()), other]


def deals(rules: Ruleset) -> list[Deal]:
    """For every number of players and those options a deal played at random, and one in some style."""
    luck = random.Random(rules.name)
    styles = of(rules.name, "play").STYLES
    return [
        Deal(rules, players, options, luck.randbytes(32), style, luck.randrange(2**32))
        for players in rules.players
        for options, style in product(choices(rules, players, luck), ((), luck.choice(styles[1:])))
    ]


def is_recorded(rules: Ruleset) -> bool:
    """Whether there are games by this version of the rules already."""
    return any(json.loads(path.read_text())["rules"] == rules.version for path in (FOLDER / rules.name).glob("*.json"))


def write() -> None:
    """Record games of all rules that have none yet, behind those of earlier versions."""
    for rules in RULESETS.values():
        folder = FOLDER / rules.name
        folder.mkdir(exist_ok=True)
        if is_recorded(rules):
            continue
        for number, deal in enumerate(deals(rules), start=len(list(folder.glob("*.json"))) + 1):
            path = folder / f"{number:02}.json"
            path.write_text(json.dumps(played(deal).record()) + "\n")
            print(f"{path.relative_to(FOLDER)}: {deal.players} players, {deal.options}, {deal.favourites}")


if __name__ == "__main__":
    write()
