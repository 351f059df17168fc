"""A server to look at, and the Chromium to look with: for the tests and for what is measured beside them."""

import shutil
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from playwright.sync_api import Browser, ViewportSize, sync_playwright

CHROMIUM = next(filter(None, map(shutil.which, ("chromium", "chromium-browser", "google-chrome"))), None)
PHONE: ViewportSize = {"width": 390, "height": 844}
DESK: ViewportSize = {"width": 1280, "height": 800}


@contextmanager
def serving(folder: Path, *more: str, python: Path | str = sys.executable) -> Iterator[str]:
    """The address of a server with the built client, run by this Python."""
    command = [str(python), "-m", "brocante.cli", "--port", "0", "--no-limits", *more]
    database = f"sqlite:///{folder / 'tables.db'}"
    server = subprocess.Popen([*command, "--database", database], stdout=subprocess.PIPE, text=True)
    assert server.stdout is not None
    try:
        yield server.stdout.readline().split()[4].rstrip("/")
    finally:
        server.terminate()
        server.wait(10)


@contextmanager
def running_chromium() -> Iterator[Browser]:
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=["--no-sandbox"])
        yield browser
        browser.close()
