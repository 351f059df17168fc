"""A program that plays a seat at a table: python program.py http://localhost:8000 TOKEN

The token comes from the table's host (POST /api/tables/ID/seats/SEAT/token). This program plays at random: put your own
idea into `choose`. It needs only Python.
"""

import json
import random
import sys
import urllib.request
from typing import Any


def choose(view: dict[str, Any]) -> str:
    """One of the legal moves; many bids come as one run of numbers."""
    move = random.choice(view["legal"])
    if isinstance(move, dict):
        return f"{move['words']} {random.randint(move['least'], min(move['most'], move['least'] + 10))}"
    return str(move)


def request(address: str, token: str, content: dict[str, Any] | None = None) -> Any:
    headers = {"Authorization": f"Bearer {token}", "Content-Type": "application/json"}
    body = json.dumps(content).encode() if content is not None else None
    return urllib.request.urlopen(urllib.request.Request(address, body, headers))


def play(server: str, token: str) -> dict[str, Any]:
    """Play until the game is over; its result."""
    with request(f"{server}/api/program/stream", token) as lines:
        for line in lines:
            news = json.loads(line) if line.strip() else {}  # an empty line is a heartbeat
            for view in news.get("views", []):
                if view["result"]:
                    return {"seat": view["seat"], **view["result"]}
                if view["legal"]:
                    # An id of its own for each move: should the answer get lost, the same could be sent again.
                    wish = {"do": "play", "id": f"v{news['version']}", "version": news["version"], "move": choose(view)}
                    with request(f"{server}/api/program/do", token, wish) as answer:
                        told = json.load(answer)
                    if told["type"] == "refused":
                        print(told["text"], file=sys.stderr)
    raise ConnectionError("The stream ended before the game did.")


if __name__ == "__main__":
    print(json.dumps(play(*sys.argv[1:3])))
