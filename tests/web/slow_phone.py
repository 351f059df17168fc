"""On a phone with a processor four times as slow: how soon a game on this device begins, a move is shown after it has
come from the worker, and an expert has chosen one. `make slow-phone`"""

import statistics
import tempfile
from pathlib import Path
from typing import NamedTuple

from playwright.sync_api import Browser, Page

from tests.web.people import AUTOPILOT, WATCH_SHIFTS, is_over, my_turn, play_now
from tests.web.serving import PHONE, running_chromium, serving

TITLES = ("Klunker", "Alles futsch!", "ZwergeZocken")
SLOWER = 4
# From the arrival of news that shows a move to the first task after the frame that shows it.
WATCH_MOVES = """
window.shown = []
const Plain = Worker
window.Worker = class extends Plain {
  constructor(...all) {
    super(...all)
    window.device = this
    this.addEventListener('message', event => {
      const arrived = performance.now()
      if (!event.data.message?.views?.length) return
      window.turn = event.data.message.views[0].turn
      requestAnimationFrame(() => {
        const after = new MessageChannel()
        after.port1.onmessage = () => shown.push(performance.now() - arrived)
        after.port2.postMessage(null)
      })
    })
  }
  postMessage(asked) {
    if (asked.name === 'attend') window.attended = asked.id
    super.postMessage(asked)
  }
}
"""
# Ask for an expert's thoughts on the move of whoever's turn it is; the milliseconds until they are there.
ASK_EXPERT = """() => new Promise(done => {
  const start = performance.now()
  device.addEventListener('message', function hear(event) {
    if (event.data.line !== -1) return
    device.removeEventListener('message', hear)
    done(event.data.message.type === 'hint' ? performance.now() - start : null)
  })
  const message = { do: 'ask_hint', seat: turn, id: `slow-phone-${start}` }
  device.postMessage({ call: -1, name: 'request', id: attended, line: -1, message })
})"""


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
    expert: list[float] = []
    while not is_over(page):
        if my_turn(page) and (thought := page.evaluate(ASK_EXPERT)) is not None:
            expert.append(SLOWER * thought)  # Chromium slows down the page, not its workers
        page.wait_for_timeout(1000)  # seldom: looking at the page takes its time too
    shown, shift, begun = (page.evaluate(name) for name in ("shown", "layoutShift", "begun"))
    context.close()
    return Times(begun, sorted(shown), sorted(expert), shift)


def p95(each: list[float]) -> float:
    return each[int(0.95 * len(each))]


def main() -> None:
    with tempfile.TemporaryDirectory() as folder, serving(Path(folder)) as address, running_chromium() as browser:
        print(f"{'':14} first card  moves   median      p95   within 100 ms   expert, median      p95   layout shift")
        for title in TITLES:
            begun, each, expert, shift = times(browser, address, title)
            within = sum(one <= 100 for one in each) / len(each)
            shown = f"{statistics.median(each):5.0f} ms {p95(each):5.0f} ms {within:11.0%}"
            advice = f"{statistics.median(expert):15.0f} ms {p95(expert):5.0f} ms"
            print(f"{title:14} {begun:7.0f} ms {len(each):6} {shown} {advice} {shift:14.3f}", flush=True)


if __name__ == "__main__":
    main()
