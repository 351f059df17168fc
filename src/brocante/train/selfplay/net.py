"""The net as PyTorch learns it: the same layers as `brocante.neural.net`, in floating point.

Parameters are a plain dict, `LAYER.weights` (inputs by units) and `LAYER.bias`, so that copies for other precisions and
earlier selves are dicts too.
"""

import math
from typing import Any

from brocante.extras import extra
from brocante.games.perception import Perception

torch: Any = extra("torch", "PyTorch", "train")
Parameters = dict[str, Any]


def shapes(shape: Perception, wide: int, narrow: int) -> dict[str, tuple[int, int, float]]:
    """Of each layer: inputs, units, and how large its weights are at first."""
    pools, steps = shape.pool_count * narrow, shape.common.size
    usual, small = math.sqrt(2), 0.01
    narrow_inputs = (shape.kind.size + steps, narrow, 1.0), (narrow + wide, narrow, 1.0)
    kinds = {"kind_1": narrow_inputs[0], "kind_2": narrow_inputs[1], "by_kind": (narrow + wide, shape.roles, small)}
    return {
        **(kinds if shape.kinds else {}),
        "trunk_1": (pools + steps, wide, usual),
        "trunk_2": (pools + wide, wide, usual),
        "trunk_3": (wide, wide, usual),
        "others": (wide, shape.actions - shape.kinds * shape.roles, small),
        "value": (wide, 1, 0.1),
    }


def new_parameters(shape: Perception, wide: int, narrow: int, device: Any) -> Parameters:
    """Parameters of a net that knows nothing."""
    parameters: Parameters = {}
    for layer, (inputs, units, gain) in shapes(shape, wide, narrow).items():
        weights = torch.empty(units, inputs)
        torch.nn.init.orthogonal_(weights, gain)
        parameters[f"{layer}.weights"] = weights.t().contiguous().to(device)
        parameters[f"{layer}.bias"] = torch.zeros(units, device=device)
    return parameters


class Eyes:
    """Turns numbers into steps of thermometers: one matrix product for the whole, one for all kinds."""

    def __init__(self, shape: Perception, device: Any, precision: Any) -> None:
        self.shape, self.precision = shape, precision
        self._common = [
            torch.tensor(each, dtype=precision, device=device) for each in shape.common.matrix(shape.numbers)
        ]
        places = shape.kind_numbers.shape[1]
        self._kind = [torch.tensor(each, dtype=precision, device=device) for each in shape.kind.matrix(places)]
        self._places = torch.tensor(shape.kind_numbers.reshape(-1).astype("int64"), device=device)
        pools = torch.zeros(shape.pool_count, shape.kinds)
        for kind, pool in enumerate(shape.pools):
            pools[pool, kind] = 1
        self.pools = pools.to(device=device, dtype=precision)

    def common(self, numbers: Any) -> Any:
        return torch.addmm(self._common[1], numbers.to(self.precision), self._common[0]).clamp_(0, 1)

    def kinds(self, numbers: Any) -> Any:
        shape = self.shape
        places = numbers.index_select(1, self._places).view(-1, shape.kind_numbers.shape[1]).to(self.precision)
        return torch.addmm(self._kind[1], places, self._kind[0]).clamp_(0, 1).view(len(numbers), shape.kinds, -1)


def forward(net: Parameters, eyes: Eyes, numbers: Any) -> tuple[Any, Any]:
    """Logits of all actions, and what is expected."""
    shape, relu = eyes.shape, torch.relu

    def layer(name: str, inputs: Any) -> Any:
        return torch.addmm(net[f"{name}.bias"], inputs, net[f"{name}.weights"])

    def pooled(kinds: Any, whole: Any) -> Any:
        return torch.cat([torch.matmul(eyes.pools, kinds).flatten(1), whole], 1)

    def beside(name: str, kinds: Any, whole: Any) -> Any:
        """A layer of kinds, whose inputs are the kind and the whole, which is multiplied once for all of them."""
        weights, own = net[f"{name}.weights"], kinds.shape[2]
        return kinds @ weights[:own] + (whole @ weights[own:] + net[f"{name}.bias"]).unsqueeze(1)

    seen = eyes.common(numbers)
    if not shape.kinds:
        trunk = relu(layer("trunk_2", relu(layer("trunk_1", seen))))
        trunk = relu(layer("trunk_3", trunk))
        return layer("others", trunk).float(), layer("value", trunk).float().squeeze(1)
    kinds = relu(beside("kind_1", eyes.kinds(numbers), seen))
    trunk = relu(layer("trunk_1", pooled(kinds, seen)))
    kinds = relu(beside("kind_2", kinds, trunk))
    trunk = relu(layer("trunk_2", pooled(kinds, trunk)))
    trunk = relu(layer("trunk_3", trunk))
    by_kind = beside("by_kind", kinds, trunk).transpose(1, 2).flatten(1)
    logits = torch.cat([by_kind, layer("others", trunk)], 1).float()
    return logits, layer("value", trunk).float().squeeze(1)


def allowed(logits: Any, mask: Any) -> Any:
    """Logits with all that is not legal out of reach."""
    return logits.masked_fill(mask == 0, -1e9)


def drawn(logits: Any) -> tuple[Any, Any]:
    """An action by its probability, and the logarithm of that; drawn with Gumbel noise."""
    noise = torch.rand_like(logits).clamp_(1e-9, 1 - 1e-7).log_().neg_().log_()
    action = (logits - noise).argmax(1)
    return action, logits.gather(1, action[:, None]).squeeze(1) - logits.logsumexp(1)
