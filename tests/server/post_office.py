"""A mail server that keeps what it gets, and the mailboxes at it."""

import re
from email import message_from_bytes, policy
from email.message import EmailMessage
from typing import Any

from aiosmtpd.controller import Controller
from aiosmtpd.smtp import SMTP, Envelope, Session

from tests.server.serving import free_port

SENDER = "Brocante <turns@tables.example>"


class PostOffice:
    """Start it, and stop it."""

    def __init__(self) -> None:
        self.letters: list[EmailMessage] = []
        self.lines: list[bytes] = []  # of the last letter, as they came
        self.answers: list[str] = []  # to the next recipients, in place of taking the letter
        self.asked = 0  # how often somebody has named a recipient
        self._controller = Controller(self, hostname="127.0.0.1", port=free_port())
        self._controller.start()

    @property
    def address(self) -> str:
        return f"smtp://127.0.0.1:{self._controller.port}"

    def stop(self) -> None:
        self._controller.stop()

    async def handle_RCPT(  # noqa: N802
        self, server: SMTP, session: Session, envelope: Envelope, address: str, options: list[str]
    ) -> str:
        self.asked += 1
        if self.answers:
            return self.answers.pop(0)
        envelope.rcpt_tos.append(address)
        return "250 OK"

    async def handle_DATA(self, server: SMTP, session: Session, envelope: Envelope) -> str:  # noqa: N802
        letter: Any = message_from_bytes(envelope.original_content or b"", policy=policy.default)
        assert envelope.rcpt_tos == [letter["To"]]
        self.lines = (envelope.original_content or b"").split(b"\r\n")
        self.letters.append(letter)
        return "250 OK"


def text_of(letter: EmailMessage) -> str:
    return str(letter.get_content())


def links_in(letter: EmailMessage) -> list[str]:
    return re.findall(r"https://\S+", text_of(letter))
