"""Small nets that play: in whole numbers, so that every machine thinks the same, and compiled like the rules."""
