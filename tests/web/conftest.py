"""A server of its own for each worker, and browsers to look at it with."""

import os
import shutil
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, BrowserContext, Page, sync_playwright

from brocante.server.settings import CLIENT

CHROMIUM = next(filter(None, map(shutil.which, ("chromium", "chromium-browser", "google-chrome"))), None)
SHOTS = Path(os.environ.get("BROCANTE_SHOTS", Path(__file__).parents[2] / "build" / "screenshots"))
PHONE, DESK = {"width": 390, "height": 844}, {"width": 1280, "height": 800}

NewPage = Callable[..., Page]


@pytest.fixture(scope="session")
def address(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """A server with the built client, whose bots do not wait."""
    if not (CLIENT / "index.html").is_file():
        pytest.skip("The client has not been built: make client")
    database = tmp_path_factory.mktemp("tables") / "tables.db"
    command = [sys.executable, "-m", "brocante.cli", "--port", "0", "--no-limits", "--no-delay"]
    server = subprocess.Popen([*command, "--database", f"sqlite:///{database}"], stdout=subprocess.PIPE, text=True)
    assert server.stdout is not None
    line = server.stdout.readline()
    yield line.split()[4].rstrip("/")
    server.terminate()
    server.wait(10)


@pytest.fixture(scope="session")
def chromium() -> Iterator[Browser]:
    if CHROMIUM is None:
        pytest.skip("There is no Chromium on this machine.")
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=["--no-sandbox"])
        yield browser
        browser.close()


@pytest.fixture
def new_page(chromium: Browser, address: str) -> Iterator[NewPage]:
    """Pages of people who do not know each other; what goes wrong in one fails the test."""
    contexts: list[BrowserContext] = []
    errors: list[str] = []

    def open_page(path: str = "/", size: dict[str, int] = DESK, locale: str = "en-GB", **more: Any) -> Page:
        context = chromium.new_context(
            viewport={"width": size["width"], "height": size["height"]},
            locale=locale,
            base_url=address,
            has_touch=size is PHONE,
            is_mobile=size is PHONE,
            reduced_motion="reduce",
            **more,
        )
        contexts.append(context)
        page = context.new_page()
        page.set_default_timeout(15_000)
        page.on("pageerror", lambda error: errors.append(str(error)))
        page.goto(path)
        return page

    yield open_page
    for context in contexts:
        context.close()
    assert errors == []
