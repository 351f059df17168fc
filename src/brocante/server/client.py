"""The browser client, as it was built: its files, and its page for every address that is the client's to read."""

import mimetypes
from pathlib import Path

from litestar import MediaType, Response, get
from litestar.datastructures import State
from litestar.exceptions import NotFoundException
from litestar.params import FromPath

from brocante.server.settings import CLIENT

WITHOUT = (
    "<!doctype html><html lang=en><meta charset=utf-8><title>Brocante</title>"
    "<h1>Brocante</h1><p>The tables are open; the browser client has not been built."
    " Programs find their way by <a href=schema>the description of the interface</a>.</p></html>"
)


def page(root: str) -> Response[str]:
    """The client's page; its files are named from where it lies, which is not where pages are."""
    index = CLIENT / "index.html"
    content = index.read_text(encoding="utf-8").replace('="./', f'="{root}/') if index.is_file() else WITHOUT
    return Response(content, media_type=MediaType.HTML, headers={"Cache-Control": "no-cache"})


@get(["/", "/t/{rest:path}", "/play/{rest:path}", "/rules/{rest:path}", "/replay"], include_in_schema=False)
async def client_page(state: State) -> Response[str]:
    return page(state.service.settings.root)


@get("/assets/{file:path}", include_in_schema=False)
async def asset(file: FromPath[Path]) -> Response[bytes]:
    """A file of the client; its name changes with its content, so that browsers may keep it for ever."""
    folder = (CLIENT / "assets").resolve()
    path = (folder / str(file).lstrip("/")).resolve()
    if not path.is_relative_to(folder) or not path.is_file():
        raise NotFoundException("There is no such file.")
    kind = mimetypes.guess_type(path.name)[0] or "application/octet-stream"
    return Response(
        path.read_bytes(), media_type=kind, headers={"Cache-Control": "public, max-age=31536000, immutable"}
    )
