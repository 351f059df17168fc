"""Games on this device: the page plays them without the server, keeps them, and takes them up again."""

import json
import re
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.web.axe import flaws
from tests.web.conftest import AT_ONCE, SHOTS, NewPage
from tests.web.people import is_over, my_turn, play_now, play_out, settle, take_turn
from tests.web.serving import PHONE, serving

HANDS = ".held"
LINES = "aside ol li"


def wait_for_turn(page: Page) -> None:
    expect(page.locator(".now.mine")).to_be_visible()


def begin(page: Page, title: str = "Klunker") -> str:
    table = play_now(page, title)
    assert table.startswith("here-")
    wait_for_turn(page)
    return table


def show_a_card(page: Page) -> None:
    page.locator(".held.legal").first.click()
    page.get_by_role("button", name="Put 1 card in the window").click()


def test_a_game_goes_on_when_the_server_is_gone(chromium: Browser, tmp_path: Path) -> None:
    with serving(tmp_path) as address:
        context = chromium.new_context(base_url=address, locale="en-GB", reduced_motion="reduce")
        context.add_init_script(AT_ONCE)
        page = context.new_page()
        page.goto("/")
        begin(page)
        page.wait_for_load_state("networkidle")
    play_out([page])
    expect(page.locator("#result")).to_contain_text("Won:")
    context.close()


def test_no_request_of_a_game_here_reaches_the_server(new_page: NewPage) -> None:
    page = new_page()
    asked: list[str] = []
    page.on("request", lambda request: asked.append(request.url))
    begin(page)
    for _ in range(3):
        wait_for_turn(page)
        take_turn(page)
    assert not [url for url in asked if "/api/tables/" in url and "/mine" not in url]


def test_reload_in_mid_move(new_page: NewPage) -> None:
    page = new_page()
    begin(page)
    show_a_card(page)
    expect(page.locator(HANDS)).to_have_count(5)
    page.reload()
    expect(page.locator(HANDS)).to_have_count(5)
    expect(page.locator(".now .line")).to_contain_text("Put more cards in your window, or finish.")


def test_a_closed_page_finds_its_game_again(new_page: NewPage) -> None:
    page = new_page()
    table = begin(page)
    show_a_card(page)
    expect(page.locator(HANDS)).to_have_count(5)
    again = page.context.new_page()
    page.close()
    again.goto("/")
    again.get_by_role("link", name=re.compile("Klunker.*your turn|Klunker.*running", re.I)).first.click()
    again.wait_for_url(f"**/t/{table}")
    expect(again.locator(HANDS)).to_have_count(5)


def test_two_tabs_have_the_same_game(new_page: NewPage) -> None:
    first = new_page()
    table = begin(first)
    second = first.context.new_page()
    second.goto(f"/t/{table}")
    wait_for_turn(second)
    show_a_card(first)
    expect(second.locator(HANDS)).to_have_count(5)
    second.get_by_role("button", name="The window is done").click()
    expect(first.locator(".now .line")).not_to_contain_text("Put more cards")


def test_back_to_the_own_last_decision(new_page: NewPage) -> None:
    """The bots forget what they have done since."""
    page = new_page()
    begin(page)
    show_a_card(page)
    expect(page.locator(HANDS)).to_have_count(5)
    page.get_by_role("button", name="The window is done").click()
    settle(page, 4)  # the bots have moved too
    wait_for_turn(page)
    page.get_by_role("button", name="Take back").click()
    expect(page.locator(".now .line")).to_contain_text("Put more cards in your window, or finish.")
    page.get_by_role("button", name="Take back").click()
    expect(page.locator(HANDS)).to_have_count(6)
    expect(page.locator(LINES).filter(has_text=re.compile("took|takes", re.I)).first).to_be_visible()


def test_hint(new_page: NewPage) -> None:
    page = new_page()
    begin(page)
    page.get_by_role("button", name="Hint").click()
    hint = page.get_by_role("region", name="What the expert would do")
    expect(hint).to_be_visible()
    expect(hint.get_by_text(re.compile("of its tries")).first).to_be_visible()
    best = hint.get_by_role("button").first.inner_text()
    hint.get_by_role("button", name="Thank you").click()
    expect(page.locator(".hinted")).to_have_text(best.removesuffix(" into the window"))
    expect(hint).to_have_count(0)


def test_resigning_leaves_the_seat_to_a_bot(new_page: NewPage) -> None:
    page = new_page()
    begin(page, "Alles futsch!")
    page.get_by_text("More", exact=True).click()
    page.get_by_role("button", name="Resign").click()
    page.get_by_role("button", name="Yes, resign").click()
    expect(page.get_by_text("You are watching")).to_be_visible()
    expect(page.locator(".now.over")).to_be_visible(timeout=60_000)


