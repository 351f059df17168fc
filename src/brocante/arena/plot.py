"""A report as a picture: the shares of wins as bars, in SVG for light and dark pages."""

from math import ceil
from xml.sax.saxutils import escape

from brocante.arena.report import Report, Standing

EDGE, TOP, ROW, BAR = 24, 56, 32, 16
PLOT = 400  # width of the part that is drawn to scale
LETTER = 8  # width, rather too much than too little
STYLE = """
text { font: 14px system-ui, sans-serif; fill: #1f2328 }
.title { font-size: 16px; font-weight: 600 }
.note { font-size: 12px; fill: #59636e }
.page { fill: #ffffff }
.bar { fill: #7aa5f0 }
.grid { stroke: #d8dee4 }
.fair { stroke: #1f2328; stroke-dasharray: 5 4 }
.whisker { stroke: #1f2328; stroke-width: 2; fill: none }
@media (prefers-color-scheme: dark) {
  text { fill: #f0f6fc }
  .note { fill: #9198a1 }
  .page { fill: #0d1117 }
  .bar { fill: #2f5fb8 }
  .grid { stroke: #30363d }
  .fair, .whisker { stroke: #f0f6fc }
}
"""


def svg(report: Report) -> str:
    """The picture; a whisker is the 95% interval, the dashed line the fair share."""
    standings = list(report.standings.values())
    left = 2 * EDGE + LETTER * max(len(name(each)) for each in standings)
    width, bottom = left + PLOT + 15 * LETTER + EDGE, TOP + ROW * len(standings)
    height = bottom + 52
    tenths = min(10, ceil(10 * max(report.fair_share, *map(highest, standings))))
    scale = PLOT * 10 / tenths
    fair = left + scale * report.fair_share
    title = f"{report.match['game']}: share of wins in {report.games} games over {report.deals} deals"
    return "\n".join(
        [
            f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" width="{width}" height="{height}"'
            ' role="img">',
            f"<title>{escape(title)}</title>",
            f"<style>{STYLE}</style>",
            '<rect class="page" width="100%" height="100%"/>',
            f'<text class="title" x="{EDGE}" y="32">{escape(title)}</text>',
            *(tick(left + scale * tenth / 10, tenth, bottom) for tenth in range(tenths + 1)),
            *(row(each, TOP + ROW * number, left, scale) for number, each in enumerate(standings)),
            f'<line class="fair" x1="{fair:.1f}" y1="{TOP}" x2="{fair:.1f}" y2="{bottom}"/>',
            f'<text class="note" x="{left}" y="{bottom + 40}">'
            f"Dashed: the fair share, {report.fair_share:.1%}. Whiskers: 95% intervals.</text>",
            "</svg>\n",
        ]
    )


def name(standing: Standing) -> str:
    return standing.entrant + (f" × {standing.copies}" if standing.copies > 1 else "")


def highest(standing: Standing) -> float:
    return standing.wins.mean + (standing.wins.margin or 0)


def tick(x: float, tenth: int, bottom: int) -> str:
    return (
        f'<line class="grid" x1="{x:.1f}" y1="{TOP}" x2="{x:.1f}" y2="{bottom}"/>'
        f'<text class="note" x="{x:.1f}" y="{bottom + 18}" text-anchor="middle">{10 * tenth}%</text>'
    )


def row(standing: Standing, top: int, left: int, scale: float) -> str:
    """Name, bar, whisker and figure."""
    bar, base = top + (ROW - BAR) // 2, top + ROW // 2 + 5
    return (
        f'<text x="{left - EDGE // 2}" y="{base}" text-anchor="end">{escape(name(standing))}</text>'
        f'<rect class="bar" x="{left}" y="{bar}" width="{scale * standing.wins.mean:.1f}" height="{BAR}"/>'
        f"{whisker(standing, top + ROW // 2, left, scale)}"
        f'<text x="{left + PLOT + EDGE // 2}" y="{base}">{standing.wins.text(100, 1, "%")}</text>'
    )


def whisker(standing: Standing, middle: int, left: int, scale: float) -> str:
    """The interval, cut off at 0 and 1."""
    if standing.wins.margin is None:
        return ""
    low = left + scale * max(0, standing.wins.mean - standing.wins.margin)
    high = left + scale * min(1, highest(standing))
    ends = "".join(f"M{x:.1f} {middle - 5}v10" for x in (low, high))
    return f'<path class="whisker" d="M{low:.1f} {middle}H{high:.1f}{ends}"/>'
