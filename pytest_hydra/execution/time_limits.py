"""Time limits for foreign code, such as a bot in Python, and tracebacks without our frames."""

from __future__ import annotations

import signal
import sys
import threading
import traceback

# signal.signal converts numbers to enums, four times per question.
from _signal import signal as _set_handler  # type: ignore[import-not-found]
from collections.abc import Callable
from itertools import dropwhile
from pathlib import Path
from queue import SimpleQueue
from types import FrameType
from typing import Any, TypeVar

from pytest_hydra.core.text import log_text
from pytest_hydra.execution.quotas import now
from pytest_hydra.execution.tasks import Task

_OURS = (f"{Path(__file__).resolve().parent.parent}/", "<frozen importlib")
_LIBRARY = Path(traceback.__file__).resolve().parent
_RUNNERS = tuple(
    f"{_LIBRARY}/{name}" for name in ("asyncio/", "threading.py", "contextvars.py", "importlib/")
)
# The size limit of a traceback; its middle is cut, as head and tail say most.
_LIMIT = 20_000


def traceback_text(error: BaseException) -> str:
    """The traceback of foreign code, without our frames and those of its event loop or thread."""
    trace = traceback.TracebackException.from_exception(error)
    _cut(trace)
    return _excerpt("".join(trace.format()))


def is_the_bots(error: BaseException) -> bool:
    """Whether an exception is the foreign code's own: not Ctrl-C, nor one of pytest's outcomes."""
    if isinstance(error, KeyboardInterrupt):
        return False
    # If pytest is not imported, nobody can have raised its exceptions.
    loaded = sys.modules.get("pytest")
    return loaded is None or not isinstance(
        error, loaded.skip.Exception | loaded.fail.Exception | loaded.exit.Exception
    )


def stack_text(stack: traceback.StackSummary) -> str:
    """The frames of foreign code, as text."""
    return _excerpt("".join(traceback.format_list(_foreign(stack))))


def _cut(trace: traceback.TracebackException) -> None:
    trace.stack = traceback.StackSummary.from_list(_foreign(trace.stack))
    for other in (trace.__cause__, trace.__context__, *(trace.exceptions or ())):
        if other is not None:
            _cut(other)


def _foreign(stack: traceback.StackSummary) -> list[traceback.FrameSummary]:
    """The frames that are neither ours nor those of the event loop or thread that called them."""
    frames = [entry for entry in stack if not entry.filename.startswith(_OURS)]
    return list(dropwhile(lambda entry: entry.filename.startswith(_RUNNERS), frames)) or frames


def _excerpt(text: str) -> str:
    if len(text) > _LIMIT:
        text = f"{text[: _LIMIT // 4]}\n...\n{text[-3 * _LIMIT // 4 :]}"
    return log_text(text).rstrip("\n")


T = TypeVar("T")

# The alarm is repeated for code that catches everything; faster when the session is ending.
_AGAIN_SECONDS = 0.5
_URGENTLY_SECONDS = 0.1
# For ``while True: try: … except: pass`` the alarm rings so often that it soon hits code outside
# the try. The interval varies, because each alarm restarts the loop: a fixed one would always hit
# the same place.
_PATIENCE = 3
_INCESSANTLY_SECONDS = 0.000_05
_SOON_SECONDS = 1e-6


class TimeUpError(BaseException):
    """The time limit has passed, or there is another ``reason`` not to wait any longer.

    ``stack`` is where the code was, without our frames.

    Not an Exception, so that ``except Exception`` in the code lets it through.
    """

    def __init__(self, stack: str = "", reason: str = "") -> None:
        super().__init__()
        self.stack = stack
        self.reason = reason


def can_interrupt() -> bool:
    """Whether `in_time` works here: in the main thread of a POSIX system."""
    return hasattr(signal, "setitimer") and threading.get_ident() == threading.main_thread().ident


def in_time(seconds: float, function: Callable[..., T], /, *args: Any) -> T:
    """Call the function; raises TimeUpError when it takes longer than ``seconds``.

    A timer that is already running continues afterwards with the rest of its time; if it would ring
    before ours, ours is not set. There is no limit while a debugger is active in the code. Ctrl-C
    ends the code whatever it catches, and raises KeyboardInterrupt.
    """
    their_delay, their_interval = signal.setitimer(signal.ITIMER_REAL, 0)
    if 0 < their_delay <= seconds:
        signal.setitimer(signal.ITIMER_REAL, their_delay, their_interval)
        return function(*args)
    alarm = _Alarm()
    started = now()
    their_handler = _set_handler(signal.SIGALRM, alarm.ring)
    their_interrupt = _set_handler(signal.SIGINT, alarm.interrupt)
    if their_interrupt is not signal.default_int_handler:
        # Another SIGINT handler is installed: keep it.
        _set_handler(signal.SIGINT, their_interrupt)
    try:
        try:
            signal.setitimer(signal.ITIMER_REAL, seconds, _AGAIN_SECONDS)
            if alarm.interrupted:
                raise KeyboardInterrupt
            result = function(*args)
        finally:
            alarm.armed = False
    except BaseException as error:
        if isinstance(error, TimeUpError):
            error.stack = stack_text(traceback.extract_tb(error.__traceback__))
        if alarm.interrupted and not isinstance(error, KeyboardInterrupt):
            raise KeyboardInterrupt from error
        raise
    finally:
        # Again: the alarm may have interrupted the line above.
        alarm.armed = False
        signal.setitimer(signal.ITIMER_REAL, 0)
        # A handler installed outside Python reads as None and cannot be restored.
        _set_handler(signal.SIGALRM, signal.SIG_DFL if their_handler is None else their_handler)
        if their_interrupt is signal.default_int_handler:
            _set_handler(signal.SIGINT, their_interrupt)
        if their_delay:
            remaining = max(_SOON_SECONDS, their_delay - (now() - started))
            signal.setitimer(signal.ITIMER_REAL, remaining, their_interval)
    if alarm.interrupted:
        raise KeyboardInterrupt
    if alarm.rang:
        raise TimeUpError
    return result


