"""Several processes behind one port: a supervisor starts them, and starts another one for each that dies.

All of them accept from one listening socket, which the supervisor holds. So connections that wait to be accepted are
not lost with a process, and the port is never free meanwhile.
"""

import os
import signal
import socket
import threading
import time
from collections.abc import Callable
from contextlib import suppress
from dataclasses import replace
from multiprocessing import get_context, parent_process
from multiprocessing.connection import Connection, wait

from brocante.server.observe import Log, log
from brocante.server.serve import GRACE, serve
from brocante.server.settings import Settings

MOST_FAILURES = 5  # processes that end in a row before they have served
PAUSE = 1.0  # seconds before another one is started
PATIENCE = GRACE + 10  # seconds that processes have to end

spawning = get_context("spawn")  # what is forked from a process with threads may hang


class WorkersFailed(Exception):
    """The processes cannot serve: each ends before it begins."""


class Worker:
    """One of the processes, as the supervisor sees it."""

    def __init__(self, settings: Settings, door: socket.socket, number: int) -> None:
        self.number = number
        if settings.metrics is not None:  # each has figures of its own, on a port of its own
            address, port = settings.metrics
            settings = replace(settings, metrics=(address, port + number))
        self.word, theirs = spawning.Pipe(duplex=False)
        self.process = spawning.Process(target=work, args=(settings, door, theirs))
        self.process.start()
        theirs.close()
        self.is_ready = False

    def hear(self) -> None:
        """It says that it serves; a pipe that ends says nothing."""
        with suppress(EOFError):
            self.is_ready = self.is_ready or self.word.recv() == "ready"


def work(settings: Settings, door: socket.socket, word: Connection) -> None:
    """A worker process. It ends when it is told to, or when the supervisor is gone."""
    threading.Thread(target=end_with_supervisor, daemon=True).start()
    with suppress(KeyboardInterrupt):
        serve(settings, door, lambda: word.send("ready"))


def end_with_supervisor() -> None:
    supervisor = parent_process()
    assert supervisor is not None
    wait([supervisor.sentinel])
    os.kill(os.getpid(), signal.SIGTERM)


def supervise(settings: Settings, door: socket.socket, number: int, opened: Callable[[], object]) -> None:
    """Keep so many processes running until told to stop; `opened` is called when all of them serve.

    WorkersFailed: no process gets to serve.
    """
    Log.wanted = settings.logs
    signal.signal(signal.SIGTERM, signal.default_int_handler)
    workers: list[Worker] = []
    failures, told = 0, False
    try:
        while True:
            missing = set(range(number)) - {each.number for each in workers}
            workers.extend(Worker(settings, door, each) for each in sorted(missing))
            ready = [each for each in workers if each.is_ready]
            if len(ready) == number and not told:
                told = True
                opened()
            pipes = {each.word: each for each in workers if not each.is_ready}
            sentinels = {each.process.sentinel: each for each in workers}
            for event in wait([*pipes, *sentinels]):
                if event in pipes:
                    pipes[event].hear()
            for each in [each for each in workers if not each.process.is_alive()]:
                workers.remove(each)
                failures = 0 if each.is_ready else failures + 1
                log("worker_died", status=each.process.exitcode or 0)
                if failures == MOST_FAILURES:
                    raise WorkersFailed(f"No process could serve: {MOST_FAILURES} in a row ended at once. See --logs.")
                if not each.is_ready:
                    time.sleep(PAUSE)
    finally:
        end(workers)


def end(workers: list[Worker]) -> None:
    """Ask all to end, and end those that do not."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    for each in workers:
        each.process.terminate()
    deadline = time.monotonic() + PATIENCE
    for each in workers:
        each.process.join(max(0.0, deadline - time.monotonic()))
        if each.process.is_alive():
            each.process.kill()
            each.process.join()
