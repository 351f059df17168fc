"""The client in Firefox and in Safari's engine, on a page as wide as a phone's: each game against bots, by hand."""

import re
from typing import Any

from tests.web.conftest import SHOTS
from tests.web.engines import Engine, until
from tests.web.serving import PHONE

TITLES = ["Klunker", "Alles futsch!", "ZwergeZocken"]
MOVES = 4
LISTEN = """(() => {
  window.complaints = []
  const complain = (...all) => complaints.push(all.map(String).join(' '))
  console.error = complain
  const hint = target => target.rel === 'modulepreload' // Firefox drops some; the module itself comes all the same
  addEventListener('error', event => hint(event.target) || complain(event.message, event.target.outerHTML), true)
  addEventListener('unhandledrejection', event => complain(event.reason))
  addEventListener('securitypolicyviolation', event => complain(event.violatedDirective))
})()"""
# What to touch next: a card that may be played, then what can be done with it, else the first thing that can be done.
NEXT = """(() => {
  const now = document.querySelector('.now.mine')
  if (!now || now.innerText.includes('Only one move') || document.querySelector('.actions button:disabled')) return ''
  const card = '.held.legal, .offer.legal, .window.legal'
  const settled = document.querySelector('.chosen') || now.innerText.includes('or finish')
  if (document.querySelector(card) && !settled) return card
  return ['.actions button.primary', '.actions button'].find(each => document.querySelector(each)) ?? ''
})()"""
MADE = "+(document.querySelector('[data-moves]')?.dataset.moves ?? 0)"
SIDEWAYS = "document.documentElement.scrollWidth > innerWidth"


def middle(engine: Engine, selector: str, scroll: bool = True) -> tuple[int, int]:
    """Where something is, once it has been brought into sight and stands still."""
    look = f"""(() => {{
      const found = document.querySelector({selector!r})
      if ({str(scroll).lower()}) found?.scrollIntoView({{ block: 'center', behavior: 'instant' }})
      const at = found?.getBoundingClientRect()
      return at && [at.x + at.width / 2, at.y + at.height / 2]
    }})()"""
    seen: list[Any] = [None]

    def stands_still() -> Any:
        seen.append(engine.run(look))
        return seen[-1] if seen[-1] == seen[-2] else None

    x, y = until(stands_still, selector)
    return int(x), int(y)


def press(engine: Engine, *path: tuple[int, int]) -> None:
    """Press where a path begins, and let go where it ends."""
    moves: list[dict[str, Any]] = [{"type": "pointerMove", "x": x, "y": y, "duration": 40} for x, y in path]
    moves.insert(1, {"type": "pointerDown", "button": 0})
    moves.append({"type": "pointerUp", "button": 0})
    engine.act([{"type": "pointer", "id": "hand", "parameters": {"pointerType": "mouse"}, "actions": moves}])


def touch(engine: Engine, selector: str) -> None:
    press(engine, middle(engine, selector))


def test_each_game_in_another_engine(engine: Engine, address: str) -> None:
    engine.go(address)
    engine.run(LISTEN)
    assert engine.run("innerWidth") == PHONE["width"]
    for title in TITLES:
        touch(engine, f'[aria-label="Play now: {title}"]')
        if title == "Klunker":
            drag_into_the_window(engine)
        for _ in range(MOVES):
            move(engine)
            assert not engine.run(SIDEWAYS), title
        assert engine.run("document.querySelector('[aria-live=polite].unseen').innerText.trim()")
        keep(engine.picture(), f"table-{title}-{type(engine).__name__}-phone.png")
        touch(engine, "header a[href='/']")
    assert engine.run("complaints") == []


def drag_into_the_window(engine: Engine) -> None:
    until(lambda: engine.run(NEXT), "My turn")
    window = middle(engine, ".own .zone.window")
    press(engine, middle(engine, ".held.legal", scroll=False), window)
    until(lambda: engine.run(MADE), "A card in the window")


def move(engine: Engine) -> None:
    """One move of mine, until the log tells it."""
    until(lambda: engine.run(NEXT), "My turn")
    made = engine.run(MADE)

    def told() -> bool:
        if wanted := engine.run(NEXT):
            touch(engine, wanted)
        return bool(engine.run(MADE) > made)

    until(told, "My move in the log")


def keep(picture: bytes, name: str) -> None:
    SHOTS.mkdir(parents=True, exist_ok=True)
    (SHOTS / re.sub(r"[^a-z.-]+", "", name.lower())).write_bytes(picture)
