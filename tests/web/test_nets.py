"""Nets in browsers: every engine loads and runs them, only when a bot needs one, and plays without where it cannot."""

import json
import re
from typing import Any

import pytest
from playwright.sync_api import Browser

from brocante.wasm.build import GAMES
from brocante.wasm.description import levels
from tests.web.engines import Engine, until
from tests.web.test_static_site import SITE, hosting

# A hint for the first move of each game, by the worker itself: how many simulations it took.
ASK = """\
window.hinted = {}, void (async () => {
  for (const game of GAMES) {
    const worker = new Worker('./assets/WORKER', { type: 'module' })
    const ask = (call, name, more) => new Promise((done) => {
      worker.addEventListener('message', ({ data }) => {
        if (data.call === call) done(data.answer)
        if (data.message?.type === 'hint') hinted[game] = data.message.thoughts.reduce((sum, each) => sum + each[1], 0)
      })
      worker.postMessage({ call, name, ...more })
    })
    const table = { game, seats: Array(4).fill({ kind: 'me' }) }
    const id = await ask(1, 'open', { table, person: 'Anna' })
    await ask(2, 'attend', { id, since: null, line: 1 })
    await ask(3, 'request', { id, line: 1, message: { do: 'ask_hint', id: 'hint' } })
    worker.terminate()
  }
})(), true
"""

pytestmark = pytest.mark.skipif(not SITE.is_dir(), reason="The site has not been built: make site")


def asking() -> str:
    (worker,) = (SITE / "assets").glob("worker-*.js")
    return ASK.replace("GAMES", json.dumps(list(GAMES))).replace("WORKER", worker.name)


def by_net() -> dict[str, Any]:
    return {name: levels(rules)["expert"].net for name, rules in GAMES.items()}


def test_the_expert_thinks_with_a_net_in_another_engine(engine: Engine) -> None:
    with hosting(SITE) as host:
        engine.go(host)
        engine.run(asking())
        until(lambda: len(engine.run("window.hinted")) == len(GAMES), "The hints", 120)
    assert engine.run("window.hinted") == by_net()


def test_nets_are_loaded_when_they_are_needed(chromium: Browser) -> None:
    page = chromium.new_page(service_workers="block")
    loaded: list[str] = []
    page.context.on("request", lambda request: loaded.append(request.url.rpartition("/")[2]))
    with hosting(SITE) as host:
        page.goto(host)
        page.wait_for_load_state("networkidle")
        assert not [name for name in loaded if name.endswith(".bin") or name.startswith("nets-")]
        loaded.clear()
        page.evaluate(asking())
        page.wait_for_function(f"Object.keys(hinted).length === {len(GAMES)}", timeout=120_000)
    assert page.evaluate("hinted") == by_net()
    assert len(re.findall(r"rules-.*\.wasm", "\n".join(loaded))) == len(GAMES)  # once for each worker
    assert sorted(re.findall(r"^(.+)-.{8}\.bin$", "\n".join(loaded), re.MULTILINE)) == sorted(GAMES)  # each once
    page.close()


def test_where_a_net_cannot_be_had_the_expert_searches(chromium: Browser) -> None:
    page = chromium.new_page(service_workers="block")
    page.context.route("**/*.bin", lambda route: route.abort())
    with hosting(SITE) as host:
        page.goto(host)
        page.evaluate(asking())
        page.wait_for_function(f"Object.keys(hinted).length === {len(GAMES)}", timeout=120_000)
    assert page.evaluate("hinted") == {name: levels(rules)["expert"].simulations for name, rules in GAMES.items()}
    page.close()
