"""What happened is shown until it was seen: each kind of moment in one of the languages, on a phone and on a desk."""

import random
import re
from collections.abc import Callable
from typing import Any

from playwright.sync_api import Page, expect

import brocante
from brocante.games.game import Game
from tests.strategies import choose
from tests.web.axe import flaws
from tests.web.conftest import SHOTS, NewPage
from tests.web.people import moves, open_typing, play_now
from tests.web.positions import keep
from tests.web.serving import DESK, PHONE

PREFS = "localStorage.setItem('brocante.prefs', JSON.stringify({ pace: PACE }))"


def before(game: str, wanted: Callable[[list[str]], bool], style: str, words: str = "") -> tuple[Game, str]:
    """A game of three in which seat 0 is about to make a move of such words and such facts; and the move."""
    for seed in range(1000):
        luck = random.Random(seed)
        played = brocante.new(game, players=3, seed=seed)
        while played.turn is not None and played.move_count < 400:
            played.play(choose(played.legal(), style, luck))
        for number, line in enumerate(played.log(None)):
            followed = [fact["fact"] for fact in line["facts"]]
            if line["seat"] == 0 and re.match(words, line["move"]) and wanted(followed):
                record = played.record()
                then = brocante.new(game, players=3, seed=seed)
                for move in record["moves"][:number]:
                    then.play(move)
                return then, record["moves"][number]
    raise AssertionError("There is no such game.")


def lay_out(page: Page, game: Game, name: str) -> None:
    """The game as a table of this device, with a person at seat 0."""
    record = game.record()
    table: dict[str, Any] = {
        "schema": 1,
        "id": name,
        "created": 0,
        "changed": 0,
        "substitute": "easy",
        "hints": True,
        "seats": [{"kind": "person", "name": "Anna"}, *({"kind": "bot", "level": "easy"} for _ in range(2))],
        "told": [{"version": 1, "at": 0, "kind": "started"}],
        "version": 1 + len(record["moves"]),
        "over": False,
        "next": None,
        "options": game.options,
        **{key: record[key] for key in ("game", "rules", "seed", "moves")},
    }
    keep(page, [table])


def speak(page: Page, language: str) -> None:
    page.evaluate("language => localStorage.setItem('brocante.language', language)", language)


def make(page: Page, name: str, game: Game, move: str) -> int:
    """Sit down at that table and make the move, if the page does not by itself; how many moves were shown before."""
    page.goto(f"/t/{name}")
    expect(page.locator(".now.mine")).to_be_visible()
    if len(game.legal()) > 1:
        open_typing(page)
        page.locator("[list=typed-moves]").fill(move)
        page.locator("[list=typed-moves]").press("Enter")
    return game.move_count


def look(page: Page, name: str, heading: str) -> None:
    """A moment is there, in words; nothing for axe to find, nothing that scrolls sideways; and pictures."""
    moment = page.get_by_role("dialog")
    expect(moment.get_by_role("heading")).to_have_text(re.compile(heading))
    page.wait_for_timeout(1200)  # until all bills are counted
    assert flaws(page) == [], name
    SHOTS.mkdir(parents=True, exist_ok=True)
    for size, view in (("desktop", DESK), ("phone", PHONE)):
        page.set_viewport_size(view)
        page.screenshot(path=SHOTS / f"moment-{name}-{size}.png")
        assert page.evaluate("document.documentElement.scrollWidth <= innerWidth"), name
        box = moment.bounding_box()
        assert box is not None
        assert box["x"] >= 0
        assert box["x"] + box["width"] <= view["width"]


def test_a_trick_and_the_sheet_of_a_round(new_page: NewPage) -> None:
    game, move = before("zwergezocken", lambda facts: {"trick_taken", "round_ended", "dealt"} <= set(facts), "busy")
    page = new_page()
    page.evaluate(PREFS.replace("PACE", "'calm'"))
    lay_out(page, game, "here-trick")
    speak(page, "de")
    shown = make(page, "here-trick", game, move)
    look(page, "trick", "bekommt den Stich")
    expect(page.get_by_text("Das kostet 3 Punkte")).to_be_visible()
    assert moves(page) == shown  # the table stands as it was
    page.keyboard.press("Enter")
    look(page, "sheet", r"Runde \d: die Punkte")
    expect(page.get_by_role("row")).to_have_count(4)
    page.mouse.click(5, 5)  # a tap anywhere
    expect(page.get_by_role("dialog")).to_have_count(0)
    page.wait_for_function("n => +document.querySelector('[data-moves]').dataset.moves > n", arg=shown)


