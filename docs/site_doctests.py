"""Examples in docstrings as code on the site: Markdown would take `>>>` for a quotation."""

import re
from typing import Any

import griffe


class Doctests(griffe.Extension):
    """Puts a fence around every example."""

    def on_object(self, *, obj: griffe.Object, **kwargs: Any) -> None:
        if obj.docstring:
            obj.docstring.value = re.sub(r"(?m)^>>> (?:.+\n?)+", fenced, obj.docstring.value)


def fenced(example: re.Match[str]) -> str:
    return f"```python\n{example[0].rstrip()}\n```\n"
