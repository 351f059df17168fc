"""The machine that something was measured on."""

import os
import platform
from pathlib import Path

import numba
import numpy as np


def machine() -> dict[str, str]:
    """The processor, and the versions that matter to speed."""
    model = platform.processor()
    info = Path("/proc/cpuinfo")
    if info.exists():
        names = [line.split(":")[1].strip() for line in info.read_text().splitlines() if line.startswith("model name")]
        model = names[0] if names else model
    return {
        "processor": model,
        "cores": str(os.cpu_count()),
        "python": platform.python_version(),
        "numba": numba.__version__,
        "numpy": np.__version__,
    }
