"""What can be checked of `deploy/` without a container: its commands, in a clean folder, and what its files say."""

import asyncio
import os
import re
import shutil
import stat
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
import yaml

from tests.scaffolded import ROOT, SLOW, environment
from tests.server.people import Person
from tests.server.serving import Serving, sqlite

DEPLOY = ROOT / "deploy"
MOST = 600 * 10**6  # bytes of the image
BASE = 135 * 10**6  # bytes of python:3.11-slim, uncompressed


def instructions(stage: int) -> list[tuple[str, str]]:
    """The instructions of a stage of the Containerfile, lines joined."""
    text = re.sub(r"\\\n\s*", "", (DEPLOY / "Containerfile").read_text())
    lines = [line.split(maxsplit=1) for line in text.splitlines() if line and not line.startswith("#")]
    stages: list[list[tuple[str, str]]] = []
    for word, rest in lines:
        if word == "FROM":
            stages.append([])
        stages[-1].append((word, rest))
    return stages[stage]


def test_the_image_runs_as_nobody_in_particular_with_a_health_check() -> None:
    last = instructions(-1)
    words = [word for word, _ in last]
    assert last[words.index("USER")][1] == "brocante"
    assert words.index("USER") < words.index("ENTRYPOINT")
    assert "--uid 10001" in dict(last)["RUN"]
    assert "/ready" in dict(last)["HEALTHCHECK"]
    written = re.findall(r"=(\S*/data\S*)", dict(last)["ENV"])
    assert len(written) == 2  # machine code and database: the root may be read-only


def test_all_that_the_image_copies_is_there_and_not_left_out() -> None:
    ignored = (ROOT / ".dockerignore").read_text().split()
    for stage in (0, 1):
        for word, rest in instructions(stage):
            if word == "COPY" and not rest.startswith("--from"):
                for name in rest.split()[:-1]:
                    assert (ROOT / name).exists(), name
                    assert f"!{name.split('/')[0]}" in ignored, name


def test_the_services_are_confined_and_only_the_proxy_is_reached() -> None:
    services: dict[str, Any] = yaml.safe_load((DEPLOY / "compose.yaml").read_text())["services"]
    server = services["brocante"]
    assert server["read_only"] is True
    assert server["cap_drop"] == ["ALL"]
    assert [name for name, service in services.items() if "ports" in service] == ["proxy"]
    assert (ROOT / server["build"]["dockerfile"]).is_file()
    flags = {flag.split("=")[0] for flag in server["command"]}
    known = subprocess.run(["brocante", "--help"], capture_output=True, text=True, env=on_path()).stdout
    assert all(flag in known for flag in flags), flags
    proxy = services["proxy"]["networks"]["inside"]["ipv4_address"]
    assert f"--proxies={proxy}" in server["command"]


def on_path() -> dict[str, str]:
    return {**os.environ, "PATH": f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}"}


@pytest.mark.skipif(shutil.which("systemd-analyze") is None, reason="systemd is not installed")
def test_the_unit_is_one(tmp_path: Path) -> None:
    unit = tmp_path / "brocante.service"
    unit.write_text((DEPLOY / "brocante.service").read_text().replace("/opt/brocante/start", "/bin/true"))
    done = subprocess.run(["systemd-analyze", "verify", str(unit)], capture_output=True, text=True)
    assert [line for line in done.stderr.splitlines() if "brocante.service" in line] == []


@pytest.mark.anyio
async def test_the_commands_of_the_image_make_a_server_that_starts_at_once(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """As in the image: installed into one folder that is then read only, with machine code copied to another."""
    source, into, data = tmp_path / "build", tmp_path / "opt", tmp_path / "data"
    source.mkdir()
    data.mkdir()
    for name in ("pyproject.toml", "constraints.txt", "README.md", "LICENSE", "src", "deploy"):
        copy = shutil.copytree if (ROOT / name).is_dir() else shutil.copy
        copy(ROOT / name, source / name)
    clean = {**environment(), "NUMBA_CPU_NAME": "generic", "PYTHONDONTWRITEBYTECODE": "1"}
    done = subprocess.run(
        [source / "deploy" / "install", into], env=clean, capture_output=True, text=True, timeout=3 * SLOW
    )
    assert done.returncode == 0, done.stdout + done.stderr
    assert size(into) + BASE < MOST, f"{size(into) / 1e6:.0f} MB beside the base image"
    shutil.rmtree(source)
    for path in [into, *into.rglob("*")]:
        if not path.is_symlink():
            path.chmod(path.stat().st_mode & ~(stat.S_IWUSR | stat.S_IWGRP | stat.S_IWOTH))
    before = size(into)
    for name, value in {"BROCANTE_CACHE": str(data / "cache"), "NUMBA_CPU_NAME": "generic"}.items():
        monkeypatch.setenv(name, value)
    monkeypatch.setenv("PYTHONDONTWRITEBYTECODE", "1")
    monkeypatch.delenv("PYTHONPATH", raising=False)
    (data / "cache" / "of-an-earlier-version").mkdir(parents=True)
    server = Serving(tmp_path, sqlite(data), "--no-limits", command=(str(into / "start"),))
    try:
        await asyncio.to_thread(server.start)
        assert "Compiling" not in server.log()
        async with Person(server, "Anna") as anna:
            assert (await anna.http.get("/ready")).text == "ok"
            table = await anna.open_table("klunker", *[{"kind": "bot", "level": "easy"}] * 3)
            async with anna.at(table) as line:
                await line.until(lambda: line.over)
        await asyncio.to_thread(server.stop)
    finally:
        server.kill()
    assert size(into) == before
    assert not (data / "cache" / "of-an-earlier-version").exists()


def size(folder: Path) -> int:
    """Bytes of all files, as an image has them."""
    return sum(path.lstat().st_size for path in folder.rglob("*") if path.is_file() and not path.is_symlink())


@pytest.fixture(scope="module")
def anyio_backend() -> str:
    return "asyncio"
