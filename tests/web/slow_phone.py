"""How soon a game on this device begins, and a move is shown after it has come from the worker, on a phone with a
processor four times as slow: `make slow-phone`."""

import statistics
import tempfile
from pathlib import Path

from playwright.sync_api import Browser, Page

from tests.web.people import WATCH_SHIFTS, play_now, play_out
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
    this.addEventListener('message', event => {
      const arrived = performance.now()
      if (!event.data.message?.views?.length) return
      requestAnimationFrame(() => {
        const after = new MessageChannel()
        after.port1.onmessage = () => shown.push(performance.now() - arrived)
        after.port2.postMessage(null)
      })
    })
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


def times(browser: Browser, address: str, title: str) -> tuple[float, list[float], float]:
    """Of a whole game against bots that take their moment: milliseconds until it has begun, milliseconds for each move,
    and how much has jumped."""
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
    play_out([page], seconds=1200)
    shown: list[float] = page.evaluate("shown")
    shift: float = page.evaluate("layoutShift")
    begun: float = page.evaluate("begun")
    context.close()
    return begun, sorted(shown), shift


def main() -> None:
    with tempfile.TemporaryDirectory() as folder, serving(Path(folder)) as address, running_chromium() as browser:
        print(f"{'':14} first card  moves   median      p95   within 100 ms   layout shift")
        for title in TITLES:
            begun, each, shift = times(browser, address, title)
            p95 = each[int(0.95 * len(each))]
            within = sum(one <= 100 for one in each) / len(each)
            shown = f"{statistics.median(each):5.0f} ms {p95:5.0f} ms {within:11.0%}"
            print(f"{title:14} {begun:7.0f} ms {len(each):6} {shown} {shift:16.3f}", flush=True)


if __name__ == "__main__":
    main()
