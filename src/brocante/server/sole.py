"""One server process for each SQLite file: a second one would never hear of what the first has stored."""

import fcntl
import os
from contextlib import suppress
from pathlib import Path


class InUse(Exception):
    """Another process has the file."""


class Sole:
    """The right to serve a file: a lock on a file beside it, which ends with the process however that ends."""

    def __init__(self, file: Path) -> None:
        try:
            self._lock = os.open(f"{file}.lock", os.O_RDWR | os.O_CREAT, 0o600)
        except OSError as error:
            raise OSError(f"unable to open {file}: {error.strerror}") from None
        try:
            fcntl.flock(self._lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            holder = os.read(self._lock, 20).decode("ascii", "replace").strip()
            os.close(self._lock)
            raise InUse(
                f"Another server, process {holder or 'unknown'}, uses {file}. Stop it first, or take PostgreSQL,"
                " which several processes can share."
            ) from None
        os.ftruncate(self._lock, 0)
        os.pwrite(self._lock, str(os.getpid()).encode(), 0)

    def close(self) -> None:
        os.close(self._lock)  # the file stays: to delete it would let two processes lock two files of one name


def make_private(file: Path) -> None:
    """Let nobody but the owner read a database and what SQLite keeps beside it, before anything is written there."""
    with suppress(FileExistsError):
        os.close(os.open(file, os.O_RDWR | os.O_CREAT | os.O_EXCL, 0o600))
    for each in (file, Path(f"{file}-wal"), Path(f"{file}-shm")):
        with suppress(FileNotFoundError, PermissionError):  # of another owner: theirs to decide
            if each.stat().st_mode & 0o077:
                each.chmod(0o600)
