"""What a guest finds again: finished games, and the deal of the day."""

import json
import re
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

from jsonschema import validate
from playwright.sync_api import Page, expect

from tests.wasm.test_analysis import shortest
from tests.web.conftest import NewPage
from tests.web.people import at_table
from tests.web.serving import DESK, PHONE
from tests.web.test_analysis import PATIENCE
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


def device_game(record: dict[str, Any], number: int, **more: Any) -> dict[str, Any]:
    """A finished game against bots as a device keeps it."""
    seats = [{"kind": "person", "name": "Anna"}, *[{"kind": "bot", "level": "hard"}] * (record["players"] - 1)]
    taken = {name: record[name] for name in ("game", "rules", "options", "seed", "moves", "result")}
    told = [{"version": 1, "at": 1, "kind": "started"}]
    kept = {"schema": 1, "id": f"here-{number:016}", "created": 1, "changed": 1_790_000_000_000 + number, "hints": True}
    last = {"substitute": "medium", "told": told, "version": 1 + len(record["moves"]), "over": True, "next": None}
    return {**kept, **taken, "seats": seats, **last, **more}


def take_in(page: Page, file: Path, *games: dict[str, Any], **more: Any) -> None:
    """On the page of one's own data, the games of a file."""
    whole = {"brocante": "export", "schema": 1, "made": "2026-11-16T12:00:00Z", "name": "Anna", "server": None}
    file.write_text(json.dumps({**whole, "games": games, **more}))
    page.get_by_label("Take in the games of such a file").set_input_files(file)


def test_finished_games_of_the_device_and_of_the_server_are_one_list(new_page: NewPage, tmp_path: Path) -> None:
    page = new_page(size=PHONE)
    page.goto("/history")
    expect(page.get_by_text("No finished game yet.")).to_be_visible()
    page.goto("/me")
    take_in(page, tmp_path / "game.json", device_game(shortest("alles-futsch"), 1))
    expect(page.get_by_text("Taken in: 1.")).to_be_visible()
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


def test_luck_and_skill_of_finished_games(new_page: NewPage, tmp_path: Path) -> None:
    page = new_page("/me", size=PHONE)
    games = [device_game(shortest("klunker"), number) for number in range(2)]
    take_in(page, tmp_path / "wrong.json", luck={"here-1": [{"luck": "much"}]})
    expect(page.get_by_role("alert")).to_contain_text("This is not a file that was saved here.")
    take_in(page, tmp_path / "games.json", *games)
    expect(page.get_by_text("Taken in: 2.")).to_be_visible()
    page.goto("/history")
    rows = page.locator("ol li")
    expect(rows).to_have_count(2)
    rows.first.get_by_role("button", name=re.compile("^Analyse")).click()
    expect(page.get_by_role("progressbar")).to_be_visible()
    found = re.compile(r"Luck: [+−]?\d+ · Skill: [+−]?\d+")
    expect(rows.first).to_contain_text(found, timeout=PATIENCE)
    told = rows.first.locator(".more").inner_text()
    expect(rows.last).not_to_contain_text("Luck")
    expect(page.get_by_text("Luck and skill of 1 analysed game.")).to_be_visible()
    page.reload()
    expect(rows.first).to_contain_text(told)
    rows.last.get_by_role("button", name=re.compile("^Analyse")).click()
    expect(rows.last).to_contain_text(told, timeout=PATIENCE)  # the same game again
    expect(page.get_by_text("on average of 2 analysed games")).to_be_visible()
    look(page, "history-luck-phone")
    page.set_viewport_size(DESK)
    look(page, "history-luck-desktop")

    page.goto("/me")
    with page.expect_download() as download:
        page.get_by_role("button", name="Save as a file").click()
    whole = json.loads(Path(download.value.path()).read_text())
    validate(whole, json.loads(SCHEMA.read_text()))
    assert set(whole["luck"]) == {game["id"] for game in games}
    page.get_by_role("button", name="Forget me now").click()
    expect(page.get_by_text("You are forgotten.")).to_be_visible()
    assert not page.evaluate("Object.keys(localStorage).filter((key) => key.includes('luck')).length")
    other = new_page("/me")
    take_in(other, tmp_path / "again.json", *games, luck=whole["luck"])
    expect(other.get_by_text("Taken in: 2.")).to_be_visible()
    other.goto("/history")
    expect(other.locator("ol li").first).to_contain_text(told)


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
    text = page.get_by_text(re.compile("^Brocante · Alles futsch!")).inner_text()
    assert re.fullmatch(r"Brocante · Alles futsch! · \d+ \w+ \d{4} · resigned · Score: −?\d+\nhttp.*/day", text)
    look(page, "day-share-phone")
    page.set_viewport_size(DESK)
    look(page, "day-desktop")
    heading = page.get_by_role("heading", level=2).first.inner_text()
    for days in (-1, 1):  # a clock that is wrong: the server says what day it is
        page.clock.set_system_time(datetime.now(UTC) + timedelta(days))
        page.goto("/day")
        expect(page.get_by_text("The clock of this device is off.")).to_be_visible()
        expect(page.get_by_role("heading", level=2).first).to_have_text(heading)
        page.get_by_role("link", name="Look at the end: Alles futsch!").click()
        expect(page.get_by_text("Others may have yet to play this deal")).to_be_visible()


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
    change = re.compile(r"Rating: 25\.0 ± 16\.7 → \d+\.\d ± 1\d\.\d")
    expect(page.locator("section.after")).to_contain_text(change)
    look(page, "result-rating-phone")
    page.goto("/history")
    expect(page.locator("ol li")).to_contain_text(change)
    page.get_by_role("link", name="Ratings").click()
    page.get_by_label("Game").select_option("alles-futsch")
    expect(page.get_by_text("after 1 game, provisional")).to_be_visible()
    page.get_by_label("Show me in these lists").check()
    expect(page.get_by_role("row", name=re.compile("Anna provisional"))).to_be_visible()
    look(page, "ratings-phone")
    page.set_viewport_size(DESK)
    look(page, "ratings-desktop")


def test_games_are_carried_to_another_device_and_so_is_the_guest(new_page: NewPage, tmp_path: Path) -> None:
    page, other = new_page("/me", size=PHONE), new_page("/me")
    take_in(page, tmp_path / "game.json", device_game(shortest("alles-futsch"), 1))
    expect(page.get_by_text("Taken in: 1.")).to_be_visible()
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
    expect(other.get_by_text("You go on here as Anna.")).to_be_visible()
    look(other, "me-desktop")
    other.goto("/history")
    expect(other.locator("ol li")).to_have_count(1)
    assert page.request.get("/api/me").json() is None
