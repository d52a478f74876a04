"""Where units run: in threads of this process, or on a cluster."""

from __future__ import annotations

import heapq
import threading
from collections.abc import Callable
from concurrent.futures import Future
from contextvars import Context
from itertools import count
from typing import Any, Protocol, TypeVar

from pytest_hydra.errors import HydraError
from pytest_hydra.plugins.engine.unit import CommandRun, Unit

Value = TypeVar("Value")
Rank = tuple[int, ...]


class Executor(Protocol):
    """Runs units, as many at a time as it has room for, the smallest rank first."""

    def submit(self, unit: Unit, rank: Rank) -> Future[CommandRun]:
        """Run a unit. The future raises HydraError if that fails, and StoppedError."""

    def close(self) -> None:
        """Start nothing more; what runs has to be stopped by other means."""


class Pool:
    """At most ``size`` daemon threads, started when needed; the smallest rank goes first."""

    def __init__(self, size: int, name: str = "hydra-work") -> None:
        self._size = size
        self._name = name
        self._ready = threading.Condition()
        self._waiting: list[tuple[Rank, int, Future[Any], Callable[[], Any]]] = []
        self._numbers = count()
        self._threads: list[threading.Thread] = []
        self._idle = 0
        self._closed = False

    def submit(self, rank: Rank, work: Callable[[], Value]) -> Future[Value]:
        """Run ``work`` in a thread. The future is cancelled if the pool is closed before.

        Raises HydraError if the system has no thread for it.
        """
        future: Future[Value] = Future()
        with self._ready:
            if self._closed:
                future.cancel()
                return future
            heapq.heappush(self._waiting, (rank, next(self._numbers), future, work))
            if self._idle >= len(self._waiting):
                self._ready.notify()
            elif len(self._threads) < self._size:
                self._start()
        return future

    def close(self, seconds: float = 0.0) -> None:
        """Cancel what has not begun, and wait for the rest: this long for each thread."""
        with self._ready:
            self._closed = True
            for _, _, future, _ in self._waiting:
                future.cancel()
            self._waiting.clear()
            self._ready.notify_all()
            threads = list(self._threads)
        for thread in threads:
            thread.join(seconds)

    def _start(self) -> None:
        """Start a thread, or leave the work to others. The lock is held."""
        thread = threading.Thread(target=self._work, name=self._name, daemon=True)
        try:
            thread.start()
        except RuntimeError as error:
            if not self._threads:
                raise HydraError(f"the system has no more threads: {error}") from None
        else:
            self._threads.append(thread)

    def _work(self) -> None:
        while True:
            with self._ready:
                while not self._waiting and not self._closed:
                    self._idle += 1
                    self._ready.wait()
                    self._idle -= 1
                if self._closed:
                    return
                _, _, future, work = heapq.heappop(self._waiting)
            if not future.set_running_or_notify_cancel():
                continue
            try:
                # A context of its own, so that context variables do not leak to the next one.
                value = Context().run(work)
            except BaseException as error:  # noqa: BLE001 - raised where the result is taken
                future.set_exception(error)
            else:
                future.set_result(value)
            # Not kept alive while the thread waits.
            del future, work


class LocalExecutor:
    """Runs units in the threads of a pool."""

    def __init__(self, run: Callable[[Unit], CommandRun], pool: Pool) -> None:
        self._run = run
        self._pool = pool

    def submit(self, unit: Unit, rank: Rank) -> Future[CommandRun]:
        """Run a unit: see `Executor`."""
        return self._pool.submit(rank, lambda: self._run(unit))

    def close(self) -> None:
        """Start nothing more."""
        self._pool.close()
