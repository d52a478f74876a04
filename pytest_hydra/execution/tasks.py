"""Tasks that run once each, in threads that may wait for each other's results."""

from __future__ import annotations

import threading
from bisect import insort
from collections import Counter
from collections.abc import Callable, Hashable, Iterator
from contextlib import contextmanager
from contextvars import Context
from dataclasses import dataclass, field
from sys import maxsize
from typing import Any

from pytest_hydra.execution.quotas import now

# Interval between checks for Ctrl-C, in seconds.
_LOOK = 0.25


class TasksStoppedError(Exception):
    """The session is ending, so the task will not run."""


class StoppedError(Exception):
    """The command was ended because its result is no longer wanted."""


@dataclass(eq=False, slots=True)
class Task:
    """One task; ``woken`` is set when it is done. At most ``most`` of its ``group`` run at once."""

    make: Callable[[], Any]
    rank: tuple[int, ...] = ()
    group: str = ""
    most: int = maxsize
    woken: threading.Event = field(default_factory=threading.Event)
    has_begun: bool = False
    is_done: bool = False
    result: Any = None
    error: BaseException | None = None

    def run(self) -> None:
        """Run it in its own context, so that context variables do not leak to the next task."""
        try:
            self.result = Context().run(self.make)
        except BaseException as error:  # noqa: BLE001 - raised where the result is taken
            self.error = error
        self.is_done = True
        self.woken.set()


class Tasks:
    """Results by key: each task runs once, in a daemon thread, for whoever asks first.

    At most ``limit`` tasks are active at a time, the smallest ``rank`` first. A task that waits for
    another is not active, and a task that is waited for starts at once, so that there is no
    deadlock. If the system is out of threads, the waiter runs the task itself.
    """

    def __init__(self, limit: int = maxsize) -> None:
        self.limit = limit
        #: Called while the main thread waits, with the seconds so far; at the end with None.
        self.on_wait: Callable[[float | None], object] = lambda _: None
        #: The number of finished and of active tasks.
        self.done_count = 0
        self.active_count = 0
        self._tasks: dict[Hashable, Task] = {}
        self._waiting: list[Task] = []
        self._groups: Counter[str] = Counter()
        self._threads: set[threading.Thread] = set()
        self._lock = threading.Lock()
        self._stopped = False

    def __contains__(self, key: Hashable) -> bool:
        return key in self._tasks

    def __len__(self) -> int:
        """The number of tasks that were started and not popped."""
        return len(self._tasks)

    def start(
        self,
        key: Hashable,
        make: Callable[[], Any],
        rank: tuple[int, ...] = (),
        *,
        group: str = "",
        most: int = maxsize,
    ) -> None:
        """Start a task unless it was started before or everything is stopped."""
        with self._lock:
            if key in self._tasks or self._stopped:
                return
            task = self._tasks[key] = Task(make, rank, group, most)
            insort(self._waiting, task, key=lambda entry: entry.rank)
            self._begin_next()

    def take(self, key: Hashable, make: Callable[[], Any]) -> Any:
        """Wait for the result. Raises what the task raised, and TasksStoppedError."""
        with self._lock:
            task = self._tasks.get(key)
            if task is None:
                if self._stopped:
                    raise TasksStoppedError
                task = self._tasks[key] = Task(make)
        return self._result(task, at_once=True)

    def pop(self, key: Hashable) -> Any:
        """Wait for the result of a started task in its turn, and forget it; raises as `take`."""
        task = self._tasks.get(key)
        if task is None:
            raise TasksStoppedError
        try:
            return self._result(task, at_once=False)
        finally:
            self._tasks.pop(key, None)

    @contextmanager
    def _resting(self) -> Iterator[None]:
        """Mark the current task as not active inside the block, where it waits for others."""
        mine = int(threading.current_thread() in self._threads)
        with self._lock:
            self.active_count -= mine
            self._begin_next()
        try:
            yield
        finally:
            with self._lock:
                self.active_count += mine

    def stop(self, seconds: float) -> bool:
        """Start nothing more, and wait up to ``seconds``; whether all running tasks have ended."""
        with self._lock:
            self._stopped = True
            self._waiting.clear()
            threads = list(self._threads)
            for task in self._tasks.values():
                task.woken.set()
        end = now() + seconds
        for thread in threads:
            thread.join(max(0.0, end - now()))
        return not any(thread.is_alive() for thread in threads)

    def _result(self, task: Task, *, at_once: bool) -> Any:
        """Wait for a task; run it here if it could not get a thread."""
        with self._lock:
            due = not (task.has_begun or self._stopped) and (at_once or not self.active_count)
            is_mine = due and not self._begin(task)
            if is_mine:
                task.has_begun = True
        if is_mine:
            task.run()
        # The main thread wakes up regularly: Ctrl-C may be delivered to another thread, which does
        # not wake it. Other threads have nothing to check.
        is_main = threading.current_thread() is threading.main_thread()
        if not task.woken.is_set():
            with self._resting(), self._showing_wait(is_main=is_main) as on_wait:
                while not task.woken.wait(_LOOK if is_main else None):
                    on_wait()
        if not task.is_done:
            raise TasksStoppedError
        if task.error is not None:
            raise task.error
        return task.result

    @contextmanager
    def _showing_wait(self, *, is_main: bool) -> Iterator[Callable[[], object]]:
        """Call `on_wait` before and after a wait of the main thread; the waiter does in between."""
        start = now()
        on_wait = self.on_wait if is_main else lambda _: None
        on_wait(0.0)
        try:
            yield lambda: on_wait(now() - start)
        finally:
            on_wait(None)

    def _begin_next(self) -> None:
        """Start waiting tasks as far as there is room. The lock is held."""
        while (task := self._next()) is not None and self._begin(task):
            pass

    def _next(self) -> Task | None:
        """The first waiting task that has room. The lock is held."""
        if self.active_count >= self.limit:
            return None
        self._waiting = [task for task in self._waiting if not task.has_begun]
        return next((task for task in self._waiting if self._groups[task.group] < task.most), None)

    def _begin(self, task: Task) -> bool:
        """Run it in a new thread; whether the system could start one. The lock is held."""
        thread = threading.Thread(target=self._work, args=(task,), name="hydra-task", daemon=True)
        self._threads.add(thread)
        try:
            thread.start()
        except RuntimeError:
            self._threads.discard(thread)
            return False
        self._enter(task)
        return True

    def _enter(self, task: Task) -> None:
        task.has_begun = True
        self.active_count += 1
        self._groups[task.group] += 1

    def _work(self, task: Task | None) -> None:
        while task is not None:
            task.run()
            with self._lock:
                self.done_count += 1
                self.active_count -= 1
                self._groups[task.group] -= 1
                task = self._next()
                if task is None:
                    self._threads.discard(threading.current_thread())
                else:
                    self._enter(task)
                    self._begin_next()
