"""The client's types, made from the server's JSON Schema: `python web/wire.py` writes web/src/lib/wire.ts."""

from pathlib import Path
from typing import Any

import msgspec

from brocante.server.api import Listed, NewTable, Opened, Problem, Who
from brocante.server.messages import FromClient, FromServer
from brocante.server.seats import Token
from brocante.table.replay import Replay

TARGET = Path(__file__).parent / "src" / "lib" / "wire.ts"
NAMED = {"FromClient": FromClient, "FromServer": FromServer}
OTHERS = (NewTable, Listed, Opened, Token, Who, Problem, Replay)


def typescript() -> str:
    """All messages and answers as TypeScript types."""
    schemas, definitions = msgspec.json.schema_components((*NAMED.values(), *OTHERS))
    types = [f"export type {name} = {written(schema)}" for name, schema in zip(NAMED, schemas, strict=False)]
    types += [f"export type {name} = {written(schema)}" for name, schema in sorted(definitions.items())]
    return "\n\n".join(["// Made from the server's schema by web/wire.py; do not edit.", *types]) + "\n"


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


if __name__ == "__main__":
    TARGET.write_text(typescript())
