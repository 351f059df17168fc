"""The whole table on one screen: in every phase of every game, with the most players and long names, the hand, the own
place, what is to be decided and what it concerns are in sight at every size, and nothing covers them.

Pictures of all of it are written for people to look at."""

from pathlib import Path

import pytest
from playwright.sync_api import Page, ViewportSize, expect

from brocante.games.catalogue import RULESETS
from brocante.games.layout import Worded
from tests.web.conftest import SHOTS, NewPage
from tests.web.people import CHOICES
from tests.web.positions import keep, kept, positions

SIZES: dict[str, ViewportSize] = {
    "small-phone": {"width": 360, "height": 640},
    "phone": {"width": 390, "height": 844},
    "landscape": {"width": 844, "height": 390},
    "zoomed": {"width": 683, "height": 384},  # a laptop's 1366×768 at 200 %
    "laptop": {"width": 1366, "height": 768},
    "desktop": {"width": 1920, "height": 1080},
}
PARTS = {
    "klunker": ["prompt", "hand", "own", "decision"],
    "alles-futsch": ["prompt", "own", "decision"],
    "zwergezocken": ["prompt", "hand", "own", "decision"],
}
IN_SIGHT = (Path(__file__).parent / "in_sight.js").read_text()
LOOKS = 20  # until a page has settled at a new size


def speak(page: Page, language: str) -> None:
    page.evaluate(
        """language => {
          const select = document.querySelector('aside select')
          select.value = language
          select.dispatchEvent(new Event('change', { bubbles: true }))
        }""",
        language,
    )
    expect(page.locator("html")).to_have_attribute("lang", language)


def flaws(page: Page, parts: list[str]) -> list[str]:
    """What is wrong, once what is wrong in passing is over."""
    for _ in range(LOOKS):
        found: list[str] = page.evaluate(IN_SIGHT, parts)
        if not found:
            break
        page.wait_for_timeout(100)
    return found


def look(page: Page, what: str, parts: list[str], picture: str | None = None) -> list[str]:
    """What is wrong at any size."""
    found: list[str] = []
    for size, viewport in SIZES.items():
        page.set_viewport_size(viewport)
        found += [f"{what}, {size}: {flaw}" for flaw in flaws(page, parts)]
        if picture:
            page.screenshot(path=SHOTS / f"{picture}-{size}.png", animations="disabled")
    return found


@pytest.mark.parametrize("game", PARTS)
def test_in_every_phase(new_page: NewPage, game: str) -> None:
    """As it stands, and with a card chosen in the two languages whose words are longest."""
    SHOTS.mkdir(parents=True, exist_ok=True)
    page = new_page()
    tables = {position["phase"]: kept(position) for position in positions(game)}
    keep(page, list(tables.values()))
    found: list[str] = []
    for phase, table in tables.items():
        page.set_viewport_size(SIZES["phone"])
        page.goto(f"/t/{table['id']}")
        page.get_by_role("dialog").get_by_role("button").click()
        expect(page.locator(".now.mine")).to_be_visible()
        speak(page, "en")
        found += look(page, f"{game}, {phase}", PARTS[game])
        if page.locator(CHOICES).count():
            page.locator(CHOICES).first.click()
        for language in ("fr", "de"):
            speak(page, language)
            name = f"one-screen-{game}-{phase}" if language == "de" else None
            found += look(page, f"{game}, {phase}, {language}", PARTS[game], name)
    assert found == [], "\n".join(found)


def test_every_phase_is_among_them() -> None:
    for game in PARTS:
        phase = next(field for field in RULESETS[game].layout.fields if field.name == "phase")
        assert isinstance(phase, Worded)
        assert {each["phase"] for each in positions(game)} == set(phase.of) - {"over"}
