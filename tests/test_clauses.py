"""From a rule to its tests, and from a line of code to its rule."""

import re
from pathlib import Path

import pytest

SOURCE = Path(__file__).parent.parent / "src" / "brocante"
PAGES = sorted(SOURCE.glob("games/**/rules.md"))
TESTS = "\n".join(path.read_text() for path in Path(__file__).parent.rglob("test_*.py"))


def clauses(page: Path) -> list[str]:
    """The numbers a rules page gives its clauses: at the start of a line or heading."""
    return re.findall(r"^(?:## |\*\*)?([KAZC]\d(?:\.\d)?)\b", page.read_text(), re.MULTILINE)


ALL = [clause for page in PAGES for clause in clauses(page)]


def test_the_rules_pages_are_read() -> None:
    assert len(PAGES) == 4
    assert {"C1", "C5", "K1.1", "K7.3", "A1.1", "A4.3", "Z1.1", "Z6.5"} <= set(ALL)
    assert len(set(ALL)) == len(ALL)


@pytest.mark.parametrize("clause", [c for c in ALL if "." in c or c[0] == "C"])
def test_every_clause_has_a_test_that_carries_its_number(clause: str) -> None:
    name = clause.lower().replace(".", "_")
    assert re.search(rf"def test_{name}_", TESTS), f"no test is named after {clause}"


@pytest.mark.parametrize("path", sorted(SOURCE.rglob("*.py")), ids=lambda path: str(path.relative_to(SOURCE)))
def test_every_clause_that_code_cites_is_there(path: Path) -> None:
    cited = set(re.findall(r"\b([KAZ]\d(?:\.\d)?|C[1-5])\b", path.read_text()))
    assert cited <= set(ALL), f"{path.name} cites {sorted(cited - set(ALL))}"


@pytest.mark.parametrize(("folder", "letter"), [("klunker", "K"), ("alles_futsch", "A"), ("zwergezocken", "Z")])
def test_every_clause_is_cited_by_the_rules_in_code(folder: str, letter: str) -> None:
    code = (SOURCE / "games" / folder / "rules.py").read_text()
    for clause in ALL:
        if clause[0] == letter and "." in clause:
            chapter = clause.split(".")[0]
            assert re.search(rf"\b{re.escape(clause)}\b", code) or cited_in_a_range(clause, code), (
                f"{clause} ({chapter})"
            )


def cited_in_a_range(clause: str, code: str) -> bool:
    """« Z4.1–Z4.3 » cites Z4.2 too."""
    return any(low < clause < high for low, high in re.findall(r"\b([KAZ]\d\.\d)–([KAZ]\d\.\d)\b", code))
