"""A hundred thousand games of Klunker between players that go by the heuristic, analysed with pandas.

    python docs/examples/analysis.py --games 100000 --out klunker.png

Which seat wins, how long games last, and what a card in the first hand is worth, a necklace above all.
"""

import argparse
from pathlib import Path

import matplotlib as mpl
import numpy as np
import pandas as pd

from brocante.envs.opponents import Heuristics
from brocante.envs.vector import VectorEnv
from brocante.games.klunker.words import KINDS

PLAYERS = 4


def played(games: int, seed: int = 1) -> pd.DataFrame:
    """A row for each seat of each game: its first hand, its bills in the end, whether it won, and the game's length.

    From each environment the same number of games is kept: the games that end first are short ones.
    """
    env = VectorEnv("klunker", num_envs=min(1000, games), players=PLAYERS, seed=seed)
    heuristics, each = Heuristics(env, seed=seed), -(-games // env.num_envs)
    env.reset()
    hands = env.positions["hand"][:, :PLAYERS].copy()
    ended, tables = np.zeros(env.num_envs, int), []
    while (ended < each).any():
        _, _, over, _, infos = env.step(heuristics.actions())
        kept = np.flatnonzero(over & (ended < each))
        if len(kept):
            ranks = infos["ranks"][kept]
            won = (ranks == 1) / (ranks == 1).sum(axis=1, keepdims=True)  # a shared win is shared
            table = pd.DataFrame(hands[kept].reshape(-1, len(KINDS)), columns=list(KINDS))
            table["seat"] = np.tile(np.arange(PLAYERS), len(kept))
            table["bills"], table["won"] = infos["scores"][kept].ravel(), won.ravel()
            table["length"] = np.repeat(infos["lengths"][kept], PLAYERS)
            tables.append(table)
        ended += over
        dealt = np.flatnonzero(over)
        hands[dealt] = env.positions["hand"][dealt, :PLAYERS]
    return pd.concat(tables, ignore_index=True).head(games * PLAYERS)


def worths(table: pd.DataFrame) -> pd.Series:
    """What one card of a kind in the first hand, in place of a stud, adds to the bills in the end: least squares."""
    kinds = list(KINDS[1:])  # six cards are dealt, so one kind has to be the measure of the others
    given = np.column_stack([np.ones(len(table)), table[kinds]])
    return pd.Series(np.linalg.lstsq(given, table["bills"], rcond=None)[0][1:], index=kinds)


def draw(table: pd.DataFrame, file: Path) -> None:
    """Three pictures beside each other."""
    mpl.use("Agg")
    import matplotlib.pyplot as plt

    figure, (seats, lengths, cards) = plt.subplots(1, 3, figsize=(14, 4), layout="constrained")
    table.groupby("seat")["won"].mean().plot.bar(ax=seats, title="share of wins by seat", rot=0)
    seats.axhline(1 / PLAYERS, color="black", linestyle="--")
    table["length"][::PLAYERS].plot.hist(ax=lengths, bins=40, title="moves in a game")
    worths(table).plot.bar(ax=cards, title="bills for a card in the first hand, against a stud", rot=45)
    figure.savefig(file)


if __name__ == "__main__":
    options = argparse.ArgumentParser(description=__doc__)
    options.add_argument("--games", type=int, default=100_000)
    options.add_argument("--out", type=Path, default=Path("klunker.png"))
    given = options.parse_args()
    games = played(given.games)
    print("share of wins by seat:", games.groupby("seat")["won"].mean().round(3).to_dict())
    print("moves in a game:", games["length"][::PLAYERS].describe().round(1).to_dict())
    print("bills for a card in the first hand, against a stud:", worths(games).round(3).to_dict())
    print("mean bills by necklaces in the first hand:", games.groupby("necklace")["bills"].mean().round(2).to_dict())
    draw(games, given.out)
    print(f"Drawn to {given.out}.")
