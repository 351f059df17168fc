"""Styles of play that reach the rare corners of Klunker: moves that are preferred, by their first words."""

STYLES: list[tuple[str, ...]] = [(), ("pass",), ("store", "buy", "sell"), ("done", "pass", "decline")]
