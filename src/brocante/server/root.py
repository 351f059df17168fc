"""An address with a path of its own: https://example.org/brocante/ instead of https://brocante.example/."""

from litestar.types import ASGIApp, Receive, Scope, Send


def under_root(app: ASGIApp, root: str) -> ASGIApp:
    """The application under a path; a proxy may pass that path on or leave it out."""
    if not root:
        return app

    async def rooted(scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] in ("http", "websocket") and (scope["path"] + "/").startswith(root + "/"):
            scope["path"] = scope["path"][len(root) :] or "/"
            scope["raw_path"] = scope["path"].encode()
        await app(scope, receive, send)

    return rooted


def checked_root(path: str) -> str:
    """The path without a slash at its end; ValueError if it is none.

    >>> checked_root("/brocante/"), checked_root("/"), checked_root("games/brocante")
    ('/brocante', '', '/games/brocante')
    """
    root = "/" + path.strip("/")
    if not all(sign.isascii() and (sign.isalnum() or sign in "/-_.~") for sign in root) or "//" in path or "/." in root:
        raise ValueError(f"A path is letters, digits, - and _, as /brocante; not {path!r}.")
    return root.rstrip("/")
