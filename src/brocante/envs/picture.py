"""Text as a picture, for frameworks that need pixels."""

from typing import Any

import numpy as np

from brocante.extras import extra

COLUMNS, ROWS = 84, 30  # of every picture, so that pictures make a film; only a longer text makes one taller
WIDTH, HEIGHT, EDGE = 9, 20, 12
PAPER, INK = (250, 248, 243), (32, 30, 28)


def picture(text: str) -> Any:
    """Height × width × 3 bytes. Each letter has a cell, so that columns stay columns."""
    image = extra("PIL.Image", "Pillow", "pettingzoo")
    draw = extra("PIL.ImageDraw", "Pillow", "pettingzoo")
    font = extra("PIL.ImageFont", "Pillow", "pettingzoo").load_default(14)
    lines = text.splitlines()
    page = image.new("RGB", (COLUMNS * WIDTH + 2 * EDGE, max(ROWS, len(lines)) * HEIGHT + 2 * EDGE), PAPER)
    pen = draw.Draw(page)
    for row, line in enumerate(lines):
        for column, letter in enumerate(line[:COLUMNS]):
            if letter != " ":
                middle = EDGE + column * WIDTH + WIDTH / 2
                pen.text((middle, EDGE + row * HEIGHT), letter, INK, font, anchor="ma")
    return np.asarray(page)
