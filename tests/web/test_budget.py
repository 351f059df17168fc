"""What the first page weighs, and that nothing jumps while it loads."""

import gzip
import re
from pathlib import Path

from playwright.sync_api import expect

from brocante.server.settings import CLIENT
from tests.web.conftest import NewPage
from tests.web.people import WATCH_SHIFTS
from tests.web.serving import PHONE

MOST_SCRIPT = 80 * 1024  # bytes, gzipped
MOST_RULES = 60 * 1024
MOST_ANALYSIS = 64 * 1024


def test_the_script_of_the_first_page(new_page: NewPage) -> None:
    page = new_page("/rules/klunker")
    loaded: list[str] = []
    page.on("request", lambda request: loaded.append(request.url))
    page.goto("/")
    expect(page.get_by_role("button", name="Play now: Klunker")).to_be_visible()
    page.wait_for_timeout(500)
    scripts = [Path(url).name for url in loaded if re.search(r"/assets/.*\.js$", url)]
    weight = sum(len(gzip.compress((CLIENT / "assets" / name).read_bytes())) for name in scripts)
    assert 0 < weight <= MOST_SCRIPT, scripts


def test_nothing_jumps_while_it_loads(new_page: NewPage) -> None:
    page = new_page(size=PHONE)
    page.add_init_script(WATCH_SHIFTS)
    page.goto("/")
    page.wait_for_timeout(1000)
    assert page.evaluate("layoutShift") < 0.01


def test_the_rules_and_what_plays_by_them(address: str) -> None:
    """Rules, description and worker, as the server sends them."""
    assets = CLIENT / "assets"
    parts = [*assets.glob("rules-*.wasm"), *assets.glob("rules-*.json"), *assets.glob("worker-*.js")]
    assert len(parts) == 3
    assert sum(len(gzip.compress(part.read_bytes())) for part in parts) <= MOST_RULES


def test_what_analyses_games(address: str) -> None:
    """What is loaded when a game is analysed, or when a hint is first asked for, beside the rules' description."""
    assets = CLIENT / "assets"
    parts = [*assets.glob("analysis-*"), *assets.glob("analyst-*.js"), *assets.glob("hint-*.js")]
    assert sorted(part.suffix for part in parts) == [".js", ".js", ".json", ".wasm"]
    assert sum(len(gzip.compress(part.read_bytes())) for part in parts) <= MOST_ANALYSIS


def test_the_rules_are_loaded_once(new_page: NewPage) -> None:
    page = new_page("/rules/klunker")
    loaded: list[str] = []
    page.on("request", lambda request: loaded.append(request.url))
    page.goto("/")
    for _ in range(2):
        page.get_by_role("button", name="Play now: Klunker").click()
        expect(page.locator(".now")).to_be_visible()
        page.get_by_role("link", name="Brocante").click()
    assert len([url for url in loaded if url.endswith(".wasm")]) == 1
