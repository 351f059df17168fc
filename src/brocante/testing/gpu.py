"""Machine code that a GPU can run too: nothing is allocated, nothing is raised, no Python object is called."""

import re
from typing import Any

import numba
import numpy as np
from numba.core.errors import NumbaError

from brocante.games.chance import new_dice
from brocante.games.compiled import njit
from brocante.games.layout import NUMBER
from brocante.games.ruleset import Ruleset
from brocante.testing.failure import ensure, fail


def functions(rules: Ruleset) -> dict[str, tuple[Any, tuple[Any, ...]]]:
    """The functions that a GPU runs, by name, with arguments like those they are called with."""
    position, moves, dice = rules.fresh(rules.players[0])[0], rules.scratch(), new_dice(1)
    numbers, cards = np.zeros(rules.layout.size, NUMBER), np.zeros(rules.card_count, np.int8)
    scores = np.zeros(rules.players[-1], np.int64)
    return {
        "deal": (rules.rules.deal, (position,)),
        "legal": (rules.rules.legal, (position, moves)),
        "play": (rules.rules.play, (position, 0)),
        "result": (rules.rules.result, (position, scores, scores)),
        "redeal": (rules.rules.redeal, (position, 0, dice, cards)),
        "observe_public": (rules.seen.observe_public, (position, 0, numbers)),
        "observe_private": (rules.seen.observe_private, (position, 0, numbers)),
    }


def rules_compile_for_a_gpu(rules: Ruleset) -> None:
    """Each function is compiled by `compiled`, and its code neither allocates nor raises."""
    for name, (function, arguments) in functions(rules).items():
        options = getattr(function, "targetoptions", None)
        if options is None:
            fail(f"{name} is not compiled: decorate it with `compiled`.")
        ours = options.get("_nrt") is False and options.get("error_model") == "numpy"
        ensure(ours, f"{name} is compiled otherwise than by `compiled`, so it may allocate or raise.")
        code = code_of(name, function, arguments)
        ensure("NRT_" not in code, f"{name} allocates memory, which a GPU cannot do.")
        ensure(".const.picklebuf" not in code, f"{name} can raise an exception, which a GPU cannot do.")
        ensure("numba_gil_ensure" not in code, f"{name} calls Python, which a GPU cannot do.")


def code_of(name: str, function: Any, arguments: tuple[Any, ...]) -> str:
    """The LLVM code of a function with all it calls. It is compiled anew: code from the disk cannot be read."""
    fresh = njit(error_model="numpy", _nrt=False)(function.py_func)
    try:
        fresh.compile(tuple(map(numba.typeof, arguments)))
    except NumbaError as error:
        fail(f"{name} does not compile, or not without allocating memory: {str(error).strip()}")
    (code,) = fresh.inspect_llvm().values()
    return re.split(r"\ndefine [^\n]*@_ZN7cpython", code)[0]  # without the wrapper that lets Python call it
