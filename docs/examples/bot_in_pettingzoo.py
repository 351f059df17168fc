"""A bot of ours at a PettingZoo table, against agents that play at random: how often it comes first.

python docs/examples/bot_in_pettingzoo.py --games 50
"""

import argparse

import numpy as np

import brocante
from brocante.envs.pettingzoo import env
from brocante.games.game import numbers_of


def play(game: str, games: int, bot_name: str) -> float:
    """The share of games in which the bot, in another seat each time, comes first, alone or with others."""
    table, bot, luck = env(game, players=4), brocante.bot(bot_name, seed=1), np.random.default_rng(1)
    wins = 0
    for number in range(games):
        table.reset(seed=number)
        ours = table.possible_agents[number % 4]
        rewards = {}
        for agent in table.agent_iter():
            observation, reward, termination, truncation, _ = table.last()
            if termination or truncation:
                rewards[agent] = reward
                table.step(None)
            elif agent == ours:
                move = bot.choose(table.game)  # is given the whole game, but uses only what its seat may see
                table.step(numbers_of(table.game.ruleset)[move])
            else:
                table.step(int(luck.choice(np.flatnonzero(observation["action_mask"]))))
        wins += rewards[ours] == max(rewards.values())
    return wins / games


if __name__ == "__main__":
    options = argparse.ArgumentParser(description=__doc__)
    options.add_argument("--game", default="klunker")
    options.add_argument("--games", type=int, default=50)
    options.add_argument("--bot", default="heuristic")
    given = options.parse_args()
    share = play(given.game, given.games, given.bot)
    print(f"{given.game}: {given.bot} came first in {share:.0%} of {given.games} games of four; a fair share is 25%.")
