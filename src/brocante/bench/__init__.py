"""How fast the engine is and how much a server can take."""
