"""Things that are made once, side by side, by threads that may wait for each other's.

A thread that waits holds nothing: only where real work begins it takes one of a few slots.
"""

from __future__ import annotations

import heapq
import threading
from collections.abc import Callable, Hashable, Iterator
from contextlib import contextmanager
from itertools import count
from math import inf
from typing import Any

from pytest_hydra.execution.runtime import now

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
        """Hold a slot inside the block; as `queue`, for who has nothing to do meanwhile."""
        with self.queue(urgency) as wait:
            wait()
            yield

    @contextmanager
    def queue(self, urgency: int) -> Iterator[Callable[[], None]]:
        """Stand in line for a slot, and hold it until the end of the block when it comes.

        A smaller ``urgency`` goes first, then who came first. The block is given what waits for the
        slot. Either raises TasksStoppedError once nothing more is to begin.
        """
        mine = _Waiting()

        def wait() -> None:
            mine.woken.wait()
            if self.stopped:
                raise TasksStoppedError

        with self._lock:
            if self.stopped:
                raise TasksStoppedError
            heapq.heappush(self._waiting, (urgency, next(self._numbers), mine))
            self._hand_out()
        try:
            yield wait
        finally:
            with self._lock:
                if mine.has_slot:
                    self._free += 1
                else:  # it gave up, and is not to be handed what it would never take
                    self._waiting = [entry for entry in self._waiting if entry[2] is not mine]
                    heapq.heapify(self._waiting)
                self._hand_out()

    def stop(self) -> None:
        """Let nobody begin any more."""
        with self._lock:
            self.stopped = True
            for _, _, entry in self._waiting:
                entry.woken.set()
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

    def __init__(self, make: Callable[[], Any]) -> None:
        self.make = make
        self.woken = threading.Event()
        self.has_begun = False
        self.is_done = False
        self.result: Any = None
        self.raised: BaseException | None = None


class Tasks:
    """Results by key: each is made once, in a daemon thread of its own, whoever asks first.

    At most so many are ``at_work`` at a time, and of those that wait the smallest ``rank`` goes
    first. One that waits for the result of another is not at work meanwhile; and what is waited for
    begins at once, so that nobody waits for what waits for a thread. Where the system has no more
    threads, who waits for it makes it.
    """

    def __init__(self, at_work: float = inf) -> None:
        self._most = at_work
        self._tasks: dict[Hashable, _Task] = {}
        self._waiting: list[tuple[tuple[int, ...], int, _Task]] = []
        self._numbers = count()
        self._at_work = 0
        self._threads: set[threading.Thread] = set()
        self._lock = threading.Lock()
        self._stopped = False

    def start(self, key: Hashable, make: Callable[[], Any], rank: tuple[int, ...] = ()) -> None:
        """Have it made, unless it is already, or nothing is made any more."""
        with self._lock:
            if key in self._tasks or self._stopped:
                return
            task = self._tasks[key] = _Task(make)
            heapq.heappush(self._waiting, (rank, next(self._numbers), task))
            self._begin_next()

    def take(self, key: Hashable, make: Callable[[], Any]) -> Any:
        """The result, waited for; what making it raised is raised here, to each who asks.

        Raises TasksStoppedError where it is not made any more.
        """
        with self._lock:
            task = self._tasks.get(key)
            if task is None:
                if self._stopped:
                    raise TasksStoppedError
                task = self._tasks[key] = _Task(make)
            is_mine = not (task.has_begun or self._stopped or self._begin(task))
            task.has_begun |= is_mine
        if is_mine:
            _make(task)
        # The main one is woken now and then: the system may hand Ctrl-C to another thread, which
        # wakes nobody. The others would have nothing to look for.
        is_main = threading.current_thread() is threading.main_thread()
        if not task.woken.is_set():
            with self.resting():
                while not task.woken.wait(_LOOK if is_main else None):
                    pass
        if not task.is_done:
            raise TasksStoppedError
        if task.raised is not None:
            raise task.raised
        return task.result

    @contextmanager
    def resting(self) -> Iterator[None]:
        """Wait inside the block for what others do; a task that does so is not at work then."""
        mine = int(threading.current_thread() in self._threads)
        with self._lock:
            self._at_work -= mine
            self._begin_next()
        try:
            yield
        finally:
            with self._lock:
                self._at_work += mine

    def known(self) -> dict[Hashable, Any]:
        """All results that have been made without an error; nobody is kept waiting."""
        with self._lock:
            tasks = list(self._tasks.items())
        return {key: task.result for key, task in tasks if task.is_done and task.raised is None}

    def stop(self, seconds: float) -> bool:
        """Begin nothing more, and wait so long for what runs. Whether all of it has ended."""
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

    def _begin_next(self) -> None:
        """Begin what waits, as far as there is room. The lock is held."""
        while self._waiting and self._at_work < self._most:
            task = self._waiting[0][2]
            if not (task.has_begun or self._begin(task)):
                return
            heapq.heappop(self._waiting)

    def _begin(self, task: _Task) -> bool:
        """Have it made in a thread; whether the system has one more. The lock is held."""
        thread = threading.Thread(target=self._work, args=(task,), name="hydra-race", daemon=True)
        self._threads.add(thread)
        self._at_work += 1
        task.has_begun = True
        try:
            thread.start()
        except RuntimeError:
            self._threads.discard(thread)
            self._at_work -= 1
            task.has_begun = False
        return task.has_begun

    def _work(self, task: _Task) -> None:
        _make(task)
        with self._lock:
            self._at_work -= 1
            self._threads.discard(threading.current_thread())
            self._begin_next()


def _make(task: _Task) -> None:
    try:
        task.result = task.make()
    except BaseException as error:  # noqa: BLE001 - it is raised where the result is taken
        task.raised = error
    task.is_done = True
    task.woken.set()
