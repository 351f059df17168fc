"""Our games under the interfaces that researchers know: vector, GPU, PettingZoo, OpenSpiel, explicit chance."""
