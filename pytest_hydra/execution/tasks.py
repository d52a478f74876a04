"""Things that are made once, side by side, by threads that may wait for each other's.

A thread that waits holds nothing: only where real work begins it takes one of a few slots.
"""

from __future__ import annotations

import heapq
import threading
from collections.abc import Callable, Hashable, Iterator
from contextlib import contextmanager
from itertools import count
from typing import Any

from pytest_hydra.execution.clock import now

# How long nobody looks whether Ctrl-C was pressed, in seconds.
_LOOK = 0.25


class TasksStoppedError(Exception):
    """The session ends, so this will not be made."""


class _Waiting:
    """One who waits for a slot. Woken when it has one, or when there is none any more."""

    def __init__(self) -> None:
        self.woken = threading.Event()
        self.has_slot = False


class Slots:
    """So many may work at a time; of those who wait, the most urgent goes first."""

    def __init__(self, limit: int) -> None:
        self.limit = limit
        self.stopped = False
        self._free = limit
        self._waiting: list[tuple[int, int, _Waiting]] = []
        self._numbers = count()
        self._lock = threading.Lock()

    @contextmanager
    def slot(self, urgency: int) -> Iterator[None]:
        """Hold a slot inside the block; a smaller ``urgency`` goes first, then who came first.

        Raises TasksStoppedError once nothing more is to begin.
        """
        mine = _Waiting()
        with self._lock:
            if self.stopped:
                raise TasksStoppedError
            heapq.heappush(self._waiting, (urgency, next(self._numbers), mine))
            self._hand_out()
        mine.woken.wait()
        try:
            if self.stopped:
                raise TasksStoppedError
            yield
        finally:
            with self._lock:
                self._free += mine.has_slot
                self._hand_out()

    def stop(self) -> None:
        """Let nobody begin any more."""
        with self._lock:
            self.stopped = True
            for _, _, one in self._waiting:
                one.woken.set()
            self._waiting.clear()

    def _hand_out(self) -> None:
        # Who is not the next is not woken: hundreds may wait.
        while self._free and self._waiting:
            _, _, one = heapq.heappop(self._waiting)
            one.has_slot = True
            self._free -= 1
            one.woken.set()


class _Task:
    """``woken`` wakes who waits for it: it is done, or nothing is waited for any more."""

    def __init__(self) -> None:
        self.woken = threading.Event()
        self.is_done = False
        self.result: Any = None
        self.raised: BaseException | None = None


class Tasks:
    """Results by key: each is made once, in a daemon thread of its own, whoever asks first."""

    def __init__(self) -> None:
        self._tasks: dict[Hashable, _Task] = {}
        self._threads: list[threading.Thread] = []
        self._lock = threading.Lock()
        self._stopped = threading.Event()

    def start(self, key: Hashable, make: Callable[[], Any]) -> None:
        """Have it made, unless it is already, or nothing is made any more."""
        with self._lock:
            if key in self._tasks or self._stopped.is_set():
                return
            task = self._tasks[key] = _Task()
            thread = threading.Thread(
                target=self._work, args=(task, make), name="hydra-race", daemon=True
            )
            self._threads.append(thread)
        thread.start()

    def take(self, key: Hashable, make: Callable[[], Any]) -> Any:
        """The result, waited for; what making it raised is raised here, to each who asks.

        Raises TasksStoppedError where it is not made any more.
        """
        self.start(key, make)
        task = self._tasks.get(key)
        if task is None:
            raise TasksStoppedError
        # The main one is woken now and then: the system may hand Ctrl-C to another thread, which
        # wakes nobody. Thousands of others may wait, and would have nothing to look for.
        is_main = threading.current_thread() is threading.main_thread()
        while not task.woken.wait(_LOOK if is_main else None):
            pass
        if not task.is_done:
            raise TasksStoppedError
        if task.raised is not None:
            raise task.raised
        return task.result

    def known(self) -> dict[Hashable, Any]:
        """All results that have been made without an error; nobody is kept waiting."""
        with self._lock:
            tasks = list(self._tasks.items())
        return {key: task.result for key, task in tasks if task.is_done and task.raised is None}

    def stop(self, seconds: float) -> bool:
        """Begin nothing more, and wait so long for what runs. Whether all of it has ended."""
        with self._lock:
            self._stopped.set()
            threads = list(self._threads)
            for task in self._tasks.values():
                task.woken.set()
        end = now() + seconds
        for thread in threads:
            thread.join(max(0.0, end - now()))
        return not any(thread.is_alive() for thread in threads)

    def _work(self, task: _Task, make: Callable[[], Any]) -> None:
        try:
            task.result = make()
        except BaseException as error:  # noqa: BLE001 - it is raised where the result is taken
            task.raised = error
        task.is_done = True
        task.woken.set()
