"""A thread that works for one owner, with a time limit, where nothing can be interrupted."""

from __future__ import annotations

import sys
import threading
from collections.abc import Callable
from dataclasses import dataclass, field
from queue import SimpleQueue
from typing import Any

from pytest_hydra.execution.alarm import TimeUpError
from pytest_hydra.execution.failures import stack_text


class WorkerTimeUpError(TimeUpError):
    """The limit has passed; ``stack`` says where the code stood."""

    def __init__(self, stack: str) -> None:
        super().__init__()
        self.stack = stack


@dataclass(slots=True)
class _Job:
    function: Callable[[], Any]
    done: threading.Event = field(default_factory=threading.Event)
    result: Any = None
    error: BaseException | None = None
    is_released: bool = False


class Worker:
    """One daemon thread; everything that it is given runs in it, in order.

    Whatever the code keeps per thread is there at the next call. After a `WorkerTimeUpError` the
    thread is left to itself: it cannot be stopped, and it keeps nobody from exiting.
    """

    def __init__(self, name: str) -> None:
        self._jobs: SimpleQueue[_Job | None] = SimpleQueue()
        self._current: _Job | None = None
        self._thread = threading.Thread(target=_work, args=(self._jobs,), name=name, daemon=True)
        self._thread.start()

    def call(self, seconds: float, function: Callable[[], Any]) -> Any:
        """What the function gives or raises; raises WorkerTimeUpError after ``seconds``."""
        self._current = job = _Job(function)
        self._jobs.put(job)
        in_time = job.done.wait(seconds)
        # Nor may anything of it live on here.
        self._current = None
        if not in_time or job.is_released:
            frame = sys._current_frames().get(self._thread.ident or 0)
            raise WorkerTimeUpError(stack_text(frame) if frame else "")
        if job.error is not None:
            raise job.error
        return job.result

    def release(self) -> None:
        """Let whoever waits in `call` wait no longer, as if the time were up; from any thread."""
        job = self._current
        if job is not None and not job.done.is_set():
            job.is_released = True
            job.done.set()

    def stop(self) -> None:
        """Let the thread end after what it was given. Does not wait."""
        self._jobs.put(None)


def _work(jobs: SimpleQueue[_Job | None]) -> None:
    while (job := jobs.get()) is not None:
        try:
            job.result = job.function()
        except BaseException as error:  # noqa: BLE001 - handed to the caller, who decides
            job.error = error
        job.done.set()
        # Nothing of a job may live on here until the next one comes.
        del job
