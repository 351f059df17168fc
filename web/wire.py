"""The client's types: `python web/wire.py` writes them.

`web/src/lib/wire.ts` is made from the server's JSON Schema; `view.ts` in the client's folder of a game from the game's
layout and facts; `web/src/rules/description.ts` and `games.ts` from the description of the compiled rules and from the
parts of the games that are not compiled; `web/src/analysis/objects.ts` from the schema of analyses.
"""

from collections.abc import Sequence
from pathlib import Path
from typing import Any

import msgspec

from brocante.analysis.objects import Analysis, Difference
from brocante.games.catalogue import RULESETS
from brocante.games.facts import Fact, Value
from brocante.games.layout import Field
from brocante.games.ruleset import Ruleset
from brocante.server.api import Listed, NewTable, Opened, Problem, Who
from brocante.server.board import Listing, RatingsShown
from brocante.server.daily import Attempted, DayShown
from brocante.server.history import Played
from brocante.server.leagues import NewSeries, SeriesListed, SeriesShown
from brocante.server.messages import FromClient, FromServer
from brocante.server.notices import Ways
from brocante.server.seats import Token
from brocante.table.replay import Replay
from brocante.table.shown import ChatPage
from brocante.wasm.analysis import AnalysisDescription
from brocante.wasm.build import GAMES
from brocante.wasm.description import Description, NetsDescription
from brocante.wasm.translate import translated

SOURCE = Path(__file__).parent / "src"
NAMED = {"FromClient": FromClient, "FromServer": FromServer}
OTHERS = (
    NewTable,
    Listed,
    Played,
    DayShown,
    Attempted,
    RatingsShown,
    Listing,
    NewSeries,
    SeriesShown,
    SeriesListed,
    Opened,
    Token,
    Ways,
    Who,
    Problem,
    Replay,
    ChatPage,
)

Words = tuple[str, ...]


def files() -> dict[Path, str]:
    """All files that are made, and what is in them."""
    games = {SOURCE / "games" / name / "view.ts": ruleset for name, ruleset in RULESETS.items()}
    views = {path: view(ruleset) for path, ruleset in games.items() if path.parent.is_dir()}
    rules = {SOURCE / "rules" / "description.ts": rules_types(), SOURCE / "rules" / "games.ts": translated(GAMES)}
    analysis = {SOURCE / "analysis" / "objects.ts": analysis_types()}
    return {SOURCE / "lib" / "wire.ts": messages(), **views, **rules, **analysis}


# --- What goes over the wire ---


def messages() -> str:
    """All messages and answers as TypeScript types."""
    schemas, definitions = msgspec.json.schema_components((*NAMED.values(), *OTHERS))
    types = [f"export type {name} = {written(schema)}" for name, schema in zip(NAMED, schemas, strict=False)]
    return module("// Made from the server's schema by web/wire.py; do not edit.", types, definitions)


def rules_types() -> str:
    """The description of the compiled rules as TypeScript types."""
    _, definitions = msgspec.json.schema_components((Description, NetsDescription))
    return module("// Made from src/brocante/wasm/description.py by web/wire.py; do not edit.", [], definitions)


def analysis_types() -> str:
    """An analysis, and the description of the compiled code that makes it, as TypeScript types."""
    _, definitions = msgspec.json.schema_components((Analysis, Difference, AnalysisDescription))
    head = "// Made from the objects of analyses and src/brocante/wasm/analysis.py by web/wire.py; do not edit."
    return module(head, [], definitions)


def module(head: str, types: list[str], definitions: dict[str, Any]) -> str:
    types = types + [f"export type {name} = {written(schema)}" for name, schema in sorted(definitions.items())]
    return "\n\n".join([head, *types]) + "\n"


def written(schema: dict[str, Any]) -> str:
    """One schema as a type."""
    if "$ref" in schema:
        return str(schema["$ref"]).rpartition("/")[2]
    if "anyOf" in schema:
        return " | ".join(written(each) for each in schema["anyOf"])
    if "enum" in schema:
        return " | ".join(msgspec.json.encode(each).decode() for each in schema["enum"])
    match schema.get("type"):
        case "integer" | "number":
            return "number"
        case "string" | "boolean" | "null" as name:
            return str(name)
        case "array":
            return array(schema)
        case "object":
            values = inner(schema, "additionalProperties")
            return fields(schema) if "properties" in schema else f"Record<string, {values}>"
    return "unknown"


