"""The page in docs/browser-rules.md plays a whole game in a browser, under the content policy that it names."""

import functools
import re
import shutil
import threading
from collections.abc import Iterator
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

import pytest
from playwright.sync_api import Browser, expect

from brocante.server.settings import CLIENT
from brocante.wasm.build import GAMES

PAGE = Path(__file__).parents[2] / "docs" / "examples" / "rules.html"
POLICY = "default-src 'self'; script-src 'self' 'unsafe-inline' 'wasm-unsafe-eval'"
MOST_LINES = 30


class Files(SimpleHTTPRequestHandler):
    def end_headers(self) -> None:
        self.send_header("Content-Security-Policy", POLICY)
        super().end_headers()

    def log_message(self, *arguments: object) -> None:
        pass


@pytest.fixture
def address(tmp_path: Path) -> Iterator[str]:
    for file in (PAGE, CLIENT / "rules" / "rules.wasm", CLIENT / "rules" / "rules.json"):
        shutil.copy(file, tmp_path)
    server = ThreadingHTTPServer(("127.0.0.1", 0), functools.partial(Files, directory=tmp_path))
    threading.Thread(target=server.serve_forever).start()
    yield f"http://127.0.0.1:{server.server_port}/{PAGE.name}"
    server.shutdown()
    server.server_close()


def test_the_page_plays_a_whole_game(chromium: Browser, address: str) -> None:
    page = chromium.new_page()
    errors: list[str] = []
    page.on("pageerror", lambda error: errors.append(str(error)))
    page.goto(address)
    expect(page.locator("#told")).not_to_be_empty()
    *moves, scores = page.locator("#told").inner_text().splitlines()
    page.close()
    assert errors == []
    words = next(iter(GAMES.values())).move_words
    assert len(moves) > 50
    assert all(re.fullmatch(r"[0-3]: .+", move) and move[3:] in words for move in moves)
    assert re.fullmatch(r"scores: \d+(, \d+){3}", scores)


def test_the_page_is_short_and_stands_in_the_docs() -> None:
    text = PAGE.read_text()
    script = text.split('<script type="module">\n')[1].split("</script>")[0]
    assert len([line for line in script.splitlines() if line.strip()]) <= MOST_LINES
    assert text.strip() in (PAGE.parents[1] / "browser-rules.md").read_text()
