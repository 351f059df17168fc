"""The rules. Pure: no clock, no input or output, no randomness but the seed's."""
