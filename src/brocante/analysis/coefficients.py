"""How much each thing that an evaluation counts adds to the chances to win: coefficients of `forecast`.

They are fitted, a set for each stage, to games that players by rules of thumb play with the same number of seats and
the same options. So a chance to win is one among such players.
"""

from typing import Any

import numpy as np

from brocante.games.ruleset import Ruleset
from brocante.games.seats import MOST_SEATS

CLOSE = 1.0  # how closely the coefficients of a stage keep to those of the one before
ENOUGH = 30  # games that must get to a stage
STEPS = 12  # of Newton's method


def units_of(rules: Ruleset) -> Any:
    """Rows of worths with which an evaluation counts each of them."""
    number = len(rules.evaluation.WORTHS) if rules.evaluation else MOST_SEATS - 1
    return np.vstack([np.zeros(number), np.eye(number)])


def coefficients_of(noted: Any, shares: Any, players: int) -> Any:
    """The coefficients of each stage by maximum likelihood, each held close to those of the stage before."""
    _, stages, features, _ = noted.shape
    found = np.zeros((stages, features))
    scale = np.maximum(noted[..., :players].std(axis=(0, 1, 3)), 1e-6)
    before = np.zeros(features)
    for at in range(stages):
        counts = noted[:, at, :, :players].transpose(0, 2, 1) / scale
        there = np.abs(counts).sum(axis=(1, 2)) > 0  # games that got so far
        if there.sum() >= ENOUGH:
            before = likeliest(counts[there], shares[there, :players], before)
        found[at] = before / scale
    return found


def likeliest(counts: Any, shares: Any, before: Any) -> Any:
    """Coefficients of a softmax over seats by Newton's method."""
    theta = before.copy()
    for _ in range(STEPS):
        utilities = counts @ theta
        chances = np.exp(utilities - utilities.max(axis=1, keepdims=True))
        chances /= chances.sum(axis=1, keepdims=True)
        means = np.einsum("gs,gsf->gf", chances, counts)
        slope = np.einsum("gs,gsf->f", shares - chances, counts) - CLOSE * (theta - before)
        weighted = (counts * chances[..., None]).reshape(-1, len(theta))
        curve = weighted.T @ counts.reshape(-1, len(theta)) - means.T @ means + CLOSE * np.eye(len(theta))
        step = np.linalg.solve(curve, slope)
        theta = theta + step
        if np.abs(step).max() < 1e-6:
            break
    return theta
