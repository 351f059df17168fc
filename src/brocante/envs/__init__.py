"""The games as environments for researchers: vector, GPU, PettingZoo, OpenSpiel, explicit chance."""
