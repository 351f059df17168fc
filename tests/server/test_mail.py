"""People are told of their turns by mail, where an operator has named a mail server; with a real one of the tests."""

import asyncio
from collections.abc import Iterator
from typing import Any

import pytest
from click.testing import CliRunner

from brocante.cli import main
from tests.server.people import PATIENCE, Person
from tests.server.post_office import SENDER, PostOffice, links_in, text_of
from tests.server.serving import Serving, Stored, sqlite
from tests.server.test_wire import assert_closed_log, assert_closed_metrics
from tests.server.told import hurry, play, until

pytestmark = pytest.mark.anyio

HOME = "https://tables.example"


@pytest.fixture(scope="module")
def office() -> Iterator[PostOffice]:
    started = PostOffice()
    yield started
    started.stop()


@pytest.fixture(scope="module")
def writing(tmp_path_factory: pytest.TempPathFactory, office: PostOffice) -> Iterator[Serving]:
    """A server that sends mail, with limits."""
    folder = tmp_path_factory.mktemp("writing")
    flags = ("--logs", "--mail", office.address, "--mail-from", SENDER, "--origin", HOME)
    serving = Serving(folder, sqlite(folder), *flags).start()
    yield serving
    serving.kill()


async def asked(person: Person, address: str, language: str = "en") -> Any:
    answer = await person.http.put("/api/me/notices/mail", json={"address": address, "language": language})
    assert answer.status_code == 200, answer.text
    return answer.json()


def token_in(link: str) -> str:
    return link.partition("=")[2]


async def table_where(person: Person, other: Person) -> str:
    """A table where it is the other's turn, and the person wants to be told."""
    table = await person.open_table("alles-futsch", "me", "open", options={"first": 1})
    await other.do(table, "sit", name="Other")
    assert (await person.do(table, "tell_turns", on=True))["type"] == "done"
    return table


async def until_written(database: str) -> None:
    """Until a letter is to be written, or was."""
    async with asyncio.timeout(PATIENCE):
        while not [row for row in await Stored(database).rows("notices") if row.kind == "turn"]:
            await asyncio.sleep(0.05)


async def test_an_address_is_confirmed_and_then_told_of_turns(writing: Serving, office: PostOffice) -> None:
    server, database = writing, writing.database
    async with Person(server, "Anna") as anna, Person(server, "Bert") as bert, Person(server, "") as mailbox:
        assert await asked(anna, "anna@example.org", "fr") == {"address": "anna@example.org", "confirmed": False}
        await until(lambda: len(office.letters) == 1)
        (first,) = office.letters
        assert (first["From"], first["To"]) == (SENDER, "anna@example.org")
        assert first["Subject"] == "Brocante\xa0: confirmez votre adresse"
        confirm, stop = links_in(first)
        assert confirm.startswith(f"{HOME}/me#confirm=")
        assert "Anna" not in str(first)

        table = await table_where(anna, bert)
        await play(bert, table)  # before it is confirmed nothing is sent
        await play(anna, table)
        assert await Stored(database).rows("notices") == []
        await mailbox.http.post("/api/mail/confirm", json={"token": token_in(stop)})  # made for something else
        assert (await anna.get("/api/me/notices"))["mail"]["confirmed"] is False
        assert (await mailbox.http.post("/api/mail/confirm", json={"token": token_in(confirm)})).status_code == 204
        assert (await anna.get("/api/me/notices"))["mail"] == {"address": "anna@example.org", "confirmed": True}

        await play(bert, table)
        await until_written(database)
        server.kill()  # a letter is neither lost nor written twice
        await hurry(database)
        server.start()
        await until(lambda: len(office.letters) == 2)
        letter = office.letters[1]
        assert letter["Subject"] == "Alles futsch!\xa0: c’est à vous de jouer"
        assert letter["Content-Language"] == "fr"
        link, stop = links_in(letter)
        assert link == f"{HOME}/t/{table}"
        for name in ("Anna", "Bert", "Other"):
            assert name not in str(letter)
        assert letter["List-Unsubscribe"] == f"<{HOME}/api/mail/stop/{token_in(stop)}>"
        assert f"List-Unsubscribe: {letter['List-Unsubscribe']}".encode() in office.lines
        assert letter["List-Unsubscribe-Post"] == "List-Unsubscribe=One-Click"
        assert letter["Message-ID"].endswith("@tables.example>")

        await play(anna, table)
        await play(bert, table)
        await until_written(database)
        async with anna.at(table):  # who comes by within a minute is not written to
            async with asyncio.timeout(PATIENCE):
                while await Stored(database).rows("notices"):
                    await asyncio.sleep(0.05)
        one_click = f"/api/mail/stop/{token_in(stop)}"
        answer = await mailbox.http.post(one_click, data={"List-Unsubscribe": "One-Click"})
        assert answer.status_code == 204
        assert (await anna.get("/api/me/notices"))["mail"] is None
        await play(anna, table)
        await play(bert, table)
        assert await Stored(database).rows("notices") == []
        assert len(office.letters) == 2
        assert (await mailbox.http.post("/api/mail/confirm", json={"token": token_in(confirm)})).status_code == 401
        told = [server.log(), await server.metrics()]
    assert_closed_log(told[0])
    assert_closed_metrics(told[1])
    assert 'brocante_notices_total{how="sent",way="mail"} 1.0' in told[1]
    for secret in ("anna@", table, token_in(stop)):
        assert not any(secret in text for text in told)


