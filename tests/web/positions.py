"""Positions to look at: one for each phase of each game, with the most players, the fullest of recorded games:
the most cards, the most that may be done.

`positions.json` names record and number of moves. They are put into the browser's own store of games, as tables of
people at one device."""

import json
from pathlib import Path
from typing import Any

from playwright.sync_api import Page

HERE = Path(__file__).parent
LONG = ["Maximilian-Alexander", "Donaudampfschifffahrt", "Anne-Sophie de Montfort", "Bartholomäus", "Wilhelmine W."]
# Into the store that web/src/local/store.ts opens.
KEEP = """tables => new Promise((done, fail) => {
  const opening = indexedDB.open('brocante', 1)
  opening.onupgradeneeded = () => {
    opening.result.createObjectStore('tables', { keyPath: 'id' }).createIndex('changed', 'changed')
  }
  opening.onerror = fail
  opening.onsuccess = () => {
    const change = opening.result.transaction('tables', 'readwrite')
    for (const table of tables) change.objectStore('tables').put(table)
    change.oncomplete = () => { opening.result.close(); done() }
  }
})"""


def positions(game: str) -> list[dict[str, Any]]:
    every: list[dict[str, Any]] = json.loads((HERE / "positions.json").read_text())
    return [each for each in every if each["game"] == game]


def kept(position: dict[str, Any]) -> dict[str, Any]:
    """A table as web/src/local/kept.ts has it."""
    game, options, moves = position["game"], position["options"], position["moves"]
    record = json.loads((HERE.parent / "golden" / game / f"{position['record']}.json").read_text())
    return {
        "schema": 1,
        "id": f"here-{game}-{position['phase']}",
        "created": 0,
        "changed": 0,
        "game": game,
        "rules": record["rules"],
        "options": options,
        "seed": record["seed"],
        "hints": True,
        "substitute": "easy",
        "seats": [{"kind": "person", "name": name} for name in LONG[: record["players"]]],
        "moves": record["moves"][:moves],
        "told": [{"version": 1, "at": 0, "kind": "started"}],
        "version": 1 + moves,
        "over": False,
        "next": None,
    }


def keep(page: Page, tables: list[dict[str, Any]]) -> None:
    page.evaluate(KEEP, tables)
