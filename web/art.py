"""The pictures that are not drawn in the page: icons of the installed client, and the picture of link previews.

Drawn by Chromium from the logo: `python web/art.py`. What it writes is kept in `web/public/`.
"""

from base64 import b64encode
from pathlib import Path

from playwright.sync_api import sync_playwright

from tests.web.serving import CHROMIUM

HERE = Path(__file__).parent
LOGO = b64encode((HERE / "src/art/favicon.svg").read_bytes()).decode()
PAPER, INK, RED = "#f4ecdd", "#2b2320", "#a63f2b"
ICON = """<body style='margin:0;background:{back}'>
<img src='data:image/svg+xml;base64,{logo}' style='display:block;width:{share}%;margin:{rest}%'>"""
PREVIEW = """<body style='margin:0;width:1200px;height:630px;background:{paper}'>
<div style='height:100%;display:grid;grid-template-rows:70px 1fr'>
<div style='background:repeating-linear-gradient(90deg,{red} 0 60px,#f8efdc 60px 120px)'></div>
<div style='display:flex;align-items:center;justify-content:center;gap:70px'>
<img src='data:image/svg+xml;base64,{logo}' style='width:320px'>
<div style='font:700 96px serif;color:{ink}'>Brocante
<p style='font:400 40px/1.35 serif;margin:20px 0 0'>Klunker<br>Alles futsch!<br>ZwergeZocken</p></div></div>"""


def icon(back: str, share: int) -> str:
    return ICON.format(back=back, logo=LOGO, share=share, rest=(100 - share) / 2)


PICTURES = {
    "icon-192.png": (192, 192, icon("transparent", 100)),
    "icon-512.png": (512, 512, icon("transparent", 100)),
    "icon-maskable-512.png": (512, 512, icon(PAPER, 62)),  # systems cut a circle out of it
    "preview.png": (1200, 630, PREVIEW.format(paper=PAPER, ink=INK, red=RED, logo=LOGO)),
}


def draw() -> None:
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=["--no-sandbox"])
        for name, (width, height, content) in PICTURES.items():
            page = browser.new_page(viewport={"width": width, "height": height})
            page.set_content(content)
            page.screenshot(path=HERE / "public" / name, omit_background=True)
        browser.close()


if __name__ == "__main__":
    draw()
