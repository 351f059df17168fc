"""Browsers beside Chromium, as Debian has them: Firefox over WebDriver BiDi, and WebKitGTK, which is Safari's engine.

Both are spoken to directly: Playwright drives only its own builds of them.
"""

import json
import os
import shutil
import socket
import subprocess
import time
from base64 import b64decode
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, Protocol

import httpx
from websockets.sync.client import ClientConnection, connect

FIREFOX = shutil.which("firefox-esr") or shutil.which("firefox")
WEBKIT_DRIVER, XVFB = shutil.which("WebKitWebDriver"), shutil.which("Xvfb")
MINI_BROWSER = next(Path("/usr/lib").glob("*/webkit2gtk-4.1/MiniBrowser"), None)
PATIENCE = 30.0  # seconds
LOST = "Could not parse script result"  # said now and then of a page that is very busy; asking again helps
SLIM = (
    "* { padding: 0; margin: 0; border-width: 0; min-width: 0; min-height: 0; font-size: 1px }"  # bars that fit a phone
)

Actions = list[dict[str, Any]]


class Engine(Protocol):
    """A page in a browser."""

    def go(self, address: str) -> None: ...
    def run(self, script: str) -> Any:
        """What an expression says in the page."""

    def act(self, actions: Actions) -> None:
        """Move the pointer and press, in the words of W3C's WebDriver."""

    def picture(self) -> bytes: ...


class Firefox:
    def __init__(self, line: ClientConnection, width: int, height: int) -> None:
        self._line, self._number = line, 0
        self._ask("session.new", capabilities={})
        self._page = self._ask("browsingContext.create", type="tab")["context"]
        self._ask("browsingContext.setViewport", context=self._page, viewport={"width": width, "height": height})

    def _ask(self, method: str, **params: Any) -> Any:
        self._number += 1
        self._line.send(json.dumps({"id": self._number, "method": method, "params": params}))
        while (answer := json.loads(self._line.recv(PATIENCE))).get("id") != self._number:
            pass
        assert answer["type"] == "success", answer
        return answer["result"]

    def go(self, address: str) -> None:
        self._ask("browsingContext.navigate", context=self._page, url=address, wait="complete")

    def run(self, script: str) -> Any:
        target = {"context": self._page}
        said = self._ask("script.evaluate", expression=f"JSON.stringify({script})", target=target, awaitPromise=False)
        assert said["type"] == "success", said
        return json.loads(said["result"].get("value", "null"))

    def act(self, actions: Actions) -> None:
        self._ask("input.performActions", context=self._page, actions=actions)

    def picture(self) -> bytes:
        return b64decode(self._ask("browsingContext.captureScreenshot", context=self._page)["data"])


class WebKit:
    def __init__(self, line: httpx.Client, width: int, height: int) -> None:
        self._line, self._session = line, ""
        options = {"binary": str(MINI_BROWSER), "args": ["--automation"]}
        opened = self._ask("", capabilities={"alwaysMatch": {"webkitgtk:browserOptions": options}})
        self._session = f"/{opened['sessionId']}"
        self._ask("/window/rect", x=0, y=0, width=width, height=height)

    def _ask(self, path: str, **body: Any) -> Any:
        answer = self._line.post(f"/session{self._session}{path}", json=body)
        if LOST in answer.text:
            answer = self._line.post(f"/session{self._session}{path}", json=body)
        assert answer.is_success, answer.text
        return answer.json()["value"]

    def go(self, address: str) -> None:
        self._ask("/url", url=address)

    def run(self, script: str) -> Any:
        return self._ask("/execute/sync", script=f"return {script}", args=[])

    def act(self, actions: Actions) -> None:
        self._ask("/actions", actions=actions)

    def picture(self) -> bytes:
        return b64decode(self._line.get(f"/session{self._session}/screenshot").json()["value"])

    def close(self) -> None:
        self._line.delete(f"/session{self._session}")


@contextmanager
def process(command: list[str], **more: Any) -> Iterator[subprocess.Popen[str]]:
    running = subprocess.Popen(command, text=True, stderr=subprocess.DEVNULL, **more)
    try:
        yield running
    finally:
        running.terminate()
        running.wait(10)


@contextmanager
def firefox(folder: Path, width: int, height: int) -> Iterator[Engine]:
    assert FIREFOX is not None
    with process(
        [FIREFOX, "--headless", "--remote-debugging-port=0", "--profile", str(folder)], stdout=subprocess.DEVNULL
    ):
        told = folder / "WebDriverBiDiServer.json"
        until(lambda: told.is_file() and told.read_text(), "Firefox")
        port = json.loads(told.read_text())["ws_port"]
        with connect(f"ws://127.0.0.1:{port}/session", max_size=None) as line:
            yield Firefox(line, width, height)


@contextmanager
def webkit(folder: Path, width: int, height: int) -> Iterator[Engine]:
    assert XVFB is not None
    assert WEBKIT_DRIVER is not None
    style = folder / "gtk-3.0" / "gtk.css"
    style.parent.mkdir()
    style.write_text(SLIM)
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = taken.getsockname()[1]
    with process(
        [XVFB, "-displayfd", "1", "-screen", "0", "1600x1200x24", "-nolisten", "tcp"], stdout=subprocess.PIPE
    ) as screen:
        assert screen.stdout is not None
        surroundings = os.environ | {"DISPLAY": f":{screen.stdout.readline().strip()}", "XDG_CONFIG_HOME": str(folder)}
        with (
            process([WEBKIT_DRIVER, f"--port={port}"], env=surroundings),
            httpx.Client(base_url=f"http://127.0.0.1:{port}", timeout=PATIENCE) as line,
        ):
            until(lambda: answers(line), "WebKit")
            page = WebKit(line, width, height)
            yield page
            page.close()


def answers(line: httpx.Client) -> bool:
    try:
        return line.get("/status").is_success
    except httpx.TransportError:
        return False


def until(look: Callable[[], Any], what: str, seconds: float = PATIENCE) -> Any:
    """What a look gives, once it gives something."""
    deadline = time.monotonic() + seconds
    while not (seen := look()):
        assert time.monotonic() < deadline, f"{what} did not come."
        time.sleep(0.05)
    return seen
