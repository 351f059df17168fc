"""Takes the pictures of the README in Chromium: a game of Klunker against bots that moves, and a table of each of the
other two games. `make pictures` runs it."""

import io
import sys
import tempfile
import time
from itertools import pairwise
from pathlib import Path

from PIL import Image
from playwright.sync_api import Error, Page, ViewportSize

from tests.web.people import is_over, my_turn, play_now, take_turn
from tests.web.serving import running_chromium, serving

FILE = Path(__file__).with_name("game.webp")
TITLE = "Klunker"
SIZE: ViewportSize = {"width": 1280, "height": 860}
STILLS = {"alles-futsch": ("Alles futsch!", ".bid"), "zwergezocken": ("ZwergeZocken", ".trick .card >> nth=1")}
STILL_SIZE: ViewportSize = {"width": 1280, "height": 760}
WIDTH = 800  # of the picture
EVERY = 250  # milliseconds between two pictures
MOVES = 12
AT_MOST = 500  # milliseconds that a picture stays at most: bots take their moment
LAST = 2000  # that the last one stays
LARGEST = 1_500_000  # bytes
PATIENCE = 240  # seconds


def record(page: Page) -> list[tuple[float, Image.Image]]:
    """Play some moves and take a picture every now and then; each with the second it was taken at."""
    shots: list[tuple[float, Image.Image]] = []
    start = time.monotonic()
    moves, next_move = 0, start + 1
    while moves < MOVES or time.monotonic() < next_move:
        now = time.monotonic()
        if is_over(page) or now - start > PATIENCE:
            break
        shots.append((now - start, picture(page)))
        if now >= next_move and moves < MOVES and my_turn(page) and touched(page):
            moves += 1
            next_move = now + 1.5  # cards fly, bots answer
        page.wait_for_timeout(max(0, EVERY - 1000 * (time.monotonic() - now)))
    return shots


def still(page: Page, name: str, title: str, worth_it: str) -> None:
    """A picture of a table at the own turn, once something is there that is worth it, after some moves."""
    page.set_viewport_size(STILL_SIZE)
    page.goto("/")
    play_now(page, title)
    moves = 0
    while moves < MOVES or not my_turn(page) or not page.locator(worth_it).count():
        moves += my_turn(page) and touched(page)
        page.wait_for_timeout(EVERY)
    page.screenshot(path=FILE.with_name(f"{name}.png"), animations="disabled")


def touched(page: Page) -> bool:
    """Whether a move was made: the page may have gone on in the meantime."""
    try:
        return take_turn(page, shy=False)
    except Error:
        return False


def picture(page: Page) -> Image.Image:
    shot = Image.open(io.BytesIO(page.screenshot()))
    return shot.convert("RGB").resize((WIDTH, WIDTH * shot.height // shot.width), Image.Resampling.LANCZOS)


def write(shots: list[tuple[float, Image.Image]]) -> int:
    """The pictures as one that moves, of the best quality that is small enough; its bytes."""
    frames: list[Image.Image] = []
    times: list[float] = []
    for at, shot in shots:
        if not frames or shot.tobytes() != frames[-1].tobytes():
            frames.append(shot)
            times.append(at)
    lengths = [min(AT_MOST, round(1000 * (after - before))) for before, after in pairwise(times)]
    for quality in range(80, 20, -10):
        frames[0].save(
            FILE, save_all=True, append_images=frames[1:], duration=[*lengths, LAST], loop=0, quality=quality
        )
        if FILE.stat().st_size <= LARGEST:
            break
    return FILE.stat().st_size


def main() -> None:
    with tempfile.TemporaryDirectory() as folder, serving(Path(folder)) as address, running_chromium() as browser:
        page = browser.new_context(viewport=SIZE, locale="en-GB", base_url=address).new_page()
        page.goto("/")
        play_now(page, TITLE)
        page.locator(".now").wait_for()
        shots = record(page)
        for name, (title, worth_it) in STILLS.items():
            still(page, name, title, worth_it)
    if len(shots) < MOVES:
        sys.exit(f"Only {len(shots)} pictures were taken.")
    size = write(shots)
    print(f"{FILE}: a game of {shots[-1][0]:.0f} s, {size / 1e6:.2f} MB")


if __name__ == "__main__":
    main()
