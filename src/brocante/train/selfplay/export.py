"""From learned parameters to a file of whole numbers, and back."""

from typing import Any

import numpy as np

from brocante.games.ruleset import Ruleset
from brocante.neural.file import LAYERS, read, written
from brocante.neural.net import SHIFT
from brocante.train.selfplay.net import Parameters, torch

HALF = 1 << 7  # in offsets: rounds where the shift would cut off
OFFSET = 1 << 16


def whole_numbers(parameters: Parameters) -> dict[str, Any]:
    """The arrays of a file. Each unit has a scale of its own: its largest weight becomes 127."""
    arrays = {}
    for layer in LAYERS:
        if f"{layer}.weights" not in parameters:  # a game without kinds
            weights, bias = np.zeros((0, 0)), np.zeros(0)
        else:
            weights, bias = (parameters[f"{layer}.{part}"].double().cpu().numpy() for part in ("weights", "bias"))
        scale = np.maximum(np.abs(weights).max(0, initial=0), 1e-9) / 127
        arrays[f"{layer}.weights"] = np.rint(weights / scale).astype(np.int8)
        arrays[f"{layer}.factors"] = np.rint(scale * 2**SHIFT).astype(np.int32)
        arrays[f"{layer}.offsets"] = (np.rint(bias * OFFSET) + HALF).astype(np.int32)
    return arrays


def file_of(rules: Ruleset, parameters: Parameters, about: dict[str, Any]) -> bytes:
    """A net as the bytes of a file that says what it is for."""
    header = {
        "game": rules.name,
        "rules": rules.version,
        "layout": rules.layout.version,
        "perception": rules.needed_perception().PERCEPTION.version,
        **about,
    }
    return written(header, whole_numbers(parameters))


def parameters_from(content: bytes, name: str, device: Any) -> Parameters:
    """Parameters in floating point that think as the net in a file does, but for rounding."""
    _, arrays = read(content, name)
    parameters: Parameters = {}
    for layer in LAYERS:
        weights = arrays[f"{layer}.weights"]
        if weights.size:
            scaled = weights * (arrays[f"{layer}.factors"] / 2**SHIFT)
            bias = (arrays[f"{layer}.offsets"] - HALF) / OFFSET
            parameters[f"{layer}.weights"] = torch.tensor(scaled, dtype=torch.float32, device=device)
            parameters[f"{layer}.bias"] = torch.tensor(bias, dtype=torch.float32, device=device)
    return parameters
