"""The rules in the browser: a refusal leads to its clause; examples and words stand below."""

from playwright.sync_api import expect

from tests.web.conftest import NewPage
from tests.web.people import open_typing, play_now


def test_a_refusal_leads_to_the_clause(new_page: NewPage) -> None:
    page = new_page()
    play_now(page, "Klunker")
    expect(page.locator(".now.mine")).to_be_visible()
    open_typing(page)
    page.get_by_label("A move, in words").fill("done")
    page.get_by_role("button", name="Play", exact=True).click()
    clause = page.get_by_role("alert").get_by_role("link", name="K3.2")
    page.goto(clause.get_attribute("href") or "")
    expect(page.locator(r"#K3\.2")).to_contain_text("may be empty at the end of their turn")
    expect(page.locator(r"#K3\.2.named")).to_be_in_viewport()
    expect(page.locator(".example")).to_have_count(5)
    expect(page.locator("#glossary dt").first).to_have_text("Window")
    expect(page.get_by_text("Hans im Glück")).to_be_visible()
