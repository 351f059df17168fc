"""Being told of one's turns: asked for at a table, sent by the server, shown by the service worker.

The browser's own line to its maker's push service is the one thing that is replaced: subscriptions are those of the
push service of the tests, and what it receives is handed to the service worker by Chromium itself.
"""

import json
from collections.abc import Iterator
from typing import Any

import pytest
from playwright.sync_api import APIRequestContext, Browser, CDPSession, Page, expect

from brocante.server.settings import CLIENT
from tests.server.people import spelled
from tests.server.post_office import SENDER, PostOffice, links_in
from tests.server.push_service import PushService, running_push_service
from tests.web.axe import flaws
from tests.web.conftest import AT_ONCE, SHOTS
from tests.web.people import open_table
from tests.web.serving import DESK, PHONE, serving

HOME = "https://tables.example"
PATIENCE = 60_000  # milliseconds
SUBSCRIPTIONS = """
const keep = (body) => body && {
  ...body,
  options: { applicationServerKey: Uint8Array.from(atob(body.key), (sign) => sign.charCodeAt(0)).buffer },
  toJSON: () => body.json,
  unsubscribe: async () => (sessionStorage.removeItem('subscription'), true),
}
PushManager.prototype.getSubscription = async () => keep(JSON.parse(sessionStorage.getItem('subscription')))
PushManager.prototype.subscribe = async ({ applicationServerKey }) => {
  const key = btoa(String.fromCharCode(...new Uint8Array(applicationServerKey)))
  const body = { key, json: await pushService(key.replaceAll('+', '-').replaceAll('/', '_').replace(/=+$/, '')) }
  sessionStorage.setItem('subscription', JSON.stringify(body))
  return keep(body)
}
"""
SHOWN = """navigator.serviceWorker.ready.then((it) => it.getNotifications())
  .then((all) => all.map(({ title, body, tag, lang }) => ({ title, body, tag, lang })))"""


@pytest.fixture(scope="module")
def service(tmp_path_factory: pytest.TempPathFactory) -> Iterator[PushService]:
    with running_push_service(tmp_path_factory.mktemp("push")) as running:
        yield running


@pytest.fixture(scope="module")
def office() -> Iterator[PostOffice]:
    running = PostOffice()
    yield running
    running.stop()


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory, service: PushService, office: PostOffice) -> Iterator[str]:
    if not (CLIENT / "index.html").is_file():
        pytest.skip("The client has not been built: make client")
    mail = ("--mail", office.address, "--mail-from", SENDER, "--origin", HOME)
    flags = ("--no-delay", "--push-networks", "127.0.0.0/8,::1", *mail)
    with serving(tmp_path_factory.mktemp("tables"), *flags) as address:
        yield address


def play(request: APIRequestContext, table: str, once: str) -> None:
    """Play until it is somebody else's turn."""
    for number in range(100):
        shown = request.get(f"/api/tables/{table}").json()
        legal = [move for view in shown["views"] for move in spelled(view["legal"])]
        if not legal:
            return
        wish = {"do": "play", "id": f"{once}-{number}", "move": legal[0], "version": shown["version"]}
        assert request.post(f"/api/tables/{table}/do", data=wish).json()["type"] == "done"


class Worker:
    """The service worker of a page, to which Chromium hands messages."""

    def __init__(self, page: Page, origin: str) -> None:
        self.page, self.origin, self.registration = page, origin, ""
        self.line: CDPSession = page.context.new_cdp_session(page)
        self.line.on("ServiceWorker.workerRegistrationUpdated", self._updated)
        self.line.send("ServiceWorker.enable")

    def _updated(self, told: dict[str, Any]) -> None:
        for each in told["registrations"]:
            self.registration = each["registrationId"]

    def push(self, message: dict[str, Any]) -> None:
        parts = {"origin": self.origin, "registrationId": self.registration, "data": json.dumps(message)}
        self.line.send("ServiceWorker.deliverPushMessage", parts)

    def until_shown(self, *bodies: str) -> None:
        for _ in range(150):
            shown = self.page.evaluate(SHOWN)
            if [each["body"] for each in shown] == list(bodies):
                return
            self.page.wait_for_timeout(100)
        raise AssertionError(f"{shown} is shown, not {bodies}")


