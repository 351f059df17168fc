"""On a phone with a processor four times as slow: how soon a game on this device begins, a move is shown after it has
come from the worker, an expert has chosen one, and the whole game is analysed. `make slow-phone`"""

import statistics
import tempfile
import time
from pathlib import Path
from typing import NamedTuple

from playwright.sync_api import Browser, Page, expect

from tests.web.people import AUTOPILOT, WATCH_SHIFTS, is_over, play_now
from tests.web.serving import PHONE, running_chromium, serving

TITLES = ("Klunker", "Alles futsch!", "ZwergeZocken")
SLOWER = 4
PATIENCE = 300_000  # milliseconds for an analysis
# From the arrival of news that shows a move to the first task after the frame that shows it; and at some of the own
# turns an expert is asked for advice, before anybody can move: the milliseconds until it is there.
WATCH_MOVES = """
window.shown = []
window.advised = []
const SELDOM = 2000
let asked = 0
const Plain = Worker
window.Worker = class extends Plain {
  constructor(...all) {
    super(...all)
    window.device = this
    this.addEventListener('message', event => {
      const arrived = performance.now()
      if (event.data.line === -1 && event.data.message.type === 'hint') advised.push(arrived - asked)
      if (!event.data.message?.views?.length) return
      const { seat, turn, legal } = event.data.message.views[0]
      if (seat === turn && legal.length > 1 && arrived - asked > SELDOM) this.ask(seat)
      requestAnimationFrame(() => {
        const after = new MessageChannel()
        after.port1.onmessage = () => shown.push(performance.now() - arrived)
        after.port2.postMessage(null)
      })
    })
  }
  postMessage(call) {
    if (call.name === 'attend') this.attended = call.id
    super.postMessage(call)
  }
  ask(seat) {
    asked = performance.now()
    const message = { do: 'ask_hint', seat, id: `slow-phone-${asked}` }
    super.postMessage({ call: -1, name: 'request', id: this.attended, line: -1, message })
  }
}
"""
# From the touch of "Play now" to the first card.
WATCH_START = """
let touched = 0
window.begun = 0
const isStart = target => target.closest('[aria-label^="Play now"]')
addEventListener('click', event => isStart(event.target) && (touched = performance.now()), true)
new MutationObserver(() => {
  if (touched && !begun && document.querySelector('.board img, .board svg')) begun = performance.now() - touched
}).observe(document, { subtree: true, childList: true })
"""


def slow_down(page: Page) -> None:
    page.context.new_cdp_session(page).send("Emulation.setCPUThrottlingRate", {"rate": SLOWER})


class Times(NamedTuple):
    """Of a whole game against bots that take their moment, in milliseconds."""

    begun: float
    shown: list[float]
    expert: list[float]
    shift: float  # how much has jumped
    analysed: float


def times(browser: Browser, address: str, title: str) -> Times:
    context = browser.new_context(
        viewport=PHONE, has_touch=True, is_mobile=True, locale="en-GB", base_url=address, reduced_motion="no-preference"
    )
    page = context.new_page()
    page.add_init_script(WATCH_MOVES)
    page.add_init_script(WATCH_SHIFTS)
    page.add_init_script(WATCH_START)
    page.goto("/")
    slow_down(page)
    play_now(page, title)
    page.evaluate(AUTOPILOT)
    while not is_over(page):
        page.wait_for_timeout(1000)  # seldom: looking at the page takes its time too
    shown, advised, shift, begun = (page.evaluate(name) for name in ("shown", "advised", "layoutShift", "begun"))
    expert = [SLOWER * each for each in advised]  # Chromium slows down the page, not its workers
    analysed = SLOWER * analysis(page)
    context.close()
    return Times(begun, sorted(shown), sorted(expert), shift, analysed)


def analysis(page: Page) -> float:
    """From the touch of the button to the last decision, all files loaded in that time."""
    start = time.perf_counter()
    page.get_by_role("button", name="Analyse this game").click()
    expect(page.get_by_role("heading", name="The decisions that cost most")).to_be_visible(timeout=PATIENCE)
    expect(page.get_by_role("progressbar")).to_have_count(0, timeout=PATIENCE)
    return 1000 * (time.perf_counter() - start)


def p95(each: list[float]) -> float:
    return each[int(0.95 * len(each))]


def main() -> None:
    with tempfile.TemporaryDirectory() as folder, serving(Path(folder)) as address, running_chromium() as browser:
        shown = "first card  moves   median      p95   within 100 ms"
        print(f"{'':14} {shown}   expert, median      p95   layout shift   analysis")
        for title in TITLES:
            begun, each, expert, shift, analysed = times(browser, address, title)
            within = sum(one <= 100 for one in each) / len(each)
            shown = f"{statistics.median(each):5.0f} ms {p95(each):5.0f} ms {within:11.0%}"
            advice = f"{statistics.median(expert):15.0f} ms {p95(expert):5.0f} ms"
            print(
                f"{title:14} {begun:7.0f} ms {len(each):6} {shown} {advice} {shift:14.3f} {analysed / 1000:8.1f} s",
                flush=True,
            )


if __name__ == "__main__":
    main()
