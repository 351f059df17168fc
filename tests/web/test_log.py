"""The log is made from what the server knows: it reads the same after a reload, and in another language."""

import pytest
from playwright.sync_api import Page, expect

from tests.web.conftest import NewPage
from tests.web.people import choose_language, my_turn, play_now, take_turn

LINES = "aside ol li"


def read(page: Page) -> list[str]:
    return page.locator(LINES).all_inner_texts()


@pytest.mark.parametrize(
    ("title", "note"), [("Alles futsch!", "wins the auction"), ("ZwergeZocken", "takes the trick")]
)
def test_what_followed_is_still_there_after_a_reload(new_page: NewPage, title: str, note: str) -> None:
    page = new_page()
    play_now(page, title)
    for _ in range(60):
        expect(page.locator(".now.mine")).to_be_visible()
        if any(note in line for line in read(page)) and "Only one move" not in page.locator(".now .line").inner_text():
            break
        if my_turn(page):
            take_turn(page)
        page.wait_for_timeout(60)
    before_reload = read(page)
    assert any(note in line for line in before_reload)
    page.reload()
    expect(page.locator(LINES)).to_have_count(len(before_reload))
    assert read(page) == before_reload
    choose_language(page, "de")
    expect(page.locator("html")).to_have_attribute("lang", "de")
    assert not any(note in line for line in read(page))
