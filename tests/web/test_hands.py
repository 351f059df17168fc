"""Games without a mouse: by keyboard alone, with what a screen reader is told, and with a finger."""

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.web.conftest import NewPage
from tests.web.people import at_table, is_over, moves, my_turn, play_now, settle
from tests.web.serving import PHONE

TITLES = ["Klunker", "Alles futsch!", "ZwergeZocken"]
GAMES = {"Klunker": "klunker", "Alles futsch!": "alles-futsch", "ZwergeZocken": "zwergezocken"}
QUICK = {"zwergezocken": {"limit": 12}}  # options that make a game short


def tab_to(page: Page, wanted: Locator) -> None:
    """Press Tab until the focus is where it is wanted."""
    expect(wanted).to_be_visible()
    for _ in range(150):
        if wanted.evaluate("element => element === document.activeElement"):
            return
        page.keyboard.press("Tab")
    raise AssertionError("Tab does not lead there.")


def heard(page: Page) -> str:
    return page.locator("[aria-live=polite].unseen").inner_text().strip()


def words_for(page: Page) -> str | None:
    """A legal move as one would type it: the one that ends the turn, else the last that is said to be possible."""
    said = page.locator("#typed-help").inner_text()
    if "Possible now" not in said:
        return None
    moves = re.split(", | or ", said.split(": ", 1)[1])
    quiet = [move for move in moves if move in ("pass", "done", "decline")]
    return re.sub(r"–\d+$", "", (quiet or moves)[-1])


@pytest.mark.parametrize("title", TITLES)
def test_a_whole_game_by_keyboard_alone(new_page: NewPage, title: str) -> None:
    """Moves are typed as words; the live region says what happened, what can be done, and who has won."""
    page = new_page()
    game = GAMES[title]
    page.request.put("/api/me", data={"name": "Anna"})
    seats = [{"kind": "me"}, *({"kind": "bot", "level": "easy"} for _ in range(2))]
    opened = page.request.post("/api/tables", data={"game": game, "seats": seats, "options": QUICK.get(game, {})})
    page.goto(f"/t/{opened.json()['id']}")
    for summary in ("More", "Type a move"):
        tab_to(page, page.get_by_text(summary, exact=True))
        page.keyboard.press("Enter")
    tab_to(page, page.get_by_label("A move, in words"))
    told = 0
    while not is_over(page):
        line = page.locator(".now .line").inner_text()
        if not my_turn(page) or "Only one move" in line or (move := words_for(page)) is None:
            page.wait_for_timeout(20)
            continue
        told += line in heard(page)
        before = moves(page)
        page.keyboard.type(move)
        page.keyboard.press("Enter")
        settle(page, before)
    assert told > 3
    expect(page.locator("[aria-live=polite].unseen")).to_contain_text("Won:")


def sit_down(page: Page, title: str, sit: Callable[[Page, str], object]) -> Locator:
    """At a table where the lot lets us begin with a card: that card."""
    card = page.locator(".held.legal, .offer.legal").first
    while True:
        page.goto("/")
        sit(page, title)
        expect(page.locator(".now.mine")).to_be_visible()
        if card.count():
            return card


def play_now_by_keyboard(page: Page, title: str) -> None:
    tab_to(page, page.get_by_role("button", name=f"Play now: {title}"))
    page.keyboard.press("Enter")
    at_table(page)


@pytest.mark.parametrize("title", TITLES)
def test_cards_are_reached_by_tab(new_page: NewPage, title: str) -> None:
    page = new_page()
    card = sit_down(page, title, play_now_by_keyboard)
    tab_to(page, card)
    page.keyboard.press("Enter")
    expect(card).to_have_attribute("aria-pressed", "true")
    before = moves(page)
    tab_to(page, page.locator(".actions button.primary").first)
    page.keyboard.press("Space")
    settle(page, before)


@pytest.mark.parametrize(
    ("title", "zone"), [("Klunker", ".own .window"), ("Alles futsch!", ".hammer"), ("ZwergeZocken", ".trick")]
)
def test_a_finger_drags_a_card(new_page: NewPage, title: str, zone: str) -> None:
    page = new_page(size=PHONE)
    card = sit_down(page, title, play_now)
    page.locator(zone).scroll_into_view_if_needed()
    start, end = card.bounding_box(), page.locator(zone).bounding_box()
    assert start is not None
    assert end is not None
    before = moves(page)
    drag(page, (start["x"] + 20, start["y"] + 20), (end["x"] + 30, end["y"] + 30))
    settle(page, before)


def drag(page: Page, start: tuple[float, float], end: tuple[float, float]) -> None:
    finger = page.context.new_cdp_session(page)

    def touch(kind: str, *at: tuple[float, float]) -> None:
        points = [{"x": x, "y": y} for x, y in at]
        finger.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": points})

    touch("touchStart", start)
    for step in range(1, 6):
        share = step / 5
        touch("touchMove", (start[0] + share * (end[0] - start[0]), start[1] + share * (end[1] - start[1])))
    touch("touchEnd")
