"""A Ray cluster: the same games, weights and pages as on one machine, whatever dies meanwhile."""

import json
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import psutil
import pytest
from click.testing import CliRunner
from ray.cluster_utils import Cluster

from brocante import SetupError
from brocante.arena import tournament
from brocante.arena.match import play, set_up
from brocante.cli import main
from brocante.executors import ray_cluster, version, work

PATIENCE = 300  # seconds; other work on the machine may take most of its time
MATCH = ["klunker", "search:simulations=100", "heuristic", "random", "--deals", "10"]


@pytest.fixture(scope="module")
def cluster() -> Iterator[Cluster]:
    """A cluster of one node with one processor; tests add others."""
    soon = {"health_check_period_ms": 1000, "health_check_failure_threshold": 5}  # when a node is given up
    running = Cluster(
        initialize_head=True, head_node_args={"num_cpus": 1, "include_dashboard": False, "_system_config": soon}
    )
    yield running
    running.shutdown()


def brocante(*words: str) -> "subprocess.Popen[str]":
    command = [sys.executable, "-m", "brocante.cli", *words]
    return subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)


def ended_well(child: "subprocess.Popen[str]") -> str:
    said, _ = child.communicate(timeout=PATIENCE)
    assert child.returncode == 0, said
    assert "Traceback" not in said
    return said


def until(happened: Callable[[], Any], child: "subprocess.Popen[str]") -> Any:
    """Wait for something that happens while a command runs."""
    end = time.monotonic() + PATIENCE
    while not (found := happened()):
        assert child.poll() is None, child.communicate()[0]
        assert time.monotonic() < end
        time.sleep(0.01)
    return found


def playing(node: Any) -> psutil.Process | None:
    """A process of a node that is at a piece of work."""
    (raylet,) = node.all_processes["raylet"]
    for process in psutil.Process(raylet.process.pid).children():
        try:
            if process.cmdline()[:1] == ["ray::work"]:
                return process
        except psutil.Error:
            pass
    return None


def timeless(file: Path) -> bytes:
    """The report of a match, without what a clock has a say in."""
    figures = json.loads(file.read_text())
    for each in (figures, *figures["standings"]):
        for name in ("moves_per_second", "milliseconds_per_move", "seconds"):
            each.pop(name, None)
    return json.dumps(figures, indent=2).encode()


def games_of(file: Path) -> list[bytes]:
    """The lines of a match, in the order of games, without times."""
    header, *games = file.read_text().splitlines()
    played = sorted((json.loads(game) for game in games), key=lambda game: (game["deal"], game["rotation"]))
    return [header.encode(), *(json.dumps({**game, "seconds": None}).encode() for game in played)]


def test_a_node_that_dies_in_mid_match_changes_nothing(cluster: Cluster, tmp_path: Path) -> None:
    file, here = tmp_path / "ray.jsonl", tmp_path / "here.jsonl"
    doomed = cluster.add_node(num_cpus=1)
    child = brocante(
        "arena", *MATCH, "--ray", cluster.address, "--out", str(file), "--json", str(file.with_suffix(".json"))
    )
    other = until(lambda: file.exists() and file.read_bytes().count(b"\n") > 2 and playing(cluster.head_node), child)
    other.suspend()  # so that the match cannot end before the node does
    until(lambda: playing(doomed), child)
    cluster.remove_node(doomed, allow_graceful=False)
    other.resume()
    said = ended_well(child)
    ended_well(brocante("arena", *MATCH, "--jobs", "2", "--out", str(here), "--json", str(here.with_suffix(".json"))))
    assert "klunker, 10 deals, 30 games" in said
    assert games_of(file) == games_of(here)
    assert timeless(file.with_suffix(".json")) == timeless(here.with_suffix(".json"))


def test_tuning_finds_the_same_weights(cluster: Cluster, tmp_path: Path) -> None:
    words = ["tune", "klunker", "--players", "3", "--deals", "1", "--generations", "2", "--file"]
    said = ended_well(brocante(*words, str(tmp_path / "ray.json"), "--ray", cluster.address))
    assert said == ended_well(brocante(*words, str(tmp_path / "here.json")))
    assert (tmp_path / "ray.json").read_bytes() == (tmp_path / "here.json").read_bytes()


def test_strength_measures_the_same(cluster: Cluster, tmp_path: Path) -> None:
    for folder, words in {"ray": ["--ray", cluster.address], "here": []}.items():
        page = str(tmp_path / f"{folder}.md")
        ended_well(
            brocante(
                "strength", "--deals", "2", "--claims", "1", "--folder", str(tmp_path / folder), "--page", page, *words
            )
        )
    (there,), (here,) = (list((tmp_path / folder).iterdir()) for folder in ("ray", "here"))
    assert games_of(there) == games_of(here)


def test_without_a_cluster_one_is_started_on_this_machine(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("RAY_ADDRESS", raising=False)
    with TemporaryDirectory() as folder:  # its name is short enough for the sockets of Ray
        monkeypatch.setenv("RAY_TMPDIR", folder)  # where Ray looks for the cluster of this machine
        child = brocante("arena", "klunker", "random", "random", "random", "--deals", "1", "--ray", "auto")
        assert "klunker, 1 deals, 3 games" in ended_well(child)


def test_errors_of_work_come_back_as_they_were_raised(cluster: Cluster) -> None:
    import ray

    with ray_cluster(cluster.address) as pool:
        try:
            match = set_up("klunker", ["random"] * 3, 1, {})
            with pytest.raises(ValueError, match="no such deal"):
                pool.submit(fail, "no such deal").result(PATIENCE)
            played = pool.submit(tournament.play_rehearsed, match, 0, 0).result(PATIENCE)
            assert played.ranks == play(match, 0, 0).ranks
        finally:
            ray.shutdown()


def fail(why: str) -> None:
    raise ValueError(why)


def test_a_machine_with_another_version_is_refused() -> None:
    assert work(version(), max, (1, 2), {}) == 2
    with pytest.raises(SetupError, match="another version of Brocante"):
        work("older", max, (1, 2), {})


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["--ray", "127.0.0.1:1"], "There is no Ray cluster at 127.0.0.1:1: [Errno 111] Connection refused."),
        (["--ray", "nowhere"], "A Ray cluster is given as HOST:PORT or auto, not 'nowhere'."),
        (["--ray", "auto", "--jobs", "2"], "give one of them"),
    ],
)
def test_bad_addresses_are_refused_before_anything_is_written(words: list[str], said: str, tmp_path: Path) -> None:
    result = CliRunner().invoke(main, ["arena", *MATCH, *words, "--out", str(tmp_path / "match.jsonl")])
    assert result.exit_code == 2
    assert said in " ".join(result.output.split())
    assert not list(tmp_path.iterdir())


def test_without_ray_the_extra_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "ray", None)
    with pytest.raises(SetupError, match=r"Ray is not installed: pip install 'brocante\[ray\]'"):
        ray_cluster("auto")
