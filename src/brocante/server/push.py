"""Web Push: who sends (VAPID, RFC 8292), and what is sent, encrypted for one browser (RFC 8291, aes128gcm)."""

import os
import time
from base64 import urlsafe_b64decode, urlsafe_b64encode
from urllib.parse import urlsplit

import msgspec
from cryptography.hazmat.primitives import hashes
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.asymmetric.utils import decode_dss_signature
from cryptography.hazmat.primitives.ciphers.aead import AESGCM
from cryptography.hazmat.primitives.kdf.hkdf import HKDF
from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat

CURVE = ec.SECP256R1()
GOOD_FOR = 12 * 3600  # seconds that a signature is good for; at most a day is allowed
LENGTH = 512  # bytes of what is sent, before it is encrypted: the length tells nothing
RECORD = 4096  # bytes of a record; everything fits into one


def encoded(raw: bytes) -> str:
    """Base64 as addresses and push services write it."""
    return urlsafe_b64encode(raw).rstrip(b"=").decode()


def decoded(text: str) -> bytes:
    """The opposite; ValueError if it is none."""
    return urlsafe_b64decode(text.encode("ascii") + b"=" * (-len(text) % 4))


def point(key: ec.EllipticCurvePublicKey) -> bytes:
    return key.public_bytes(Encoding.X962, PublicFormat.UncompressedPoint)


def new_secret() -> bytes:
    """A private key, as it is stored."""
    return ec.generate_private_key(CURVE).private_numbers().private_value.to_bytes(32, "big")


class Vapid:
    """The server as push services know it."""

    def __init__(self, secret: bytes, contact: str) -> None:
        self._key = ec.derive_private_key(int.from_bytes(secret, "big"), CURVE)
        self._contact = contact
        self.public = encoded(point(self._key.public_key()))

    def authorization(self, endpoint: str) -> str:
        """The header by which a push service knows who sends."""
        parts = urlsplit(endpoint)
        claims = {"aud": f"{parts.scheme}://{parts.netloc}", "exp": int(time.time()) + GOOD_FOR}
        if self._contact:
            claims["sub"] = self._contact
        head = {"typ": "JWT", "alg": "ES256"}
        signed = ".".join(encoded(msgspec.json.encode(part)) for part in (head, claims))
        r, s = decode_dss_signature(self._key.sign(signed.encode(), ec.ECDSA(hashes.SHA256())))
        return f"vapid t={signed}.{encoded(r.to_bytes(32, 'big') + s.to_bytes(32, 'big'))}, k={self.public}"


def is_key(p256dh: str, auth: str) -> bool:
    """Whether a browser can have made these keys."""
    try:
        ec.EllipticCurvePublicKey.from_encoded_point(CURVE, decoded(p256dh))
        return len(decoded(auth)) == 16
    except ValueError:
        return False


def derived(secret: bytes, salt: bytes, info: bytes, length: int) -> bytes:
    return HKDF(hashes.SHA256(), length, salt, info).derive(secret)


def encrypted(
    message: bytes,
    p256dh: str,
    auth: str,
    length: int = LENGTH,
    own: ec.EllipticCurvePrivateKey | None = None,
    salt: bytes | None = None,
) -> bytes:
    """A message for the browser with these keys, filled up to a length; keys of one's own only in tests."""
    own, salt = own or ec.generate_private_key(CURVE), salt or os.urandom(16)
    theirs = ec.EllipticCurvePublicKey.from_encoded_point(CURVE, decoded(p256dh))
    sender = point(own.public_key())
    info = b"WebPush: info\0" + point(theirs) + sender
    shared = derived(own.exchange(ec.ECDH(), theirs), decoded(auth), info, 32)
    key = derived(shared, salt, b"Content-Encoding: aes128gcm\0", 16)
    nonce = derived(shared, salt, b"Content-Encoding: nonce\0", 12)
    record = AESGCM(key).encrypt(nonce, (message + b"\2").ljust(length, b"\0"), None)
    return salt + RECORD.to_bytes(4, "big") + bytes([len(sender)]) + sender + record
