"""Bots: they choose a move from what a seat may see."""

from brocante.bots.catalogue import bot

__all__ = ["bot"]
