"""Every screen at two sizes: looked at by axe, wide enough, and kept as a picture for people to look at."""

import pytest
from playwright.sync_api import Page, expect

from tests.web.axe import flaws
from tests.web.conftest import SHOTS, NewPage
from tests.web.people import my_turn, open_table, play_now, take_turn, touch_a_move
from tests.web.serving import DESK, PHONE

SIZES = {"phone": PHONE, "desktop": DESK}
GAMES = {"klunker": "Klunker", "alles-futsch": "Alles futsch!", "zwergezocken": "ZwergeZocken"}


def bold(page: Page) -> bool:
    return touch_a_move(page, shy=False)


def look(page: Page, name: str) -> None:
    """Nothing for axe to find, nothing that scrolls sideways; and a picture."""
    SHOTS.mkdir(parents=True, exist_ok=True)
    expect(page.get_by_role("main")).to_be_visible()
    expect(page.get_by_role("heading", level=1).first).to_be_visible()
    page.wait_for_timeout(150)  # until what flies has landed
    page.screenshot(path=SHOTS / f"{name}.png", full_page=True)
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth"), f"{name} scrolls sideways"
    assert flaws(page) == [], name


@pytest.mark.parametrize("size", SIZES)
def test_home_and_setting_up(new_page: NewPage, size: str) -> None:
    page = new_page(size=SIZES[size])
    expect(page.get_by_text("No public table just now")).to_be_visible()
    look(page, f"home-{size}")
    for game in GAMES:
        page.goto(f"/play/{game}")
        expect(page.get_by_text("Allow hints")).to_be_visible()
        look(page, f"setup-{game}-{size}")
    open_table(page, "klunker", "Anna", ["me", "open", "open"])
    expect(page.locator(".code svg")).to_be_visible()
    look(page, f"waiting-{size}")
    page.goto("/replay")
    look(page, f"replay-{size}")
    page.goto("/t/nothing-here")
    expect(page.get_by_role("heading", name="There is no such table")).to_be_visible()
    look(page, f"gone-{size}")


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("game", GAMES)
def test_rules(new_page: NewPage, game: str, size: str) -> None:
    page = new_page(f"/rules/{game}", size=SIZES[size])
    expect(page.locator("section").first).to_be_visible()
    look(page, f"rules-{game}-{size}")


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("game", GAMES)
def test_a_running_table_in_every_phase(new_page: NewPage, game: str, size: str) -> None:
    page = new_page(size=SIZES[size])
    play_now(page, GAMES[game])
    seen: set[str] = set()
    for _ in range(60):
        expect(page.locator(".now.mine, .now.over")).to_be_visible()
        line = page.locator(".now .line").inner_text()
        kind = line.split(",")[0].split("(")[0].rstrip("0123456789. ")
        if my_turn(page) and "Only one move" not in line and kind not in seen:
            seen.add(kind)
            look(page, f"table-{game}-{len(seen)}-{size}")
        if my_turn(page):
            take_turn(page, bold)
        page.wait_for_timeout(60)
    assert seen


@pytest.mark.parametrize("size", SIZES)
def test_in_the_dark(new_page: NewPage, size: str) -> None:
    page = new_page(size=SIZES[size], color_scheme="dark")
    look(page, f"home-dark-{size}")
    for game, title in GAMES.items():
        page.goto("/")
        play_now(page, title)
        expect(page.locator(".now.mine")).to_be_visible()
        look(page, f"table-{game}-dark-{size}")