def test_a_sale(new_page: NewPage) -> None:
    game, move = before("klunker", lambda facts: "sold" in facts, "busy")
    page = new_page()
    page.evaluate(PREFS.replace("PACE", "'calm'"))
    lay_out(page, game, "here-sale")
    speak(page, "fr")
    make(page, "here-sale", game, move)
    look(page, "sale", "Anna en vend quatre")
    page.keyboard.press("ArrowRight")
    expect(page.get_by_role("dialog")).to_have_count(0)


def test_a_ruin(new_page: NewPage) -> None:
    game, move = before("alles-futsch", lambda facts: {"won_auction", "ruined"} <= set(facts), "any")
    page = new_page()
    page.evaluate(PREFS.replace("PACE", "'calm'"))
    lay_out(page, game, "here-ruin")
    speak(page, "it")
    make(page, "here-ruin", game, move)
    look(page, "hammer", "Aggiudicato a")
    assert page.locator("#result").count() == 0
    page.get_by_role("button", name="Avanti").click()
    look(page, "ruin", "In bancarotta")
    page.keyboard.press("Escape")
    expect(page.locator("#result")).to_be_visible()


def test_skipping_to_my_turn_and_the_settings(new_page: NewPage) -> None:
    game, move = before("zwergezocken", lambda facts: not facts, "any", "play [0-9]")
    page = new_page()
    page.evaluate(PREFS.replace("PACE", "'calm'"))
    lay_out(page, game, "here-skip")
    make(page, "here-skip", game, move)
    expect(page.get_by_role("dialog", name="Just now")).to_be_visible()
    page.keyboard.press("s")
    expect(page.locator(".now.mine")).to_be_visible()
    expect(page.get_by_role("dialog")).to_have_count(0)
    page.evaluate("document.activeElement.blur()")
    page.keyboard.press("?")
    settings = page.get_by_role("dialog", name="Settings")
    expect(settings).to_be_visible()
    assert flaws(page) == []
    for theme in ("dark", "light"):
        settings.get_by_label("Colours").select_option(theme)
        assert page.evaluate("getComputedStyle(document.documentElement).colorScheme") == theme
        page.screenshot(path=SHOTS / f"settings-{theme}-desktop.png")
    settings.get_by_label("Cards in hand").select_option("back")
    settings.get_by_label("A second touch").uncheck()
    settings.get_by_role("button", name="Close").click()
    page.get_by_role("button", name="Sounds").click()
    kept = page.evaluate("JSON.parse(localStorage.getItem('brocante.prefs'))")
    assert (kept["sound"], kept["order"], kept["confirm"], kept["theme"]) == (True, "back", False, "light")


def test_a_maximum_bid(new_page: NewPage) -> None:
    """Bids are made until it would be more, and never above; the table hears nothing else of it."""
    page = new_page()
    play_now(page, "Alles futsch!")
    maximum, offer = page.get_by_label("Bid for me up to"), page.locator(".offer.legal").first
    while not maximum.count():
        if offer.count():
            offer.click()
            page.locator(".actions button.primary").click()
        page.wait_for_timeout(100)
    most = int(maximum.get_attribute("min") or 1) + 15
    maximum.fill(str(most))
    page.get_by_role("button", name="Set", exact=True).click()
    lines = page.locator("aside ol li")
    expect(lines.filter(has_text="wins the auction")).not_to_have_count(0)
    own = [line for line in lines.all_text_contents() if line.startswith("Guest:")]
    bids = [int(found[1]) for line in own if (found := re.search(r"Bid (\d+)", line))]
    assert bids
    assert max(bids) <= most
