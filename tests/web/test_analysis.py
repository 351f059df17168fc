"""Luck or skill, in a real browser: a record is analysed, and what is found leads to its positions."""

import json
import re
from pathlib import Path

from playwright.sync_api import Page, ViewportSize, expect

from tests.wasm.test_analysis import shortest
from tests.web.axe import flaws
from tests.web.conftest import SHOTS, NewPage
from tests.web.serving import DESK

SMALL: ViewportSize = {"width": 360, "height": 640}
PATIENCE = 180_000  # milliseconds: it takes seconds, but machines are busy
TITLES: dict[str, str | re.Pattern[str]] = {
    "de": "Glück oder Können?",
    "fr": re.compile("Chance ou talent"),
    "it": "Fortuna o bravura?",
    "en": "Luck or skill?",
}


def open_record(page: Page, record: Path) -> None:
    page.get_by_label(re.compile("A record")).set_input_files(record)
    expect(page.get_by_text("The record was replayed and is right.")).to_be_visible()


def look(page: Page, name: str) -> None:
    """Nothing for axe to find, nothing that scrolls sideways; and a picture."""
    SHOTS.mkdir(parents=True, exist_ok=True)
    page.screenshot(path=SHOTS / f"analysis-{name}.png", full_page=True)
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth"), f"{name} scrolls sideways"
    assert flaws(page) == [], name


def test_a_record_is_analysed_and_played_on(new_page: NewPage, tmp_path: Path) -> None:
    record = shortest("klunker")
    file = tmp_path / "record.json"
    file.write_text(json.dumps({**record, "names": ["Anna", *[None] * (record["players"] - 1)]}))
    page = new_page("/replay", locale="en-GB")
    open_record(page, file)

    page.get_by_role("button", name="Analyse this game").click()
    expect(page.get_by_role("progressbar", name="Luck or skill?")).to_be_visible()
    page.get_by_role("button", name="Stop").click()
    expect(page.get_by_role("progressbar")).to_have_count(0)
    page.get_by_role("button", name="Analyse this game").click()
    expect(page.get_by_role("heading", name="The decisions that cost most")).to_be_visible(timeout=PATIENCE)
    expect(page.get_by_role("progressbar")).to_have_count(0)

    turns = page.locator("section ol").first.get_by_role("button")
    expect(turns).to_have_count(5)
    turns.last.click()
    number = re.search(r"Move (\d+)", turns.last.inner_text())
    assert number is not None
    expect(page.get_by_text(f"Move {number[1]} of {len(record['moves'])}", exact=True)).to_be_in_viewport()
    expect(page.locator("p.move .tag")).to_have_text(re.compile("best|good|; the expert would have chosen “"))
    page.get_by_role("img", name="Chances to win").click(position={"x": 60, "y": 100})
    expect(page.get_by_text(re.compile(rf"Move [0-9] of {len(record['moves'])}"))).to_be_visible()
    page.get_by_text("The curve as a table").click()
    expect(page.get_by_role("row", name=re.compile("The end"))).to_contain_text("100%")

    for size, viewport in (("phone", SMALL), ("desktop", DESK)):
        page.set_viewport_size(viewport)
        for language, title in TITLES.items():
            page.get_by_role("combobox").first.select_option(language)
            expect(page.get_by_role("heading", name=title)).to_be_visible()
            look(page, f"{language}-{size}")

    with page.expect_download() as download:
        page.get_by_role("button", name="Save the picture").click()
    assert Path(download.value.path()).read_bytes().startswith(b"\x89PNG")
    expect(
        page.get_by_text(re.compile(r"^Klunker, won by .*The costliest decision was move \d+", re.S))
    ).to_be_visible()

    decision = page.locator("section ol").last.get_by_role("listitem").first
    at = re.search(r"Move (\d+)", decision.inner_text())
    assert at is not None
    decision.get_by_role("button", name="Play on from here").click()
    expect(page.locator(".now.mine")).to_be_visible()
    expect(page.locator(f"[data-moves='{int(at[1]) - 1}']")).to_be_visible()
