"""A training run: play, learn, judge and remember, until the time is up.

At every checkpoint the games are dealt anew and chance begins anew, by seeds that follow from the run's seed and the
iteration. So a checkpoint needs neither games nor random generators, and a run that is continued from one goes on as
if it had never stopped; on a CPU, to the bit.
"""

import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

from brocante.games.ruleset import Ruleset
from brocante.train.selfplay import checkpoint, curves
from brocante.train.selfplay.config import Config, covered
from brocante.train.selfplay.device import Device
from brocante.train.selfplay.export import file_of, parameters_from
from brocante.train.selfplay.judge import Judge
from brocante.train.selfplay.net import Parameters, new_parameters, torch
from brocante.train.selfplay.pool import Pool
from brocante.train.selfplay.ppo import Learner
from brocante.train.selfplay.rollout import Rollout

WARM_UP = 50  # iterations until the rate of learning is reached
Row = dict[str, Any]


class Run:
    """One training in a folder: `run.pt` to continue from, `net.bin`, `curve.json` and `curve.svg`."""

    def __init__(
        self,
        rules: Ruleset,
        config: Config,
        seed: int,
        folder: Path,
        device: Device,
        against: bytes | None = None,
        start: bytes | None = None,
    ) -> None:
        self._rules, self._config, self._seed, self._folder, self._device = rules, config, seed, folder, device
        torch.manual_seed(seed)
        shape = rules.needed_perception().PERCEPTION
        fixed = None if against is None else parameters_from(against, "the net to train against", device.torch)
        known = fixed if start is None else parameters_from(start, "the net to start from", device.torch)
        fresh = new_parameters(shape, config.wide, config.narrow, device.torch)
        self.masters = self._copies(known or fresh, torch.float32)  # a best response begins as the net itself
        self._net = self._copies(self.masters, device.precision, learns=True)
        self.average = self._copies(self.masters, torch.float32)
        self._rival = self._copies(fixed or self.masters, device.precision)
        self._against = fixed is not None
        self._pool = Pool(config.pool, seed)
        self._rollout = Rollout(rules, config, device, self._net, self._rival, seed, self._against)
        self._learner = Learner(config, device, self._rollout, self.masters, self._net)
        rival = self._rival if self._against else None
        self._judge = Judge(rules, device, self._rollout.eyes, config.judged, rival)
        self._shown = self._copies(self.masters, device.precision)  # the average, in the precision that is judged
        self.iteration, self.seconds = 0, 0.0
        self.rows: list[Row] = []
        self._continue()
        self._begin_anew()

    @staticmethod
    def _copies(parameters: Parameters, precision: Any, learns: bool = False) -> Parameters:
        copies = {name: each.detach().to(precision).clone() for name, each in parameters.items()}
        return {name: each.requires_grad_(learns) for name, each in copies.items()}

    @property
    def progress(self) -> float:
        """The share of the training that is done."""
        if self._config.seconds is not None:
            return min(1.0, self.seconds / self._config.seconds)
        return min(1.0, self.iteration / self._config.iterations)

    def train(self, tell: Callable[[Row], object], pause: float | None = None) -> None:
        """Train until the end, or for so many seconds; `tell` gets a row of figures at every checkpoint."""
        config = self._config
        end = self.seconds + (pause or float("inf"))
        play: Callable[[], None] | None = None
        begun, first = time.perf_counter(), True
        while self.progress < 1 and self.seconds < end:
            self._schedule()
            if play is None:
                play = self._device.repeated(self._rollout.play)
            play()
            self._learner.learn(self._rate(), self._between(config.entropy, self.progress))
            self._follow()
            self.iteration += 1
            if self._device.torch.type == "cuda":
                torch.cuda.synchronize()
            now = time.perf_counter()
            self.seconds += 0 if first else now - begun  # compiling is not training
            begun, first = now, False
            if self.iteration % config.checkpoint == 0 or self.progress >= 1 or self.seconds >= end:
                tell(self._report())
                begun = time.perf_counter()  # judging is not training

    def _schedule(self) -> None:
        """What changes as the training goes on."""
        config = self._config
        if not self._against:
            if self.iteration % config.snapshot == 0:
                self._pool.add(self._net, self.iteration)
            if self.iteration % config.rival == 0:
                self._pool.choose(self.iteration, self._rival)
        self._rollout.winning.fill_(self._between(config.winning, min(1.0, self.progress / config.winning_by)))

    @staticmethod
    def _between(ends: tuple[float, float], share: float) -> float:
        return ends[0] + (ends[1] - ends[0]) * share

    def _rate(self) -> float:
        config = self._config
        falling = min(1.0, (1 - self.progress) / (1 - config.hold))
        return config.rate * min(1.0, (1 + self.iteration) / WARM_UP) * falling + 1e-6

    def _follow(self) -> None:
        """The averaged weights follow the learned ones."""
        share = 1 - min(self._config.average, self.iteration / (self.iteration + 10))
        with torch.no_grad():
            torch._foreach_lerp_(list(self.average.values()), list(self.masters.values()), share)

    def _report(self) -> Row:
        """Judge, write everything down, and begin anew."""
        with torch.no_grad():
            for name, each in self._shown.items():
                each.copy_(self.average[name])
        share, margin = self._judge.share(self._shown)
        steps = self.iteration * self._config.games * self._config.steps
        value, entropy, explained = self._learner.figures.tolist()
        row = {
            "iteration": self.iteration,
            "seconds": round(self.seconds, 1),
            "steps": steps,
            "share": round(share, 4),
            "margin": round(margin, 4),
            "entropy": round(entropy, 4),
            "value_error": round(value, 4),
            "explained": round(explained, 4),
            "steps_per_second": round(steps / max(self.seconds, 1e-9)),
        }
        self.rows.append(row)
        self._write()
        self._begin_anew()
        return row

    def _begin_anew(self) -> None:
        seed = self._seed * 1_000_003 + self.iteration
        torch.manual_seed(seed)
        self._rollout.games.reset(seed)
        if not self._against:
            self._pool.choose(self.iteration, self._rival)

    def _write(self) -> None:
        config, rules = self._config, self._rules
        about = {
            "game": rules.name,
            "seed": self._seed,
            "machine": self._device.name(),
            "against": "neural" if self._against else "itself, earlier selves and heuristics",
        }
        checkpoint.save(
            self._folder / "run.pt",
            {
                **about,
                "iteration": self.iteration,
                "seconds": self.seconds,
                "rows": self.rows,
                "masters": self.masters,
                "average": self.average,
                "optimizer": self._learner.state(),
                "pool": self._pool.selves,
            },
        )
        trained = {"iterations": self.iteration, "steps": self.rows[-1]["steps"], "seconds": round(self.seconds)}
        header = {**covered(rules, config), "trained": {**trained, "seed": self._seed, "machine": self._device.name()}}
        (self._folder / "net.bin").write_bytes(file_of(rules, self.average, header))
        (self._folder / "curve.json").write_text(curves.as_json(about, self.rows))
        others = "of the net it is trained against" if self._against else "heuristics"
        title = f"{rules.title}: one of it among {rules.usual_players - 1} {others}"
        (self._folder / "curve.svg").write_text(curves.svg(title, 1 / rules.usual_players, self.rows))

    def _continue(self) -> None:
        """Go on from the checkpoint in the folder, if there is one."""
        saved = checkpoint.load(self._folder / "run.pt", self._rules.name, self._seed, self._device.torch)
        if saved is None:
            return
        with torch.no_grad():
            for name, each in self.masters.items():
                each.copy_(saved["masters"][name])
                self._net[name].copy_(each)
                self.average[name].copy_(saved["average"][name])
        self._learner.restore(saved["optimizer"])
        self._pool.selves = saved["pool"]
        self.iteration, self.seconds, self.rows = saved["iteration"], saved["seconds"], saved["rows"]
