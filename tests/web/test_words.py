"""What people read where something is not there or does not work: in their language, and what to do next."""

import json
import re
from pathlib import Path
from typing import Any

from playwright.sync_api import Browser, Page, expect

import brocante
from tests.web.axe import flaws
from tests.web.conftest import NewPage
from tests.web.people import at_table, play_out
from tests.web.serving import PHONE, serving
from tests.web.test_screens import look

NOWHERE = {
    "en": ("There is no such page.", "There is no game “poker” here."),
    "fr": ("Cette page n’existe pas.", "Il n’y a pas de jeu «\u00a0poker\u00a0» ici."),
    "it": ("Questa pagina non esiste.", "Qui non c’è nessun gioco «poker»."),
    "de": ("Diese Seite gibt es nicht.", "Ein Spiel „poker“ gibt es hier nicht."),
}
UNREACHABLE = {
    "en": "The server cannot be reached. Check your connection and try again.",
    "fr": "Le serveur est injoignable. Vérifiez votre connexion et réessayez.",
    "it": "Il server non è raggiungibile. Controlla la connessione e riprova.",
    "de": "Der Server ist nicht erreichbar. Prüf deine Verbindung und versuch es noch einmal.",
}


def test_an_address_that_leads_nowhere_has_a_page_in_words(new_page: NewPage) -> None:
    page = new_page(size=PHONE)
    heading, links = page.get_by_role("heading", level=1), page.get_by_role("main").get_by_role("link")
    for path, which in (
        ("/nope", 0),
        ("/t/some/thing", 0),
        ("/play/klunker/nope", 0),
        ("/rules/poker", 1),
        ("/play/poker/guide", 1),
    ):
        page.goto(path)
        expect(heading).to_have_text(NOWHERE["en"][which])
        expect(links).to_have_count(4)  # home, and each game
    for name, path in (("page", "/nope"), ("game", "/play/poker")):
        page.goto(path)
        for language, said in NOWHERE.items():
            page.locator("header select").select_option(language)
            expect(heading).to_have_text(said[name == "game"])
            look(page, f"no-{name}-{language}")
    page.get_by_role("link", name="Alles futsch!").click()
    page.wait_for_url(re.compile("/play/alles-futsch$"))


def test_a_server_that_is_gone_is_told_in_words(chromium: Browser, tmp_path: Path) -> None:
    pages: dict[str, Page] = {}
    with serving(tmp_path) as address:
        for language in UNREACHABLE:
            page = pages[language] = chromium.new_context(base_url=address, locale=language).new_page()
            page.goto("/play/klunker")
            expect(page.locator("form")).to_be_visible()
            page.wait_for_load_state("networkidle")
    for language, page in pages.items():
        page.locator("form button.primary").click()
        expect(page.get_by_role("alert")).to_have_text(UNREACHABLE[language])
        page.locator("form a").last.click()  # the rules have not been fetched
        expect(page.get_by_role("main").get_by_role("button")).to_have_count(1)
        assert flaws(page) == []
        page.context.close()


def finished(**options: Any) -> dict[str, Any]:
    game, bot = brocante.new("alles-futsch", players=2, seed=1, **options), brocante.bot("random", seed=1)
    while game.turn is not None:
        game.play(bot.choose(game))
    return game.record()


def test_a_bad_record_is_told_in_the_readers_language(new_page: NewPage) -> None:
    page = new_page("/replay", locale="de")
    record = finished()
    bad: list[tuple[Any, str]] = [
        ("{", "Diese Datei ist keine Aufzeichnung eines Spiels."),
        ([], "Diese Datei ist keine Aufzeichnung eines Spiels."),
        ({"game": "alles-futsch"}, "„rules“ fehlt"),
        ({**record, "seed": "x"}, "„seed“ in dieser Datei ist beschädigt"),
        ({**record, "players": 9}, "lässt sich hier nicht austeilen"),
        ({**record, "note": 1}, "„note“"),
        ({**record, "moves": record["moves"][:-1], "result": None}, "noch nicht zu Ende"),
        ({**record, "result": None}, "nicht das, zu dem ihre Züge führen"),
        ({**record, "moves": ["pass"]}, "Zug 1 verstößt gegen die Regeln („pass“)"),
        ({**record, "moves": ["pass"]}, "Jetzt wird eine Karte der Auslage angeboten (A2.1)."),
    ]
    for wrong, said in bad:
        content = wrong if isinstance(wrong, str) else json.dumps(wrong)
        page.locator("input[type=file]").set_input_files(
            {"name": "r.json", "mimeType": "application/json", "buffer": content.encode()}
        )
        expect(page.get_by_role("alert")).to_contain_text(said)
    named = {**record, "names": ["Anna", None]}
    page.locator("input[type=file]").set_input_files(
        {"name": "r.json", "mimeType": "application/json", "buffer": json.dumps(named).encode()}
    )
    expect(page.get_by_role("option", name="Anna")).to_be_attached()
    expect(page.get_by_role("option", name="Basil")).to_be_attached()  # what the bot of that seat is called
    assert flaws(page) == []


def test_who_begins_and_with_which_board_is_chosen_and_kept_with_the_names(new_page: NewPage, tmp_path: Path) -> None:
    page = new_page("/play/alles-futsch")
    page.get_by_label("Your name").fill("Anna")
    page.locator(".pick").filter(has_text="2").locator("input").check()
    page.get_by_label("Seat 2", exact=True).select_option("bot")
    page.get_by_label("Who begins").select_option("Seat 2")
    page.get_by_label("Seat 1 does not collect").select_option("Vase")
    page.get_by_label("Seat 2 does not collect").select_option("Vase")  # who had it gets the other's
    expect(page.get_by_label("Seat 1 does not collect")).to_have_value("sculpture")
    look(page, "setup-boards")
    page.get_by_role("button", name="Open the table").click()
    at_table(page)
    expect(page.get_by_text("Does not collect: Sculpture")).to_be_visible()
    play_out([page])
    with page.expect_download() as download:
        page.get_by_role("link", name="Download the record").click()
    download.value.save_as(tmp_path / "record.json")
    record = json.loads((tmp_path / "record.json").read_text())
    assert record["options"] == {"first": 1, "boards": ["sculpture", "vase"]}
    assert record["names"] == ["Anna", None]
    assert brocante.replay(record).record() == {field: record[field] for field in record if field != "names"}
