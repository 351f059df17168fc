"""People at the table: they look at the page and touch what it offers."""

import re
import time
from collections.abc import Callable, Sequence

from playwright.sync_api import Page, expect

Strategy = Callable[[Page], bool]
CHOICES = ".held.legal, .offer.legal, .window.legal"  # what is touched to be chosen
# How much jumps by itself, counted as browsers do: the worst five seconds without a second of rest in them. What a
# touch leads to is not counted, also where its answer takes longer than the half second that browsers allow; nor, where
# a test says `handRearranges`, is the half second after the hand has got more or fewer cards, in which they take other
# places. What lies around them is looked at by the heights of the hand.
WATCH_SHIFTS = """
window.layoutShift = 0
window.jumps = []
window.handHeights = []
{
  let sum = 0, first = 0, last = 0
  let touched = NaN, held = 0, dealt = -Infinity
  const shown = () => +(document.querySelector('[data-moves]')?.dataset.moves ?? NaN)
  addEventListener('click', () => { touched = shown() }, true)
  new MutationObserver(() => {
    const cards = document.querySelectorAll('.held').length
    if (cards === held) return
    [held, dealt] = [cards, performance.now()]
    const hand = document.querySelector('.hand')
    if (hand && cards) handHeights.push(Math.round(hand.getBoundingClientRect().height))
  }).observe(document, { childList: true, subtree: true })
  const rearranged = (time) => window.handRearranges && time >= dealt && time < dealt + 500
  const byItself = ({ hadRecentInput, startTime }) =>
    !hadRecentInput && !(shown() <= touched + 1) && !rearranged(startTime)
  const at = (box) => [box.x, box.y, box.width, box.height].map(Math.round)
  new PerformanceObserver(list => list.getEntries().filter(byItself).forEach(each => {
    const same = each.startTime - last < 1000 && each.startTime - first < 5000
    if (!same) [sum, first] = [0, each.startTime]
    last = each.startTime
    sum += each.value
    layoutShift = Math.max(layoutShift, sum)
    const what = each.sources.map(({ node, previousRect, currentRect }) =>
      [node?.className ?? node?.nodeName, node?.textContent.slice(0, 30), at(previousRect), at(currentRect)])
    jumps.push({ value: each.value, moves: shown(), what })
  })).observe({ type: 'layout-shift', buffered: true })
}
"""
# Plays by itself, as fast as the page lets it: the same choices as `touch_a_move`.
AUTOPILOT = """setInterval(() => {
  const moment = document.querySelector('.moment .primary')
  if (moment) return moment.click()
  const now = document.querySelector('.now.mine:not(.over)')
  if (!now || /Only one move|sending/.test(now.innerText)) return
  const card = document.querySelector('.held.legal, .offer.legal, .window.legal')
  if (card && !/Put more cards/.test(now.innerText) && !document.querySelector('.chosen')) return card.click()
  const buttons = [...document.querySelectorAll('.actions button:not(:disabled)')]
  const named = buttons.find((each) => ['Pass', 'The window is done'].includes(each.innerText))
  const first = named ?? buttons.find((each) => each.matches('.primary')) ?? buttons[0]
  first?.click()
}, 60)"""


def at_table(page: Page) -> str:
    page.wait_for_url(re.compile(r"/t/[\w-]{12,}$"))
    return page.url.rpartition("/")[2]


def play_now(page: Page, title: str) -> str:
    """Against bots, on this device."""
    page.get_by_role("button", name=f"Play now: {title}").click()
    return at_table(page)


def play_on_server(page: Page, game: str) -> str:
    """Against two bots, at a table of the server."""
    page.goto(f"/play/{game}")
    return open_on_server(page)


def open_on_server(page: Page) -> str:
    """The same, from the page where a table is set up."""
    page.locator(".pick").filter(has_text="3").locator("input").check()
    for number, seat in enumerate(("me", "bot", "bot"), 1):
        page.get_by_label(f"Seat {number}", exact=True).select_option(seat)
    page.get_by_label("On the server").check()
    page.get_by_role("button", name="Open the table").click()
    return at_table(page)


def open_table(page: Page, game: str, name: str, seats: Sequence[str], **options: str) -> str:
    """Open a table through the page for setting it up; seats as the select offers them."""
    page.goto(f"/play/{game}")
    page.get_by_label("Your name").fill(name)
    page.locator(".pick").filter(has_text=str(len(seats))).locator("input").check()
    for number, seat in enumerate(seats, 1):
        page.get_by_label(f"Seat {number}", exact=True).select_option(seat)
    for label, value in options.items():
        page.get_by_label(re.compile(label)).fill(value)
    page.get_by_role("button", name="Open the table").click()
    return at_table(page)


def sit(page: Page, table: str, name: str) -> None:
    """Come by the link and take the first free seat."""
    page.goto(f"/t/{table}")
    page.get_by_label("Your name").fill(name)
    page.get_by_role("button", name=re.compile("^Sit here")).first.click()
    expect(page.get_by_role("button", name="Sit here")).to_have_count(0)


def choose_language(page: Page, language: str) -> None:
    """At a table, under "More"."""
    page.locator(".tools summary").first.click()
    page.locator(".tools").get_by_role("combobox").select_option(language)


def open_typing(page: Page) -> None:
    """Where moves are typed: there, too."""
    page.locator(".tools summary").first.click()
    page.locator(".tools details details > summary").click()


def is_over(page: Page) -> bool:
    return page.locator(".now.over").count() > 0


def my_turn(page: Page) -> bool:
    return page.locator(".now.mine:not(.over)").count() > 0


def touch_a_move(page: Page, shy: bool = True) -> bool:
    """Touch what is offered: a card or window and then what can be done with it, or the first thing that can be done.

    The shy pass where they can.
    """
    line = page.locator(".now .line").inner_text()
    if "Only one move" in line or "sending" in line:
        return False  # it is played by itself
    card = page.locator(CHOICES).first
    if card.count() and "Put more cards" not in line:
        card.click()
        page.locator(".actions button.primary").first.click()
        return True
    for name in ("Pass", "The window is done") if shy else ("The window is done",):
        button = page.locator(".actions").get_by_role("button", name=name, exact=True)
        if button.count() and button.is_enabled():
            button.click()
            return True
    for selector in (".actions button.primary:visible:not(:disabled)", ".actions button:visible:not(:disabled)"):
        button = page.locator(selector).first
        if button.count():
            button.click()
            return True
    return False


def take_turn(page: Page, strategy: Strategy = touch_a_move) -> None:
    """Move and wait until that is shown: what is touched before belongs to a position that is gone in a moment."""
    before = moves(page)
    try:
        if strategy(page):
            settle(page, before)
    except Exception:
        if my_turn(page) and moves(page) == before:
            raise  # else the page has gone on in the meantime


def play_out(pages: Sequence[Page], strategy: Strategy = touch_a_move, seconds: float = 240) -> None:
    """Everyone takes turns until the game is over for all."""
    deadline = time.monotonic() + seconds
    while not all(is_over(page) for page in pages):
        assert time.monotonic() < deadline, [page.locator(".now").inner_text() for page in pages]
        for page in pages:
            if my_turn(page):
                take_turn(page, strategy)
        pages[0].wait_for_timeout(20)


def moves(page: Page) -> int:
    """How many moves are shown."""
    return int(page.locator("[data-moves]").get_attribute("data-moves") or 0)


def settle(page: Page, before: int) -> None:
    """Until what was done is shown."""
    page.wait_for_function("n => +document.querySelector('[data-moves]').dataset.moves > n", arg=before)
