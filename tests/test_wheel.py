"""A plain wheel in a fresh environment with an empty cache: machine code is made before people can sit down."""

import asyncio
import os
import random
import subprocess
import sysconfig
import venv
from pathlib import Path

import pytest

from tests.scaffolded import ROOT, SLOW, environment
from tests.server.people import STYLE, Person
from tests.server.serving import Serving, sqlite


@pytest.fixture(scope="module")
def anyio_backend() -> str:
    return "asyncio"


@pytest.fixture(scope="module")
def brocante(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The command, installed from a wheel. What it needs is taken from the environment of this process."""
    folder = tmp_path_factory.mktemp("wheel")
    venv.create(folder / "env", with_pip=False)
    python = folder / "env" / "bin" / "python"
    own = subprocess.check_output([python, "-c", "import sysconfig; print(sysconfig.get_path('purelib'))"], text=True)
    theirs = sysconfig.get_path("purelib")
    Path(own.strip(), "theirs.pth").write_text(f"import site; site.addsitedir({theirs!r})\n")
    pip = [str(python), "-m", "pip", "--disable-pip-version-check"]
    build = [*pip, "wheel", "--quiet", "--no-deps", "--no-build-isolation", "--wheel-dir", str(folder), str(ROOT)]
    subprocess.run(build, env=environment(), check=True, timeout=SLOW)
    (wheel,) = folder.glob("*.whl")
    install = [*pip, "install", "--quiet", "--no-deps", "--ignore-installed", str(wheel)]
    subprocess.run(install, env=environment(), check=True, timeout=SLOW)
    return folder / "env" / "bin" / "brocante"


@pytest.mark.anyio
async def test_machine_code_is_made_before_people_can_sit_down(
    brocante: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("BROCANTE_CACHE", str(tmp_path / "cache"))
    monkeypatch.delenv("PYTHONPATH", raising=False)
    server = Serving(tmp_path, sqlite(tmp_path), "--no-limits", command=(str(brocante),))
    try:
        await asyncio.to_thread(server.start)
        said = server.log().splitlines()
        assert said[0] == "Compiling the games to machine code, once; this takes a few minutes …"
        assert sorted(line.split(" is ready after")[0].strip() for line in said[1:]) == [
            "Alles futsch!",
            "Klunker",
            "ZwergeZocken",
        ]
        made = machine_code(tmp_path)
        assert made
        async with Person(server, "Anna") as anna:
            for game, style in STYLE.items():
                levels = ("easy", "expert") if game != "alles-futsch" else ("medium",)
                table = await anna.open_table(game, "me", *({"kind": "bot", "level": level} for level in levels))
                async with anna.at(table) as line:
                    await line.until_turn()
                    assert (await line.ask("ask_hint"))["type"] == "hint"
                    await line.play()
                    await line.ask("undo")
                    await line.play_on(random.Random(1), style, 3)
                    await line.until_turn()
                await anna.get(f"/api/tables/{table}/history")
        assert machine_code(tmp_path) == made, "something was compiled while people waited"
        await asyncio.to_thread(server.stop)
        await asyncio.to_thread(server.start)
        assert server.log().count("Compiling") == 1
    finally:
        server.kill()


def machine_code(folder: Path) -> set[str]:
    return {path.name for path in (folder / "cache").rglob("*.nb[ci]")}


def test_no_other_brocante_is_meant(brocante: Path) -> None:
    """The environment's own package is used, not the one that these tests run in."""
    code = "import brocante; print(brocante.__file__)"
    python = brocante.parent / "python"
    found = subprocess.check_output([python, "-c", code], text=True, env=environment(), cwd=os.sep)
    assert Path(found.strip()).is_relative_to(brocante.parents[1])
