"""For each game two people and a bot in separate browsers play to the result through the interface."""

import json
import subprocess
import sys
from pathlib import Path

from playwright.sync_api import Page, expect

from tests.web.axe import flaws
from tests.web.conftest import SHOTS, NewPage
from tests.web.people import WATCH_SHIFTS, my_turn, open_table, play_out, sit, touch_a_move
from tests.web.serving import DESK, PHONE

MOST_SHIFT = 0.05


def two_and_a_bot(new_page: NewPage, game: str, **options: str) -> tuple[Page, Page]:
    anna, ben = new_page(size=DESK), new_page(size=PHONE)
    for page in (anna, ben):
        page.add_init_script(WATCH_SHIFTS)
        if game == "zwergezocken":  # cards come from others, and the hand is sorted
            page.add_init_script("window.handRearranges = true")
    table = open_table(anna, game, "Anna", ["me", "open", "bot"], **options)
    sit(ben, table, "Ben")
    for page in (anna, ben):
        expect(page.locator(".now")).to_be_visible()
    return anna, ben


def check_calm(*pages: Page) -> None:
    """Over the whole game nothing has jumped."""
    for page in pages:
        jumped = page.evaluate("layoutShift")
        assert jumped < MOST_SHIFT, page.evaluate("jumps")


def check_result(page: Page, folder: Path, name: str) -> None:
    """The result is shown, the record downloads and verifies, the shuffle checks."""
    expect(page.locator("#result")).to_contain_text("Won:")
    expect(page.locator("svg[role=img]").first).to_be_visible()
    page.get_by_role("button", name="Check the shuffle").click()
    expect(page.get_by_text("The seed fits the fingerprint")).to_be_visible()
    with page.expect_download() as download:
        page.get_by_role("link", name="Download the record").click()
    record = folder / "record.json"
    download.value.save_as(record)
    subprocess.run([sys.executable, "-m", "brocante.cli", "verify", str(record)], check=True, timeout=120)
    assert json.loads(record.read_text())["result"]
    page.get_by_text("Look back, move by move").click()
    slider = page.get_by_role("slider")
    expect(slider).to_be_visible()
    slider.fill("5")
    page.get_by_label("Seen by").select_option("1")
    expect(page.get_by_text("Move 5 of")).to_be_visible()
    assert flaws(page) == []
    SHOTS.mkdir(parents=True, exist_ok=True)
    page.screenshot(path=SHOTS / f"result-{name}.png", full_page=True)


def test_klunker(new_page: NewPage, tmp_path: Path) -> None:
    anna, ben = two_and_a_bot(new_page, "klunker")
    play_out((anna, ben))
    check_calm(anna, ben)
    check_result(anna, tmp_path, "klunker-desktop")
    check_result(ben, tmp_path, "klunker-phone")
    anna.get_by_role("button", name="Play again").click()
    ben.get_by_role("button", name="Play again").click()
    for page in (anna, ben):
        expect(page.locator(".now")).to_be_visible()
        expect(page.locator("#result")).to_have_count(0)


def test_alles_futsch(new_page: NewPage, tmp_path: Path) -> None:
    anna, ben = two_and_a_bot(new_page, "alles-futsch")
    turns = 0

    def ruin(page: Page) -> bool:
        """After a while somebody bids all there is, which is asked about once."""
        nonlocal turns
        turns += 1
        everything = page.get_by_role("button", name="All ")
        if turns < 40 or not everything.count():
            return touch_a_move(page)
        everything.click()
        page.locator(".actions form button.primary").click()
        assert flaws(page) == []
        page.get_by_role("button", name="Bid it all the same").click()
        return True

    play_out((anna, ben), ruin)
    check_calm(anna, ben)
    check_result(anna, tmp_path, "alles-futsch-desktop")
    check_result(ben, tmp_path, "alles-futsch-phone")


def test_zwergezocken(new_page: NewPage, tmp_path: Path) -> None:
    anna, ben = two_and_a_bot(new_page, "zwergezocken", above="12")
    play_out((anna, ben))
    check_calm(anna, ben)
    for page in (anna, ben):  # the board above it stays where it is
        heights = page.evaluate("handHeights")
        assert len(heights) > 5
        assert len(set(heights)) == 1, heights
    assert not my_turn(anna)
    check_result(anna, tmp_path, "zwergezocken-desktop")
    check_result(ben, tmp_path, "zwergezocken-phone")
