"""Weights for bots: of heuristics by evolution, of evaluations by least squares."""
