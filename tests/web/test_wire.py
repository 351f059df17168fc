"""The client's types are those of the server and of the games, and no lock file names a place to download from."""

import importlib.util
from pathlib import Path

WEB = Path(__file__).parents[2] / "web"


def test_types_are_made_from_schema_layouts_and_facts() -> None:
    spec = importlib.util.spec_from_file_location("wire", WEB / "wire.py")
    assert spec is not None
    assert spec.loader is not None
    wire = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(wire)
    made = wire.files()
    assert {path.parent.name for path in made} == {
        "analysis",
        "lib",
        "rules",
        *(path.name for path in wire.SOURCE.glob("games/*/")),
    }
    for path, text in made.items():
        assert path.read_text() == text, "python web/wire.py makes them anew"


def test_the_lock_files_name_no_address() -> None:
    for folder in (WEB, Path(__file__).parent / "lighthouse"):
        assert '"resolved"' not in (folder / "package-lock.json").read_text()
