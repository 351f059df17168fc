"""Learning: proximal policy optimisation (Schulman et al., 2017), one pass over what was played."""

from typing import Any

from brocante.train.selfplay.config import Config
from brocante.train.selfplay.device import Device
from brocante.train.selfplay.net import Parameters, allowed, forward, torch
from brocante.train.selfplay.rollout import Rollout

MOST_GRADIENT = 0.5


class Learner:
    """Improves `masters` and keeps `net`, the same in the precision that plays, in step with them."""

    def __init__(self, config: Config, device: Device, rollout: Rollout, masters: Parameters, net: Parameters) -> None:
        self._config, self._rollout, self._masters, self._net = config, rollout, masters, net
        on_gpu = device.torch.type == "cuda"
        self.rate = torch.tensor(config.rate, device=device.torch)
        self.entropy = torch.tensor(config.entropy[0], device=device.torch)
        for each in masters.values():
            each.grad = torch.zeros_like(each)
        self._optimizer = torch.optim.Adam(
            list(masters.values()), lr=self.rate if on_gpu else config.rate, eps=1e-5, capturable=on_gpu, fused=on_gpu
        )
        self._on_gpu = on_gpu
        self._all = config.games * config.steps
        self._index = torch.zeros(config.minibatch, dtype=torch.int64, device=device.torch)
        self.figures = torch.zeros(3, device=device.torch)  # the value's error, entropy, share explained
        self._step = self._learn
        self._device, self._captured = device, False

    def learn(self, rate: float, entropy: float) -> None:
        """One pass over all moves, in any order."""
        self.entropy.fill_(entropy)
        if self._on_gpu:
            self.rate.fill_(rate)
        else:
            for group in self._optimizer.param_groups:
                group["lr"] = rate
        size = self._config.minibatch
        order = torch.randperm(self._all, device=self._index.device)
        for begin in range(0, self._all - size + 1, size):
            self._index.copy_(order[begin : begin + size])
            if self._on_gpu and not self._captured:
                self._step, self._captured = self._device.repeated(self._learn), True
            self._step()

    def _learn(self) -> None:
        config, rollout, index = self._config, self._rollout, self._index
        moves = rollout.moves
        numbers = rollout.numbers.flatten(0, 1)[index]
        mask = rollout.mask.flatten(0, 1)[index]
        action, before = rollout.action.flatten()[index], rollout.logarithm.flatten()[index]
        advantage, target = moves.advantage.flatten()[index], moves.target.flatten()[index]
        weight = moves.weight.flatten()[index]
        weight = weight / weight.sum().clamp(min=1)
        logits, value = forward(self._net, rollout.eyes, numbers)
        logarithms = torch.log_softmax(allowed(logits, mask), 1)
        entropy = -(logarithms.exp() * logarithms.clamp(min=-50)).sum(1)
        ratio = (logarithms.gather(1, action[:, None]).squeeze(1) - before).exp()
        gain = torch.min(ratio * advantage, ratio.clamp(1 - config.clip, 1 + config.clip) * advantage)
        policy_error, undecided = -(gain * weight).sum(), (entropy * weight).sum()
        value_error = ((value - target) ** 2 * weight).sum()
        loss = policy_error + config.value * value_error - self.entropy * undecided
        gradients = torch.autograd.grad(loss, list(self._net.values()))
        masters = list(self._masters.values())
        with torch.no_grad():
            torch._foreach_copy_([each.grad for each in masters], list(gradients))
            torch.nn.utils.clip_grad_norm_(masters, MOST_GRADIENT, foreach=True)
            self._optimizer.step()
            torch._foreach_copy_(list(self._net.values()), masters)
            spread = ((target - (target * weight).sum()) ** 2 * weight).sum().clamp(min=1e-6)
            explained = 1 - value_error / spread
            self.figures.copy_(torch.stack([value_error, undecided, explained]).detach())

    def state(self) -> Any:
        """What the optimizer remembers."""
        return self._optimizer.state_dict()

    def restore(self, state: Any) -> None:
        self._optimizer.load_state_dict(state)
        if self._on_gpu:
            for group in self._optimizer.param_groups:
                group["lr"] = self.rate
