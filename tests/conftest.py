"""How thorough the tests are: `make test` runs all of them, `make check` those that are not `slow`, with few examples.

HYPOTHESIS_PROFILE chooses how many examples the random tests take: `quick` in `make check`, `brief` with array
bounds checked (which is slow, and the same tests have run without), `default`, or `long`.
"""

import os
from pathlib import Path

import pytest
from hypothesis import HealthCheck, settings

common = settings(deadline=None, suppress_health_check=[HealthCheck.too_slow, HealthCheck.data_too_large])
settings.register_profile("quick", common, max_examples=3, derandomize=True)
settings.register_profile("brief", common, max_examples=12, derandomize=True)
settings.register_profile("default", common, max_examples=60, derandomize=True)
settings.register_profile("long", common, max_examples=2000)
settings.load_profile(os.environ.get("HYPOTHESIS_PROFILE", "default"))

TESTS = Path(__file__).parent
SLOW = {  # tests that `make check` leaves out, by how their names begin, and why
    "web": "browsers",
    "server": "servers and databases",
    "golden/test_views.py": "every view of every recorded game",
    "games/test_kit_finds.py": "fresh compilations of rules that are wrong",
    "games/test_kit.py::test_as_it_is_declared[rules_compile_for_a_gpu": "fresh compilations",
    "test_cli.py": "new processes, some with a server",
    "bench": "a fresh compilation",
    "wasm": "a fresh compilation, and all recorded games in Node",
    "envs": "the frameworks of others, which take seconds to import",
    "arena": "matches in several processes",
    "train": "whole runs of evolution",
    "test_examples.py": "whole programs",
    "test_new_game.py": "a fresh environment and compilation",
    "test_wheel.py": "a fresh environment and compilation",
    "test_deploy.py": "a fresh environment and compilation",
    "test_site.py": "building the site",
}
assert all((TESTS / name.split("::")[0]).exists() for name in SLOW), "A test that is marked slow has moved."


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    slow = tuple(f"{TESTS.name}/{name}" for name in SLOW)
    for item in items:
        if item.nodeid.startswith(slow):
            item.add_marker("slow")
