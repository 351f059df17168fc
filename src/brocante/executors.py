"""Where work is done beside this process: in processes of this machine, or on a Ray cluster.

Both are executors of the standard library. A piece of work is a function that can be imported and its arguments; its
result depends on nothing else, so it does not matter where it is done, or how often.
"""

import os
import signal
import socket
import threading
from collections.abc import Callable
from concurrent.futures import Executor, Future, ProcessPoolExecutor
from functools import cache
from hashlib import sha256
from multiprocessing import connection, get_context, parent_process
from pathlib import Path
from typing import Any, TypeVar

from brocante.extras import extra
from brocante.games.compiled import CACHE
from brocante.games.errors import SetupError

R = TypeVar("R")

CONNECT = 10.0  # seconds to wait for a connection
AUTO = "auto"  # a cluster that is there, else a new one on this machine
RETRIES = 100  # of a piece of work whose machine died; a piece that ends every process that takes it must end some day


# --- Processes of this machine ---


def processes(jobs: int) -> Executor:
    """That many processes, which end at once, without a message, on Ctrl-C or with this one."""
    return ProcessPoolExecutor(jobs, get_context("spawn"), initializer=follow_parent)


def follow_parent() -> None:
    if signal.getsignal(signal.SIGINT) != signal.SIG_IGN:  # ignored in the background of a script
        signal.signal(signal.SIGINT, signal.SIG_DFL)
    threading.Thread(target=end_with_parent, daemon=True).start()


def end_with_parent() -> None:
    parent = parent_process()
    assert parent is not None
    connection.wait([parent.sentinel])
    os._exit(1)


# --- A Ray cluster ---


class RayExecutor(Executor):
    """All processors of a Ray cluster. Work of a process or a machine that dies is done again by another."""

    def __init__(self, ray: Any) -> None:
        self._ray = ray
        self._work = ray.remote(max_retries=RETRIES)(work)
        self._unfinished: dict[Future[Any], Any] = {}

    def submit(self, function: Callable[..., R], /, *args: Any, **kwargs: Any) -> Future[R]:
        result = Future[R]()
        reference = self._work.remote(version(), function, args, kwargs)
        self._unfinished[result] = reference
        reference.future().add_done_callback(lambda done: self._hand_over(done, result))
        return result

    def _hand_over(self, done: Future[R], result: Future[R]) -> None:
        self._unfinished.pop(result, None)
        if not result.set_running_or_notify_cancel():
            return
        error = done.exception()
        if error is None:
            result.set_result(done.result())
        else:
            result.set_exception(getattr(error, "cause", None) or error)  # as it was raised, without Ray's traceback

    def shutdown(self, wait: bool = True, *, cancel_futures: bool = False) -> None:
        """Leave the cluster as it is, connected: the next executor of this process uses the same connection."""
        if cancel_futures:
            for reference in list(self._unfinished.values()):
                self._ray.cancel(reference)


def work(asked_by: str, function: Callable[..., R], args: tuple[Any, ...], kwargs: dict[str, Any]) -> R:
    """Do a piece of work on a machine of the cluster, by the same rules and bots as the machine that asked for it."""
    if asked_by != version():
        raise SetupError(
            "A machine of the Ray cluster has another version of Brocante: install the same on all of them."
        )
    return function(*args, **kwargs)


@cache
def version() -> str:
    """Of all that decides results: a digest of its files; CACHE is named after those of games from other packages."""
    folders = [Path(__file__).parent / name for name in ("games", "bots", "arena", "train")]
    files = sorted(path for each in folders for path in each.rglob("*") if path.suffix in (".py", ".json"))
    return sha256(b"".join([CACHE.name.encode(), *(path.read_bytes() for path in files)])).hexdigest()


def ray_cluster(address: str) -> Executor:
    """The Ray cluster at an address; `auto` is the one of this machine, or else a new one that ends with this process.

    A process that is connected to a cluster already stays with it. SetupError if Ray is not installed or there is no
    cluster at the address.
    """
    os.environ.setdefault("RAY_USAGE_STATS_ENABLED", "0")
    try:
        ray: Any = extra("ray", "Ray", "ray")
    except ImportError as error:
        raise SetupError(str(error)) from None
    if not ray.is_initialized():
        connect(ray, None if address == AUTO else checked(address))
    return RayExecutor(ray)


def checked(address: str) -> str:
    """An address where somebody listens: Ray itself would wait there for ever."""
    host, _, port = address.removeprefix("ray://").rpartition(":")
    if not host or not port.isdecimal():
        raise SetupError(f"A Ray cluster is given as HOST:PORT or {AUTO}, not {address!r}.")
    try:
        socket.create_connection((host, int(port)), timeout=CONNECT).close()
    except (OSError, OverflowError) as error:
        raise SetupError(f"There is no Ray cluster at {address}: {error}. `ray start --head` starts one.") from None
    return address


def connect(ray: Any, address: str | None) -> None:
    try:
        ray.init(address, log_to_driver=False, logging_level="error", include_dashboard=False)
    except (OSError, RuntimeError, ValueError) as error:
        raise SetupError(f"The Ray cluster cannot be used: {error}") from None
