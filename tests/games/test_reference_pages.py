"""The pages on layouts and facts say what the code says."""

from pathlib import Path

import pytest

from brocante.games.reference import PAGES

DOCS = Path(__file__).parents[2] / "docs"


@pytest.mark.parametrize("name", PAGES)
def test_the_page_is_what_the_code_says(name: str) -> None:
    assert (DOCS / f"{name}.md").read_text(encoding="utf-8") == PAGES[name]()
