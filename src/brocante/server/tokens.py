"""Names nobody can guess, secrets, and the hashes that are kept of them."""

import hashlib
import hmac
import secrets


def new_id() -> str:
    """A name for a table or a guest: 72 bits, since a table's name is also what invites to it."""
    return secrets.token_urlsafe(9)


def new_token() -> str:
    """A secret: 256 bits."""
    return secrets.token_urlsafe(32)


def new_seed() -> bytes:
    return secrets.token_bytes(32)


def hashed(token: str) -> bytes:
    """What is kept of a secret. It has 256 bits of its own, so neither salt nor stretching would add anything."""
    return hashlib.sha256(token.encode()).digest()


def same(one: bytes, other: bytes) -> bool:
    """Whether two hashes are the same, in a time that does not tell how much of them is."""
    return hmac.compare_digest(one, other)
