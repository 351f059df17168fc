"""Nets that teach themselves: proximal policy optimisation (PPO) in self-play, with PyTorch, on a GPU or a CPU."""
