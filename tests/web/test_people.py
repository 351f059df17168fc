"""What people do at a table beside moving: come by a link, go away and come back, watch, share a device."""

import json
import re
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Page, WebSocket, WebSocketRoute, expect

from brocante.games.catalogue import RULESETS
from tests.web.axe import flaws
from tests.web.conftest import PATIENCE, SHOTS, NewPage
from tests.web.people import (
    choose_language,
    my_turn,
    open_table,
    open_typing,
    play_now,
    play_on_server,
    sit,
    take_turn,
)
from tests.web.serving import PHONE

HANDS = ".held"


def wait_for_turn(page: Page) -> None:
    expect(page.locator(".now.mine")).to_be_visible()


def test_reload_in_mid_move(new_page: NewPage) -> None:
    page = new_page()
    play_on_server(page, "klunker")
    wait_for_turn(page)
    page.locator(".held.legal").first.click()
    page.get_by_role("button", name="Put 1 card in the window").click()
    expect(page.locator(HANDS)).to_have_count(5)
    page.reload()
    expect(page.locator(HANDS)).to_have_count(5)
    expect(page.locator(".now .line")).to_contain_text("Put more cards in your window, or finish.")


def test_several_cards_at_once(new_page: NewPage) -> None:
    page = new_page()
    play_on_server(page, "klunker")
    wait_for_turn(page)
    for number in (0, 2, 4):
        page.locator(HANDS).nth(number).click()
    page.get_by_role("button", name="Put 3 cards in the window").click()
    expect(page.locator(HANDS)).to_have_count(3)
    page.get_by_role("button", name="Take back").click()
    expect(page.locator(HANDS)).to_have_count(4)


