"""How a net is trained: one TOML file per game has all that decides it."""

import tomllib
from collections.abc import Mapping
from dataclasses import dataclass, field, fields
from importlib.resources import files
from pathlib import Path
from typing import Any

import numpy as np

from brocante.games.errors import SetupError
from brocante.games.options import OneEach, SeatOption
from brocante.games.ruleset import Ruleset

SETUPS = 256  # drawn ahead; each new game takes one of them


@dataclass(frozen=True)
class Config:
    """The recipe. Rates and weights with two numbers begin with the first and end with the second."""

    iterations: int = 2000  # of playing and learning
    seconds: float | None = None  # instead of iterations: train that long
    games: int = 16384  # at once
    steps: int = 64  # moves in each game, between two times of learning
    minibatch: int = 8192  # moves that a step of learning looks at
    rate: float = 1e-3  # of learning; constant for the share `hold` of the time, then falling to 0
    hold: float = 0.55
    entropy: tuple[float, float] = (0.02, 0.003)  # what being undecided is worth
    clip: float = 0.2  # how far a step of learning may change a probability
    trace: float = 0.95  # lambda of generalised advantage estimation
    value: float = 0.5  # weight of the value's error
    winning: tuple[float, float] = (0.3, 1.0)  # share of the reward that only a win counts; the rest is the rank
    winning_by: float = 0.5  # share of the time after which only that counts
    heuristics: float = 0.25  # share of the games with heuristics at the table
    rivals: float = 0.15  # share of the games with an earlier self at the table
    snapshot: int = 50  # iterations between two selves that are remembered
    pool: int = 8  # selves that are remembered
    rival: int = 10  # iterations until another of them plays
    average: float = 0.998  # how slowly the averaged weights follow, which are judged and kept
    wide: int = 256  # units of a layer of the trunk
    narrow: int = 96  # units of a layer of kinds
    checkpoint: int = 250  # iterations between two checkpoints, at which games are dealt anew
    judged: int = 4096  # games against heuristics at each checkpoint
    players: Mapping[str, int] = field(default_factory=dict)  # weights of numbers of players; none: all alike
    options: tuple[Mapping[str, Any], ...] = ({"weight": 1},)  # options that differ from the usual, with weights

    def __post_init__(self) -> None:
        whole = (
            "iterations",
            "games",
            "steps",
            "minibatch",
            "snapshot",
            "pool",
            "rival",
            "wide",
            "narrow",
            "checkpoint",
        )
        for name in whole:
            if not isinstance(getattr(self, name), int) or getattr(self, name) < 1:
                raise SetupError(f"{name} is a whole number, 1 or more; not {getattr(self, name)!r}.")
        if self.minibatch > self.games * self.steps:
            raise SetupError("minibatch is at most games times steps: there are no more moves to learn from.")
        if not 0 <= self.heuristics + self.rivals <= 1:
            raise SetupError("heuristics and rivals are shares of the games: together at most 1.")


def config_of(rules: Ruleset, file: Path | None = None, **changes: Any) -> Config:
    """The recipe in a file, else the one of the game, else the usual one; with some changes."""
    own = files(rules.package) / "train.toml"
    if file is not None:
        text = file.read_text(encoding="utf-8")
    else:
        text = own.read_text(encoding="utf-8") if own.is_file() else ""
    try:
        given = tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        raise SetupError(f"{file or own} is not TOML: {error}.") from None
    known = [each.name for each in fields(Config)]
    for name in given:
        if name not in known:
            raise SetupError(f"A recipe has no {name!r}; it has {', '.join(known)}.")
    if changes.get("iterations") is not None:
        given.pop("seconds", None)
    pairs = {name: tuple(value) for name, value in given.items() if isinstance(value, list)}
    return Config(**{**given, **pairs, **{name: value for name, value in changes.items() if value is not None}})


def setups(rules: Ruleset, config: Config, seed: int) -> Any:
    """Fresh positions of many setups, as the recipe weighs them: numbers of players, options, who begins, which
    boards."""
    luck = np.random.default_rng([seed, 1])
    weights = {int(players): weight for players, weight in config.players.items()} or dict.fromkeys(rules.players, 1)
    drawn = np.zeros(SETUPS, rules.position_type)
    for i in range(SETUPS):
        players = int(one_of(luck, weights))
        options = dict(config.options[one_of(luck, {i: each["weight"] for i, each in enumerate(config.options)})])
        del options["weight"]
        for option in rules.options:
            if isinstance(option, SeatOption):
                options.setdefault(option.name, int(luck.integers(players)))
            elif isinstance(option, OneEach):
                options.setdefault(
                    option.name, [str(each) for each in luck.permutation(list(option.choices))[:players]]
                )
        drawn[i] = rules.fresh(players, options)[0]
    return drawn


def one_of(luck: np.random.Generator, weights: Mapping[int, float]) -> int:
    shares = np.array(list(weights.values()), float)
    return int(luck.choice(list(weights), p=shares / shares.sum()))


def covered(rules: Ruleset, config: Config) -> dict[str, Any]:
    """What a net of this recipe was trained for."""
    players = sorted(int(players) for players in config.players) or list(rules.players)
    options = [{name: value for name, value in each.items() if name != "weight"} for each in config.options]
    return {"players": players, "options": options}
