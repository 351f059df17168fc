"""What a game was decided by: what each decision cost, and what was luck."""
