"""Numbers for bots: weights of heuristics by evolution, worths of evaluations by least squares."""
