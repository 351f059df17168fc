"""The static site: plain files in a folder of a host, which is gone after the first visit."""

import hashlib
import json
import random
import re
import shutil
import struct
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import UTC, datetime, timedelta
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, expect

import brocante
from tests.strategies import choose
from tests.web.conftest import SHOTS
from tests.web.engines import Engine, until
from tests.web.people import AUTOPILOT, play_out, take_turn
from tests.web.serving import PHONE
from tests.web.test_analysis import PATIENCE
from tests.web.test_own import device_game, take_in

SITE = Path(__file__).parents[2] / "build" / "site"
FOLDER = "games/brocante"  # of the host
TITLES = ["Klunker", "Alles futsch!", "ZwergeZocken"]
EXPERTS = (
    "localStorage.setItem('brocante.prefs', JSON.stringify({ pace: 'at_once', level: 'expert', players: PLAYERS }))"
)
FEWEST = json.dumps({"klunker": 3, "alles-futsch": 2, "zwergezocken": 3})


class Silent(SimpleHTTPRequestHandler):
    def log_message(self, *details: object) -> None:
        """Nobody needs to read what was asked for."""


@contextmanager
def hosting(folder: Path) -> Iterator[str]:
    """The address of a host that serves files."""
    with ThreadingHTTPServer(("127.0.0.1", 0), partial(Silent, directory=str(folder))) as host:
        threading.Thread(target=host.serve_forever, daemon=True).start()
        yield f"http://localhost:{host.server_port}/"
        host.shutdown()


@pytest.fixture
def files(tmp_path: Path) -> Path:
    """The folder of a host that has the site somewhere below."""
    if not (SITE / "index.html").is_file():
        pytest.skip("The site has not been built: make site")
    shutil.copytree(SITE, tmp_path / "host" / FOLDER)
    return tmp_path / "host"


@pytest.fixture
def page(chromium: Browser) -> Iterator[Page]:
    context = chromium.new_context(
        viewport=PHONE, has_touch=True, is_mobile=True, locale="en-GB", reduced_motion="reduce"
    )
    context.add_init_script(EXPERTS.replace("PLAYERS", FEWEST))
    errors: list[str] = []
    page = context.new_page()
    page.set_default_timeout(30_000)
    page.on("pageerror", lambda error: errors.append(str(error)))
    yield page
    context.close()
    assert errors == []


def visit(page: Page, address: str) -> None:
    """The first time: until all files are kept."""
    page.goto(address)
    page.wait_for_function("navigator.serviceWorker.controller !== null")


def begin(page: Page, title: str) -> None:
    page.get_by_role("button", name=f"Play now: {title}").click()
    expect(page.locator(".now")).to_be_visible()


@pytest.mark.parametrize("title", TITLES)
def test_a_whole_game_without_a_network(page: Page, files: Path, tmp_path: Path, title: str) -> None:
    with hosting(files) as host:
        address = f"{host}{FOLDER}/"
        visit(page, address)
    page.goto(address)  # the host is gone
    begin(page, title)
    expect(page.locator(".now.mine")).to_be_visible()
    take_turn(page)
    page.reload()  # in mid-game
    expect(page.locator("main header")).to_contain_text("Expert")
    play_out([page])
    with page.expect_download() as download:
        page.get_by_role("link", name="Download the record").click()
    download.value.save_as(tmp_path / "record.json")
    record = json.loads((tmp_path / "record.json").read_text())
    assert brocante.replay(record).result() == record["result"]
    SHOTS.mkdir(parents=True, exist_ok=True)
    page.screenshot(path=SHOTS / f"site-result-{re.sub('[^a-z]', '', title.lower())}-phone.png", full_page=True)


