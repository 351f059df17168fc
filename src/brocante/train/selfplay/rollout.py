"""Playing: many games move by move, with all that learning needs written down."""

from typing import Any

import numpy as np

from brocante.games.ruleset import Ruleset
from brocante.games.seats import MOST_SEATS
from brocante.train.selfplay.advantages import Moves, Sums
from brocante.train.selfplay.config import Config, setups
from brocante.train.selfplay.device import Device
from brocante.train.selfplay.games import ALL, HEURISTIC, ONE, RIVAL, SOME
from brocante.train.selfplay.net import Eyes, Parameters, allowed, drawn, forward, torch


class Rollout:
    """Plays `steps` moves in each of the games. The first games have heuristics at the table, the next an earlier
    self, in the others all seats are the learner's; `against` fixes the others of all games, with one seat for the
    learner."""

    def __init__(
        self,
        rules: Ruleset,
        config: Config,
        device: Device,
        net: Parameters,
        rival: Parameters,
        seed: int,
        against: bool,
    ) -> None:
        shape = rules.needed_perception().PERCEPTION
        self._config, self._device, self._net, self._rival = config, device, net, rival
        self.eyes = Eyes(shape, device.torch, device.precision)
        heuristics = 0 if against else int(config.games * config.heuristics)
        rivals = config.games if against else int(config.games * config.rivals)
        self._rivals = slice(heuristics, heuristics + rivals)
        self.games = device.games(rules, setups(rules, config, seed), config.games, heuristics)
        number = np.arange(config.games)
        seats = np.where(number < heuristics + rivals, ONE if against else SOME, ALL)
        self.games.seat(seats, np.where(number < heuristics, HEURISTIC, RIVAL))
        batch = self.games.batch
        names = ("numbers", "mask", "turn", "players", "who", "over", "ranks")
        self._now = {name: device.tensor(getattr(batch, name)) for name in names}

        def room(*size: int, dtype: Any = torch.float32) -> Any:
            return torch.zeros((config.steps, config.games, *size), dtype=dtype, device=device.torch)

        self.numbers = room(shape.numbers, dtype=torch.int16)
        self.mask = room(shape.actions, dtype=torch.int8)
        self.action = room(dtype=torch.int64)
        self.logarithm = room()  # of the action's probability
        small = {"dtype": torch.int8}
        self.moves = Moves(
            room(**small),
            room(**small),
            room(),
            room(),
            room(**small),
            room(MOST_SEATS, **small),
            room(),
            room(),
            room(),
        )
        seats_of_all = (config.games, MOST_SEATS)
        self._sums = Sums(
            torch.zeros(seats_of_all, device=device.torch),
            torch.zeros(seats_of_all, device=device.torch),
            torch.zeros(seats_of_all, dtype=torch.int8, device=device.torch),
        )
        self._actions = torch.zeros(config.games, dtype=torch.int32, device=device.torch)
        self.winning = torch.zeros(1, device=device.torch)

    def play(self) -> None:
        """Play, and find out what was better than expected."""
        with torch.no_grad():
            for t in range(self._config.steps):
                self._move(t)
            self._device.look_back(self._config.trace, self.winning, self.moves, self._sums)
            weight, advantage = self.moves.weight, self.moves.advantage
            total = weight.sum().clamp(min=1)
            mean = (advantage * weight).sum() / total
            deviation = (((advantage - mean) ** 2 * weight).sum() / total).sqrt()
            advantage.sub_(mean).div_(deviation + 1e-6)

    def _move(self, t: int) -> None:
        now, moves = self._now, self.moves
        self.numbers[t].copy_(now["numbers"])
        self.mask[t].copy_(now["mask"])
        moves.turn[t].copy_(now["turn"])
        moves.players[t].copy_(now["players"])
        mover = now["who"].gather(1, now["turn"].long()[:, None]).squeeze(1)
        moves.mine[t].copy_(mover == 0)
        logits, value = forward(self._net, self.eyes, now["numbers"])
        action, logarithm = drawn(allowed(logits, now["mask"]))
        self.action[t].copy_(action)
        self.logarithm[t].copy_(logarithm)
        moves.value[t].copy_(value)
        self._actions.copy_(action)
        part = self._rivals
        if part.stop > part.start:
            theirs, _ = forward(self._rival, self.eyes, now["numbers"][part])
            other, _ = drawn(allowed(theirs, now["mask"][part]))
            self._actions[part] = torch.where(mover[part] == RIVAL, other, action[part]).to(torch.int32)
        self.games.step(self._device.actions(self._actions))
        moves.over[t].copy_(now["over"])
        moves.ranks[t].copy_(now["ranks"])
