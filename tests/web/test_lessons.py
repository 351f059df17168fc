"""First games that teach, walked through from the goal to the end: with steps back, a break, and moves of one's own."""

import re

import pytest
from playwright.sync_api import Page, expect

from tests.web.conftest import NewPage
from tests.web.serving import DESK, PHONE
from tests.web.test_screens import look

# Continues, and does what is suggested, wherever the lesson stops, until it ends.
TO_THE_END = """async () => {
  for (;;) {
    const teacher = document.querySelector('.teacher[data-there]')
    const on = teacher?.querySelector('.steps .primary')
    if (teacher && !on) return
    on?.click()
    await new Promise((done) => setTimeout(done, 5))
  }
}"""
GAMES = ["klunker", "alles-futsch", "zwergezocken"]


def step(page: Page) -> tuple[int, int]:
    """The number of the step, and how many there are."""
    found = re.search(r"Step (\d+) of (\d+)", page.locator(".step").inner_text())
    assert found
    return int(found[1]), int(found[2])


def arrive(page: Page, at: int) -> None:
    """Wait until the others have played and the lesson says something."""
    expect(page.locator(".step")).to_contain_text(f"Step {at} of")
    expect(page.locator(".teacher[data-there]")).to_be_visible()


def to_a_decision(page: Page) -> int:
    """Go on until there is something to do."""
    while not page.get_by_role("button", name="Do it for me").count():
        at, _ = step(page)
        page.get_by_role("button", name="Continue").click()
        arrive(page, at + 1)
    return step(page)[0]


def suggestion(page: Page) -> str:
    return page.locator(".teacher strong").inner_text().removeprefix("Now you: ")


def another_move(page: Page, game: str) -> None:
    """A legal move that is not suggested, made on the board."""
    suggested = suggestion(page)
    if game == "klunker":
        others = page.locator(".held.legal").filter(has_not=page.get_by_role("img", name=suggested.split(" into")[0]))
        others.first.click()
        page.get_by_role("button", name="1 card in the window, done").click()
    elif game == "alles-futsch":
        others = page.locator(".offer.legal").filter(has_not=page.get_by_role("img", name=suggested[len("Offer: ") :]))
        others.first.dblclick()
    else:
        side = "blue" if "yellow" in suggested else "yellow"
        page.locator(".actions").get_by_role("button", name=side).click()


@pytest.mark.parametrize("game", GAMES)
def test_a_whole_lesson(new_page: NewPage, game: str) -> None:
    page = new_page(f"/play/{game}/guide", size=PHONE)
    arrive(page, 1)
    looked = set[str]()

    def see(kind: str) -> None:
        """A picture of each kind of step, of what is done at both sizes."""
        if kind in looked:
            return
        looked.add(kind)
        look(page, f"lesson-{game}-{kind}-phone")
        if kind == "do":
            page.set_viewport_size(DESK)
            look(page, f"lesson-{game}-{kind}-desktop")
            page.set_viewport_size(PHONE)

    see("goal")
    page.get_by_role("button", name="Continue").click()
    arrive(page, 2)
    expect(page.locator("[data-pointed]")).to_be_in_viewport()
    see("tour")

    # Back, and on again.
    page.get_by_role("button", name="Back").click()
    arrive(page, 1)
    expect(page.get_by_role("button", name="Back")).to_be_disabled()

    # Another move than the one suggested: answered, and played at a table of its own, while the lesson waits.
    at = to_a_decision(page)
    see("do")
    another_move(page, game)
    expect(page.get_by_text("You would rather")).to_be_visible()
    see("other")
    page.get_by_role("button", name="Play mine").click()
    expect(page.get_by_role("region", name="Lesson").locator("p:not(.faint)").first).to_be_visible()
    expect(page.locator(".now")).to_be_visible()
    look(page, f"lesson-{game}-own-way-phone")
    page.get_by_role("link", name="To the lesson").click()
    expect(page.get_by_text("You go on where you left off.")).to_be_visible()
    arrive(page, at)

    # Left in the middle, and found again.
    page.get_by_role("link", name="Leave").click()
    page.get_by_role("link", name=re.compile("^First game, guided")).nth(GAMES.index(game)).click()
    arrive(page, at)
    another_move(page, game)
    page.get_by_role("button", name="As suggested").click()
    arrive(page, at + 1)

    at, steps = step(page)
    while page.get_by_role("button", name="Do it for me").count():
        page.get_by_role("button", name="Do it for me").click()
        at += 1
        arrive(page, at)
    see("tell")
    page.evaluate(TO_THE_END)
    assert step(page) == (steps, steps)
    expect(page.get_by_text("Will you try it yourself?")).to_be_visible()
    see("end")
    page.get_by_role("button", name="A short game with comments").click()
    expect(page.get_by_role("region", name="Lesson")).to_be_visible()
    expect(page.locator(".now")).to_be_visible()
    page.get_by_role("button", name="No more comments").click()
    expect(page.get_by_role("region", name="Lesson")).to_have_count(0)