@pytest.mark.parametrize("title", TITLES)
def test_a_whole_game_in_another_engine(engine: Engine, files: Path, title: str) -> None:
    with hosting(files) as host:
        address = f"{host}{FOLDER}/"
        engine.go(address)
        engine.run(EXPERTS.replace("PLAYERS", FEWEST))
        until(lambda: engine.run("!!navigator.serviceWorker.controller"), "The service worker")
    engine.go(f"{address}?again")  # the host is gone
    button = f'[aria-label="Play now: {title}"]'
    until(lambda: engine.run(f"!!document.querySelector({button!r})"), "The first page")
    engine.run(f"document.querySelector({button!r}).click()")
    until(lambda: engine.run("!!document.querySelector('.now')"), "The table")
    engine.run(AUTOPILOT)
    until(lambda: engine.run("!!document.querySelector('.now.over')"), "The end of the game", 240)
    until(lambda: engine.run("document.querySelector('#result')?.innerText ?? ''"), "The result")
    analysis = "[aria-labelledby=luck-or-skill]"
    engine.run(f"document.querySelector('{analysis} button').click()")
    until(lambda: engine.run(f"!!document.querySelector('{analysis} select')"), "What cost most", 240)


def test_pages_have_addresses_of_their_own(page: Page, files: Path) -> None:
    with hosting(files) as host:
        page.goto(f"{host}{FOLDER}/#/rules/klunker#K3.2")
        clause = page.locator("[id='K3.2']")
        expect(clause).to_be_in_viewport()
        page.get_by_role("link", name="ZwergeZocken").first.click()
        expect(page.get_by_role("heading", level=1)).to_contain_text("ZwergeZocken")
        page.go_back()
        expect(page.get_by_role("heading", level=1)).to_contain_text("Klunker")
        page.get_by_role("link", name="Brocante").click()
        expect(page.get_by_role("button", name="Play now: Klunker")).to_be_visible()
        assert not page.get_by_role("link", name="Invite friends").count()
        page.get_by_role("link", name="Set up a table: Klunker").click()
        page.get_by_role("button", name="Open the table").click()
        expect(page.locator(".now")).to_be_visible()


def attempt_of(day: str) -> dict[str, Any]:
    """A finished attempt at a day's deal of Alles futsch!, as the site keeps it."""
    seed = hashlib.sha256(f"brocante deal of the day {day} alles-futsch".encode()).digest()
    game, luck = brocante.new("alles-futsch", players=3, seed=seed), random.Random(1)
    while game.turn is not None:
        game.play(choose(game.legal(), "thrifty", luck))
    return device_game(game.record(), 1, id=f"here-{day}-alles-futsch", deal={"day": day, "stands": True})


def show_days_before(page: Page) -> None:
    expect(page.locator("ul.grid li").first).to_be_visible()
    if not page.locator("ul.grid button").count():  # on the first of a month
        page.get_by_role("button", name="The month before").click()


def test_the_deal_of_the_day_is_kept_on_the_device(page: Page, files: Path, tmp_path: Path) -> None:
    with hosting(files) as host:
        day = f"{host}{FOLDER}/#/day"
        page.goto(day)
        expect(page.get_by_text("anyone can work them out beforehand")).to_be_visible()
        page.get_by_role("button", name="Play: Alles futsch!").click()
        expect(page.locator(".now")).to_be_visible()
        table = page.url
        page.goto(day)
        page.reload()
        page.get_by_role("button", name="Go on: Alles futsch!").click()
        expect(page.locator(".now")).to_be_visible()
        assert page.url == table
        page.get_by_text("More", exact=True).click()
        page.get_by_role("button", name="Resign").click()
        page.get_by_role("button", name="Yes, resign").click()
        expect(page.locator("#result")).to_be_visible(timeout=60_000)
        page.goto(day)
        expect(page.get_by_role("button", name="Share…: Alles futsch!")).to_be_visible()
        expect(page.get_by_role("button", name="Play: Alles futsch!")).to_have_count(0)
        show_days_before(page)
        page.locator("ul.grid button").last.click()
        page.get_by_role("button", name="Play for fun: Klunker").click()
        expect(page.locator(".now")).to_be_visible()

        page.goto(f"{host}{FOLDER}/#/me")  # an attempt of yesterday, from another device
        attempt = attempt_of((datetime.now(UTC) - timedelta(1)).date().isoformat())
        forged = {**attempt, "deal": {"day": "2026-11-01", "stands": True}}  # on a day with other cards
        take_in(page, tmp_path / "forged.json", forged)
        expect(page.get_by_role("alert")).to_contain_text("Game 1 in this file does not follow the rules")
        take_in(page, tmp_path / "attempt.json", attempt)
        expect(page.get_by_text("Taken in: 1.")).to_be_visible()
        page.goto(day)
        show_days_before(page)
        page.get_by_role("button", name=re.compile("1 deal finished")).last.click()
        page.get_by_role("button", name="Work out skill: Alles futsch!").click()
        skill = re.compile(r"Place \d of \d · Score: −?\d+ · Skill: [+−]?\d+")
        expect(page.get_by_text(skill)).to_be_visible(timeout=PATIENCE)
        page.goto(f"{host}{FOLDER}/#/history")
        expect(page.locator("ol li")).to_have_count(2)
        expect(page.locator("ol li").filter(has_text="Skill")).to_have_count(1)
        page.screenshot(path=SHOTS / "site-history-phone.png", full_page=True)


