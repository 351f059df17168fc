"""From a rule to its tests, and from a line of code to its rule."""

import re
from pathlib import Path

import pytest

from brocante.testing.clauses import clauses

SOURCE = Path(__file__).parent.parent / "src" / "brocante"
COMMON = SOURCE / "games" / "rules.md"
PAGES = [COMMON, *sorted(SOURCE.glob("games/*/rules.md"))]
TESTS = "\n".join(path.read_text() for path in Path(__file__).parent.rglob("test_*.py"))
CLAUSES = {page: clauses(page.read_text()) for page in PAGES}
ALL = [clause for page in PAGES for clause in CLAUSES[page]]
LETTERS = "".join(sorted({clause[0] for clause in ALL}))


def test_the_rules_pages_are_read() -> None:
    assert len(PAGES) == 4
    assert LETTERS == "ACKZ"
    assert {"C1", "C5", "K1.1", "K7.3", "A1.1", "A4.3", "Z1.1", "Z6.5"} <= set(ALL)
    assert len(set(ALL)) == len(ALL)


@pytest.mark.parametrize("clause", [clause for clause in ALL if "." in clause or clause in CLAUSES[COMMON]])
def test_every_clause_has_a_test_that_carries_its_number(clause: str) -> None:
    name = clause.lower().replace(".", "_")
    assert re.search(rf"def test_{name}_", TESTS), f"no test is named after {clause}"


@pytest.mark.parametrize("path", sorted(SOURCE.rglob("*.py")), ids=lambda path: str(path.relative_to(SOURCE)))
def test_every_clause_that_code_cites_is_there(path: Path) -> None:
    cited = set(re.findall(rf"\b([{LETTERS}]\d(?:\.\d)?)\b", path.read_text()))
    assert cited <= set(ALL), f"{path.name} cites {sorted(cited - set(ALL))}"


@pytest.mark.parametrize("page", PAGES[1:], ids=lambda page: page.parent.name)
def test_every_clause_is_cited_by_the_rules_in_code(page: Path) -> None:
    code = (page.parent / "rules.py").read_text()
    for clause in CLAUSES[page]:
        if "." in clause:
            assert re.search(rf"\b{re.escape(clause)}\b", code) or cited_in_a_range(clause, code), clause


def cited_in_a_range(clause: str, code: str) -> bool:
    """« Z4.1–Z4.3 » cites Z4.2 too."""
    ranges = re.findall(rf"\b([{LETTERS}]\d\.\d)–([{LETTERS}]\d\.\d)\b", code)
    return any(low < clause < high for low, high in ranges)
