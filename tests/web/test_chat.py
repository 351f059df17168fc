"""Chat with strangers in the browser: watchers are marked, the host mutes and removes, earlier lines can be had."""

import json

import pytest
from playwright.sync_api import APIResponse, Page, expect

from tests.web.conftest import NewPage
from tests.web.people import open_table, sit
from tests.web.serving import DESK, PHONE
from tests.web.test_screens import look

SIZES = {"phone": PHONE, "desktop": DESK}


def say(page: Page, text: str) -> None:
    page.get_by_label("Say something").fill(text)
    page.get_by_role("button", name="Send").click()
    expect(page.get_by_label("Say something")).to_have_value("")


def do(page: Page, table: str, wish: dict[str, object]) -> APIResponse:
    """Ask by HTTP, as the guest of that page."""
    return page.request.post(
        f"/api/tables/{table}/do", data=json.dumps(wish), headers={"Content-Type": "application/json"}
    )


@pytest.mark.parametrize("size", SIZES)
def test_the_host_keeps_the_chat_in_order(new_page: NewPage, size: str) -> None:
    anna, bert, watcher = (new_page(size=SIZES[size]) for _ in range(3))
    table = open_table(anna, "klunker", "Anna", ["me", "open", "open"])
    sit(bert, table, "Bert")
    watcher.request.put("/api/me/", data=json.dumps({"name": "Bert"}), headers={"Content-Type": "application/json"})
    watcher.goto(f"/t/{table}")
    say(bert, "I am Bert.")
    say(watcher, "No, I am Bert!")
    say(anna, "We shall see.")
    lines = anna.locator(".tail li")
    expect(lines).to_have_count(3)
    expect(lines.nth(0).locator(".tag")).to_have_count(0)
    expect(lines.nth(1).locator(".tag")).to_have_text("watching")
    expect(anna.get_by_role("button", name="Mute or remove")).to_have_count(2)  # not herself
    expect(bert.get_by_role("button", name="Mute or remove")).to_have_count(0)
    lines.nth(1).get_by_role("button", name="Mute or remove Bert").click()
    look(anna, f"chat-order-{size}")
    anna.get_by_role("button", name="Mute", exact=True).click()
    watcher.get_by_label("Say something").fill("Let me speak!")
    watcher.get_by_role("button", name="Send").click()
    expect(watcher.get_by_text("The host does not let you write in this chat.")).to_be_visible()
    lines.nth(1).get_by_role("button", name="Mute or remove Bert").click()
    expect(anna.get_by_role("button", name="Let them write again")).to_be_visible()
    anna.locator(".order").get_by_role("button", name="Remove", exact=True).click()
    for page in (anna, bert, watcher):
        expect(page.locator(".tail li")).to_have_count(2)
        expect(page.get_by_text("No, I am Bert!")).to_have_count(0)
    anna.get_by_role("button", name="Remove Bert", exact=True).click()  # the one with the seat
    expect(bert.get_by_role("button", name="Sit here").first).to_be_visible()
    expect(anna.locator(".tail li")).to_have_count(1)
    bert.get_by_role("button", name="Sit here").first.click()
    expect(bert.get_by_text("The host has removed you from this table.")).to_be_visible()


@pytest.mark.parametrize("size", SIZES)
def test_earlier_lines_come_on_request(new_page: NewPage, size: str) -> None:
    anna = new_page(size=SIZES[size])
    table = open_table(anna, "klunker", "Anna", ["me", "open", "open"])
    guests = [new_page() for _ in range(10)]  # each may say six lines at once
    for number, guest in enumerate(guests):
        guest.request.put(
            "/api/me/", data=json.dumps({"name": f"G{number}"}), headers={"Content-Type": "application/json"}
        )
        for line in range(6):
            text = f"Line {6 * number + line}."
            assert do(guest, table, {"do": "say", "id": f"{line}", "text": text}).json()["type"] == "done"
    expect(anna.locator(".tail li")).to_have_count(60)
    newcomer = new_page(f"/t/{table}", size=SIZES[size])
    expect(newcomer.locator(".tail li")).to_have_count(50)
    newcomer.locator(".tail").evaluate("tail => tail.scrollTo(0, -tail.scrollHeight)")
    look(newcomer, f"chat-earlier-{size}")
    newcomer.get_by_role("button", name="Earlier messages").click()
    expect(newcomer.locator(".tail li")).to_have_count(60)
    expect(newcomer.locator(".tail li").first).to_contain_text("Line 0.")
    expect(newcomer.get_by_role("button", name="Earlier messages")).to_have_count(0)


def test_what_is_being_written_is_kept_when_the_game_begins(new_page: NewPage) -> None:
    anna, ben = new_page(), new_page(size=PHONE)
    table = open_table(anna, "klunker", "Anna", ["me", "open", "bot"])
    anna.get_by_label("Say something").fill("Who is")
    sit(ben, table, "Ben")
    expect(anna.locator(".now")).to_be_visible()
    expect(anna.get_by_label("Say something")).to_have_value("Who is")


def test_a_tab_marks_what_is_unread_and_a_dot_who_is_gone(new_page: NewPage) -> None:
    anna, ben = new_page(), new_page(size=PHONE)
    table = open_table(anna, "klunker", "Anna", ["me", "open", "bot"])
    sit(ben, table, "Ben")
    expect(ben.locator(".now")).to_be_visible()
    chat = ben.locator("aside .tab").filter(has=ben.get_by_placeholder("Say something"))
    say(anna, "Hello!")
    expect(chat.locator(".unread")).to_contain_text("1 new line")
    expect(chat.get_by_text("Hello!")).not_to_be_visible()
    chat.locator("summary").click()
    expect(chat.get_by_text("Hello!")).to_be_visible()
    expect(chat.locator(".unread")).to_have_count(0)
    ben.locator(".square").click()  # whoever touches the table has read
    expect(chat.get_by_text("Hello!")).not_to_be_visible()
    gone = anna.locator("header li .cut")
    expect(gone).to_have_count(0)
    ben.close()
    expect(gone).to_have_count(1)
    expect(anna.locator("header li").filter(has=anna.locator(".cut"))).to_contain_text("no connection")