def ring_now() -> bool:
    """From any thread, let the time limit of a running `in_time` expire now; whether one runs."""
    handler = signal.getsignal(signal.SIGALRM)
    if not isinstance(getattr(handler, "__self__", None), _Alarm):
        return False
    signal.setitimer(signal.ITIMER_REAL, _SOON_SECONDS, _URGENTLY_SECONDS)
    return True


def is_debugging() -> bool:
    """Whether a debugger traces this thread (a coverage tool does not count)."""
    trace = sys.gettrace()
    if trace is not None:
        kind = type(getattr(trace, "__self__", trace))
        names = {
            getattr(trace, "__module__", None) or "",
            *(entry.__module__ for entry in kind.__mro__),
        }
        if any(name.split(".")[0] in {"bdb", "pdb"} or "pydevd" in name for name in names):
            return True
    monitoring = getattr(sys, "monitoring", None)
    return monitoring is not None and monitoring.get_tool(monitoring.DEBUGGER_ID) is not None


class _Alarm:
    __slots__ = ("armed", "interrupted", "rang")

    def __init__(self) -> None:
        self.armed = True
        #: How often the alarm has rung.
        self.rang = 0
        self.interrupted = False

    def ring(self, _signal: int, frame: FrameType | None) -> None:
        # Only code called by `in_time` is interrupted, not `in_time` itself.
        if not self.armed or (frame is not None and frame.f_code is in_time.__code__):
            return
        if is_debugging():
            self.armed = False
            return
        self.rang += 1
        if self.rang >= _PATIENCE:
            soon = _SOON_SECONDS + self.rang * _SOON_SECONDS % _INCESSANTLY_SECONDS
            signal.setitimer(signal.ITIMER_REAL, soon, _INCESSANTLY_SECONDS)
        raise KeyboardInterrupt if self.interrupted else TimeUpError

    def interrupt(self, _signal: int, frame: FrameType | None) -> None:
        __tracebackhide__ = True  # pytest shows where the code was
        self.interrupted = True
        if frame is not None and frame.f_code is in_time.__code__:
            return  # in_time checks the flag before and after the call
        if self.armed and not is_debugging():
            self.rang = 0
            signal.setitimer(signal.ITIMER_REAL, _URGENTLY_SECONDS, _URGENTLY_SECONDS)
        raise KeyboardInterrupt


class Worker:
    """One daemon thread that runs everything it is given, in order.

    Thread-local state survives from call to call. After a `TimeUpError` the thread is abandoned: it
    cannot be stopped, and does not keep the process from exiting.
    """

    def __init__(self, name: str) -> None:
        self._jobs: SimpleQueue[Task | None] = SimpleQueue()
        self._current: Task | None = None
        self._thread = threading.Thread(target=_work, args=(self._jobs,), name=name, daemon=True)
        self._thread.start()

    def call(self, seconds: float, function: Callable[[], Any]) -> Any:
        """Call the function in the thread; raises TimeUpError after ``seconds``."""
        self._current = job = Task(function)
        self._jobs.put(job)
        job.woken.wait(seconds)
        # Drop the reference, so that nothing of the job stays alive.
        self._current = None
        if not job.is_done:
            frame = sys._current_frames().get(self._thread.ident or 0)
            raise TimeUpError(stack_text(traceback.extract_stack(frame)) if frame else "")
        if job.error is not None:
            raise job.error
        return job.result

    def release(self) -> None:
        """Make a waiting `call` return as if the time were up; from any thread."""
        job = self._current
        if job is not None:
            job.woken.set()

    def stop(self) -> None:
        """End the thread after its queued jobs, without waiting."""
        self._jobs.put(None)


def _work(jobs: SimpleQueue[Task | None]) -> None:
    while (job := jobs.get()) is not None:
        job.run()
        # Drop the reference before blocking, so that nothing of the job stays alive.
        del job
