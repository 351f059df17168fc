"""How strong a net is while it learns: one of it among heuristics, or among rivals, in every seat of the same deals."""

import math
from typing import Any

import numpy as np

from brocante.games.ruleset import Ruleset
from brocante.train.selfplay.device import Device
from brocante.train.selfplay.games import HEURISTIC, ONE, RIVAL
from brocante.train.selfplay.net import Eyes, Parameters, allowed, forward, torch

SEED = 2026
MOST_STEPS = 4000  # moves of a game that is still waited for
LOOK = 32  # steps between two looks whether all games are over


class Judge:
    """Games for judging, kept between two times; the options are the usual ones."""

    def __init__(self, rules: Ruleset, device: Device, eyes: Eyes, games: int, rival: Parameters | None) -> None:
        players = rules.usual_players
        size = max(1, games // players) * players
        self._players, self._size, self._device, self._eyes, self._rival = players, size, device, eyes, rival
        self._games = device.games(rules, rules.fresh(players), size, 0 if rival else size)
        self._games.seat(np.full(size, ONE), np.full(size, RIVAL if rival else HEURISTIC))
        batch = self._games.batch
        self._now = {name: device.tensor(getattr(batch, name)) for name in ("numbers", "mask", "turn", "over", "ranks")}
        self._seat = torch.arange(size, device=device.torch) % players

    def share(self, net: Parameters) -> tuple[float, float]:
        """Its share of wins when it plays what it finds best, and a 95% margin over deals."""
        now = self._now
        with torch.no_grad():
            self._games.reset(SEED, alike=self._players)
            won = torch.zeros(self._size, device=self._device.torch)
            done = torch.zeros(self._size, dtype=torch.bool, device=self._device.torch)
            for step in range(MOST_STEPS):
                actions = self._best(net)
                if self._rival is not None:
                    actions = torch.where(now["turn"].long() == self._seat, actions, self._best(self._rival))
                self._games.step(self._device.actions(actions.to(torch.int32).contiguous()))
                first = now["ranks"][:, : self._players] == 1
                share = first.gather(1, self._seat[:, None]).squeeze(1) / first.sum(1).clamp(min=1)
                ended = (now["over"] > 0) & ~done
                won = torch.where(ended, share, won)
                done |= ended
                if step % LOOK == 0 and bool(done.all()):
                    break
            deals = won.view(-1, self._players).mean(1)
        return won.mean().item(), 1.96 * deals.std().item() / math.sqrt(len(deals))

    def _best(self, net: Parameters) -> Any:
        return allowed(forward(net, self._eyes, self._now["numbers"])[0], self._now["mask"]).argmax(1)
