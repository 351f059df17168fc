"""Earlier selves: some of them play on as rivals, so that learning does not go round in circles."""

import numpy as np

from brocante.train.selfplay.net import Parameters, torch


class Pool:
    """The first self, the latest, and some of those between."""

    def __init__(self, most: int, seed: int) -> None:
        self._most, self._seed = most, seed
        self.selves: list[Parameters] = []

    def add(self, net: Parameters, iteration: int) -> None:
        """Remember a self; where there are too many, one between is forgotten."""
        self.selves.append({name: each.detach().clone() for name, each in net.items()})
        if len(self.selves) > self._most:
            between = max(1, len(self.selves) - 2)
            del self.selves[1 + np.random.default_rng([self._seed, iteration, 3]).integers(between)]

    def choose(self, iteration: int, rival: Parameters) -> None:
        """Let one of them be the rival."""
        if self.selves:
            one = self.selves[np.random.default_rng([self._seed, iteration, 2]).integers(len(self.selves))]
            with torch.no_grad():
                for name, each in rival.items():
                    each.copy_(one[name])
