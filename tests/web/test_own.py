"""What a guest finds again: finished games, and the deal of the day."""

import json
import re
from pathlib import Path

from jsonschema import validate
from playwright.sync_api import Page, expect

from tests.web.conftest import NewPage
from tests.web.people import at_table, play_now
from tests.web.serving import DESK, PHONE
from tests.web.test_screens import look

SCHEMA = Path(__file__).parents[2] / "docs" / "export.schema.json"


def resign(page: Page) -> None:
    """The quick way to the end of a game: bots play on."""
    expect(page.locator(".now")).to_be_visible()
    page.get_by_text("More", exact=True).click()
    page.get_by_role("button", name="Resign").click()
    page.get_by_role("button", name="Yes, resign").click()
    expect(page.locator("#result")).to_be_visible(timeout=60_000)


def give_up_on_server(page: Page, game: str) -> None:
    """A game on the server that is over soon, without a page to look at it."""
    page.request.put("/api/me/", data={"name": "Anna"})
    seats = [{"kind": "me"}, {"kind": "bot", "level": "easy"}]
    table = page.request.post("/api/tables/", data={"game": game, "seats": seats}).json()["id"]
    page.request.post(f"/api/tables/{table}/do", data={"do": "resign", "id": "1"})
    for _ in range(600):
        if page.request.get(f"/api/tables/{table}").json()["table"]["status"] == "over":
            return
        page.wait_for_timeout(100)
    raise AssertionError("The game is not over.")


def test_finished_games_of_the_device_and_of_the_server_are_one_list(new_page: NewPage) -> None:
    page = new_page(size=PHONE)
    page.goto("/history")
    expect(page.get_by_text("No finished game yet.")).to_be_visible()
    page.goto("/")
    play_now(page, "Alles futsch!")
    resign(page)
    page.goto("/")
    give_up_on_server(page, "alles-futsch")
    page.goto("/")
    page.get_by_role("link", name="My finished games").click()
    rows = page.locator("ol li")
    expect(rows).to_have_count(2)
    expect(rows.filter(has_text="on this device")).to_have_count(1)
    expect(rows.first).to_contain_text("resigned")
    expect(page.get_by_role("heading", name="In figures")).to_be_visible()
    look(page, "history-phone")
    page.set_viewport_size(DESK)
    look(page, "history-desktop")
    page.get_by_label("Against").select_option(label="Bots: Easy")
    expect(rows).to_have_count(1)
    with page.expect_download() as download:
        page.get_by_role("button", name=re.compile("^Record")).click()
    assert download.value.suggested_filename.startswith("brocante-alles-futsch-")
    page.get_by_role("link", name=re.compile("^Look back")).click()
    expect(page.get_by_text("Look back, move by move")).to_be_visible()


def test_the_deal_of_the_day(new_page: NewPage) -> None:
    page = new_page("/day", size=PHONE)
    expect(page.get_by_text("The next one begins in")).to_be_visible()
    look(page, "day-phone")
    page.get_by_role("button", name="Play: Alles futsch!").click()
    table = at_table(page)
    expect(page.locator(".now")).to_be_visible()
    expect(page.get_by_role("button", name="Hint")).to_be_disabled()
    page.goto("/day")
    page.get_by_role("button", name="Go on: Alles futsch!").click()
    assert at_table(page) == table
    resign(page)
    expect(page.get_by_text("Others may have yet to play this deal")).to_be_visible()
    expect(page.get_by_role("link", name="Download the record")).to_have_count(0)
    page.get_by_role("link", name="Deal of the day").click()
    expect(page.get_by_role("button", name="Play: Alles futsch!")).to_have_count(0)
    page.get_by_role("button", name="Share…: Alles futsch!").click()
    expect(page.get_by_role("img", name="How it went")).to_be_visible()
    text = page.get_by_label("How it went", exact=False).locator("visible=true").last.input_value()
    assert re.fullmatch(r"Brocante · Alles futsch! · \d+ \w+ \d{4} · resigned · Score: −?\d+\nhttp.*/day", text)
    look(page, "day-share-phone")
    page.set_viewport_size(DESK)
    look(page, "day-desktop")


def test_a_game_that_counts_and_the_ratings(new_page: NewPage) -> None:
    page = new_page("/play/alles-futsch", size=PHONE)
    page.get_by_label("Your name").fill("Anna")
    page.locator(".pick").filter(has_text="2").locator("input").check()
    counts = page.get_by_label("Counts for ratings")
    counts.check()
    expect(page.get_by_label("Allow hints")).to_have_count(0)
    page.get_by_label("Seat 2", exact=True).select_option("program")
    expect(counts).to_have_count(0)
    page.get_by_label("Seat 2", exact=True).select_option("open")
    page.get_by_role("button", name="Open the table").click()
    at_table(page)
    expect(page.get_by_text("This game counts for ratings")).to_be_visible()
    page.get_by_label("Give seat 2 to a bot").select_option("easy")
    expect(page.get_by_role("button", name="Hint")).to_be_disabled()
    resign(page)
    page.goto("/history")
    page.get_by_role("link", name="Ratings").click()
    page.get_by_label("Game").select_option("alles-futsch")
    expect(page.get_by_text("after 1 game, provisional")).to_be_visible()
    page.get_by_label("Show me in these lists").check()
    expect(page.get_by_role("row", name=re.compile("Anna provisional"))).to_be_visible()
    look(page, "ratings-phone")
    page.set_viewport_size(DESK)
    look(page, "ratings-desktop")


def test_games_are_carried_to_another_device_and_so_is_the_guest(new_page: NewPage, tmp_path: Path) -> None:
    page, other = new_page(size=PHONE), new_page("/me")
    play_now(page, "Alles futsch!")
    resign(page)
    page.goto("/me")
    with page.expect_download() as download:
        page.get_by_role("button", name="Save as a file").click()
    file = tmp_path / "all.json"
    download.value.save_as(file)
    carried = json.loads(file.read_text())
    validate(carried, json.loads(SCHEMA.read_text()))
    assert [game["over"] for game in carried["games"]] == [True]

    take = other.get_by_label("Take in the games of such a file")
    carried["games"][0]["result"]["scores"][0] += 1
    forged = tmp_path / "forged.json"
    forged.write_text(json.dumps(carried))
    take.set_input_files(forged)
    expect(other.get_by_role("alert")).to_contain_text("Game 1 in this file does not follow the rules")
    take.set_input_files(file)
    expect(other.get_by_text("Taken in: 1. Already here: 0.")).to_be_visible()
    take.set_input_files([])
    take.set_input_files(file)
    expect(other.get_by_text("Taken in: 0. Already here: 1.")).to_be_visible()

    page.get_by_role("button", name="Make a link").click()
    link = page.get_by_label("Open this link on the other device.").input_value()
    look(page, "me-phone")
    other.goto(link)
    other.get_by_role("button", name="Go on here").click()
    expect(other.get_by_text("You go on here as Guest.")).to_be_visible()
    look(other, "me-desktop")
    other.goto("/history")
    expect(other.locator("ol li")).to_have_count(1)
    assert page.request.get("/api/me").json() is None
