"""The client under a path of an address: pages, assets, interface and sockets; and a person who is forgotten there."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, expect

from brocante.server.settings import CLIENT
from tests.web.people import open_on_server
from tests.web.serving import DESK, serving

ROOT = "/games/brocante"


@pytest.fixture
def page(chromium: Browser, tmp_path: Path) -> Iterator[Page]:
    if not (CLIENT / "index.html").is_file():
        pytest.skip("The client has not been built: make client")
    with serving(tmp_path, "--no-delay", "--root-path", ROOT) as address:
        assert address.endswith(ROOT)
        context = chromium.new_context(viewport=DESK, locale="en-GB", reduced_motion="reduce")
        page = context.new_page()
        page.set_default_timeout(30_000)
        page.goto(f"{address}/")
        yield page
        context.close()


def test_everything_stays_below_the_path(page: Page) -> None:
    asked: list[str] = []
    page.on("request", lambda request: asked.append(request.url))
    page.on("websocket", lambda socket: asked.append(socket.url))
    page.get_by_role("link", name="Invite friends: Klunker").click()
    open_on_server(page)
    expect(page.locator(".held").first).to_be_visible()
    assert f"{ROOT}/t/" in page.url
    page.reload()
    expect(page.locator(".held").first).to_be_visible()
    page.get_by_role("link", name="Brocante").click()
    page.get_by_role("link", name="Rules: Klunker").click()
    expect(page.get_by_role("heading", name="Klunker", exact=True).first).to_be_visible()
    page.go_back()
    expect(page.get_by_role("button", name="Klunker").first).to_be_visible()
    assert any(url.startswith("ws") for url in asked)
    assert [url for url in asked if ROOT not in url and not url.startswith("data:")] == []


def test_a_person_asks_to_be_forgotten(page: Page) -> None:
    page.get_by_role("link", name="Invite friends: Klunker").click()
    open_on_server(page)
    expect(page.locator(".held").first).to_be_visible()
    page.get_by_role("link", name="Brocante").click()
    page.get_by_text("Forget me", exact=True).click()
    expect(page.get_by_text("Your moves stay")).to_be_visible()
    page.get_by_role("button", name="Forget me now").click()
    expect(page.get_by_role("button", name="Forget me now")).to_have_count(0)
    assert page.context.cookies() == []
