from pathlib import Path

import pytest

from brocante.wasm.build import is_built
from tests.wasm.building import MADE, NPX, WEB, build


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    if NPX is None or not (WEB / "node_modules").is_dir():
        for item in items:
            if "tests/wasm" in item.nodeid and "rules" in getattr(item, "fixturenames", ()):
                item.add_marker(pytest.mark.skip(reason="The client's tools are not installed."))


@pytest.fixture(scope="session")
def rules(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with rules.wasm and rules.json: what `make client` has built, or else a new build."""
    if is_built(MADE):
        return MADE
    folder = tmp_path_factory.mktemp("rules")
    build(folder)
    return folder
