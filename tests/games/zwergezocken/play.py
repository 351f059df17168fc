"""Styles of play that reach the rare corners of ZwergeZocken: sets and cards with an effect."""

STYLES: list[tuple[str, ...]] = [(), ("pass",), ("lay", "play swap", "play give", "play draw")]
