"""Matches between bots: which is stronger, and how certain that is."""
