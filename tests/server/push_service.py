"""A push service, as those of browsers are: by HTTPS, with subscriptions; and the browsers that are subscribed.

It checks who sends (RFC 8292), and the browser decrypts what it gets (RFC 8291), by a second reading of both.
"""

import hmac
import json
import os
import re
import secrets
import ssl
import threading
import time
from base64 import urlsafe_b64decode, urlsafe_b64encode
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any

import pytest
from cryptography import x509
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.asymmetric.utils import encode_dss_signature
from cryptography.hazmat.primitives.ciphers.aead import AESGCM
from cryptography.x509.oid import NameOID

HOST = "localhost"


def encoded(raw: bytes) -> str:
    return urlsafe_b64encode(raw).decode().rstrip("=")


def decoded(text: str) -> bytes:
    return urlsafe_b64decode(text + "==")


def point(key: ec.EllipticCurvePublicKey) -> bytes:
    return key.public_bytes(serialization.Encoding.X962, serialization.PublicFormat.UncompressedPoint)


@dataclass
class Pushed:
    """A message, as a browser has received it."""

    message: Any
    topic: str
    ttl: int
    urgency: str
    length: int  # of the body


@dataclass
class Browser:
    """A subscribed browser. `answers` are the next statuses that its push service gives, with Retry-After."""

    endpoint: str
    server_key: str
    key: ec.EllipticCurvePrivateKey = field(default_factory=lambda: ec.generate_private_key(ec.SECP256R1()))
    auth: bytes = field(default_factory=lambda: os.urandom(16))
    answers: list[tuple[int, str]] = field(default_factory=list)
    asked: int = 0  # how often something was sent, whatever became of it
    received: list[Pushed] = field(default_factory=list)

    def subscription(self, language: str = "en") -> dict[str, Any]:
        keys = {"p256dh": encoded(point(self.key.public_key())), "auth": encoded(self.auth)}
        return {"endpoint": self.endpoint, "expirationTime": None, "keys": keys, "language": language}

    @property
    def messages(self) -> list[Any]:
        return [each.message for each in self.received]

    def decrypted(self, body: bytes) -> bytes:
        salt, record_size, length = body[:16], int.from_bytes(body[16:20], "big"), body[20]
        sender, record = body[21 : 21 + length], body[21 + length :]
        assert len(record) <= record_size
        theirs = ec.EllipticCurvePublicKey.from_encoded_point(ec.SECP256R1(), sender)
        info = b"WebPush: info\0" + point(self.key.public_key()) + sender
        secret = expanded(self.auth, self.key.exchange(ec.ECDH(), theirs), info)
        key = expanded(salt, secret, b"Content-Encoding: aes128gcm\0")[:16]
        nonce = expanded(salt, secret, b"Content-Encoding: nonce\0")[:12]
        message, _, rest = AESGCM(key).decrypt(nonce, record, None).rpartition(b"\2")
        assert not rest.strip(b"\0")
        return message


def expanded(salt: bytes, secret: bytes, info: bytes) -> bytes:
    """HKDF with SHA-256, of one block."""
    return hmac.digest(hmac.digest(salt, secret, "sha256"), info + b"\1", "sha256")


