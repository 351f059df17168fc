"""Series and leagues, on a phone and on a desk: from the form to the standings."""

import re

import httpx
from playwright.sync_api import Page, expect

from tests.web.conftest import NewPage
from tests.web.people import at_table
from tests.web.serving import DESK, PHONE
from tests.web.test_screens import look


def give_up(page: Page, table: str) -> None:
    """The quick way to the end of a game: bots play on."""
    page.request.post(f"/api/tables/{table}/do", data={"do": "resign", "id": "1"})


def test_a_series_from_the_form_to_the_standings(new_page: NewPage) -> None:
    anna = new_page(size=PHONE)
    anna.get_by_role("link", name="Series and leagues").click()
    anna.get_by_label("Your name").fill("Anna")
    anna.locator("form select").first.select_option("alles-futsch")
    anna.get_by_label("Players at a table").select_option("2")
    anna.get_by_label("Games for each").fill("2")
    look(anna, "series-form-phone")
    anna.get_by_role("button", name="Open the series").click()
    anna.wait_for_url(re.compile(r"/series/[\w-]{12}$"))
    expect(anna.get_by_text("Room for 1 more.")).to_be_visible()
    link = anna.get_by_label("Link to this series").input_value()
    look(anna, "series-gathering-phone")

    bert = new_page(link, size=DESK)
    bert.get_by_label("Your name").fill("Bert")
    bert.get_by_role("button", name="Join").click()
    expect(bert.get_by_text("Anna says when it begins.")).to_be_visible()
    expect(anna.get_by_role("row", name=re.compile("Bert"))).to_be_visible()
    anna.get_by_role("button", name="Draw the seats and begin").click()
    anna.get_by_role("link", name="To my table").click()
    table = at_table(anna)
    anna.get_by_text("More", exact=True).click()
    expect(anna.get_by_role("link", name="To the series")).to_be_visible()
    expect(bert.get_by_text("Your table is open.")).to_be_visible()
    give_up(anna, table)
    give_up(bert, table)
    expect(anna.locator("#result")).to_be_visible(timeout=60_000)
    expect(anna.get_by_text("Your table is open.")).to_be_visible()
    expect(anna.get_by_role("button", name="Play again")).to_have_count(0)
    look(anna, "series-after-phone")
    anna.get_by_role("link", name="To the series").click()
    expect(anna.get_by_role("row", name=re.compile("Anna a bot in 1 game"))).to_be_visible()
    look(anna, "series-phone")
    german = new_page(link, size=PHONE, locale="de-DE")
    expect(german.get_by_role("heading", name="Tabelle")).to_be_visible()
    look(german, "series-phone-german")
    expect(bert.get_by_text("round 2 of 2")).to_be_visible()
    look(bert, "series-desktop")
    bert.get_by_role("button", name="Leave the series").click()
    expect(bert.get_by_role("row", name=re.compile("Bert has left"))).to_be_visible()
    bert.get_by_label("Your name").fill("Bert")
    bert.get_by_role("button", name="I am back").click()
    expect(bert.get_by_role("button", name="Leave the series")).to_be_visible()
    bert.goto("/series")
    expect(bert.get_by_role("link", name=re.compile("Alles futsch! Series of Anna"))).to_be_visible()
    bert.goto("/series/AAAAAAAAAAAA")
    expect(bert.get_by_role("alert")).to_contain_text("There is no such series.")


def test_a_league(new_page: NewPage, address: str) -> None:
    host = new_page("/series", size=PHONE)
    host.get_by_label("League").check()
    host.get_by_role("button", name="Open the series").click()
    host.wait_for_url(re.compile(r"/series/[\w-]{12}$"))
    expect(host.get_by_text("At least 6 are needed; there are 1.")).to_be_visible()
    series = host.url.rpartition("/")[2]
    for name in ("Maximiliane-Christina", "Bert", "Cleo", "Dora", "Emil", "Fritz"):
        with httpx.Client(base_url=address, trust_env=False, timeout=60) as guest:
            guest.put("/api/me/", json={"name": name}).raise_for_status()
            guest.post(f"/api/series/{series}/join").raise_for_status()
    host.get_by_text("Remove somebody").click()
    host.get_by_role("button", name="Remove Fritz").click()
    expect(host.get_by_role("row", name=re.compile("Fritz"))).to_have_count(0)
    host.get_by_role("button", name="Draw the seats and begin").click()
    expect(host.get_by_text("Your table is open.")).to_be_visible()
    expect(host.get_by_role("link", name=re.compile("^Table"))).to_have_count(2)
    look(host, "league-phone")
    host.set_viewport_size(DESK)
    look(host, "league-desktop")
