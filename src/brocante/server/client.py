"""The browser client, as it was built: its files, and its page for every address that is the client's to read."""

import mimetypes
import re
from functools import cache
from html import escape
from pathlib import Path
from typing import Any

from litestar import MediaType, Request, Response, get
from litestar.datastructures import State
from litestar.exceptions import ClientException, NotFoundException
from litestar.params import FromPath
from sqlalchemy import select

from brocante.games.catalogue import RULESETS
from brocante.server import schema
from brocante.server.archive import setup_decoder
from brocante.server.settings import CLIENT
from brocante.server.store import Store, StoreError

NAME = re.compile(r"[A-Za-z0-9_.-]{1,100}(/[A-Za-z0-9_.-]{1,100}){0,3}")

WITHOUT = (
    "<!doctype html><html lang=en><meta charset=utf-8><title>Brocante</title>"
    "<h1>Brocante</h1><p>The tables are open; the browser client has not been built."
    " Programs find their way by <a href=schema>the description of the interface</a>.</p></html>"
)
PUBLIC = ("turns.js", "manifest.webmanifest", "preview.png", "icon-192.png", "icon-512.png", "icon-maskable-512.png")
FOR_EVER = {"Cache-Control": "public, max-age=31536000, immutable"}
FOR_A_DAY = {"Cache-Control": "public, max-age=86400"}


@cache
def built_page() -> str:
    index = CLIENT / "index.html"
    return index.read_text() if index.is_file() else WITHOUT


def page(request: Request[Any, Any, Any], title: str | None = None, status: int = 200) -> Response[str]:
    """The page, with its addresses relative to where the server is, and a title for link previews."""
    root = request.app.state.service.settings.root + "/"
    content = built_page().replace('<base href="/" />', f'<base href="{escape(root)}" />')
    whole = f"{request.url.scheme}://{request.url.netloc}{root}"  # previews take no relative addresses
    content = re.sub(
        r'(<meta property="og:image" content=")/?', lambda found: found[1] + escape(whole), content, count=1
    )
    if title:
        content = re.sub(
            r'(<meta property="og:title" content=")[^"]*', lambda found: found[1] + escape(title), content, count=1
        )
    return Response(content, media_type=MediaType.HTML, headers={"Cache-Control": "no-cache"}, status_code=status)


def reads_pages(request: Request[Any, Any, Any]) -> bool:
    """Whether it is a person's browser that asks, for something that is neither the interface nor a file."""
    wants = "text/html" in request.headers.get("accept", "")
    return request.method == "GET" and wants and not re.match(r"/(api|schema|assets)(/|$)", request.scope["path"])


@get(
    [
        *("/", "/play/{rest:path}", "/rules/{rest:path}", "/replay", "/history", "/day", "/ratings", "/me"),
        *("/series", "/series/{series:str}"),
    ],
    include_in_schema=False,
)
async def client_page(request: Request[Any, Any, Any]) -> Response[str]:
    return page(request)


@get("/t/{table:str}", include_in_schema=False)
async def table_page(request: Request[Any, Any, Any], state: State, table: FromPath[str]) -> Response[str]:
    """A link to a table says in previews what is played there, and nothing of who plays."""
    return page(request, await title_of(state.service.store, table))


async def title_of(store: Store, table: str) -> str | None:
    try:
        rows = await store.rows(select(schema.tables.c.setup).where(schema.tables.c.id == table[:24]))
    except StoreError:
        return None
    rules = RULESETS.get(setup_decoder.decode(rows[0].setup).game) if rows else None
    return f"{rules.title} · Brocante" if rules else None


@get("/assets/{file:path}", include_in_schema=False)
async def asset(file: FromPath[Path]) -> Response[bytes]:
    """A file of the client; its name changes with its content, so that browsers may keep it for ever."""
    name = str(file).lstrip("/")
    if not NAME.fullmatch(name):
        raise ClientException("This is not the name of a file.")
    folder = (CLIENT / "assets").resolve()
    path = (folder / name).resolve()
    if not path.is_relative_to(folder) or not path.is_file():
        raise NotFoundException("There is no such file.")
    return Response(path.read_bytes(), media_type=kind_of(path), headers=FOR_EVER)


@get([f"/{name}" for name in PUBLIC], include_in_schema=False)
async def public_file(request: Request[Any, Any, Any]) -> Response[bytes]:
    """Pictures for link previews and for the installed client; the service worker that tells people of their turns."""
    path = CLIENT / request.url.path.rpartition("/")[2]
    if not path.is_file():
        raise NotFoundException("There is no such file.")
    return Response(path.read_bytes(), media_type=kind_of(path), headers=FOR_A_DAY)


def kind_of(path: Path) -> str:
    if path.suffix == ".webmanifest":
        return "application/manifest+json"
    return mimetypes.guess_type(path.name)[0] or "application/octet-stream"