def array(schema: dict[str, Any]) -> str:
    if "prefixItems" in schema:
        return f"[{', '.join(written(each) for each in schema['prefixItems'])}]"
    item = inner(schema, "items")
    return f"({item})[]" if "|" in item else f"{item}[]"


def inner(schema: dict[str, Any], key: str) -> str:
    found = schema.get(key)
    return written(found) if isinstance(found, dict) and found else "unknown"


def fields(schema: dict[str, Any]) -> str:
    marks = dict.fromkeys(schema.get("required", []), "")
    lines = [f"  {name}{marks.get(name, '?')}: {written(each)}" for name, each in schema["properties"].items()]
    return "\n".join(["{", *lines, "}"])


# --- What a game shows and tells ---


def view(ruleset: Ruleset) -> str:
    """A game's position, facts and lists of words in TypeScript."""
    shown = [field for field in ruleset.layout.fields if field.shown]
    named = lists(ruleset, shown)
    of_seats = [field for field in shown if field.by_seat]
    shared: dict[str, Any] = {}
    for field in shown:
        if not field.by_seat:
            within = shared
            *path, last = field.name.split(".")
            for key in path:
                within = within.setdefault(key, {})
            within[last] = field.typescript()
    seat = "\n".join(f"  {field.name}: {field.typescript()}" for field in of_seats)
    facts = "\n".join(f"  | {fact_type(fact, named)}" for fact in ruleset.facts.values())
    kinds = "\n".join(f"  {name}: {fact_kind(fact)}," for name, fact in ruleset.facts.items())
    imported = "import type { Counts } from '../../lib/counts'\n" if "Counts" in f"{seat}{shared}" else ""
    return (
        "\n\n".join(
            [
                "// Made from the game's layout and facts by web/wire.py; do not edit.\n"
                f"{imported}import type {{ FactKind }} from '../../lib/facts'",
                "\n".join(
                    f"export const {name} = [{', '.join(map(quoted, words))}] as const" for words, name in named.items()
                ),
                f"export type Seat = {{\n{seat}\n}}",
                f"export type Position = {nested({**shared, 'seats': 'Seat[]'})}",
                f"export type Fact =\n{facts}",
                f"export const FACTS: Record<Fact['fact'], FactKind> = {{\n{kinds}\n}}",
            ]
        )
        + "\n"
    )


def nested(keys: dict[str, Any], depth: int = 1) -> str:
    """Keys and their types; a key within a key is indented."""
    indent = "  " * depth
    lines = [
        f"{indent}{name}: {each if isinstance(each, str) else nested(each, depth + 1)}" for name, each in keys.items()
    ]
    return "\n".join(["{", *lines, f"{indent[2:]}}}"])


def lists(ruleset: Ruleset, shown: Sequence[Field]) -> dict[Words, str]:
    """The lists of words that fields and facts refer to, and their names in `words.py`."""
    used = {tuple(getattr(field, "of", ())) for field in shown}
    used |= {tuple(value.of) for fact in ruleset.facts.values() for value in fact.values}
    found: dict[Words, str] = {}
    for name, words in vars(ruleset.words).items():
        if name.isupper() and isinstance(words, tuple) and words in used:
            found.setdefault(words, name)
    return found


def fact_type(fact: Fact, named: dict[Words, str]) -> str:
    values = [f"{value.name}: {value_type(value, named)}" for value in fact.values]
    return f"{{ {'; '.join([f'fact: {quoted(fact.name)}', *values])} }}"


def value_type(value: Value, named: dict[Words, str]) -> str:
    if value.kind == "cards":
        known = "string[]"
    elif value.kind == "word":
        name = named.get(tuple(value.of))
        known = f"(typeof {name})[number]" if name else "string"
    else:
        known = "number"
    return known if value.known_to is None else f"{known} | null"


def fact_kind(fact: Fact) -> str:
    values = []
    for value in fact.values:
        known_to = "" if value.known_to is None else f", known_to: [{', '.join(map(quoted, value.known_to))}]"
        values.append(f"{{ name: {quoted(value.name)}, kind: {quoted(value.kind)}{known_to} }}")
    return f"{{ name: {quoted(fact.name)}, clause: {quoted(fact.clause)}, values: [{', '.join(values)}] }}"


def quoted(text: str) -> str:
    return f"'{text}'"


if __name__ == "__main__":
    for path, text in files().items():
        path.write_text(text, encoding="utf-8")
