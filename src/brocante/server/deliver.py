"""What is to be sent leaves the server: a message to a push service."""

import asyncio
import hmac
import ssl
from typing import Literal, NamedTuple

import httpx
import msgspec

from brocante.games.catalogue import RULESETS
from brocante.server.push import Vapid, encoded, encrypted
from brocante.server.reach import OutOfBounds, looked_up
from brocante.server.settings import Settings

PATIENCE = 15.0  # seconds for one message
WEEK = 7 * 24 * 3600  # seconds that a push service keeps a message for a device that is switched off
LONGEST_WAIT = 3600.0  # seconds that a push service can ask us to wait

Language = Literal["en", "fr", "it", "de"]
Kind = Literal["turn", "over"]


class Subscription(msgspec.Struct, frozen=True):
    """The address of a browser at its push service, and the keys to encrypt for it."""

    endpoint: str
    p256dh: str
    auth: str


class Notice(msgspec.Struct, frozen=True):
    """What is sent: that it is somebody's turn, or no longer. Nothing of who plays, and nothing of the cards."""

    kind: Kind
    table: str
    turn: int
    game: str
    language: Language


class Sent(NamedTuple):
    """What became of it; `wait` are seconds until it is to be tried again, where the receiver has said so."""

    how: Literal["sent", "gone", "later", "refused"]
    wait: float = 0.0


def notice_of(kind: Kind, table: str, turn: int, game: str, language: Language) -> Notice:
    return Notice(kind, table, turn, title_of(game), language)


def title_of(game: str) -> str:
    return RULESETS[game].title if game in RULESETS else game


class PushServices:
    """The push services of browsers. `open` it, and `close` it."""

    def __init__(self, settings: Settings) -> None:
        self._settings = settings
        self._http: httpx.AsyncClient | None = None

    def open(self, secret: bytes) -> None:
        self._secret, self.vapid = secret, Vapid(secret, self._settings.contact)

    async def close(self) -> None:
        if self._http is not None:
            await self._http.aclose()

    def _client(self) -> httpx.AsyncClient:
        """Made when it is first needed: most servers at home need none."""
        if self._http is None:
            self._http = httpx.AsyncClient(verify=ssl.create_default_context(), trust_env=False, timeout=PATIENCE)
        return self._http

    async def send(self, to: Subscription, notice: Notice) -> Sent:
        """A message that takes the place of the one before it, if that has not yet arrived."""
        try:
            async with asyncio.timeout(PATIENCE):
                host, address = await looked_up(to.endpoint, self._settings.push_networks)
                url = httpx.URL(to.endpoint)
                request = self._client().build_request(
                    "POST",
                    url.copy_with(host=address),
                    headers={
                        "Host": url.netloc.decode(),
                        "Authorization": self.vapid.authorization(to.endpoint),
                        "Content-Encoding": "aes128gcm",
                        "Content-Type": "application/octet-stream",
                        "TTL": str(WEEK),
                        "Urgency": "normal" if notice.kind == "turn" else "low",
                        "Topic": self._topic(notice.table),
                    },
                    content=encrypted(msgspec.json.encode(notice), to.p256dh, to.auth),
                    extensions={"sni_hostname": host},
                )
                answer = await self._client().send(request, stream=True)  # nobody reads what it says
                await answer.aclose()
        except OutOfBounds:
            return Sent("gone")
        except (httpx.HTTPError, httpx.InvalidURL, OSError, TimeoutError):
            return Sent("later")
        return became(answer.status_code, answer.headers.get("retry-after", ""))

    def _topic(self, table: str) -> str:
        """A name for the table that tells a push service nothing: its own name invites to it."""
        return encoded(hmac.digest(self._secret, table.encode(), "sha256")[:24])


def became(status: int, retry_after: str) -> Sent:
    """
    >>> became(201, "").how, became(410, "").how, became(429, "120"), became(403, "").how
    ('sent', 'gone', Sent(how='later', wait=120.0), 'refused')
    """
    if 200 <= status < 300:
        return Sent("sent")
    if status in (404, 410):
        return Sent("gone")
    if status == 429 or status >= 500:
        return Sent("later", min(float(retry_after), LONGEST_WAIT) if retry_after.isdecimal() else 0.0)
    return Sent("refused")
