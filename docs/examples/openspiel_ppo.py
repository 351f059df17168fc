"""OpenSpiel's PPO on our games: it learns in one seat among three heuristics, another seat in every game.

    python docs/examples/openspiel_ppo.py --minutes 10
    python docs/examples/openspiel_ppo.py --net train-klunker/net.bin

It learns for so many minutes of processor time and is judged after each quarter of them: one of it among three
heuristics, in every seat of the same deals. With `--net`, a net of `brocante train` is judged alike. It needs PyTorch
and `brocante[openspiel]`.
"""

import argparse
import time
from collections.abc import Callable, Iterator
from statistics import fmean
from typing import Any

import numpy as np

import brocante
from brocante.arena.match import set_up
from brocante.arena.report import Estimate, estimate
from brocante.envs.opponents import Heuristics
from brocante.envs.vector import VectorEnv
from brocante.games.catalogue import ruleset
from brocante.games.game import Game
from brocante.games.layout import NUMBER
from brocante.games.one import look

PLAYERS, SEED = 4, 2026
GAMES, STEPS = 64, 128  # that PPO plays at once, and moves in each between two times of learning

Chooser = Callable[[np.ndarray, np.ndarray], int]  # from an observation and a mask to the number of a move


class OneSeat:
    """A table with the methods that OpenSpiel's vector of environments calls: one seat learns, another in every game;
    heuristics have the others."""

    def __init__(self, game: str, seed: int) -> None:
        self._env = VectorEnv(game, 1, PLAYERS, seed=seed)
        self._others = Heuristics(self._env, seed=seed)
        self._seat = seed % PLAYERS
        self._env.reset()

    def reset(self) -> Any:
        """The next game, which the vector environment has dealt already."""
        self._seat = (self._seat + 1) % PLAYERS
        self._wait()
        return self.get_time_step()

    def step(self, actions: list[int]) -> Any:
        """A move of the learner, and those of the others until it is to move again."""
        self._env.step(np.array(actions))
        over = bool(self._env.terminations[0]) or self._wait()
        return self.get_time_step(float(self._env.rewards[0, self._seat]), over)

    def _wait(self) -> bool:
        while self._env.turn[0] != self._seat:
            self._env.step(self._others.actions())
            if self._env.terminations[0]:
                return True
        return False

    def get_time_step(self, reward: float = 0.0, over: bool = False) -> Any:
        """What the learner may see and do."""
        from open_spiel.python.rl_environment import StepType, TimeStep

        legal = np.flatnonzero(self._env.action_mask[0]).tolist()
        seen = {"info_state": [self._env.observations[0].astype(np.float32)], "legal_actions": [legal]}
        return TimeStep(seen, [reward], [0.0 if over else 1.0], StepType.LAST if over else StepType.MID)


def learned(game: str, seconds: float) -> Iterator[tuple[float, int, Chooser]]:
    """OpenSpiel's PPO with its own net, as in its example but with more games at once. After each quarter of the time:
    the seconds used, the moves learned from, and how it plays."""
    import torch
    from open_spiel.python.pytorch.ppo import PPO, PPOAgent
    from open_spiel.python.vector_env import SyncVectorEnv

    torch.manual_seed(SEED)
    envs, rules = SyncVectorEnv([OneSeat(game, seed) for seed in range(GAMES)]), ruleset(game)
    agent = PPO(
        input_shape=(rules.layout.size,),
        num_actions=rules.move_count,
        num_players=1,
        num_envs=GAMES,
        steps_per_batch=STEPS,
        clip_coef=0.1,
        agent_fn=PPOAgent,
    )

    def choose(seen: np.ndarray, mask: np.ndarray) -> int:
        with torch.no_grad():
            logits = agent.network.actor(torch.from_numpy(seen.astype(np.float32)))
        return int(torch.where(torch.from_numpy(mask) > 0, logits, -torch.inf).argmax())

    now, used = envs.reset(), 0.0
    while used < seconds:
        before, start = used, time.process_time()
        for _ in range(STEPS):
            now, rewards, over, _ = envs.step(agent.step(now), reset_if_done=True)
            agent.post_step(rewards, over)
        agent.anneal_learning_rate(used, seconds)
        agent.learn(now)
        used += time.process_time() - start
        if int(4 * used / seconds) > int(4 * before / seconds):
            yield used, agent.total_steps_done, choose


def judged(game: str, chosen: Callable[[Game], str], deals: int) -> Estimate:
    """Its share of wins among three heuristics, in every seat of each deal."""
    match = set_up(game, ["heuristic"] * PLAYERS, SEED, {}, luck=0)
    shares = []
    for deal in range(deals):
        won = []
        for seat in range(PLAYERS):
            table, others = match.deal(deal), match.bots(deal, seat)
            while table.turn is not None:
                table.play(chosen(table) if table.turn == seat else others[table.turn].choose(table))
            result = table.result()
            assert result is not None
            won.append((result["ranks"][seat] == 1) / result["ranks"].count(1))
        shares.append(fmean(won))
    return estimate(shares)


def as_bot(game: str, choose: Chooser) -> Callable[[Game], str]:
    """A learner as a bot: it sees the row of numbers of its seat, and chooses by number."""
    rules = ruleset(game)
    positions, moves = np.zeros(1, rules.position_type), rules.scratch()

    def chosen(table: Game) -> str:
        numbers, mask = np.zeros(rules.layout.size, NUMBER), np.zeros(rules.move_count, np.int8)
        positions[0] = table.position
        look(positions, table.turn, numbers, mask, moves)
        return str(rules.move_words[choose(numbers, mask)])

    return chosen


if __name__ == "__main__":
    options = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    options.add_argument("--game", default="klunker")
    options.add_argument("--minutes", type=float, default=10.0)
    options.add_argument("--deals", type=int, default=300)
    options.add_argument("--net", help="judge this file instead")
    given = options.parse_args()

    def tell(who: str, chosen: Callable[[Game], str]) -> None:
        share = judged(given.game, chosen, given.deals).text(100, 1, "%")
        print(f"{given.game}: {who} wins {share} among three heuristics; a fair share is 25%.", flush=True)

    if given.net:
        tell(given.net, brocante.bot("neural", net=given.net).choose)
    else:
        for seconds, moves, choose in learned(given.game, 60 * given.minutes):
            who = f"PPO after {seconds / 60:.1f} minutes and {moves / 1e6:.2f} million moves"
            tell(who, as_bot(given.game, choose))
