"""Learning curves: the figures as JSON, and the share of wins as a picture in SVG."""

import json
from collections.abc import Sequence
from typing import Any
from xml.sax.saxutils import escape

WIDTH, HEIGHT, LEFT, TOP = 640, 320, 56, 48
RIGHT, BOTTOM = WIDTH - 24, HEIGHT - 48

STYLE = """
text { font: 14px system-ui, sans-serif; fill: #1f2328 }
.title { font-size: 16px; font-weight: 600 }
.note { font-size: 12px; fill: #59636e }
.page { fill: #ffffff }
.grid { stroke: #d8dee4 }
.fair { stroke: #1f2328; stroke-dasharray: 5 4 }
.whisker { stroke: #1f2328; fill: none }
.curve { stroke: #4d7fd6; stroke-width: 2; fill: none }
@media (prefers-color-scheme: dark) {
  text { fill: #f0f6fc }
  .note { fill: #9198a1 }
  .page { fill: #0d1117 }
  .grid { stroke: #30363d }
  .fair, .whisker { stroke: #f0f6fc }
}
"""

Row = dict[str, Any]  # a line of progress: seconds, steps, share, margin and more


def as_json(about: dict[str, Any], rows: Sequence[Row]) -> str:
    return json.dumps({**about, "progress": list(rows)}, indent=1) + "\n"


def svg(title: str, fair: float, rows: Sequence[Row]) -> str:
    """The share of wins over minutes, with its 95% intervals and the fair share."""
    minutes: list[float] = [row["seconds"] / 60 for row in rows]
    longest: float = max([*minutes, 1e-9])
    most: float = min(1.0, max([row["share"] + row["margin"] for row in rows] + [fair]) * 1.1)

    def x(minute: float) -> float:
        return LEFT + (RIGHT - LEFT) * minute / longest

    def y(share: float) -> float:
        return BOTTOM - (BOTTOM - TOP) * share / most

    points = " ".join(f"{x(m):.1f},{y(row['share']):.1f}" for m, row in zip(minutes, rows, strict=True))
    whiskers = "".join(
        f"M{x(m):.1f} {y(row['share'] - row['margin']):.1f}V{y(row['share'] + row['margin']):.1f}"
        for m, row in zip(minutes, rows, strict=True)
    )
    ticks = [round(tenth / 10, 1) for tenth in range(11) if tenth / 10 <= most]
    return "\n".join(
        [
            f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {HEIGHT}" width="{WIDTH}" height="{HEIGHT}"'
            ' role="img">',
            f"<title>{escape(title)}</title>",
            f"<style>{STYLE}</style>",
            '<rect class="page" width="100%" height="100%"/>',
            f'<text class="title" x="24" y="30">{escape(title)}</text>',
            *(
                f'<line class="grid" x1="{LEFT}" x2="{RIGHT}" y1="{y(tick):.1f}" y2="{y(tick):.1f}"/>'
                f'<text class="note" x="{LEFT - 8}" y="{y(tick) + 4:.1f}" text-anchor="end">{tick:.0%}</text>'
                for tick in ticks
            ),
            f'<line class="fair" x1="{LEFT}" x2="{RIGHT}" y1="{y(fair):.1f}" y2="{y(fair):.1f}"/>',
            f'<path class="whisker" d="{whiskers}"/>',
            f'<polyline class="curve" points="{points}"/>',
            f'<text class="note" x="{LEFT}" y="{BOTTOM + 20}">0</text>',
            f'<text class="note" x="{RIGHT}" y="{BOTTOM + 20}" text-anchor="end">{longest:.1f} minutes</text>',
            f'<text class="note" x="{LEFT}" y="{BOTTOM + 38}">Dashed: the fair share, {fair:.0%}. '
            "Whiskers: 95% intervals.</text>",
            "</svg>\n",
        ]
    )
