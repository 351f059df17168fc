"""The game of a fresh scaffold, installed into an environment of its own, at a table in the browser."""

from pathlib import Path

import pytest
from playwright.sync_api import Browser, expect

from tests.scaffolded import scaffolded
from tests.web.conftest import AT_ONCE, SHOTS
from tests.web.people import open_table, play_out
from tests.web.serving import DESK, serving
from tests.web.test_generic import click_a_move

NAME = "three-bags"


def test_a_scaffolded_game_is_played_to_its_end(
    tmp_path: Path, chromium: Browser, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delenv("PYTHONPATH", raising=False)
    package = scaffolded(NAME, tmp_path)
    code = "from brocante.precompile import compile_game; from brocante.games.catalogue import ruleset; "
    ahead = package.run("-c", f"{code}compile_game(ruleset({NAME!r}), False)")
    assert ahead.returncode == 0, ahead.stderr  # else a bot's first move would take as long as compiling does
    with serving(tmp_path, "--no-delay", python=package.python) as address:
        context = chromium.new_context(viewport=DESK, base_url=address, locale="en-GB")
        context.add_init_script(AT_ONCE)
        page = context.new_page()
        errors: list[str] = []
        page.on("pageerror", lambda error: errors.append(str(error)))
        page.goto("/")
        expect(page.get_by_role("link", name="Rules: Three bags")).to_be_visible()
        open_table(page, NAME, "Anna", ["me", "bot", "bot"])
        expect(page.locator(".now.mine")).to_be_visible(timeout=60_000)
        page.screenshot(path=SHOTS / "new-game-table.png", full_page=True)
        play_out([page], click_a_move)
        log = page.locator("aside ol li").all_text_contents()
        assert any("has no cards left and wins" in line for line in log)
        assert errors == []
