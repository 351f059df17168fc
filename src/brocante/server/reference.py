"""The page that lists all the server answers to, written from its own descriptions: OpenAPI and JSON Schema."""

import re
from typing import Any, get_args

import msgspec

from brocante.server.app import new_app
from brocante.server.messages import FromClient, FromServer
from brocante.server.settings import Settings

HEAD = """# The server's interface

What [the table server](server.md) answers to, over HTTP and over a table's socket. This page is written by
`python -m brocante.server.reference` from what the server says of itself at `/schema` and `/api/messages`; a test
compares them. Fields with a ? may be left out.
"""
DIRECTIONS = {
    frozenset(each.__name__ for each in get_args(FromClient)): "a message to the server",
    frozenset(each.__name__ for each in get_args(FromServer)): "a message from the server",
}


def page() -> str:
    """The whole page."""
    described = new_app(Settings("")).openapi_schema.to_schema()
    (sent, received), messages = msgspec.json.schema_components((FromClient, FromServer))
    wire = [*names(sent), *names(received)]
    things = {**described["components"]["schemas"], **messages}
    return "\n".join(
        [
            HEAD,
            *section("HTTP", [route for path in described["paths"].items() for route in routes(*path)]),
            *section("Failures", ["Each of them brings a Problem.", "", *failures(described["paths"])]),
            *section("Messages to the server", [thing(messages[name]) for name in names(sent)]),
            *section("Messages from the server", [thing(messages[name]) for name in names(received)]),
            *section("What they are made of", [thing(things[name]) for name in sorted(things) if name not in wire]),
        ]
    )


def section(title: str, lines: list[str]) -> list[str]:
    return [f"## {title}", "", *lines, ""]


def routes(path: str, methods: dict[str, Any]) -> list[str]:
    """A line for each method: what it does, what it takes and what it answers."""
    lines = []
    for method, about in methods.items():
        takes = [f"`{each['name']}` in the {each['in']}" for each in about.get("parameters", ())]
        takes += [kind(body["schema"]) for body in about.get("requestBody", {}).get("content", {}).values()]
        gives = [
            kind(body["schema"])
            for code, answer in about["responses"].items()
            for body in answer.get("content", {}).values()
            if code.startswith("2")
        ]
        given = f" Takes {', '.join(takes)}." if takes else ""
        answers = f" Answers {' or '.join(gives)}." if gives else ""
        lines.append(f"- **`{method.upper()} {path}`**: {about['summary']}.{given}{answers}")
    return lines


def failures(paths: dict[str, Any]) -> list[str]:
    """What each status of a failure means."""
    meanings = {
        code: answer["description"]
        for methods in paths.values()
        for about in methods.values()
        for code, answer in about["responses"].items()
        if not code.startswith("2")
    }
    return [f"- {code}: {meanings[code]}" for code in sorted(meanings)]


def names(union: dict[str, Any]) -> list[str]:
    """The messages of a direction."""
    return [each["$ref"].split("/")[-1] for each in union["anyOf"]]


def thing(schema: dict[str, Any]) -> str:
    """An object: what it is and its fields."""
    needed = schema.get("required", ())
    if schema["type"] == "array":
        fields = [kind(each) for each in schema["prefixItems"]]
    else:
        fields = [
            f"`{name}`{'' if name in needed else '?'} {kind(field)}" for name, field in schema["properties"].items()
        ]
    about = re.sub(r"\s+", " ", schema.get("description", ""))
    return f"- **{schema['title']}**{f': {about}' if about else ''} ({', '.join(fields)})"


def kind(schema: dict[str, Any]) -> str:
    """What may stand there.

    >>> kind({"type": "array", "items": {"anyOf": [{"type": "integer", "minimum": 0}, {"type": "null"}]}})
    'list of (integer or null)'
    """
    if "$ref" in schema:
        return str(schema["$ref"].split("/")[-1])
    for several in ("anyOf", "oneOf"):
        if several in schema:
            kinds = [kind(each) for each in schema[several]]
            return DIRECTIONS.get(frozenset(kinds)) or " or ".join(kinds)
    if "enum" in schema or "const" in schema:
        return " or ".join(f"`{value}`" for value in schema.get("enum", [schema.get("const")]))
    if schema.get("type") == "array":
        inner = kind(schema.get("items", {}))
        return f"list of ({inner})" if " or " in inner else f"list of {inner}"
    return str(schema.get("type", "anything"))


if __name__ == "__main__":
    print(page(), end="")
