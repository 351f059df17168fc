"""Logs and metrics. Neither ever holds a card, a seed, a token, a name, or the name of a table, which invites to it."""

import json
import os
import select
import sys
import time
from pathlib import Path
from traceback import extract_tb

from prometheus_client import Counter, Gauge, Histogram

TABLES = Gauge("brocante_tables_in_memory", "Tables somebody is at")
SOCKETS = Gauge("brocante_sockets", "Open WebSockets")
MOVES = Counter("brocante_moves", "Moves stored", ["game"])
REQUESTS = Counter("brocante_requests", "HTTP requests answered", ["route", "method", "status"])
REFUSALS = Counter("brocante_refusals", "Wishes refused", ["code"])
CUT = Counter("brocante_connections_cut", "HTTP connections cut by the server", ["why"])
DROPPED = Counter("brocante_sockets_dropped", "WebSockets closed by the server", ["why"])
NOTICES = Counter("brocante_notices", "Attempts to tell people of their turns", ["way", "how"])
# How long a bot thinks may tell what it holds: thoughts are counted, and only the time they waited for is measured.
THOUGHTS = Counter("brocante_thoughts", "Moves chosen and hints given by bots of the house")
WAITING = Gauge("brocante_waiting", "Moves and hints that wait for a thread", ["lane"])
WAITED = Histogram(
    "brocante_waited_seconds", "Seconds they waited", ["lane"], buckets=(0.001, 0.01, 0.1, 0.5, 1, 2, 5, 20)
)
REQUEST_SECONDS = Histogram("brocante_request_seconds", "Seconds to answer", buckets=(0.001, 0.005, 0.02, 0.1, 0.5, 2))


class Log:
    """Lines of JSON on the standard error stream, if wanted. A line that cannot be written is lost: nobody waits."""

    wanted = True
    lost = 0  # lines since the last one that was written


def log(what: str, **fields: str | int | float) -> None:
    if not Log.wanted:
        return
    line = {"at": round(time.time(), 3), "event": what, **fields, **({"lost": Log.lost} if Log.lost else {})}
    try:
        stream = sys.stderr.fileno()
        ready = select.poll()
        ready.register(stream, select.POLLOUT)
        if not ready.poll(0):  # a pipe that nobody reads
            raise BlockingIOError
        os.write(stream, json.dumps(line).encode() + b"\n")
        Log.lost = 0
    except (OSError, ValueError):  # a full disk, a pipe that was closed
        Log.lost += 1


def where(error: BaseException) -> str:
    """Where a mistake of ours was made: files and lines, nothing of what they were about."""
    frames = extract_tb(error.__traceback__)[::-1]
    return " < ".join(f"{Path(frame.filename).name}:{frame.lineno}" for frame in frames)[:400]
