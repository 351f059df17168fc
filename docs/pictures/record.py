"""Records the moving picture of the README: a game of Klunker against bots, in Chromium. `make pictures` runs it."""

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
WIDTH = 800  # of the picture
EVERY = 250  # milliseconds between two pictures
MOVES = 12
STILL = 500  # milliseconds that a picture stays at most: bots take their moment
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
    lengths = [min(STILL, round(1000 * (after - before))) for before, after in pairwise(times)]
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
    if len(shots) < MOVES:
        sys.exit(f"Only {len(shots)} pictures were taken.")
    size = write(shots)
    print(f"{FILE}: a game of {shots[-1][0]:.0f} s, {size / 1e6:.2f} MB")


if __name__ == "__main__":
    main()
