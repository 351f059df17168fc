"""Lighthouse, in what does not depend on how busy the machine is; `make lighthouse` looks at performance too."""

import pytest
from playwright.sync_api import Browser

from tests.web.scores import LEAST, LIGHTHOUSE, STEADY, address_of, scores, visitor


def test_home_and_a_running_table(address: str, chromium: Browser) -> None:
    if not LIGHTHOUSE.is_file():
        pytest.skip("There is no Lighthouse on this machine: make test sets it up.")
    with visitor(chromium.browser_type, address) as (context, port):
        for page in ("home", "Klunker"):
            found = scores(address_of(context, page), port, STEADY)
            assert set(found) == set(STEADY)
            assert min(found.values()) >= LEAST, (page, found)
