"""How thorough the tests are: `make test-all` runs all of them, `make test` all but some of the cases in SHARES, `make
check` those that are not `slow`, with few examples.

HYPOTHESIS_PROFILE chooses how many examples the random tests take: `quick` in `make check`, `brief` with array
bounds checked (which is slow, and the same tests have run without), `default`, `thorough` in `make test-all`, or
`long`.
"""

import os
from pathlib import Path

import pytest
from hypothesis import HealthCheck, settings

common = settings(deadline=None, suppress_health_check=[HealthCheck.too_slow, HealthCheck.data_too_large])
settings.register_profile("quick", common, max_examples=3, derandomize=True)
settings.register_profile("brief", common, max_examples=12, derandomize=True)
settings.register_profile("default", common, max_examples=20, derandomize=True)
settings.register_profile("thorough", common, max_examples=60, derandomize=True)
settings.register_profile("long", common, max_examples=2000)
settings.load_profile(os.environ.get("HYPOTHESIS_PROFILE", "default"))

TESTS = Path(__file__).parent
SLOW = {  # tests that `make check` leaves out, by how their names begin, and why
    "web": "browsers",
    "server": "servers and databases",
    "golden/test_views.py": "every view of every recorded game",
    "games/test_kit_finds.py": "fresh compilations of rules that are wrong",
    "games/test_kit.py::test_as_it_is_declared[rules_compile_for_a_gpu": "fresh compilations",
    "cli": "new processes, some with a server",
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
SHARES = {  # of these tests, or of their cases that begin so, `make test` runs one in so many; 0: none
    "golden/test_views.py": 4,
    "table/test_series.py::test_in_a_league": 7,  # a hundred milliseconds each
    "bench/test_bench.py::test_compiling_ahead_fills": 0,  # `make test` has just done so
    "wasm/test_build.py::test_another_build": 0,  # the module that the other tests use is a first build
    "wasm/test_same.py::test_golden_games_are_the_same_in_webassembly[second": 0,
    "test_deploy.py::test_the_commands_of_the_image": 0,  # each compiles everything once more
    "test_wheel.py::test_machine_code_is_made": 0,
    "bench/test_bench.py::test_the_environments_of_a_game_without_heuristic": 0,  # the kit's tests compile such a game
    "games/test_kit_finds.py::test_what_is_found_in_play": 3,
    "arena/test_ray.py::test_without_a_cluster": 0,  # the cluster of two nodes remains
    "arena/test_ray.py::test_strength_measures": 0,
    "arena/test_ray.py::test_tuning_finds": 0,
    # Each kind of database once, or one of them: now this, now that.
    "server/test_operate.py::test_a_backup_made_while_people_play": 3,
    "server/test_operate.py::test_old_tables_go[sqlite": 0,
    "server/test_operate.py::test_what_is_there[postgresql": 0,
    "server/test_operate.py::test_an_operator_forgets_a_guest[sqlite": 0,
    "server/test_migrations.py::test_what_was_begun": 3,
    "server/test_versions.py::test_rules_of_two_versions": 2,
    "server/test_versions.py::test_a_running_game_keeps_options": 2,
    "server/test_notices.py::test_a_server_that_is_killed_loses_no_notice_and_sends_none_twice[sqlite": 0,
    "server/test_notices.py::test_a_turn_is_told_once": 2,
    "server/test_series.py::test_a_series_goes_on_by_itself_and_every_game_is_counted_once[sqlite": 0,
    "server/test_series.py::test_who_is_forgotten": 2,
    "server/test_time.py::test_a_turn_goes_on_after_a_restart": 2,
    "server/test_time.py::test_time_that_the_server_was_stopped_goes_off_no_clock[sqlite": 0,
    "server/test_deals.py::test_there_is_one_attempt": 2,
    "server/test_ids.py::test_it_holds_across_a_restart[sqlite": 0,
    # Whole games in browsers: every game in every engine remains, by `web/test_engines.py`.
    "web/test_static_site.py::test_a_whole_game_without_a_network[Klunker": 0,
    "web/test_static_site.py::test_a_whole_game_without_a_network[ZwergeZocken": 0,
    "web/test_static_site.py::test_a_whole_game_in_another_engine[firefox": 0,
    "web/test_static_site.py::test_a_whole_game_in_another_engine[webkit-Klunker": 0,
    "web/test_static_site.py::test_a_whole_game_in_another_engine[webkit-ZwergeZocken": 0,
    "web/test_device.py::test_the_end_of_a_game_and_the_next_one[Klunker": 0,
    "web/test_hands.py::test_a_whole_game_by_keyboard_alone[Klunker": 0,
    "web/test_new_game.py": 0,  # tests/web/test_generic.py plays with the same board
    "web/test_generic.py::test_a_game_of_another_package_is_played_to_its_end": 2,
    "web/test_screens.py::test_a_running_table_in_every_phase": 4,
    "web/test_lessons.py::test_a_whole_lesson": 2,
    "web/test_nets.py::test_the_expert_thinks_with_a_net_in_another_engine": 2,
    "web/test_chat.py::test_earlier_lines": 2,
}
for name in (*SLOW, *SHARES):
    file, _, test = name.partition("[")[0].partition("::")
    assert (TESTS / file).exists(), f"tests/{name} has moved."
    assert not test or f"def {test}" in (TESTS / file).read_text(), f"tests/{name} has another name."


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--all", action="store_true", help="also the cases that make test leaves out")


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    slow = tuple(f"{TESTS.name}/{name}" for name in SLOW)
    for item in items:
        if item.nodeid.startswith(slow):
            item.add_marker("slow")
    if config.getoption("--all"):
        return
    left_out: list[pytest.Item] = []
    for name, one_in in SHARES.items():
        test, _, case = name.partition("[")
        cases = [item for item in items if item.nodeid.startswith(f"{TESTS.name}/{test}")]
        if case:
            cases = [item for item in cases if f"[{case}" in item.nodeid]
        run = cases[::one_in] if one_in else []
        left_out += [case for case in cases if case not in run]
    config.hook.pytest_deselected(items=left_out)
    items[:] = [item for item in items if item not in left_out]
