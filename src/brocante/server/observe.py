"""Logs and metrics. Neither ever holds a card, a seed, a token, a name, or the name of a table, which invites to it."""

import json
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
DROPPED = Counter("brocante_sockets_dropped", "WebSockets closed by the server", ["why"])
BOT_SECONDS = Histogram(
    "brocante_bot_seconds", "Seconds a bot took to choose", buckets=(0.001, 0.01, 0.1, 0.5, 1, 2, 5)
)
REQUEST_SECONDS = Histogram("brocante_request_seconds", "Seconds to answer", buckets=(0.001, 0.005, 0.02, 0.1, 0.5, 2))


class Log:
    """Lines of JSON on the standard error stream, if wanted."""

    wanted = True


def log(what: str, **fields: str | int | float) -> None:
    if Log.wanted:
        line = {"at": round(time.time(), 3), "event": what, **fields}
        sys.stderr.write(json.dumps(line) + "\n")


def where(error: BaseException) -> str:
    """Where a mistake of ours was made: files and lines, nothing of what they were about."""
    frames = extract_tb(error.__traceback__)[::-1]
    return " < ".join(f"{Path(frame.filename).name}:{frame.lineno}" for frame in frames)[:400]
