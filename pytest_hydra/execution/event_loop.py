"""Event loops in threads of their own, and how other threads wait for what runs there."""

from __future__ import annotations

import asyncio
import atexit
import os
import sys
import threading
import traceback
from collections.abc import Awaitable, Callable
from contextlib import suppress
from contextvars import Context
from math import inf
from types import FrameType
from typing import Any

from pytest_hydra.execution.quotas import now
from pytest_hydra.execution.time_limits import TimeUpError, stack_text

# The interval, in seconds, at which the main thread checks for Ctrl-C while it waits.
_LOOK = 0.25
# Time for code to end after its cancellation, and for a loop to react, in seconds.
_GRACE = 0.5
_DEBUGGERS = frozenset({"bdb", "pdb", "_pytest.debugging"})


class EventLoop:
    """An event loop in a daemon thread, from its first work until the process ends.

    A loop whose code blocks it for longer than its time limit is given up: the next work gets a new
    one. ``at_end`` is awaited before the loop is closed.
    """

    def __init__(self, name: str, at_end: Callable[[], Awaitable[object]] | None = None) -> None:
        self._name, self._at_end = name, at_end
        self._lock = threading.Lock()
        self._running: _Running | None = None

    def start(
        self,
        make: Callable[[], Awaitable[Any]],
        seconds: float | None = None,
        context: Context | None = None,
    ) -> LoopWork:
        """Await what ``make`` returns, which is called in the loop; wait for it by `Work.wait`.

        After ``seconds`` it is cancelled. ``context`` holds its context variables.
        """
        with self._lock:
            running = self._running
            # In a fork there is no thread.
            if running is None or running.is_blocked or running.owner != os.getpid():
                running = self._running = _Running(self._name)
                atexit.register(self.close)
            work = LoopWork(running, make, seconds)
            running.work.add(work)
        running.loop.call_soon_threadsafe(work.begin, context)
        return work

    def close(self) -> None:
        """Cancel what still runs, end async generators, and close the loop, within a second.

        A loop with code that does not end on its cancellation is left to the end of the process.
        """
        with self._lock:
            running, self._running = self._running, None
        if running is None or running.owner != os.getpid():
            return
        atexit.unregister(self.close)
        for work in list(running.work):
            work.stop()
        end = LoopWork(running, lambda: running.finish(self._at_end), None)
        running.loop.call_soon_threadsafe(end.begin, None)
        # Else its thread is left: to destroy code that catches everything could take forever.
        if end.woken.wait(_GRACE):
            running.is_over = True
            running.loop.call_soon_threadsafe(running.loop.stop)
            running.thread.join(_GRACE)


class _Running:
    """A loop in its thread."""

    def __init__(self, name: str) -> None:
        self.loop = asyncio.new_event_loop()
        self.owner = os.getpid()
        self.work: set[LoopWork] = set()
        self.is_blocked = self.is_over = False
        self.thread = threading.Thread(target=self._run, name=name, daemon=True)
        self.thread.start()

    def _run(self) -> None:
        while not self.is_over:
            # A task of the code may raise SystemExit, which ends the loop's run.
            with suppress(BaseException):
                self.loop.run_forever()
        self.loop.close()

    async def finish(self, at_end: Callable[[], Awaitable[object]] | None) -> None:
        # Errors of cancelled tasks no longer matter.
        self.loop.set_exception_handler(lambda _loop, _details: None)
        tasks = asyncio.all_tasks() - {asyncio.current_task()}
        for task in tasks:
            task.cancel()
        if tasks:
            await asyncio.wait(tasks)
        if at_end is not None:
            await at_end()
        await self.loop.shutdown_asyncgens()

    def frame(self) -> FrameType | None:
        """Where its thread is now, if code blocks it; else None."""
        reached = threading.Event()
        self.loop.call_soon_threadsafe(reached.set)
        blocked = not reached.wait(_GRACE)
        return sys._current_frames().get(self.thread.ident or 0) if blocked else None

    def give_up(self) -> None:
        """Release everybody who waits for it."""
        self.is_blocked = True
        for work in list(self.work):
            work.end(TimeUpError(reason="was cut off: async code of another conversation hangs"))


class LoopWork:
    """What runs in a loop, for the thread that waits for it."""

    def __init__(
        self, running: _Running, make: Callable[[], Awaitable[Any]], seconds: float | None
    ) -> None:
        self._running, self._make, self._seconds = running, make, seconds
        self.woken = threading.Event()
        self._task: asyncio.Task[None] | None = None
        self.has_begun = False
        self._deadline = self._next_deadline()
        self._result: Any = None
        self._error: BaseException | None = None
        #: Whether it was cancelled at its time limit.
        self.expired = False

    def begin(self, context: Context | None) -> None:
        """Start it; called in the loop."""
        if not self.woken.is_set():
            self._task = self._running.loop.create_task(self._run(), context=context)

    async def _run(self) -> None:
        limit = asyncio.timeout(self._seconds)
        error: BaseException | None = None
        self.has_begun, self._deadline = True, self._next_deadline()
        try:
            async with limit:
                self._result = await self._make()
        except BaseException as caught:  # noqa: BLE001 - raised where it is waited for
            error = caught
        self.expired = limit.expired()
        self.end(error)

    def end(self, error: BaseException | None) -> None:
        """Release who waits, with this error if there is one, unless it has ended. Thread-safe."""
        self._running.work.discard(self)
        if not self.woken.is_set():
            self._error = error
            self.woken.set()

    def stop(self) -> None:
        """Cancel it, and release who waits; from any thread."""
        self.end(TimeUpError())
        with suppress(RuntimeError):  # the loop is closed
            self._running.loop.call_soon_threadsafe(self._cancel)

    def _cancel(self) -> None:
        if self._task is not None:
            self._task.cancel()

    def wait(self) -> Any:
        """Its result. Raises its error.

        Raises TimeUpError if it was stopped, does not end on its cancellation, or is in a loop that
        was given up.
        """
        try:
            while not self.woken.wait(self._patience()):
                if now() > self._deadline:
                    self._check_loop()
        except BaseException:  # above all Ctrl-C
            self.stop()
            raise
        if self._error is not None:
            raise self._error
        return self._result

    def _next_deadline(self) -> float:
        return now() + (inf if self._seconds is None else self._seconds + _GRACE)

    def _patience(self) -> float | None:
        # Ctrl-C may be delivered to another thread, which does not wake the main thread.
        if threading.current_thread() is threading.main_thread():
            return min(_LOOK, max(0.0, self._deadline - now()))
        return None if self._seconds is None else max(0.0, self._deadline - now())

    def _check_loop(self) -> None:
        """Raise TimeUpError, unless somebody debugs; give up a loop that is blocked."""
        # Code that blocks the loop is found by who waits for it, unless nobody does.
        waits = not self.has_begun and any(work.has_begun for work in list(self._running.work))
        frame = None if waits else self._running.frame()
        frames = [] if frame is None else [entry for entry, _ in traceback.walk_stack(frame)]
        names = {entry.f_globals.get("__name__") for entry in frames}
        if not _DEBUGGERS.isdisjoint(names) or (frame is None and not self.has_begun):
            self._deadline = self._next_deadline()
        elif not self.woken.is_set():
            if frame is not None:
                self._running.give_up()
            raise TimeUpError(stack_text(traceback.extract_stack(frame)) if frame else "")
