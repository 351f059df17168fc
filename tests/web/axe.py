"""What axe finds on a page: nothing, we hope."""

from pathlib import Path
from typing import Any

from playwright.sync_api import Page

AXE = Path(__file__).parents[2] / "web" / "node_modules" / "axe-core" / "axe.min.js"
WHOLE_PLACE = 'class="name '  # its ::after is as large as the place around it, which axe does not measure
RULES = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"]


def flaws(page: Page) -> list[str]:
    """Each rule broken, and where. Injected by the browser itself, for the page allows no foreign script."""
    page.evaluate(AXE.read_text())
    found: list[dict[str, Any]] = page.evaluate(
        "rules => axe.run(document, {runOnly: rules}).then(result => result.violations)", RULES
    )
    return [
        f"{each['id']}: {node['html'][:150]} {node['failureSummary'][:300]}"
        for each in found
        for node in each["nodes"][:3]
        if not (each["id"] == "target-size" and WHOLE_PLACE in node["html"])
    ]