def test_a_guided_game_without_a_server(page: Page, files: Path) -> None:
    with hosting(files) as host:
        page.goto(f"{host}{FOLDER}/#/play/klunker/guide")
        page.get_by_role("button", name="Continue").click()
        expect(page.get_by_text("Step 2 of")).to_be_visible()


def test_a_new_version_is_offered_and_the_game_goes_on(page: Page, files: Path) -> None:
    with hosting(files) as host:
        visit(page, f"{host}{FOLDER}/")
        begin(page, "Klunker")
        expect(page.locator(".now.mine")).to_be_visible()
        page.locator(".held.legal").first.click()
        page.get_by_role("button", name="Put 1 card in the window").click()
        expect(page.locator(".held")).to_have_count(5)
        worker = files / FOLDER / "worker.js"
        worker.write_text(re.sub("brocante-[0-9a-f]{12}", "brocante-000000000000", worker.read_text()))
        page.reload()
        expect(page.get_by_text("A new version is ready.")).to_be_visible()
        expect(page.locator(".held")).to_have_count(5)  # nothing happens until it is asked for
        page.screenshot(path=SHOTS / "site-update-phone.png")
        with page.expect_navigation():
            page.get_by_role("button", name="Load it").click()
        expect(page.locator(".held")).to_have_count(5)
        assert page.evaluate("caches.keys()") == ["brocante-000000000000"]


def test_it_can_be_installed(page: Page, files: Path) -> None:
    """What browsers ask for: a manifest with name, start, display and icons of their sizes, and a service worker."""
    with hosting(files) as host:
        visit(page, f"{host}{FOLDER}/")
        found = page.context.new_cdp_session(page).send("Page.getAppManifest")
        assert found["errors"] == []
        assert found["url"] == f"{host}{FOLDER}/manifest.webmanifest"
        installable = page.context.new_cdp_session(page).send("Page.getInstallabilityErrors")
        assert installable["installabilityErrors"] in ([], [{"errorId": "in-incognito", "errorArguments": []}])
    manifest = json.loads((SITE / "manifest.webmanifest").read_text())
    assert {"name", "short_name", "start_url", "display", "icons"} <= manifest.keys()
    for icon in manifest["icons"]:
        size = struct.unpack(">II", (SITE / icon["src"]).read_bytes()[16:24])
        assert "{}x{}".format(*size) == icon["sizes"]


def test_it_says_what_it_is_where_links_are_shown(files: Path) -> None:
    content = (files / FOLDER / "index.html").read_text()
    told = dict(re.findall(r'<meta property="og:(\w+)" content="([^"]+)"', content))
    assert told["title"] == "Brocante"
    assert (files / FOLDER / told["image"]).is_file()
    assert told["description"]
    assert "<base" not in content
    assert not re.search(r'(href|src)="/', content), "an address that is not relative to the folder"
