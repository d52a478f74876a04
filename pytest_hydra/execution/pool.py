"""Jobs that run ahead of whoever wants their results, in daemon threads, a bounded number at once.

Not concurrent.futures: at the interpreter's exit it waits for every job, also for one that hangs.
"""

from __future__ import annotations

import contextvars
import threading
from collections import Counter
from collections.abc import Callable, Hashable
from dataclasses import dataclass, field
from typing import Any

from pytest_hydra.execution.clock import now

# How long nobody looks whether Ctrl-C was pressed, in seconds.
_LOOK = 0.25


@dataclass(eq=False, slots=True)
class _Job:
    group: str
    most: int
    run: Callable[[], Any]
    done: threading.Event = field(default_factory=threading.Event)
    result: Any = None
    raised: BaseException | None = None


class PoolStoppedError(Exception):
    """The pool was stopped, so there will be no result."""


class Pool:
    """Runs jobs in the order in which they were put in, at most ``limit`` at a time."""

    def __init__(self, limit: int) -> None:
        self.limit = limit
        self._jobs: dict[Hashable, _Job] = {}
        self._waiting: list[_Job] = []
        self._running: Counter[str] = Counter()
        self._threads: set[threading.Thread] = set()
        self._lock = threading.Lock()
        self._stopped = False

    def __contains__(self, key: Hashable) -> bool:
        return key in self._jobs

    def __len__(self) -> int:
        """How many jobs were put in and not yet taken out."""
        return len(self._jobs)

    @property
    def waiting(self) -> int:
        """How many jobs were put in and have not begun."""
        return len(self._waiting)

    def put(self, key: Hashable, run: Callable[[], Any], *, group: str, most: int) -> None:
        """Have this run, as soon as there is room; at most ``most`` of its group at a time."""
        with self._lock:
            if self._stopped:
                return
            self._jobs[key] = job = _Job(group, most, run)
            self._waiting.append(job)
            if len(self._threads) < self.limit:
                thread = threading.Thread(target=self._work, name="hydra-ahead", daemon=True)
                self._threads.add(thread)
                thread.start()

    def take(self, key: Hashable) -> Any:
        """The result of a job, waited for. What it raised is raised here.

        Raises PoolStoppedError when the pool is stopped before the job is done.
        """
        job = self._jobs[key]
        # Woken now and then: the system may hand Ctrl-C to another thread, which wakes nobody.
        while not job.done.wait(_LOOK):
            pass
        del self._jobs[key]
        if job.raised is not None:
            raise job.raised
        return job.result

    def stop(self, seconds: float) -> bool:
        """Start nothing more, and wait so long for what runs. Whether all of it has ended."""
        with self._lock:
            self._stopped = True
            self._waiting.clear()
            threads = list(self._threads)
            # Whoever waits for one is to wait no longer.
            for job in self._jobs.values():
                if not job.done.is_set():
                    job.raised = PoolStoppedError()
                    job.done.set()
        end = now() + seconds
        for thread in threads:
            thread.join(max(0.0, end - now()))
        return not any(thread.is_alive() for thread in threads)

    def _work(self) -> None:
        while (job := self._next()) is not None:
            try:
                # A context of its own: nothing that one job sets is seen by the next.
                job.result = contextvars.Context().run(job.run)
            except BaseException as error:  # noqa: BLE001 - it is raised where the result is taken
                job.raised = error
            with self._lock:
                self._running[job.group] -= 1
            job.done.set()

    def _next(self) -> _Job | None:
        """The first job that may start; None, and the thread is done, when there is none."""
        with self._lock:
            for index, job in enumerate(self._waiting):
                if self._running[job.group] < job.most:
                    self._running[job.group] += 1
                    return self._waiting.pop(index)
            self._threads.discard(threading.current_thread())
            return None