async def test_addresses_that_are_none_or_take_no_mail(writing: Serving, office: PostOffice) -> None:
    database = writing.database
    async with Person(writing, "Anna") as anna, Person(writing, "Bert") as bert, Person(writing, "Cleo") as cleo:
        nonsense = ("anna", "a@b", "a b@example.org"), ("a@example.org\r\nBcc: b@c.org", "<a@example.org>", "ä@ö.ch")
        for person, wrong in zip((bert, cleo), nonsense, strict=True):
            for each in wrong:
                answer = await person.http.put("/api/me/notices/mail", json={"address": each})
                assert (answer.status_code, answer.json()["reason"]) == (400, "no_mail_address"), each
        before = office.asked
        office.answers = ["451 later", "550 nobody of that name"]
        await asked(anna, "nobody@example.org")
        await until(lambda: office.asked == before + 1)
        await until_later(database)
        await hurry(database)
        async with asyncio.timeout(PATIENCE):
            while await Stored(database).rows("subscriptions"):
                await asyncio.sleep(0.05)
        assert (await anna.get("/api/me/notices"))["mail"] is None

        await asked(anna, "one@example.org")
        await asked(anna, "two@example.org", "it")  # in the place of the first
        await until(lambda: [each["To"] for each in office.letters][-1:] == ["two@example.org"])
        assert "Conferma questo indirizzo" in text_of(office.letters[-1])
        assert len(await Stored(database).rows("subscriptions")) == 1
        await asked(bert, "two@example.org")  # of two guests each confirms it
        await until(lambda: len({links_in(each)[0] for each in office.letters if each["To"] == "two@example.org"}) == 2)
        assert (await anna.http.delete("/api/me/notices/mail")).status_code == 204
        assert (await bert.http.delete("/api/me/")).status_code == 200
        assert await Stored(database).rows("subscriptions") == []
        link = links_in(office.letters[-1])[0]
        for token in (token_in(link), "AAAA", "ä", token_in(link)[:-1] + "A"):
            answer = await anna.http.post("/api/mail/confirm", json={"token": token})
            assert (answer.status_code, answer.json()["reason"]) == (401, "link_used")


async def until_later(database: str) -> None:
    async with asyncio.timeout(PATIENCE):
        while not [row for row in await Stored(database).rows("notices") if row.tries == 1]:
            await asyncio.sleep(0.05)
    await asyncio.sleep(0.5)


async def test_where_no_mail_server_is_named_there_is_no_mail(server: Serving) -> None:
    async with Person(server, "Anna") as anna:
        assert (await anna.get("/api/me/notices"))["writes"] is False
        answer = await anna.http.put("/api/me/notices/mail", json={"address": "anna@example.org"})
        assert (answer.status_code, answer.json()["reason"]) == (400, "no_mail")
        assert (await anna.post("/api/mail/stop/AAAA", status=400))["reason"] == "no_mail"


async def test_few_letters_ask_one_address(writing: Serving) -> None:
    """However many guests ask for it."""
    statuses = []
    for number in range(5):
        async with Person(writing, f"Guest {number}") as guest:
            answer = await guest.http.put("/api/me/notices/mail", json={"address": "victim@example.org"})
            statuses.append(answer.status_code)
    assert statuses == [200] * 3 + [429] * 2


@pytest.mark.parametrize(
    ("words", "says"),
    [
        (("--mail", "mail.example"), "--mail takes smtp://"),
        (("--mail", "smtp://mail.example"), "--mail-from"),
        (("--mail", "smtp://mail.example", "--mail-from", "a@example.org"), "--origin"),
        (("--contact", "operator"), "--contact takes mailto:"),
        (("--push-networks", "home"), "--push-networks takes addresses"),
    ],
)
def test_settings_that_do_not_go_together_are_said(words: tuple[str, ...], says: str) -> None:
    ran = CliRunner().invoke(main, [*words, "--port", "0"])
    assert ran.exit_code == 2
    assert says in " ".join(ran.output.split())
