"""Things that are made once, side by side, by threads that may wait for each other's.

A thread that waits holds nothing: only where real work begins it takes one of a few slots.
"""

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

# How long nobody looks whether Ctrl-C was pressed, in seconds.
_LOOK = 0.25


class TasksStoppedError(Exception):
    """The session ends, so this will not be made."""


@dataclass(eq=False, slots=True)
class _Place:
    """One who waits for a slot. Woken when it has one, or when there is none any more."""

    urgency: int
    woken: threading.Event = field(default_factory=threading.Event)
    has_slot: bool = False


class Slots:
    """So many may work at a time; of those who wait, the most urgent goes first."""

    def __init__(self, limit: int) -> None:
        self.limit = limit
        self.stopped = False
        self._free = limit
        self._waiting: list[_Place] = []
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
        mine = _Place(urgency)

        def wait() -> None:
            mine.woken.wait()
            if self.stopped:
                raise TasksStoppedError

        with self._lock:
            if self.stopped:
                raise TasksStoppedError
            insort(self._waiting, mine, key=lambda place: place.urgency)
            self._hand_out()
        try:
            yield wait
        finally:
            with self._lock:
                if mine.has_slot:
                    self._free += 1
                elif not self.stopped:  # it gave up, and is not to be handed what it never takes
                    self._waiting.remove(mine)
                self._hand_out()

    def stop(self) -> None:
        """Let nobody begin any more."""
        with self._lock:
            self.stopped = True
            for place in self._waiting:
                place.woken.set()
            self._waiting.clear()

    def _hand_out(self) -> None:
        # Who is not the next is not woken: hundreds may wait.
        while self._free and self._waiting:
            place = self._waiting.pop(0)
            place.has_slot = True
            self._free -= 1
            place.woken.set()


@dataclass(eq=False, slots=True)
class Task:
    """``woken`` wakes who waits for it; at most ``most`` of its group are at work at a time."""

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
        """Make it, in a context of its own: nothing that one sets is seen by the next."""
        try:
            self.result = Context().run(self.make)
        except BaseException as error:  # noqa: BLE001 - it is raised where the result is taken
            self.error = error
        self.is_done = True
        self.woken.set()


class Tasks:
    """Results by key: each is made once, in a daemon thread, whoever asks first.

    At most ``limit`` are at work at a time, the smallest ``rank`` first. One that waits for another
    is not at work meanwhile; and what is waited for begins at once, so that nobody waits for what
    waits for a thread. Where the system has no more threads, who waits for it makes it.
    """

    def __init__(self, limit: int = maxsize) -> None:
        self.limit = limit
        #: Called while the main thread waits: with how long it has, in seconds, and at last None.
        self.look: Callable[[float | None], object] = lambda _: None
        #: How many have been made, and how many are at work now.
        self.made = 0
        self.at_work = 0
        self._tasks: dict[Hashable, Task] = {}
        self._waiting: list[Task] = []
        self._groups: Counter[str] = Counter()
        self._threads: set[threading.Thread] = set()
        self._lock = threading.Lock()
        self._stopped = False

    def __contains__(self, key: Hashable) -> bool:
        return key in self._tasks

    def __len__(self) -> int:
        """How many were started and not forgotten."""
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
        """Have it made once, at most ``most`` of its group at a time, unless all is stopped."""
        with self._lock:
            if key in self._tasks or self._stopped:
                return
            task = self._tasks[key] = Task(make, rank, group, most)
            insort(self._waiting, task, key=lambda entry: entry.rank)
            self._begin_next()

    def take(self, key: Hashable, make: Callable[[], Any]) -> Any:
        """The result, waited for. Raises what making it raised, and TasksStoppedError."""
        with self._lock:
            task = self._tasks.get(key)
            if task is None:
                if self._stopped:
                    raise TasksStoppedError
                task = self._tasks[key] = Task(make)
        return self._result(task, at_once=True)

    def pop(self, key: Hashable) -> Any:
        """The result of what was started, waited for in its turn, and forgotten; as `take`."""
        task = self._tasks.get(key)
        if task is None:
            raise TasksStoppedError
        try:
            return self._result(task, at_once=False)
        finally:
            self._tasks.pop(key, None)

    @contextmanager
    def resting(self) -> Iterator[None]:
        """Wait inside the block for what others do; a task that does so is not at work then."""
        mine = int(threading.current_thread() in self._threads)
        with self._lock:
            self.at_work -= mine
            self._begin_next()
        try:
            yield
        finally:
            with self._lock:
                self.at_work += mine

    def known(self) -> dict[Hashable, Any]:
        """All results that have been made without an error; nobody is kept waiting."""
        tasks = self.started().items()
        return {key: task.result for key, task in tasks if task.is_done and task.error is None}

    def started(self) -> dict[Hashable, Task]:
        """All that were started and not forgotten, in this order."""
        with self._lock:
            return dict(self._tasks)

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

    def _result(self, task: Task, *, at_once: bool) -> Any:
        """What comes of a task. Where nothing is at work it has found no thread."""
        with self._lock:
            due = not (task.has_begun or self._stopped) and (at_once or not self.at_work)
            is_mine = due and not self._begin(task)
            if is_mine:
                task.has_begun = True
        if is_mine:
            task.run()
        # The main one is woken now and then: the system may hand Ctrl-C to another thread, which
        # wakes nobody. The others would have nothing to look for.
        is_main = threading.current_thread() is threading.main_thread()
        if not task.woken.is_set():
            with self.resting(), self._looking(is_main=is_main) as look:
                while not task.woken.wait(_LOOK if is_main else None):
                    look()
        if not task.is_done:
            raise TasksStoppedError
        if task.error is not None:
            raise task.error
        return task.result

    @contextmanager
    def _looking(self, *, is_main: bool) -> Iterator[Callable[[], object]]:
        """Look as the wait of the main thread begins and ends; in between who waits does."""
        begun = now()
        look = self.look if is_main else lambda _: None
        look(0.0)
        try:
            yield lambda: look(now() - begun)
        finally:
            look(None)

    def _begin_next(self) -> None:
        """Begin what waits, as far as there is room. The lock is held."""
        while (task := self._next()) is not None and self._begin(task):
            pass

    def _next(self) -> Task | None:
        """The first that waits and has room. The lock is held."""
        if self.at_work >= self.limit:
            return None
        self._waiting = [task for task in self._waiting if not task.has_begun]
        return next((task for task in self._waiting if self._groups[task.group] < task.most), None)

    def _begin(self, task: Task) -> bool:
        """Have it made in a thread; whether the system has one more. The lock is held."""
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
        self.at_work += 1
        self._groups[task.group] += 1

    def _work(self, task: Task | None) -> None:
        while task is not None:
            task.run()
            with self._lock:
                self.made += 1
                self.at_work -= 1
                self._groups[task.group] -= 1
                task = self._next()
                if task is None:
                    self._threads.discard(threading.current_thread())
                else:
                    self._enter(task)
                    self._begin_next()
