"""A server of its own for each worker, and browsers to look at it with."""

import os
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, BrowserContext, Page, ViewportSize, expect

from brocante.server.settings import CLIENT
from tests.web.engines import FIREFOX, MINI_BROWSER, WEBKIT_DRIVER, XVFB, Engine, firefox, webkit
from tests.web.serving import CHROMIUM, DESK, PHONE, running_chromium, serving

SHOTS = Path(os.environ.get("BROCANTE_SHOTS", Path(__file__).parents[2] / "build" / "screenshots"))

NewPage = Callable[..., Page]
PATIENCE = 30_000  # milliseconds: a busy machine is no reason to fail
expect.set_options(timeout=PATIENCE)
# Nothing that is shown is waited for.
AT_ONCE = "localStorage.getItem('brocante.prefs') ?? localStorage.setItem('brocante.prefs', '{\"pace\": \"at_once\"}')"


@pytest.fixture(scope="session")
def address(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """A server of this worker's own, whose bots do not wait."""
    if not (CLIENT / "index.html").is_file():
        pytest.skip("The client has not been built: make client")
    with serving(tmp_path_factory.mktemp("tables"), "--no-delay") as address:
        yield address


@pytest.fixture(scope="module")  # not longer: async tests of the same worker cannot run beside it
def chromium() -> Iterator[Browser]:
    if CHROMIUM is None:
        pytest.skip("There is no Chromium on this machine.")
    with running_chromium() as browser:
        yield browser


@pytest.fixture
def new_page(chromium: Browser, address: str) -> Iterator[NewPage]:
    """Pages of people who do not know each other; what goes wrong in one fails the test."""
    contexts: list[BrowserContext] = []
    errors: list[str] = []

    def open_page(path: str = "/", size: ViewportSize = DESK, locale: str = "en-GB", **more: Any) -> Page:
        context = chromium.new_context(
            viewport=size,
            locale=locale,
            base_url=address,
            has_touch=size is PHONE,
            is_mobile=size is PHONE,
            reduced_motion="reduce",
            **more,
        )
        context.add_init_script(AT_ONCE)
        contexts.append(context)
        page = context.new_page()
        page.set_default_timeout(PATIENCE)
        page.on("pageerror", lambda error: errors.append(str(error)))
        page.goto(path)
        return page

    yield open_page
    for context in contexts:
        context.close()
    assert errors == []


@pytest.fixture(params=["firefox", "webkit"])
def engine(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Engine]:
    there = {"firefox": FIREFOX, "webkit": WEBKIT_DRIVER and MINI_BROWSER and XVFB}[request.param]
    if not there:
        pytest.skip(f"There is no {request.param} on this machine.")
    opened = {"firefox": firefox, "webkit": webkit}[request.param]
    with opened(tmp_path, PHONE["width"], PHONE["height"]) as page:
        yield page
