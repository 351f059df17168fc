"""Mail, where an operator has named a mail server: letters that tell of a turn, and the links in them."""

import asyncio
import hmac
import re
import smtplib
import ssl
from email.message import EmailMessage
from email.policy import EmailPolicy
from email.utils import formatdate, parseaddr
from typing import Literal, NamedTuple
from urllib.parse import unquote, urlsplit

from brocante.games.sentences import catalogue, filled
from brocante.server.deliver import PATIENCE, Language, Sent
from brocante.server.observe import log
from brocante.server.push import decoded, encoded
from brocante.server.settings import MailServer
from brocante.table.refusal import Refusal

TARGET, SEAL = 32, 16  # bytes of a target, and of what shows that a link is ours
ADDRESS = re.compile(r"[^@\s<>\"(),:;\\\[\]]{1,64}@(?=.{4,190}$)([A-Za-z0-9-]+\.)+[A-Za-z0-9-]{2,}", re.ASCII)
WHOLE_LINES = EmailPolicy(max_line_length=990)  # a link that is folded is none, to programs that read mail
PORTS = {"smtp": 587, "smtps": 465}
Purpose = Literal["confirm", "stop"]


def mail_server(address: str, sender: str, home: str) -> MailServer:
    """ValueError if it cannot be used.

    >>> server = mail_server("smtps://anna:p%40ss@mail.example", "Brocante <turns@tables.example>", "https://tables.example")
    >>> server.port, server.password
    (465, 'p@ss')
    """
    parts = urlsplit(address)
    if parts.scheme not in PORTS or not parts.hostname:
        raise ValueError("--mail takes smtp://USER:PASSWORD@HOST:PORT, or smtps://….")
    if not is_address(parseaddr(sender)[1]):
        raise ValueError("--mail needs --mail-from with the address that letters come from.")
    if not home:
        raise ValueError("--mail needs --origin with the address people use, for the links in letters.")
    user, password = unquote(parts.username or ""), unquote(parts.password or "")
    port = parts.port or PORTS[parts.scheme]
    return MailServer(parts.hostname, port, parts.scheme == "smtps", user, password, sender, home.rstrip("/") + "/")


def is_address(address: str) -> bool:
    """
    >>> [is_address(each) for each in ("anna@example.org", "anna", "a@b", "a@example.org\\nBcc: b@example.org")]
    [True, False, False, False]
    """
    return ADDRESS.fullmatch(address) is not None


class Letter(NamedTuple):
    """What a letter is about: a turn, or whether an address is right (`ask`)."""

    kind: Literal["turn", "ask"]
    table: str
    turn: int
    game: str
    language: Language


class Letters:
    """Letters of this server. `open` it first."""

    def __init__(self, server: MailServer) -> None:
        self._server = server

    def open(self, secret: bytes) -> None:
        self._secret = secret

    # --- Links ---

    def token(self, purpose: Purpose, target: bytes) -> str:
        return encoded(target + self._seal(purpose, target))

    def target(self, purpose: Purpose, token: str) -> bytes:
        """What a link is about; a Refusal if it is not one of ours."""
        try:
            raw = decoded(token)
        except ValueError:
            raw = b""
        target, seal = raw[:TARGET], raw[TARGET:]
        if not hmac.compare_digest(seal, self._seal(purpose, target)):
            raise Refusal("not_known", "link_used")
        return target

    def _seal(self, purpose: str, content: bytes) -> bytes:
        return hmac.digest(self._secret, f"{purpose}:".encode() + content, "sha256")[:SEAL]

    # --- Letters ---

    async def send(self, target: bytes, to: str, letter: Letter) -> Sent:
        return await asyncio.to_thread(self._deliver, self._written(target, to, letter))

    def _written(self, target: bytes, to: str, about: Letter) -> EmailMessage:
        kind, table, turn, game, language = about
        home, texts = self._server.home, catalogue("brocante.server", language)
        stop = self.token("stop", target)
        page = f"t/{table}" if kind == "turn" else f"me#confirm={self.token('confirm', target)}"
        values = {"game": game, "link": home + page, "stop": f"{home}me#stop={stop}"}
        letter = EmailMessage(WHOLE_LINES)
        letter["From"], letter["To"] = self._server.sender, to
        letter["Subject"] = filled(texts[f"letter.{kind}.subject"], values)
        letter["Date"] = formatdate()
        # Of a letter that is sent again after a crash, mailboxes can tell that it is the same.
        same = encoded(self._seal("id", target + f"{kind}:{table}:{turn}".encode()))
        letter["Message-ID"] = f"<{same}@{parseaddr(self._server.sender)[1].rpartition('@')[2]}>"
        letter["Auto-Submitted"] = "auto-generated"
        letter["List-Unsubscribe"] = f"<{home}api/mail/stop/{stop}>"
        letter["List-Unsubscribe-Post"] = "List-Unsubscribe=One-Click"
        letter.set_content(filled(texts[f"letter.{kind}.text"], values) + "\n", cte="quoted-printable")
        letter["Content-Language"] = language
        return letter

    def _deliver(self, letter: EmailMessage) -> Sent:
        server = self._server
        kind = smtplib.SMTP_SSL if server.encrypted else smtplib.SMTP
        try:
            with kind(server.host, server.port, timeout=PATIENCE) as line:
                line.ehlo_or_helo_if_needed()
                if not server.encrypted and (server.user or line.has_extn("starttls")):
                    line.starttls(context=ssl.create_default_context())
                if server.user:
                    line.login(server.user, server.password)
                line.send_message(letter)
        except smtplib.SMTPRecipientsRefused as error:
            codes = [code for code, _ in error.recipients.values()]
            return Sent("gone" if all(code >= 500 for code in codes) else "later")
        except (smtplib.SMTPException, OSError) as error:
            log("mail_failed", error=type(error).__name__)
            refused = isinstance(error, smtplib.SMTPDataError | smtplib.SMTPSenderRefused) and error.smtp_code >= 500
            return Sent("refused" if refused else "later")
        return Sent("sent")
