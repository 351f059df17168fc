"""Styles of play that reach the rare corners of Alles futsch!: uniform play ruins somebody within two auctions and
hardly ever fills a track, so the others pass or bid low."""

STYLES: list[tuple[str, ...]] = [(), ("pass", "bid"), ("sell",), ("pass",)]
