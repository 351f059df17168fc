"""What the first page weighs, and that nothing jumps while it loads."""

import gzip
import re
from pathlib import Path

from playwright.sync_api import expect

from brocante.server.settings import CLIENT
from tests.web.conftest import NewPage
from tests.web.people import play_now, take_turn
from tests.web.serving import PHONE

MOST_SCRIPT = 80 * 1024  # bytes, gzipped
WATCH_SHIFTS = """
window.shifts = 0;
const add = entry => { if (!entry.hadRecentInput) shifts += entry.value };
new PerformanceObserver(list => list.getEntries().forEach(add)).observe({ type: 'layout-shift', buffered: true });
"""
WATCH_MOVES = """
window.shown = [];
const Plain = WebSocket;
window.WebSocket = class extends Plain {
  constructor(...all) {
    super(...all);
    this.addEventListener('message', () => {
      const arrived = performance.now();
      requestAnimationFrame(() => setTimeout(() => shown.push(performance.now() - arrived)));
    });
  }
};
"""


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


def test_nothing_jumps(new_page: NewPage) -> None:
    page = new_page(size=PHONE)
    page.add_init_script(WATCH_SHIFTS)
    page.goto("/")
    page.wait_for_timeout(1000)
    assert page.evaluate("shifts") < 0.01


def test_a_move_is_shown_at_once_on_a_slow_phone(new_page: NewPage) -> None:
    """From its arrival to the frame that shows it, with a processor four times as slow.

    The quickest quarter counts: the others tell what else this machine was doing.
    """
    page = new_page(size=PHONE)
    page.add_init_script(WATCH_MOVES)
    page.goto("/")
    play_now(page, "Klunker")
    expect(page.locator(".now.mine")).to_be_visible()
    page.context.new_cdp_session(page).send("Emulation.setCPUThrottlingRate", {"rate": 4})
    page.evaluate("shown.length = 0")
    take_turn(page)
    page.wait_for_timeout(3000)
    times = sorted(page.evaluate("shown"))
    assert times[len(times) // 4] < 100, times