def test_being_told_of_a_turn(chromium: Browser, server: str, service: PushService) -> None:
    context = chromium.new_context(base_url=server, viewport=PHONE, locale="de-CH", permissions=["notifications"])
    ben = chromium.new_context(base_url=server).request
    try:
        context.add_init_script(AT_ONCE)
        context.add_init_script("localStorage.setItem('brocante.language', 'en')")
        context.add_init_script(SUBSCRIPTIONS)
        page = context.new_page()
        errors: list[str] = []
        page.on("pageerror", lambda error: errors.append(str(error)))
        page.set_default_timeout(PATIENCE)
        page.expose_function("pushService", lambda key: service.subscribe(key).subscription())
        table = open_table(page, "alles-futsch", "Anna", ["me", "open"])
        bell = page.get_by_role("button", name="Tell me when it is my turn")
        expect(bell).to_be_visible(timeout=PATIENCE)
        SHOTS.mkdir(parents=True, exist_ok=True)
        page.screenshot(path=SHOTS / "turns-waiting-phone.png")
        ben.put("/api/me/", data={"name": "Ben"})
        sat = ben.post(f"/api/tables/{table}/do", data={"do": "sit", "id": "sit", "name": "Ben"})
        assert sat.json()["type"] == "done"
        expect(page.locator(".now")).to_be_visible(timeout=PATIENCE)
        page.screenshot(path=SHOTS / "turns-phone.png")
        page.set_viewport_size(DESK)
        page.screenshot(path=SHOTS / "turns-desktop.png")
        assert service.browsers == {}  # nobody is asked for anything before they want it
        bell.click()
        page.get_by_role("button", name="On this device").click()
        expect(page.get_by_text("Messages come to this device.")).to_be_visible(timeout=PATIENCE)
        assert flaws(page) == []
        page.screenshot(path=SHOTS / "turns-dialog-desktop.png")
        page.set_viewport_size(PHONE)
        page.screenshot(path=SHOTS / "turns-dialog-phone.png")
        worker = Worker(page, server)
        page.evaluate("navigator.serviceWorker.ready")
        (browser,) = service.browsers.values()

        page.goto("/rules/klunker")
        play(page.request, table, "anna")
        play(ben, table, "ben")
        for _ in range(600):
            if browser.received:
                break
            page.wait_for_timeout(100)
        (message,) = browser.messages
        assert (message["kind"], message["table"], message["language"]) == ("turn", table, "en")
        for _ in range(2):  # the same once more is the same notification
            worker.push(message)
            worker.until_shown("It is your turn.")
        assert page.evaluate(SHOWN)[0]["title"] == "Alles futsch!"
        page.goto(f"/t/{table}")
        worker.until_shown()  # it is in front of her: what was shown is gone

        page.goto("/rules/klunker")
        worker.push({**message, "language": "de", "turn": message["turn"] + 5})
        worker.until_shown("Du bist dran.")
        worker.push({**message, "kind": "over", "language": "de"})
        worker.until_shown("Du bist nicht mehr dran.")  # every push shows something
        worker.until_shown()

        page.goto("/me")
        expect(page.get_by_text("One browser tells you of your turns.")).to_be_visible(timeout=PATIENCE)
        assert flaws(page) == []
        page.screenshot(path=SHOTS / "turns-me-phone.png", full_page=True)
        page.get_by_role("button", name="Tell me no more").click()
        expect(page.get_by_text("You are not told of your turns.")).to_be_visible(timeout=PATIENCE)
        assert errors == []
    finally:
        context.close()


def test_by_mail_where_a_browser_may_not(chromium: Browser, server: str, office: PostOffice) -> None:
    context = chromium.new_context(base_url=server, viewport=PHONE, locale="en-GB")
    try:
        page = context.new_page()
        page.set_default_timeout(PATIENCE)
        open_table(page, "alles-futsch", "Anna", ["me", "open"])
        page.get_by_role("button", name="Tell me when it is my turn").click()
        page.get_by_role("button", name="On this device").click()
        expect(page.get_by_role("alert")).to_contain_text(
            "Your browser does not let this page show messages.", timeout=PATIENCE
        )
        page.get_by_label("Your address").fill("anna@example.org")
        page.get_by_role("button", name="By mail").click()
        expect(page.get_by_text("A letter is on its way to anna@example.org.")).to_be_visible(timeout=PATIENCE)
        expect(page.get_by_text("You are told of your turns at this table.")).to_be_visible(timeout=PATIENCE)
        assert flaws(page) == []
        page.screenshot(path=SHOTS / "turns-mail-phone.png")
        for _ in range(600):
            if office.letters:
                break
            page.wait_for_timeout(100)
        confirm, stop = (link.removeprefix(HOME) for link in links_in(office.letters[0]))
        page.goto(confirm)
        page.get_by_role("button", name="Confirm the address").click()
        expect(page.get_by_text("The address is confirmed.")).to_be_visible(timeout=PATIENCE)
        assert flaws(page) == []
        page.goto("/me")
        expect(page.get_by_text("Letters go to anna@example.org")).to_be_visible(timeout=PATIENCE)
        page.screenshot(path=SHOTS / "turns-mail-me-phone.png", full_page=True)
        page.goto(stop)
        page.get_by_role("button", name="Take the address out").click()
        expect(page.get_by_text("Nothing more is sent to it.")).to_be_visible(timeout=PATIENCE)
    finally:
        context.close()
