"""A run on disk: written beside and then put in place, so that there is always one to continue from."""

import os
from pathlib import Path
from typing import Any

from brocante.games.errors import SetupError
from brocante.train.selfplay.net import torch

VERSION = 1


def save(path: Path, content: dict[str, Any]) -> None:
    beside = path.with_suffix(".new")
    torch.save({"version": VERSION, **content}, beside)
    os.replace(beside, path)


def load(path: Path, game: str, seed: int, device: Any) -> dict[str, Any] | None:
    """The run in a file, None if there is none; SetupError if it is that of another game or seed."""
    if not path.exists():
        return None
    try:
        content: dict[str, Any] = torch.load(path, map_location=device, weights_only=False)
        found = content["version"], content["game"], content["seed"]
    except Exception as error:  # whatever PyTorch finds wrong with a file
        raise SetupError(f"{path} holds no training to continue: {error}.") from None
    if found != (VERSION, game, seed):
        raise SetupError(f"{path} holds the training of {found[1]} with seed {found[2]}; name another folder.")
    return content
