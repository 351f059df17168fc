"""Bots: they choose a move from what a seat may see."""
