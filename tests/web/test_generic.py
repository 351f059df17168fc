"""Games that the client has no folder for: an outside package's game is found, played and looked back on.

Two of our games under other names stand for them, so that nothing is compiled for this test.
"""

import re
from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.web.axe import flaws
from tests.web.conftest import AT_ONCE, SHOTS
from tests.web.people import open_table, open_typing, play_now, play_out
from tests.web.serving import DESK, PHONE, serving

GLITTER, HAMMER = "Glitter", "Hammer"
PACKAGE = """
from dataclasses import replace
from brocante.games.alles_futsch import RULESET as alles_futsch
from brocante.games.klunker import RULESET as klunker

GLITTER = replace(klunker, name="glitter", title="Glitter", shelf=200)
HAMMER = replace(alles_futsch, name="hammer", title="Hammer", shelf=201)
"""
SIZES = {"phone": PHONE, "desktop": DESK}


@pytest.fixture(scope="module")
def outside(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """The address of a server that finds a package with two more games."""
    folder = tmp_path_factory.mktemp("outside")
    about = folder / "brocante_outside-1.0.dist-info"
    about.mkdir()
    (folder / "brocante_outside.py").write_text(PACKAGE)
    (about / "METADATA").write_text("Metadata-Version: 2.1\nName: brocante-outside\nVersion: 1.0\n")
    games = "glitter = brocante_outside:GLITTER\nhammer = brocante_outside:HAMMER\n"
    (about / "entry_points.txt").write_text(f"[brocante.games]\n{games}")
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("PYTHONPATH", str(folder), prepend=":")
        with serving(folder, "--no-delay") as address:
            yield address


@pytest.fixture(params=SIZES)
def page(request: pytest.FixtureRequest, chromium: Browser, outside: str) -> Iterator[Page]:
    size = SIZES[request.param]
    context = chromium.new_context(viewport=size, base_url=outside, locale="en-GB", reduced_motion="reduce")
    context.add_init_script(AT_ONCE)
    page = context.new_page()
    errors: list[str] = []
    page.on("pageerror", lambda error: errors.append(str(error)))
    page.goto("/")
    yield page
    context.close()
    assert errors == []


def look(page: Page, name: str) -> None:
    SHOTS.mkdir(parents=True, exist_ok=True)
    width = (page.viewport_size or DESK)["width"]
    page.screenshot(path=SHOTS / f"generic-{name}-{width}.png", full_page=True)
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth"), f"{name} scrolls sideways"
    assert flaws(page) == [], name


def click_a_move(page: Page) -> bool:
    """The last move that is offered: the one that ends a turn, where there is one."""
    if "Only one move" in page.locator(".now .line").inner_text():
        return False
    page.locator(".actions button:not(:disabled)").last.click()
    return True


def test_a_game_of_another_package_is_played_to_its_end(page: Page) -> None:
    look(page, "home")
    open_table(page, "glitter", "Anna", ["me", "bot", "bot"])
    expect(page.locator(".now.mine")).to_be_visible(timeout=60_000)
    expect(page.get_by_role("group", name="Anna").get_by_role("img").first).to_be_visible()
    look(page, "table")
    play_out([page], click_a_move)
    log = page.locator("aside ol li").all_text_contents()
    assert any("wins with" in line for line in log)
    assert any(re.search(r"sells 4 × \w+ for \d bill", line) for line in log)
    page.get_by_text("Look back, move by move").click()
    page.get_by_role("slider").fill("5")
    expect(page.get_by_text("Move 5 of")).to_be_visible()
    look(page, "result")


def test_numbers_have_a_field(page: Page) -> None:
    play_now(page, HAMMER)
    expect(page.locator(".now.mine")).to_be_visible(timeout=60_000)
    offer = page.get_by_role("button", name=re.compile("^offer "))
    if offer.count():  # by lot it is ours to begin
        offer.first.click()
    field = page.get_by_label(re.compile("^bid: a number from"))
    field.fill("180")
    page.get_by_role("button", name="bid 180").click()
    expect(page.locator("aside ol li").filter(has_text="bid 180")).to_have_count(1)


def test_its_rulebook_and_refusals(page: Page) -> None:
    page.get_by_role("link", name=f"Rules: {GLITTER}").click()
    expect(page.get_by_role("heading", level=1)).to_contain_text("Klunker")
    look(page, "rules")
    page.goto("/rules/glitter#K3.2")
    expect(page.locator(r"#K3\.2:target")).to_be_in_viewport()
    page.goto("/")
    expect(page.get_by_role("link", name=f"First game, guided: {GLITTER}")).to_have_count(0)
    play_now(page, GLITTER)
    expect(page.locator(".now.mine")).to_be_visible()
    open_typing(page)
    page.get_by_label("A move, in words").fill("done")
    page.get_by_role("button", name="Play", exact=True).click()
    expect(page.get_by_role("alert")).to_contain_text("Your window may not be empty at the end of your turn")
