"""Facts and refusals in words: one catalogue for a language, in the game's folder.

`sentences/en.json` of a game has a text for every kind of fact (`fact.sold`) and for every reason why a move is not
legal (`refusal.not_in_hand`), with the names of values in braces. A text may have several forms, chosen by the value
that `by` names: one for a number or word that the value can be, else `one` or `other` by a number. The browser client
reads the same files. What is common to all games is in this folder's own `sentences`."""

import json
from collections.abc import Callable, Mapping
from functools import cache
from importlib.resources import files
from typing import TYPE_CHECKING, Any

from brocante.games.columns import in_order
from brocante.games.refusals import Why

if TYPE_CHECKING:
    from brocante.games.ruleset import Ruleset

Catalogue = Mapping[str, str | dict[str, str]]
COMMON = "brocante.games"


@cache
def catalogue(package: str, language: str = "en") -> Catalogue:
    """The texts of a game, with those common to all games; English ones where the language has none."""
    texts: dict[str, str | dict[str, str]] = {}
    for each in ("en", language):
        for folder in (COMMON, package):
            file = files(folder) / "sentences" / f"{each}.json"
            if file.is_file():
                texts.update(json.loads(file.read_text(encoding="utf-8")))
    return texts


def filled(text: str | dict[str, str], values: Mapping[str, object]) -> str:
    """A text with its values; of several forms, the one that fits.

    >>> filled({"by": "bills", "one": "one bill", "other": "{bills} bills"}, {"bills": 3})
    '3 bills'
    """
    if isinstance(text, dict):
        chosen = values[text["by"]]
        text = text.get(str(chosen)) or text["one" if chosen == 1 else "other"]
    said = text.format_map(values)
    return said[:1].upper() + said[1:]


def refusal(package: str, why: Why) -> str:
    """A reason as an English sentence."""
    values = {**why.values, "clause": why.clause}
    if "seat" in values:
        values["seat"] = f"seat {values['seat']}"
    return filled(catalogue(package)[f"refusal.{why.code}"], values)


def fact(ruleset: "Ruleset", told: Mapping[str, Any], seat_name: Callable[[int], str]) -> str:
    """A fact as an English sentence. Where it has a value that is not known, the text for that is taken."""
    values: dict[str, Any] = {}
    for value in ruleset.facts[told["fact"]].values:
        shown = told[value.name]
        if value.kind == "seat":
            values[value.name] = "nobody" if shown is None else seat_name(shown)
        else:
            values[value.name] = in_order(shown) if isinstance(shown, list) else shown
    texts = catalogue(ruleset.package)
    key = f"fact.{told['fact']}"
    hidden = ruleset.facts[told["fact"]].hides(told)
    return filled(texts[f"{key}.hidden" if hidden else key], values)