@pytest.mark.parametrize("title", ["Klunker", "Alles futsch!", "ZwergeZocken"])
def test_the_end_of_a_game_and_the_next_one(new_page: NewPage, tmp_path: Path, title: str) -> None:
    page = new_page(size=PHONE)
    table = begin(page, title)
    play_out([page])
    page.get_by_role("button", name="Check the shuffle").click()
    expect(page.get_by_text("The seed fits the fingerprint")).to_be_visible()
    with page.expect_download() as download:
        page.get_by_role("link", name="Download the record").click()
    record = tmp_path / "record.json"
    download.value.save_as(record)
    assert json.loads(record.read_text())["result"]
    expect(page.get_by_role("button", name="Analyse this game")).to_be_visible()
    page.get_by_text("Look back, move by move").click()
    expect(page.get_by_role("slider")).to_be_visible()
    page.get_by_role("slider").fill("5")
    expect(page.get_by_text("Move 5 of")).to_be_visible()
    SHOTS.mkdir(parents=True, exist_ok=True)
    page.screenshot(path=SHOTS / f"device-result-{re.sub('[^a-z]', '', title.lower())}-phone.png", full_page=True)
    assert flaws(page) == []
    page.get_by_role("button", name="Play again").click()
    page.wait_for_function("table => !location.href.endsWith(table)", arg=table)
    expect(page.locator(".now:not(.over)")).to_be_visible()
    assert not is_over(page)
    page.goto("/replay")
    page.get_by_label(re.compile("A record")).set_input_files(record)
    expect(page.get_by_text("The record was replayed and is right.")).to_be_visible()


def test_people_at_one_device(new_page: NewPage) -> None:
    page = new_page(size=PHONE)
    page.goto("/play/klunker")
    page.get_by_label("Your name").fill("Anna")
    page.get_by_label("Seat 2", exact=True).select_option("here")
    page.get_by_label("Name on seat 2").fill("Ben")
    page.get_by_label("Seat 3", exact=True).select_option("bot")
    page.get_by_role("button", name="Open the table").click()
    page.wait_for_url(re.compile("/t/here-"))
    cover = page.get_by_role("dialog").filter(has_text="Pass the device to")
    expect(cover).to_be_visible()
    expect(page.locator(HANDS)).to_have_count(0)
    cover.get_by_role("button").click()
    expect(page.locator(HANDS)).to_have_count(6)
    assert my_turn(page)


def test_options_and_the_way_to_the_server(new_page: NewPage) -> None:
    page = new_page()
    page.goto("/play/zwergezocken")
    for number in (2, 3):
        page.get_by_label(f"Seat {number}", exact=True).select_option("bot")
    expect(page.get_by_label("On the server")).to_be_visible()
    page.get_by_role("button", name="Open the table").click()
    page.wait_for_url(re.compile("/t/here-"))
    page.get_by_text("More", exact=True).click()
    page.get_by_role("link", name="Continue with friends").click()
    page.wait_for_url(re.compile("/play/zwergezocken"))


# Fills what is left of a quota, with less and less at a time.
FILL = """async () => {
  const database = await new Promise((opened) => {
    const request = indexedDB.open('filler', 1)
    request.onupgradeneeded = () => request.result.createObjectStore('noise', { autoIncrement: true })
    request.onsuccess = () => opened(request.result)
  })
  const fits = (size) => new Promise((done) => {
    const change = database.transaction('noise', 'readwrite', { durability: 'strict' })
    change.objectStore('noise').add(crypto.getRandomValues(new Uint8Array(size)))
    change.oncomplete = () => done(true)
    change.onabort = () => done(false)
  })
  for (const size of [60000, 6000, 600]) for (let tries = 0; tries < 200 && (await fits(size)); tries++);
}"""


def test_storage_that_is_full_and_storage_that_is_deleted(new_page: NewPage) -> None:
    """A sentence says so; what was shown as done stays done, and goes on when there is room."""
    full = "There is no room on this device to keep the game"
    page = new_page("/rules/klunker")
    origin = page.evaluate("location.origin")
    tools = page.context.new_cdp_session(page)
    tools.send("Storage.overrideQuotaForOrigin", {"origin": origin, "quotaSize": 2_000_000})
    page.goto("/")
    begin(page)
    page.evaluate(FILL)
    show_a_card(page)
    expect(page.get_by_text(full)).to_be_visible()
    expect(page.locator(HANDS)).to_have_count(6)
    page.reload()
    expect(page.locator(HANDS)).to_have_count(6)
    home = page.context.new_page()
    home.goto("/")
    home.get_by_role("button", name="Play now: Klunker").click()
    expect(home.get_by_text(full)).to_be_visible()
    home.close()
    tools.send("Storage.overrideQuotaForOrigin", {"origin": origin})
    show_a_card(page)
    expect(page.locator(HANDS)).to_have_count(5)
    tools.send("Storage.clearDataForOrigin", {"origin": origin, "storageTypes": "indexeddb"})
    page.get_by_role("button", name="The window is done").click()
    expect(page.get_by_text("What this device had kept was deleted, this game too.")).to_be_visible()
    page.goto("/history")
    expect(page.get_by_text("No finished game yet.")).to_be_visible()


def test_whoever_wants_to_be_forgotten_leaves_no_game_behind(new_page: NewPage) -> None:
    page = new_page()
    begin(page)
    page.goto("/")
    expect(page.get_by_role("link", name=re.compile("Klunker.*at "))).to_be_visible()
    page.get_by_text("Forget me", exact=True).click()
    expect(page.get_by_text("The games kept on this device are deleted.")).to_be_visible()
    page.get_by_role("button", name="Forget me now").click()
    expect(page.get_by_text("You are at no table yet.")).to_be_visible()
    page.reload()
    expect(page.get_by_text("You are at no table yet.")).to_be_visible()
