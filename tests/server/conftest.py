"""One PostgreSQL server and one plain Brocante server for all tests of a worker; more where a test needs its own."""

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from tests.server.push_service import PushService, running_push_service
from tests.server.serving import Postgres, Serving, sqlite

Start = Callable[..., Serving]


@pytest.fixture(scope="session")
def anyio_backend() -> str:
    return "asyncio"


@pytest.fixture(scope="session")
def postgres() -> Iterator[Postgres]:
    yield from running_postgres()


@pytest.fixture
def own_postgres() -> Iterator[Postgres]:
    """One that a test may stop, without any other test's noticing."""
    yield from running_postgres()


def running_postgres() -> Iterator[Postgres]:
    server = Postgres()
    yield server
    server.close()


@pytest.fixture(params=["sqlite", "postgresql"])
def database(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    """A database with nothing in it, of each kind."""
    if request.param == "sqlite":
        return sqlite(tmp_path)
    postgres: Postgres = request.getfixturevalue("postgres")
    return postgres.new_database()


@pytest.fixture
def start(tmp_path: Path) -> Iterator[Start]:
    """Start a server of one's own: `start(database, *flags)`."""
    started: list[Serving] = []

    def start_one(database: str, *flags: str, command: tuple[str, ...] | None = None) -> Serving:
        serving = Serving(tmp_path, database, *flags, **({"command": command} if command else {}))
        started.append(serving)
        return serving.start()

    yield start_one
    for each in started:
        each.kill()


ALLOWED = "https://brocante.example"


@pytest.fixture(scope="session")
def limited(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Serving]:
    """A server with limits, and one more origin. Each test comes from an address of its own."""
    folder = tmp_path_factory.mktemp("limited")
    serving = Serving(folder, sqlite(folder), "--logs", "--origin", ALLOWED, "--proxies", "127.0.0.1").start()
    yield serving
    serving.kill()


@pytest.fixture(scope="session")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Serving]:
    """A server without limits, on SQLite, that logs; tests share it and each opens tables of its own."""
    folder = tmp_path_factory.mktemp("server")
    serving = Serving(folder, sqlite(folder), "--no-limits", "--logs", "--proxies", "127.0.0.1").start()
    yield serving
    serving.kill()


# Servers that tell people of their turns.
TELLING = ("--no-limits", "--logs", "--push-networks", "127.0.0.0/8,::1", "--contact", "mailto:operator@example.org")


@pytest.fixture(scope="module")
def service(tmp_path_factory: pytest.TempPathFactory) -> Iterator[PushService]:
    with running_push_service(tmp_path_factory.mktemp("push")) as running:
        yield running


@pytest.fixture(scope="module")
def telling_on_sqlite(tmp_path_factory: pytest.TempPathFactory, service: PushService) -> Iterator[Serving]:
    """A server that reaches the push service."""
    folder = tmp_path_factory.mktemp("telling")
    yield from started_telling(folder, sqlite(folder))


@pytest.fixture(scope="module")
def telling_on_postgres(
    tmp_path_factory: pytest.TempPathFactory, postgres: Postgres, service: PushService
) -> Iterator[Serving]:
    yield from started_telling(tmp_path_factory.mktemp("telling"), postgres.new_database())


def started_telling(folder: Path, database: str) -> Iterator[Serving]:
    serving = Serving(folder, database, *TELLING).start()
    yield serving
    serving.kill()


@pytest.fixture(params=["telling_on_sqlite", "telling_on_postgres"])
def telling(request: pytest.FixtureRequest) -> Serving:
    serving: Serving = request.getfixturevalue(request.param)
    return serving