class PushService:
    """Start it, subscribe browsers, and stop it."""

    def __init__(self, folder: Path) -> None:
        self.certificate = folder / "push.pem"
        key = folder / "push.key"
        write_certificate(self.certificate, key)
        self.browsers: dict[str, Browser] = {}
        self.refused: list[str] = []  # why, where somebody sends what is not as it should be
        self._server = ThreadingHTTPServer(("127.0.0.1", 0), handler(self))
        context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
        context.load_cert_chain(self.certificate, key)
        self._server.socket = context.wrap_socket(self._server.socket, server_side=True)
        self.origin = f"https://{HOST}:{self._server.server_port}"
        threading.Thread(target=self._server.serve_forever, args=(0.05,), daemon=True).start()

    def stop(self) -> None:
        self._server.shutdown()
        self._server.server_close()

    def subscribe(self, server_key: str) -> Browser:
        name = f"/push/{secrets.token_hex(8)}"
        browser = self.browsers[name] = Browser(self.origin + name, server_key)
        return browser

    def take(self, path: str, headers: Any, body: bytes) -> tuple[int, str]:
        """A status, and when to come back."""
        browser = self.browsers.get(path)
        if browser is None:
            return 404, ""
        browser.asked += 1
        try:
            self.check(headers, browser)
        except AssertionError as error:
            self.refused.append(str(error))
            return 403, ""
        if browser.answers:
            return browser.answers.pop(0)
        message = json.loads(browser.decrypted(body))
        browser.received.append(
            Pushed(message, headers["Topic"], int(headers["TTL"]), headers["Urgency"], int(headers["Content-Length"]))
        )
        return 201, ""

    def check(self, headers: Any, browser: Browser) -> None:
        """Whether it comes from the server that the browser has subscribed with, as RFC 8292 has it."""
        found = re.fullmatch(r"vapid t=([\w-]+)\.([\w-]+)\.([\w-]+), ?k=([\w-]+)", headers["Authorization"] or "")
        assert found, "no signature"
        head, claims, signature, key = found.groups()
        assert key == browser.server_key, "another server's key"
        assert json.loads(decoded(head))["alg"] == "ES256"
        raw = decoded(signature)
        assert len(raw) == 64
        pair = encode_dss_signature(int.from_bytes(raw[:32], "big"), int.from_bytes(raw[32:], "big"))
        sender = ec.EllipticCurvePublicKey.from_encoded_point(ec.SECP256R1(), decoded(key))
        sender.verify(pair, f"{head}.{claims}".encode(), ec.ECDSA(hashes.SHA256()))
        told = json.loads(decoded(claims))
        assert told["aud"] == self.origin, "for another push service"
        assert 0 < told["exp"] - time.time() <= 24 * 3600, "out of date"
        assert told.get("sub", "mailto:").startswith(("mailto:", "https://"))
        assert headers["Content-Encoding"] == "aes128gcm"
        assert headers["Host"] == self.origin.removeprefix("https://")
        assert re.fullmatch(r"[\w-]{1,32}", headers["Topic"])


def handler(service: PushService) -> type[BaseHTTPRequestHandler]:
    class Handler(BaseHTTPRequestHandler):
        protocol_version = "HTTP/1.1"

        def do_POST(self) -> None:
            body = self.rfile.read(int(self.headers["Content-Length"]))
            status, later = service.take(self.path, self.headers, body)
            self.send_response(status)
            if later:
                self.send_header("Retry-After", later)
            self.send_header("Content-Length", "0")
            self.end_headers()

        def log_message(self, format: str, *args: Any) -> None:
            """Nobody reads it."""

    return Handler


def write_certificate(file: Path, key_file: Path) -> None:
    """A certificate for HOST and nothing else, which vouches for itself."""
    key = ec.generate_private_key(ec.SECP256R1())
    name = x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, "push service of a test")])
    certificate = (
        x509.CertificateBuilder()
        .subject_name(name)
        .issuer_name(name)
        .public_key(key.public_key())
        .serial_number(x509.random_serial_number())
        .not_valid_before(datetime.now(UTC) - timedelta(days=1))
        .not_valid_after(datetime.now(UTC) + timedelta(days=1))
        .add_extension(x509.SubjectAlternativeName([x509.DNSName(HOST)]), critical=False)
        .add_extension(x509.BasicConstraints(ca=True, path_length=None), critical=True)
        .sign(key, hashes.SHA256())
    )
    file.write_bytes(certificate.public_bytes(serialization.Encoding.PEM))
    key_file.write_bytes(
        key.private_bytes(serialization.Encoding.PEM, serialization.PrivateFormat.PKCS8, serialization.NoEncryption())
    )


@contextmanager
def running_push_service(folder: Path) -> Iterator[PushService]:
    """A push service whose certificate is trusted by servers that are started meanwhile."""
    running = PushService(folder)
    with pytest.MonkeyPatch.context() as patched:
        patched.setenv("SSL_CERT_FILE", str(running.certificate))
        yield running
    running.stop()