def test_no_old_position_can_be_touched_between_the_answer_and_the_news(new_page: NewPage) -> None:
    page = new_page()
    sockets: list[WebSocketRoute] = []
    answers: list[str] = []
    late: list[str | bytes] = []
    holding = False

    def listen_between(socket: WebSocketRoute) -> None:
        sockets.append(socket)
        socket.connect_to_server().on_message(hear)

    def hear(message: str | bytes) -> None:
        kind = json.loads(message)["type"]
        if holding and kind == "news":
            late.append(message)
        else:
            answers.append(kind)
            sockets[-1].send(message)

    page.route_web_socket(re.compile("/api/tables/"), listen_between)
    play_on_server(page, "klunker")
    wait_for_turn(page)
    holding = True
    page.locator(".held.legal").first.click()
    page.get_by_role("button", name="Put 1 card in the window").click()
    for _ in range(PATIENCE // 20):
        if late and answers[-1] == "done":
            break
        page.wait_for_timeout(20)
    assert late
    assert answers[-1] == "done"
    expect(page.locator(".now .line")).to_contain_text("sending")
    expect(page.locator(".actions button:enabled")).to_have_count(0)
    for message in late:
        sockets[-1].send(message)
    expect(page.locator(HANDS)).to_have_count(5)
    expect(page.locator(".now .line")).not_to_contain_text("sending")


def test_taking_back_with_others_by_asking(new_page: NewPage) -> None:
    """All must agree; the button can be used only when it works."""
    anna, ben = new_page(), new_page(size=PHONE)
    sit(ben, open_table(anna, "alles-futsch", "Anna", ["me", "open"]), "Ben")
    for page in (anna, ben):
        expect(page.locator(".offer")).to_have_count(5)
    mover, other = (anna, ben) if my_turn(anna) else (ben, anna)
    asking = mover.get_by_role("button", name="Ask to take back")
    expect(asking).to_be_disabled()
    mover.locator(".offer.legal").first.click()
    mover.locator(".actions button.primary").click()
    asking.click()
    expect(mover.get_by_text("Still to answer")).to_be_visible()
    expect(asking).to_be_disabled()
    expect(other.get_by_text("asks to take back the last decision")).to_be_visible()
    assert flaws(other) == []
    other.screenshot(path=SHOTS / "undo-asked.png")
    other.get_by_role("button", name="Rather not").click()
    expect(mover.get_by_text("Still to answer")).to_have_count(0)
    expect(asking).to_be_disabled()  # not before another move
    mover.locator(".actions form button.primary").click()
    expect(other.get_by_text("No bid yet")).to_have_count(0)
    asking.click()
    other.get_by_role("button", name="Agree").click()
    for page in (anna, ben):
        expect(page.get_by_text("No bid yet")).to_be_visible()


def test_taking_back_against_bots_on_the_server(new_page: NewPage) -> None:
    """To the own last decision; there is no chat with bots."""
    page = new_page()
    play_on_server(page, "klunker")
    wait_for_turn(page)
    expect(page.get_by_role("button", name="Take back")).to_be_disabled()
    expect(page.get_by_placeholder("Say something")).to_have_count(0)
    page.locator(HANDS).first.click()
    page.get_by_role("button", name="Put 1 card in the window").click()
    page.get_by_role("button", name="The window is done").click()
    expect(page.locator(".now .line")).not_to_contain_text("Put more cards")
    wait_for_turn(page)
    page.get_by_role("button", name="Take back").click()
    expect(page.locator(".now .line")).to_contain_text("Put more cards in your window, or finish.")


def test_what_is_not_legal_says_which_rule_forbids_it(new_page: NewPage) -> None:
    page = new_page(locale="de-DE")
    page.get_by_role("button", name="Sofort spielen: Klunker").click()
    wait_for_turn(page)
    open_typing(page)
    page.get_by_label("Ein Zug in Worten").fill("done")
    page.get_by_role("button", name="Spielen", exact=True).click()
    expect(page.get_by_role("alert")).to_have_text(
        "Dein Schaufenster darf am Ende deines Zuges nicht leer sein (K3.2)."
    )


def test_dragging(new_page: NewPage) -> None:
    page = new_page()
    play_now(page, "Klunker")
    wait_for_turn(page)
    card, window = page.locator(HANDS).first, page.locator(".own .zone.window")
    start, end = card.bounding_box(), window.bounding_box()
    assert start is not None
    assert end is not None
    page.mouse.move(start["x"] + 20, start["y"] + 20)
    page.mouse.down()
    page.mouse.move(end["x"] + 40, end["y"] + 40, steps=5)
    page.mouse.up()
    expect(page.locator(HANDS)).to_have_count(5)


def test_the_network_goes_and_comes_back(new_page: NewPage) -> None:
    anna, ben = new_page(), new_page()
    table = open_table(anna, "klunker", "Anna", ["me", "open", "bot"])
    sit(ben, table, "Ben")
    expect(anna.locator(".now")).to_be_visible()
    ben.context.set_offline(True)
    expect(ben.get_by_role("alert").filter(has_text="Connection lost")).to_be_visible()
    anna.get_by_placeholder("Say something").fill("Are you there?")
    anna.get_by_role("button", name="Send").click()
    ben.context.set_offline(False)
    expect(ben.get_by_text("Connection lost")).to_have_count(0)
    expect(ben.locator("aside").get_by_text("Are you there?")).to_be_visible()


def test_a_move_made_without_network_is_played_once_it_is_back(new_page: NewPage) -> None:
    page = new_page()
    play_on_server(page, "klunker")
    wait_for_turn(page)
    before = page.locator("aside ol li").count()
    page.context.set_offline(True)
    expect(page.get_by_role("alert").filter(has_text="Connection lost")).to_be_visible()
    page.locator(".held.legal").first.click()
    page.get_by_role("button", name="Put 1 card in the window").click()
    page.context.set_offline(False)
    expect(page.locator(HANDS)).to_have_count(5)
    expect(page.locator("aside ol li")).to_have_count(before + 1)


def test_two_tabs(new_page: NewPage) -> None:
    first = new_page()
    table = play_on_server(first, "klunker")
    second = first.context.new_page()
    second.goto(f"/t/{table}")
    wait_for_turn(first)
    wait_for_turn(second)
    first.locator(".held.legal").first.click()
    first.get_by_role("button", name="Put 1 card in the window").click()
    expect(second.locator(HANDS)).to_have_count(5)
    second.get_by_role("button", name="The window is done").click()
    expect(first.locator(".now .line")).not_to_contain_text("Put more cards")


def test_hands_are_covered_between_two_people_at_one_device(new_page: NewPage) -> None:
    page = new_page(size=PHONE)
    page.goto("/play/klunker")
    page.get_by_label("Your name").fill("Anna")
    page.get_by_label("Seat 2", exact=True).select_option("here")
    page.get_by_label("Name on seat 2").fill("Ben")
    page.get_by_label("Seat 3", exact=True).select_option("bot")
    page.get_by_role("button", name="Open the table").click()
    names: set[str] = set()
    for _ in range(2):
        cover = page.get_by_role("dialog").filter(has_text="Pass the device to")
        expect(cover).to_be_visible()
        expect(page.locator(HANDS)).to_have_count(0)
        if not names:
            page.screenshot(path=SHOTS / "cover-phone.png")
            assert flaws(page) == []
        reveal = cover.get_by_role("button")
        names.add(reveal.inner_text())
        reveal.click()
        expect(page.locator(HANDS)).to_have_count(6)
        take_turn(page)
    assert names == {"I am Anna, show my hand", "I am Ben, show my hand"}


def frames_of(page: Page) -> list[str]:
    frames: list[str] = []
    page.on("websocket", lambda socket: listen(socket, frames))
    return frames


def listen(socket: WebSocket, frames: list[str]) -> None:
    socket.on("framereceived", lambda frame: frames.append(str(frame)))


GAMES = {rules.title: rules.name for rules in RULESETS.values()}
SECRETS = {"Klunker": "hand", "Alles futsch!": "money", "ZwergeZocken": "hand"}


def secrets_in(value: Any, secret: str) -> list[Any]:
    """Everything of that name that is not null; options and facts have names of their own."""
    if isinstance(value, dict):
        own = [each for key, each in value.items() if key == secret and each is not None]
        others = [each for key, each in value.items() if key not in ("options", "log")]
        return own + [found for each in others for found in secrets_in(each, secret)]
    if isinstance(value, list):
        return [found for each in value for found in secrets_in(each, secret)]
    return []


def secrets_told(news: dict[str, Any], title: str) -> list[Any]:
    """Values of facts that only some seats may know, and that are not null."""
    kinds = next(ruleset.facts for ruleset in RULESETS.values() if ruleset.title == title)
    told = [fact for view in news.get("views", []) for line in view["log"] for fact in line[2]]
    secret = [fact[value.name] for fact in told for value in kinds[fact["fact"]].values if value.known_to is not None]
    return [value for value in secret if value is not None]


@pytest.mark.parametrize("title", SECRETS)
def test_a_watcher_sees_no_hand(new_page: NewPage, title: str) -> None:
    player, watcher = new_page(), new_page()
    frames = frames_of(watcher)
    table = play_on_server(player, GAMES[title])
    watcher.goto(f"/t/{table}")
    expect(watcher.get_by_text("You are watching").first).to_be_visible()
    for _ in range(4):
        wait_for_turn(player)
        take_turn(player)
    watcher.wait_for_timeout(500)
    assert frames
    heard = [json.loads(frame) for frame in frames]
    assert all(secrets_in(news, SECRETS[title]) == [] for news in heard)
    assert all(secrets_told(news, title) == [] for news in heard)
    assert not any('"seed":"' in frame for frame in frames)
    expect(watcher.locator(HANDS)).to_have_count(0)
    assert "Your hand" not in watcher.content()
    watcher.screenshot(path=SHOTS / f"watcher-{title.lower()}.png", full_page=True)
    assert flaws(watcher) == []


def test_a_seat_moves_to_another_device(new_page: NewPage) -> None:
    laptop, phone = new_page(), new_page(size=PHONE)
    play_on_server(laptop, "klunker")
    wait_for_turn(laptop)
    laptop.get_by_text("More", exact=True).click()
    laptop.get_by_role("button", name="Move my seat").click()
    assert flaws(laptop) == []
    link = laptop.get_by_role("textbox", name="Open this link on the other device").input_value()
    phone.goto(link)
    wait_for_turn(phone)
    expect(phone.locator(HANDS)).to_have_count(6)
    expect(laptop.get_by_text("You are watching")).to_be_visible()


def test_hint_and_its_reasons(new_page: NewPage) -> None:
    page = new_page()
    play_on_server(page, "klunker")
    wait_for_turn(page)
    page.get_by_role("button", name="Hint").click()
    hint = page.get_by_role("region", name="What the expert would do")
    expect(hint).to_be_visible()
    expect(hint.get_by_text(re.compile("of its tries")).first).to_be_visible()
    expect(page.locator(".hinted")).to_have_count(1)
    page.screenshot(path=SHOTS / "hint-desktop.png", full_page=True)
    assert flaws(page) == []


def test_resign(new_page: NewPage) -> None:
    page = new_page()
    play_on_server(page, "klunker")
    wait_for_turn(page)
    page.get_by_text("More", exact=True).click()
    page.get_by_role("button", name="Resign").click()
    page.get_by_role("button", name="Yes, resign").click()
    expect(page.get_by_text("You are watching")).to_be_visible()


@pytest.mark.parametrize(
    ("locale", "play", "line"),
    [
        ("en-GB", "Play now", "Put one or more cards in your window."),
        ("fr-FR", "Jouer maintenant", "Mettez une ou plusieurs cartes en vitrine."),
        ("it-IT", "Gioca subito", "Metti una o più carte in vetrina."),
        ("de-DE", "Sofort spielen", "Leg eine oder mehrere Karten ins Schaufenster."),
    ],
)
def test_every_language(new_page: NewPage, locale: str, play: str, line: str) -> None:
    page = new_page(locale=locale, size=PHONE)
    expect(page.locator("html")).to_have_attribute("lang", locale[:2])
    page.get_by_role("button", name=re.compile(f"^{play}\\s?: Klunker")).click()
    wait_for_turn(page)
    expect(page.locator(".now .line")).to_have_text(line)
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    page.screenshot(path=SHOTS / f"table-klunker-{locale[:2]}-phone.png", full_page=True)
    choose_language(page, "it")
    expect(page.locator(".now .line")).to_have_text("Metti una o più carte in vetrina.")
    page.reload()
    expect(page.locator("html")).to_have_attribute("lang", "it")


def test_a_record_is_looked_at(new_page: NewPage) -> None:
    page = new_page("/replay")
    record = next((Path(__file__).parents[1] / "golden" / "klunker").glob("*.json"))
    page.get_by_label(re.compile("A record")).set_input_files(record)
    expect(page.get_by_text("The record was replayed and is right.")).to_be_visible()
    page.get_by_role("button", name="One move on").click()
    expect(page.get_by_text("Move 1 of")).to_be_visible()
    assert flaws(page) == []


def test_whose_turn_it_is_stands_in_the_title(new_page: NewPage) -> None:
    page = new_page()
    play_now(page, "Klunker")
    wait_for_turn(page)
    expect(page).to_have_title("● Your turn · Klunker")
    assert my_turn(page)
